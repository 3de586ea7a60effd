#include "fdskl/matching/matching.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "base/sha256.h"
#include "base/testing.h"
#include "fdskl/matching/blinding.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl::matching {
namespace {

using Ids = std::vector<std::string>;
using Match = std::vector<std::int32_t> (*)(net::Channel&, std::span<const std::string>);

// The common ids at each party, in the order of its result, and all messages.
struct Matched {
  std::vector<Ids> common;
  std::vector<net::Message> wire;
};

Matched MatchAll(const std::vector<Ids>& parties, Match match) {
  Matched matched;
  matched.common.resize(parties.size());
  std::mutex mutex;
  net::RunWorkers(static_cast<int>(parties.size()), [&](net::Channel& channel) {
    net::TracingChannel tracing(channel);
    const Ids& own = parties[static_cast<std::size_t>(channel.rank())];
    const std::vector<std::int32_t> places = match(tracing, own);
    const std::lock_guard lock(mutex);
    for (const std::int32_t place : places)
      matched.common[static_cast<std::size_t>(channel.rank())].push_back(own.at(static_cast<std::size_t>(place)));
    matched.wire.insert(matched.wire.end(), tracing.sent().begin(), tracing.sent().end());
  });
  return matched;
}

// Three of every ten ids are common to all. Each party also has others, in an order of its own.
std::vector<Ids> SomeParties(int count, int ids) {
  std::vector<Ids> parties(static_cast<std::size_t>(count));
  for (int p = 0; p < count; ++p) {
    Ids& own = parties[static_cast<std::size_t>(p)];
    for (int i = 0; i < ids; ++i) {
      if (i % 10 < 3 || (i * 7 + p) % 3 == 0) own.push_back(fmt::format("client-{:06}", i));
    }
    std::rotate(own.begin(), own.begin() + std::ssize(own) * p / count, own.end());
  }
  return parties;
}

// The oracle: sets of plain texts.
std::set<std::string> CommonOf(const std::vector<Ids>& parties) {
  std::set<std::string> common(parties[0].begin(), parties[0].end());
  for (const Ids& ids : parties) {
    std::erase_if(common, [&](const std::string& id) { return std::ranges::find(ids, id) == ids.end(); });
  }
  return common;
}

TEST(Matching, FindsTheCommonRowsInOneOrderForAnyNumberOfParties) {
  for (const Match match : {&PublicMatch, &PrivateMatch}) {
    for (const int count : {2, 3, 4, 5}) {
      const std::vector<Ids> parties = SomeParties(count, 60);
      const Matched matched = MatchAll(parties, match);
      EXPECT_EQ(std::set<std::string>(matched.common[0].begin(), matched.common[0].end()), CommonOf(parties));
      EXPECT_EQ(matched.common[0].size(), CommonOf(parties).size());
      for (const Ids& common : matched.common) EXPECT_EQ(common, matched.common[0]) << count;
    }
  }
}

TEST(Matching, OneAloneHasEverythingInCommon) {
  EXPECT_EQ(MatchAll({{"a", "b"}}, &PrivateMatch).common[0], (Ids{"a", "b"}));
}

TEST(Matching, SaysThatNothingIsCommon) {
  for (const Match match : {&PublicMatch, &PrivateMatch}) {
    EXPECT_NE(base::testing::ErrorOf([&] {
                MatchAll({{"a", "b"}, {"c"}, {"a"}}, match);
              }).find("no id is common"),
              std::string::npos);
  }
}

// Lists longer than a message.
TEST(Matching, TakesLongLists) {
  Ids many;
  for (int i = 0; i < 5000; ++i) many.push_back(std::to_string(i));
  EXPECT_EQ(MatchAll({many, {"17", "x"}}, &PrivateMatch).common[1], (Ids{"17"}));
}

bool Contains(const net::Message& message, std::span<const std::uint8_t> bytes) {
  const auto wanted = std::as_bytes(bytes);
  return std::search(message.bytes.begin(), message.bytes.end(), wanted.begin(), wanted.end()) != message.bytes.end();
}

std::span<const std::uint8_t> Bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// No id is sent, and no value that everybody can compute from an id.
TEST(PrivateMatching, NoIdAndNoPlainHashOfOneIsSent) {
  const std::vector<Ids> parties = SomeParties(3, 30);
  const Matched matched = MatchAll(parties, &PrivateMatch);
  ASSERT_GT(matched.wire.size(), 10U);
  std::set<std::string> all;
  for (const Ids& ids : parties) all.insert(ids.begin(), ids.end());
  for (const std::string& id : all) {
    const Point point = PointOf(id);
    std::array<std::uint8_t, crypto_hash_sha512_BYTES> sha512{};
    std::array<std::uint8_t, crypto_hash_sha256_BYTES> sha256{};
    std::array<std::uint8_t, crypto_generichash_BYTES> blake{};
    crypto_hash_sha512(sha512.data(), Bytes(id).data(), id.size());
    crypto_hash_sha256(sha256.data(), Bytes(id).data(), id.size());
    crypto_generichash(blake.data(), blake.size(), Bytes(id).data(), id.size(), nullptr, 0);
    for (const net::Message& message : matched.wire) {
      EXPECT_FALSE(Contains(message, Bytes(id)));
      EXPECT_FALSE(Contains(message, point));
      EXPECT_FALSE(Contains(message, std::span(sha512).first(16)));
      EXPECT_FALSE(Contains(message, std::span(sha256).first(16)));
      EXPECT_FALSE(Contains(message, std::span(blake).first(16)));
    }
  }
  // The control: the same search finds ids that are sent in the open.
  const Matched open = MatchAll(parties, &PublicMatch);
  EXPECT_TRUE(
      std::ranges::any_of(open.wire, [&](const auto& message) { return Contains(message, Bytes(parties[1][0])); }));
}

std::vector<Point> PointsOn(const std::vector<net::Message>& wire) {
  std::vector<Point> points;
  for (const net::Message& message : wire) {
    if (message.bytes.size() % sizeof(Point) != 0 || message.bytes.size() < sizeof(Point)) continue;
    const auto some = message.As<Point>();
    points.insert(points.end(), some.begin(), some.end());
  }
  return points;
}

TEST(PrivateMatching, EqualIdsLookDifferentFromRunToRunAndFromPartyToParty) {
  const Ids same = {"a", "b", "c", "d"};
  const std::vector<Point> first = PointsOn(MatchAll({same, same}, &PrivateMatch).wire);
  const std::vector<Point> second = PointsOn(MatchAll({same, same}, &PrivateMatch).wire);
  ASSERT_GE(first.size(), 16U);
  for (const Point& point : first) EXPECT_EQ(std::ranges::count(second, point), 0);
}

// A party that is not the collector cannot compare lists, for it receives no point twice.
TEST(PrivateMatching, OnlyTheCollectorCanCompareLists) {
  const std::vector<Ids> parties = SomeParties(4, 40);
  const Matched matched = MatchAll(parties, &PrivateMatch);
  const std::size_t common = CommonOf(parties).size();
  for (int party = 0; party < 4; ++party) {
    std::vector<net::Message> received;
    for (const net::Message& message : matched.wire) {
      if (message.to == party) received.push_back(message);
    }
    const std::vector<Point> points = PointsOn(received);
    const std::size_t repeated = points.size() - std::set<Point>(points.begin(), points.end()).size();
    if (party == 0) {
      EXPECT_GT(repeated, common);  // those of parties 1, 2 and 3 that two of them have, at least
    } else {
      EXPECT_EQ(repeated, 0U) << party;
    }
  }
}

// The last party learns where in party 0's list the common ids stand, so the list has another order than the file.
TEST(PrivateMatching, NobodyLearnsWhereInPartyZerosFileAnIdStands) {
  Ids ids;
  for (int i = 0; i < 300; ++i) ids.push_back(fmt::format("client-{:06}", i));
  const Matched matched = MatchAll({ids, ids, ids}, &PrivateMatch);
  std::vector<std::int32_t> places;  // the last party's last message to party 0
  for (const net::Message& message : matched.wire)
    if (message.from == 2 && message.to == 0) places = message.As<std::int32_t>();
  ASSERT_EQ(places.size(), ids.size());
  int in_file = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto at = std::ranges::find(ids, matched.common[2][i]) - ids.begin();
    in_file += places[i] == at ? 1 : 0;
  }
  EXPECT_LT(in_file, 10);  // of 300, one is expected by chance
}

