// Computes exactly what a single worker can learn from the messages it sees. This is stronger than the paper's Lemma 2.
//
// Every message is a sum, with integer coefficients, of secrets: inputs a_l (worker l's part of w.x), masks, and in
// `ring` the phase b. A worker sees the messages that its children send, and knows its own secrets. It can combine them
// in any linear way, and learns every combination that has none of the others' masks left. Workers are semi-honest, and
// no two of them collude.
//
// Spans are over the rationals (knowledge.h). For `ring`, where numbers wrap around, that is as strong: the matrix of
// its masks in the messages is the incidence matrix of a graph, which is totally unimodular and has the same rank
// modulo 2.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "fdskl/masking/knowledge.h"
#include "fdskl/net/tree.h"

namespace fdskl::masking::knowledge {
namespace {

constexpr int kLargestQ = 12;

template <class Check>  // check(q, owner, l')
void ForEveryCase(int smallest_q, Check check) {
  for (int q = smallest_q; q <= kLargestQ; ++q) {
    for (int owner = 0; owner < q; ++owner) {
      for (int l_prime = 0; l_prime < q; ++l_prime) {
        if (l_prime == owner) continue;
        SCOPED_TRACE(fmt::format("q {}, owner {}, l' {}", q, owner, l_prime));
        check(q, owner, l_prime);
      }
    }
  }
}

// `tree` without `worker`, whose children go to its parent. REQUIRES: worker is not the root.
net::Tree Without(const net::Tree& tree, int worker) {
  net::Tree pruned(tree.size(), tree.root());
  const std::function<void(int, int)> adopt_children = [&](int from, int parent) {
    for (int child : tree.children(from)) {
      if (child != worker) pruned.Adopt(parent, child);
      adopt_children(child, child == worker ? parent : child);
    }
  };
  adopt_children(tree.root(), tree.root());
  return pruned;
}

TEST(Span, FindsWhatHasNoMask) {
  const Secret r1{Kind::kMask, 0, 1}, r2{Kind::kMask, 0, 2}, a1{Kind::kInput, 0, 1}, a2{Kind::kInput, 0, 2};
  Span span;
  span.Add({{r1, 2}, {r2, 3}, {a1, 1}});
  span.Add({{r1, 3}, {r2, 5}, {a2, 1}});
  EXPECT_TRUE(span.FreeOfMasks().empty());
  span.Add({{r2, 7}});
  EXPECT_EQ(span.FreeOfMasks().size(), 1U);
  EXPECT_EQ(Text(span.FreeOfMasks()[0]), "3 a1 - 2 a2");
  EXPECT_TRUE(span.Contains({{a1, -6}, {a2, 4}}));
  EXPECT_FALSE(span.Contains({{a1, 1}}));
  span.Add({{r1, 1}});
  EXPECT_TRUE(span.Contains({{a1, 1}}));
}

TEST(PaperMasking, OneCallOverOurTreesTellsNoWorkerAnything) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(net::AngleTree(q, owner), net::MaskTree(q, owner, l_prime));
    for (int worker = 0; worker < q; ++worker) EXPECT_EQ(LearnsText(protocol, worker), "") << "worker " << worker;
  });
}

TEST(PaperMasking, OneCallYieldsTheOutput) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(net::AngleTree(q, owner), net::MaskTree(q, owner, l_prime));
    Combination result = Message(protocol.sums[0], owner);
    result.Add(Message(protocol.sums[1], owner), -1);
    EXPECT_EQ(Text(result), Text(protocol.outputs[0]));
  });
}

TEST(PaperMasking, LeaksWhenBothSumsTakeTheSameTree) {  // shows why T2 is needed, and that this test can fail
  ForEveryCase(3, [](int q, int owner, int l_prime) {
    const net::Tree t1 = net::BroadcastTree(q, owner);
    EXPECT_NE(LearnsText(PaperMasking(t1, Without(t1, l_prime)), owner), "");
  });
}

// T1 is Figure 2a: 0 adds 1 while 2 adds 3, then 0 adds 2. T2 adds the same masks in another order.
TEST(PaperMasking, Lemma2FailsTotallyDifferentTreesRevealAnInput) {
  const net::Tree t1 = net::BroadcastTree(4, 0);
  net::Tree t2(4, 0);
  t2.Adopt(0, 2);
  t2.Adopt(0, 1);
  ASSERT_TRUE(net::TotallyDifferent(t1, t2));
  EXPECT_EQ(LearnsText(PaperMasking(t1, t2), 0), "a1") << "a single leaf below the same worker in both trees";
}

