#include "fdskl/net/link_model.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "fdskl/net/sum_cost.h"

namespace fdskl::net {
namespace {

TEST(LinkText, ReadsBackAsTheSameLink) {
  for (const char* text :
       {"bare", "lan", "wan", "intercontinental", "latency=20ms,bandwidth=10Mbit", "latency=1.5us,bandwidth=33.333Kbit",
        "latency=7s", "latency=0s,bandwidth=1.7Gbit", "latency=2ms,bandwidth=1Mbit,receive=at-once"}) {
    EXPECT_EQ(LinkText(ParseLink(text)), text);
  }
  const LinkModel odd{.latency_seconds = 1.0 / 3, .bandwidth_bits_per_second = 1e9 / 7};
  EXPECT_EQ(ParseLink(LinkText(odd)), odd);
  EXPECT_EQ(ParseLink("bandwidth=100Mbit,latency=20ms"), LinkOf(LinkPreset::kWan));
  EXPECT_TRUE(ParseLink("bare").IsBare());
}

TEST(LinkText, KnowsTheOldNameOfBare) {
  EXPECT_TRUE(ParseLink("shared-memory").IsBare());
  EXPECT_EQ(LinkText(ParseLink("shared-memory")), "bare");
  EXPECT_EQ(StoredLinkText(ParseLink("bare")), "shared-memory");
  EXPECT_EQ(PresentLinkName("shared-memory"), "bare");
  for (const char* text : {"lan", "latency=20ms,bandwidth=10Mbit"}) {
    EXPECT_EQ(StoredLinkText(ParseLink(text)), text);
    EXPECT_EQ(PresentLinkName(text), text);
  }
}

TEST(ParseLink, SaysWhatIsWrongAndWhatIsValid) {
  const auto error = [](std::string_view text) -> std::string {
    try {
      ParseLink(text);
    } catch (const base::Error& thrown) {
      return thrown.what();
    }
    return "no error";
  };
  EXPECT_NE(error("lam").find("did you mean lan"), std::string::npos) << error("lam");
  EXPECT_NE(error("latncy=2ms").find("did you mean latency"), std::string::npos) << error("latncy=2ms");
  EXPECT_NE(error("latency=2ms,").find("unknown part of a link ''"), std::string::npos) << error("latency=2ms,");
  EXPECT_NE(error("receive=atonce").find("did you mean at-once"), std::string::npos) << error("receive=atonce");
  const char* const latency = "latency must be a number from 0 up with us, ms or s behind it, not '";
  for (const std::string value : {"20", "ms", "-1ms", "20 ms", "1e999s", "nans", "20min"})
    EXPECT_EQ(error("latency=" + value), latency + value + "'");
  const char* const bandwidth = "bandwidth must be a number above 0 with bit, Kbit, Mbit or Gbit behind it, not '";
  for (const std::string value : {"0Mbit", "100", "100MB"})
    EXPECT_EQ(error("bandwidth=" + value), bandwidth + value + "'");
}

// L = 1 s, and 1 s for 125 bytes to leave or enter.
TEST(SumCost, ByHand) {
  const LinkModel link = ParseLink("latency=1s,bandwidth=1Kbit");
  EXPECT_EQ(RingSumCost(link, 8, 125).seconds, 14);
  EXPECT_EQ(StarSumCost(link, 8, 125).seconds, 8);
  EXPECT_EQ(TreeSumCost(link, BroadcastTree(8, 3), 125).seconds, 6);
  EXPECT_EQ(TreeSumCost(link, BroadcastTree(1024, 0), 125).seconds, 20);
  EXPECT_EQ(TreeSumCost(link, BroadcastTree(3, 0), 125).seconds, 3);  // a star of three
  EXPECT_EQ(TreeSumCost(link, BroadcastTree(8, 0), 125).messages, 7);
  EXPECT_EQ(TreeSumCost(link, BroadcastTree(8, 0), 125).longest_chain, 3);
  EXPECT_EQ(RingSumCost(link, 8, 125).longest_chain, 7);
  EXPECT_EQ(StarSumCost(link, 8, 125).longest_chain, 1);
  const LinkModel at_once = ParseLink("latency=1s,bandwidth=1Kbit,receive=at-once");
  EXPECT_EQ(RingSumCost(at_once, 8, 125).seconds, 14);
  EXPECT_EQ(StarSumCost(at_once, 8, 125).seconds, 2);
  EXPECT_EQ(TreeSumCost(at_once, BroadcastTree(8, 3), 125).seconds, 6);
  EXPECT_EQ(TreeSumCost(at_once, BroadcastTree(3, 0), 125).seconds, 2);
  for (const SumCost& alone :
       {RingSumCost(link, 1, 125), StarSumCost(link, 1, 125), TreeSumCost(link, Tree(1, 0), 125)})
    EXPECT_EQ(alone.seconds + static_cast<double>(alone.messages + alone.longest_chain), 0);
}

}  // namespace
}  // namespace fdskl::net
