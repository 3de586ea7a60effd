// A lane between two processes delivers all messages in order, for any sizes and whichever end is faster.
#include "fdskl/net/lane.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/testing.h"

namespace fdskl::net {
namespace {

constexpr std::chrono::microseconds kLong(100'000);

// Sizes from nothing to the largest, and a few that do not fit and are only announced.
std::vector<std::size_t> Sizes(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<std::size_t> sizes;
  for (int i = 0; i < count; ++i) {
    const std::size_t most = i % 3 == 0 ? Lane::kLargestMessage + Lane::kLargestMessage / 8 : 3000;
    sizes.push_back(std::uniform_int_distribution<std::size_t>(0, most)(random));
  }
  return sizes;
}

std::byte Pattern(std::size_t message, std::size_t at) { return static_cast<std::byte>(message * 31 + at * 7); }

void Write(Lane& lane, std::size_t message, std::size_t size) {
  std::byte* room = lane.TryReserve(size);
  for (; room == nullptr; room = lane.TryReserve(size)) lane.AwaitRoom(kLong);
  for (std::size_t i = 0; i < size && size <= Lane::kLargestMessage; ++i) room[i] = Pattern(message, i);
  lane.Commit();
}

// Whether the next message is this one.
bool Read(Lane& lane, std::size_t message, std::size_t size) {
  while (!lane.TryFront()) lane.AwaitMessage(kLong);
  bool right = lane.size() == size;
  for (std::size_t i = 0; right && i < size && size <= Lane::kLargestMessage; ++i)
    right = lane.bytes()[i] == Pattern(message, i);
  lane.Pop();
  return right;
}

class Pace : public ::testing::TestWithParam<std::pair<int, int>> {
};  // the number of messages after which the writer or the reader pauses

TEST_P(Pace, AnotherProcessReadsWhatWasWritten) {
  const auto [writer_pause, reader_pause] = GetParam();
  const std::vector<std::size_t> sizes = Sizes(7, 400);
  Lane reader;
  const std::string path = reader.path();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Lane writer(path);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (writer_pause > 0 && i % static_cast<std::size_t>(writer_pause) == 0) usleep(500);
      Write(writer, i, sizes[i]);
    }
    _exit(0);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (reader_pause > 0 && i % static_cast<std::size_t>(reader_pause) == 0) usleep(500);
    ASSERT_TRUE(Read(reader, i, sizes[i])) << "message " << i;
  }
  EXPECT_FALSE(reader.TryFront());
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

INSTANTIATE_TEST_SUITE_P(Lane, Pace, ::testing::Values(std::pair(0, 0), std::pair(5, 0), std::pair(0, 5)));

TEST(Lane, SaysNoWhenFullAndHasRoomAgainWhenRead) {
  Lane reader;
  Lane writer(reader.path());
  std::size_t written = 0;
  for (; writer.TryReserve(Lane::kLargestMessage) != nullptr; ++written) writer.Commit();
  EXPECT_EQ(written, 3U);  // each has a record's head too
  ASSERT_TRUE(reader.TryFront());
  reader.Pop();
  ASSERT_TRUE(reader.TryFront());
  reader.Pop();
  EXPECT_NE(writer.TryReserve(Lane::kLargestMessage), nullptr);
}

TEST(Lane, AnEmptiedLaneBeginsAgainAtItsStart) {
  Lane reader;
  Lane writer(reader.path());
  std::vector<const std::byte*> places;
  for (std::size_t i = 0; i < 100; ++i) {
    Write(writer, i, 200'000);
    ASSERT_TRUE(reader.TryFront());
    places.push_back(reader.bytes());
    ASSERT_TRUE(Read(reader, i, 200'000));
  }
  const auto [low, high] = std::minmax_element(places.begin(), places.end());
  EXPECT_LT(*high - *low, Lane::kBytes / 2);
}

// A writer that has started again has the whole lane, even if the reader has not followed yet.
TEST(Lane, BeginningAgainTakesNoRoom) {
  Lane reader;
  Lane writer(reader.path());
  for (int round = 0; round < 20; ++round) {
    std::size_t size = 20'000 + 7'000 * static_cast<std::size_t>(round);
    Write(writer, 0, size);
    ASSERT_TRUE(Read(reader, 0, size));
    std::size_t bytes = 0;
    std::size_t written = 0;
    for (std::byte* room = nullptr; (room = writer.TryReserve(size)) != nullptr; ++written) {
      for (std::size_t i = 0; i < size; ++i) room[i] = Pattern(written, i);
      writer.Commit();
      bytes += size;
    }
    EXPECT_GT(bytes, Lane::kBytes - 2 * (size + 128));
    for (std::size_t message = 0; message < written; ++message) ASSERT_TRUE(Read(reader, message, size));
    EXPECT_FALSE(reader.TryFront());
  }
}

// Two threads on one mapping, for the thread sanitizer, which cannot see what another process does.
TEST(Lane, AnotherThreadReadsWhatWasWritten) {
  const std::vector<std::size_t> sizes = Sizes(11, 300);
  Lane reader;
  std::thread other([&] {
    Lane writer(&reader);
    for (std::size_t i = 0; i < sizes.size(); ++i) Write(writer, i, sizes[i]);
  });
  for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_TRUE(Read(reader, i, sizes[i])) << "message " << i;
  other.join();
}

// Whatever the head of the shared memory contains, neither end touches memory outside of the lane.
TEST(Lane, AnOverwrittenHeadIsAnError) {
  for (std::size_t place = 0; place < 256; place += 4) {
    Lane reader;
    Lane writer(reader.path());
    Write(writer, 0, 100);
    std::uint32_t word = 0x7FFFFFC0;
    std::memcpy(&reader.memory()[place], &word, sizeof word);
    const std::string error = base::testing::ErrorOf([&] {
      for (int i = 0; i < 3; ++i) {
        if (reader.TryFront()) reader.Pop();
        if (writer.TryReserve(100) != nullptr) writer.Commit();
      }
    });
    // The writer's position, its restarts, and the first record. The reader writes its own position again.
    const bool matters = place == 0 || place == 8 || (128 <= place && place < 144);
    EXPECT_EQ(error != "no error", matters) << place << ": " << error;
  }
}

TEST(Lane, NoFileIsTakenForALane) {
  const base::testing::TempFolder folder;
  const auto file = base::testing::WriteFile(folder.path() / "mine", std::string(Lane::kBytes + 192, 'x'));
  EXPECT_EQ(base::testing::ErrorOf([&] { Lane lane(file.string()); }), file.string() + " is no lane");
  EXPECT_EQ(base::testing::ReadFile(file), std::string(Lane::kBytes + 192, 'x'));
}

TEST(Lane, NoSuchPlaceIsAnError) { EXPECT_THROW(Lane("/proc/self/fd/9999"), base::Error); }

}  // namespace
}  // namespace fdskl::net