// The error of a party when `liar` sends `lie` instead of its message of this number.
std::string Refusal(Match match, int liar, std::int64_t number, const std::vector<std::byte>& lie) {
  return base::testing::ErrorOf([&] {
    net::RunWorkers(2, [&](net::Channel& channel) {
      const Ids ids = {"a", "b"};
      if (channel.rank() != liar) return void(match(channel, ids));
      net::LyingChannel lying(channel, [&](int, std::int64_t sent, std::vector<std::byte>& bytes) {
        if (sent == number) bytes = lie;
      });
      match(lying, ids);
    });
  });
}

template <class T>
std::vector<std::byte> BytesOf(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// A list is two messages: its size, then its values. Party 1 sends its points, then these again after all have blinded
// them, those of party 0, and the places of the common ones. Party 0 sends its points, those of party 1, and the
// common points.
TEST(Matching, RefusesWhatPeersCannotHaveSent) {
  const Match open = &PublicMatch, hidden = &PrivateMatch;
  EXPECT_EQ(Refusal(open, 1, 0, BytesOf<std::int64_t>({-1})),
            "rank 0 refuses what rank 1 sent: the size of a list is -1, not from 0 to 1099511627776");
  EXPECT_EQ(Refusal(open, 1, 1, BytesOf<std::uint8_t>({9, 0, 0, 0, 'a', 1, 0, 0, 0, 'b'})),
            "rank 0 refuses what rank 1 sent: a list of ids that is cut short");
  EXPECT_EQ(Refusal(open, 0, 1, BytesOf<std::uint8_t>({1, 0, 0, 0, 'a', 1, 0, 0, 0, 'x'})),
            "rank 1 refuses what rank 0 sent: a common id that is not on the list");
  EXPECT_EQ(Refusal(open, 0, 1, BytesOf<std::uint8_t>({1, 0, 0, 0, 'a', 1, 0, 0, 0, 'a'})),
            "rank 1 refuses what rank 0 sent: the place of a common id 0 comes twice");
  EXPECT_EQ(Refusal(hidden, 1, 1, std::vector<std::byte>(64, std::byte{0xFF})),
            "rank 0 refuses what rank 1 sent: no point of ristretto255");
  EXPECT_EQ(Refusal(hidden, 1, 4, BytesOf<std::int64_t>({0})),
            "rank 0 refuses what rank 1 sent: the number of points that come back is 0, not from 2 to 2");
  EXPECT_EQ(Refusal(hidden, 0, 2, BytesOf<std::int64_t>({0})),
            "rank 1 refuses what rank 0 sent: the number of points that come back is 0, not from 2 to 2");
  EXPECT_EQ(Refusal(hidden, 1, 6, BytesOf<std::int64_t>({0})),
            "rank 0 refuses what rank 1 sent: the number of common ids is 0, not from 2 to 2");
  EXPECT_EQ(Refusal(hidden, 1, 7, BytesOf<std::int32_t>({0, 900})),
            "rank 0 refuses what rank 1 sent: the place of a common id is 900, not from 0 to 1");
  EXPECT_EQ(Refusal(hidden, 1, 7, BytesOf<std::int32_t>({1, 1})),
            "rank 0 refuses what rank 1 sent: the place of a common id 1 comes twice");
}

TEST(Blinding, ScalarsCommuteAndAreUndone) {
  const Scalar a = Scalar::Random(), b = Scalar::Random();
  std::vector<Point> first = {PointOf("x"), PointOf("y")}, second = first;
  Blind(a, first);
  Blind(b, first);
  Blind(b, second);
  Blind(a, second);
  EXPECT_EQ(first, second);
  Blind(a.To(b), first);  // now b b
  Blind(b, second);       // now a b b
  Blind(a, first);
  EXPECT_EQ(first, second);
  EXPECT_NE(PointOf("x"), PointOf("y"));
}

TEST(Blinding, RefusesWhatIsNoPoint) {
  std::vector<Point> points(1);
  points[0].fill(0xff);
  EXPECT_NE(base::testing::ErrorOf([&] { Blind(Scalar::Random(), points); }).find("no point"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::matching