TEST(PaperMasking, Lemma2FailsTotallyDifferentTreesRevealASumOfInputs) {
  net::Tree t1(4, 0);
  for (int child : {3, 1, 2}) t1.Adopt(0, child);
  net::Tree t2(4, 0);
  t2.Adopt(0, 1);
  t2.Adopt(1, 2);
  ASSERT_TRUE(net::TotallyDifferent(t1, t2));
  EXPECT_EQ(LearnsText(PaperMasking(t1, t2), 0), "a1 + a2") << "two messages along T1 together match one along T2";
}

// Masks depend only on the feature, so they cancel in the difference of two samples, whatever the trees: a passive
// worker learns how its child's part of w.x differs between any two samples. `ring` closes this leak of the paper.
TEST(PaperMasking, TwoSamplesRevealTheirDifferenceToPassiveWorkers) {
  ForEveryCase(3, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(net::AngleTree(q, owner), net::MaskTree(q, owner, l_prime), 2);
    const int passive = (owner + 1) % q;
    const int child = (owner + 2) % q;
    EXPECT_FALSE(LearnsOutputsAlone(protocol, passive));
    const Combination difference = {{Secret{Kind::kInput, 0, child}, 1}, {Secret{Kind::kInput, 1, child}, -1}};
    Span learned;
    for (const Combination& combination : Learns(protocol, passive)) learned.Add(combination);
    EXPECT_TRUE(learned.Contains(difference)) << LearnsText(protocol, passive);
    EXPECT_TRUE(LearnsOutputsAlone(protocol, owner)) << LearnsText(protocol, owner);
  });
}

TEST(RingMasking, OneCallTellsTheOwnerTheOutputAndTheOthersNothing) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(net::AngleTree(q, owner), l_prime);
    EXPECT_EQ(Text(Message(protocol.sums[0], owner)), Text(protocol.outputs[0]));
    for (int worker = 0; worker < q; ++worker) {
      EXPECT_EQ(Learns(protocol, worker).size(), worker == owner ? 1U : 0U) << "worker " << worker;
      EXPECT_TRUE(LearnsOutputsAlone(protocol, worker)) << LearnsText(protocol, worker);
    }
  });
}

TEST(RingMasking, HidesWhateverTheTree) {  // T0 too, where several sums meet at the owner
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(net::BroadcastTree(q, owner), l_prime);
    for (int worker = 0; worker < q; ++worker) EXPECT_TRUE(LearnsOutputsAlone(protocol, worker));
  });
}

TEST(RingMasking, TwoSamplesTellTheOwnerTwoOutputsAndTheOthersNothing) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(net::AngleTree(q, owner), l_prime, 2);
    for (int worker = 0; worker < q; ++worker) {
      EXPECT_EQ(Learns(protocol, worker).size(), worker == owner ? 2U : 0U) << "worker " << worker;
      EXPECT_TRUE(LearnsOutputsAlone(protocol, worker)) << LearnsText(protocol, worker);
    }
  });
}

TEST(RingMasking, MasksUsedForTwoSamplesWouldRevealTheirDifference) {
  const Protocol protocol = RingMasking(net::AngleTree(4, 0), 3, 2, /*fresh=*/false);
  EXPECT_EQ(LearnsText(protocol, 1), "a2 - a2'; a3 - a3'");
}

TEST(RingMasking, OfTwoWorkersTheOwnerLearnsTheOthersInputWithItsPhase) {  // the privacy left with q = 2 is b alone
  const Protocol protocol = RingMasking(net::AngleTree(2, 0), 1);
  EXPECT_EQ(LearnsText(protocol, 0), "b + a1");
  EXPECT_EQ(LearnsText(protocol, 1), "");
  const Protocol two_samples = RingMasking(net::AngleTree(2, 0), 1, 2);
  EXPECT_EQ(LearnsText(two_samples, 0), "b + a1; a1 - a1'");
}

}  // namespace
}  // namespace fdskl::masking::knowledge
