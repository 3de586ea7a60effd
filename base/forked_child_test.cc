#include "base/forked_child.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <numeric>
#include <vector>

#include "base/error.h"

namespace fdskl::base {
namespace {

template <class Action>
std::string ErrorOf(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(ForkedChild, SendsMoreThanAPipeHolds) {
  std::vector<int> sent(100000);
  std::iota(sent.begin(), sent.end(), 7);
  ForkedChild child("a child", [&](const PipeWriter& pipe) { pipe.Send(std::span<const int>(sent)); });
  std::vector<int> received(sent.size());
  child.Receive(std::span(received));
  EXPECT_EQ(received, sent);
}

TEST(ForkedChild, WaitsNoLongerThanTold) {
  ForkedChild child("a child", [](const PipeWriter& /*pipe*/) { pause(); });
  EXPECT_FALSE(child.WaitForBytes(0.01));
  EXPECT_FALSE(child.WaitForBytes(-1));
}

TEST(ForkedChild, IsGoneWithItsObject) {
  pid_t pid = 0;
  {
    ForkedChild child("a child", [](const PipeWriter& pipe) {
      const pid_t own = getpid();
      pipe.Send(std::span<const pid_t>(&own, 1));
      pause();
    });
    child.Receive(std::span(&pid, 1));
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_NE(kill(pid, 0), 0);
}

TEST(ForkedChild, SaysHowTheChildEnded) {
  int value = 0;
  const auto receive_from = [&](const std::function<void(const PipeWriter&)>& work) {
    return ErrorOf([&] { ForkedChild("the solver", work).Receive(std::span(&value, 1)); });
  };
  EXPECT_EQ(receive_from([](const PipeWriter& /*pipe*/) { _exit(3); }),
            "the solver ended with status 3 before it was done");
  EXPECT_EQ(receive_from([](const PipeWriter& /*pipe*/) { throw Error("no"); }),
            "the solver ended with status 1 before it was done");
  EXPECT_EQ(receive_from([](const PipeWriter& /*pipe*/) { raise(SIGKILL); }),
            "the solver died of signal 9 (Killed); is there memory enough?");
}

}  // namespace
}  // namespace fdskl::base
