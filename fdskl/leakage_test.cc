// What a single worker can work out from the messages it sees, exactly: stronger than the paper's Lemma 2.
//
// Every message is a sum, with integer coefficients, of secrets: inputs a_l (worker l's part of w.x), masks, and in
// `ring` the phase b. A worker sees the messages its children send it, and knows its own secrets. It can combine them
// in any linear way; it learns whatever combination has none of the others' masks left. Semi-honest workers, of which
// no two put together what they see.
//
// These are models of the two maskings over the trees really used; that the wire carries no more is the tracing
// channel's test. Coefficients are exact integers and spans are over the rationals. For `ring`, where numbers wrap,
// that is as strong: its masks enter the messages as the edges of a graph enter its vertices, a totally unimodular
// matrix, whose rank is the same modulo 2.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fdskl/tree.h"

namespace fdskl {
namespace {

constexpr int kLargestQ = 12;

// ---- Linear combinations of secrets -------------------------------------------------------------------------------

enum class Kind { kMask, kPhase, kInput };  // masks first: a combination that starts with another kind has no mask

struct Secret {
  Kind kind;
  int sample;  // 0 for what does not depend on the sample
  int worker;  // for a mask of `ring`: shared by this worker and the next
  auto operator<=>(const Secret&) const = default;
};

class Combination {
 public:
  Combination() = default;
  Combination(std::initializer_list<std::pair<const Secret, std::int64_t>> terms) : terms_(terms) {}

  const std::map<Secret, std::int64_t>& terms() const { return terms_; }  // none is zero
  bool empty() const { return terms_.empty(); }
  const Secret& first() const { return terms_.begin()->first; }

  void Add(const Combination& other, std::int64_t times = 1) {
    for (const auto& [secret, coefficient] : other.terms_) {
      if ((terms_[secret] += times * coefficient) == 0) terms_.erase(secret);
    }
  }

  template <class Predicate>
  void Erase(Predicate predicate) {
    std::erase_if(terms_, [&](const auto& term) { return predicate(term.first); });
  }

  // Takes away `row`'s first secret, by integers only. REQUIRES: both have it.
  void Eliminate(const Combination& row) {
    const std::int64_t mine = terms_.at(row.first());
    const std::int64_t its = row.terms_.begin()->second;
    for (auto& [secret, coefficient] : terms_) coefficient *= its;
    Add(row, -mine);
    Normalise();
  }

  // Divides by the greatest common divisor; the first coefficient becomes positive.
  void Normalise() {
    std::int64_t divisor = 0;
    for (const auto& [secret, coefficient] : terms_) divisor = std::gcd(divisor, coefficient);
    if (!empty() && terms_.begin()->second < 0) divisor = -divisor;
    for (auto& [secret, coefficient] : terms_) {
      coefficient /= divisor;
      FDSKL_REQUIRE(std::abs(coefficient) < std::int64_t{1} << 30);  // so that Eliminate() cannot overflow
    }
  }

 private:
  std::map<Secret, std::int64_t> terms_;
};

// "a1 + a2", of sample 1 "a1'".
std::string Text(const Combination& combination) {
  std::string text;
  for (const auto& [secret, coefficient] : combination.terms()) {
    if (!text.empty() || coefficient < 0) text += coefficient < 0 ? " - " : " + ";
    if (std::abs(coefficient) != 1) text += fmt::format("{} ", std::abs(coefficient));
    text +=
        secret.kind == Kind::kPhase ? "b" : fmt::format("{}{}", secret.kind == Kind::kInput ? "a" : "r", secret.worker);
    if (secret.sample == 1) text += "'";
  }
  return text;
}

// The linear span of combinations, in echelon form: no two rows start with the same secret.
class Span {
 public:
  void Add(const Combination& combination) {
    Combination rest = Reduce(combination);
    if (!rest.empty()) rows_[rest.first()] = std::move(rest);
  }
  bool Contains(const Combination& combination) const { return Reduce(combination).empty(); }

  // A basis of all that has no mask in it. The form being echelon, these are the rows that start past the masks.
  std::vector<Combination> FreeOfMasks() const {
    std::vector<Combination> basis;
    for (const auto& [first, row] : rows_) {
      if (first.kind != Kind::kMask) basis.push_back(row);
    }
    return basis;
  }

 private:
  Combination Reduce(Combination combination) const {
    combination.Normalise();
    for (const auto& [first, row] : rows_) {  // in order of secrets, so none taken away comes back
      if (combination.terms().contains(first)) combination.Eliminate(row);
    }
    return combination;
  }

  std::map<Secret, Combination> rows_;  // by first secret
};

// ---- Who sees what ------------------------------------------------------------------------------------------------

struct Sum {
  Tree tree;
  std::vector<Combination> shares;  // what each worker adds
};

struct Protocol {
  std::vector<Sum> sums;
  std::function<bool(int worker, const Secret& secret)> knows;
  std::vector<Combination> outputs;  // what the owner is meant to learn
};

Combination Message(const Sum& sum, int sender) {
  Combination message = sum.shares.at(static_cast<std::size_t>(sender));
  for (int child : sum.tree.children(sender)) message.Add(Message(sum, child));
  return message;
}

// A basis of what `worker` learns of the others' secrets.
std::vector<Combination> Learns(const Protocol& protocol, int worker) {
  Span view;
  for (const Sum& sum : protocol.sums) {
    if (!sum.tree.contains(worker)) continue;
    for (int child : sum.tree.children(worker)) {
      Combination message = Message(sum, child);
      message.Erase([&](const Secret& secret) { return protocol.knows(worker, secret); });
      view.Add(message);
    }
  }
  return view.FreeOfMasks();
}

std::string LearnsText(const Protocol& protocol, int worker) {
  std::vector<std::string> texts;
  for (const Combination& combination : Learns(protocol, worker)) texts.push_back(Text(combination));
  return fmt::format("{}", fmt::join(texts, "; "));
}

// Whether all that `worker` learns it can work out from the outputs and what it knows.
bool LearnsOutputsAlone(const Protocol& protocol, int worker) {
  Span outputs;
  for (Combination output : protocol.outputs) {
    output.Erase([&](const Secret& secret) { return protocol.knows(worker, secret); });
    outputs.Add(output);
  }
  for (const Combination& combination : Learns(protocol, worker)) {
    if (!outputs.Contains(combination)) return false;
  }
  return true;
}

// ---- The two maskings, for one feature and some samples ------------------------------------------------------------

// Algorithm 3: a_l + b_l along T1 for every sample, b_l along T2 once; masks depend on the feature alone.
Protocol PaperMasking(const Tree& t1, const Tree& t2, int samples = 1) {
  const int q = t1.size();
  Protocol protocol;
  std::vector<Combination> masks;
  int l_prime = -1;
  for (int worker = 0; worker < q; ++worker) {
    masks.push_back({{Secret{Kind::kMask, 0, worker}, 1}});
    if (!t2.contains(worker)) l_prime = worker;
  }
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> shares = masks;
    Combination output = masks.at(static_cast<std::size_t>(l_prime));
    for (int worker = 0; worker < q; ++worker) {
      const Combination input = {{Secret{Kind::kInput, sample, worker}, 1}};
      shares[static_cast<std::size_t>(worker)].Add(input);
      output.Add(input);
    }
    protocol.sums.push_back({t1, shares});
    protocol.outputs.push_back(output);
  }
  protocol.sums.push_back({t2, masks});
  protocol.knows = [](int worker, const Secret& secret) { return secret.worker == worker; };
  return protocol;
}

// Ours: a_l + r_l - r_{l-1} along T1, with b added by l'; r_l is shared by l and l + 1 and fresh for every sample.
Protocol RingMasking(const Tree& t1, int l_prime, int samples = 1, bool fresh = true) {
  const int q = t1.size();
  const auto before = [q](int worker) { return (worker + q - 1) % q; };
  const Combination phase = {{Secret{Kind::kPhase, 0, l_prime}, 1}};
  Protocol protocol;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> shares;
    Combination output = phase;
    for (int worker = 0; worker < q; ++worker) {
      Combination share = {{Secret{Kind::kInput, sample, worker}, 1}};
      output.Add(share);
      share.Add({{Secret{Kind::kMask, fresh ? sample : 0, worker}, 1}});
      share.Add({{Secret{Kind::kMask, fresh ? sample : 0, before(worker)}, 1}}, -1);
      if (worker == l_prime) share.Add(phase);
      shares.push_back(share);
    }
    protocol.sums.push_back({t1, shares});
    protocol.outputs.push_back(output);
  }
  protocol.knows = [before](int worker, const Secret& secret) {
    return secret.worker == worker || (secret.kind == Kind::kMask && secret.worker == before(worker));
  };
  return protocol;
}

template <class Check>  // of q, owner, l'
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
Tree Without(const Tree& tree, int worker) {
  Tree pruned(tree.size(), tree.root());
  const std::function<void(int, int)> adopt_children = [&](int from, int parent) {
    for (int child : tree.children(from)) {
      if (child != worker) pruned.Adopt(parent, child);
      adopt_children(child, child == worker ? parent : child);
    }
  };
  adopt_children(tree.root(), tree.root());
  return pruned;
}

// ---- The algebra itself --------------------------------------------------------------------------------------------

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

// ---- Masking `paper` -----------------------------------------------------------------------------------------------

TEST(PaperMasking, OneCallOverOurTreesTellsNoWorkerAnything) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(AngleTree(q, owner), MaskTree(q, owner, l_prime));
    for (int worker = 0; worker < q; ++worker) EXPECT_EQ(LearnsText(protocol, worker), "") << "worker " << worker;
  });
}

TEST(PaperMasking, OneCallYieldsTheOutput) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(AngleTree(q, owner), MaskTree(q, owner, l_prime));
    Combination result = Message(protocol.sums[0], owner);
    result.Add(Message(protocol.sums[1], owner), -1);
    EXPECT_EQ(Text(result), Text(protocol.outputs[0]));
  });
}

TEST(PaperMasking, LeaksWhenBothSumsTakeTheSameTree) {  // what T2 is for, and the proof that this test can fail
  ForEveryCase(3, [](int q, int owner, int l_prime) {
    const Tree t1 = BroadcastTree(q, owner);
    EXPECT_NE(LearnsText(PaperMasking(t1, Without(t1, l_prime)), owner), "");
  });
}

// T1 is Figure 2a: 0 adds 1 while 2 adds 3, then 0 adds 2. T2 adds the same masks in another order.
TEST(PaperMasking, Lemma2FailsTotallyDifferentTreesRevealAnInput) {
  const Tree t1 = BroadcastTree(4, 0);
  Tree t2(4, 0);
  t2.Adopt(0, 2);
  t2.Adopt(0, 1);
  ASSERT_TRUE(TotallyDifferent(t1, t2));
  EXPECT_EQ(LearnsText(PaperMasking(t1, t2), 0), "a1") << "a single leaf below the same worker in both trees";
}

TEST(PaperMasking, Lemma2FailsTotallyDifferentTreesRevealASumOfInputs) {
  Tree t1(4, 0);
  for (int child : {3, 1, 2}) t1.Adopt(0, child);
  Tree t2(4, 0);
  t2.Adopt(0, 1);
  t2.Adopt(1, 2);
  ASSERT_TRUE(TotallyDifferent(t1, t2));
  EXPECT_EQ(LearnsText(PaperMasking(t1, t2), 0), "a1 + a2") << "two messages along T1 together match one along T2";
}

// Masks depend on the feature alone, so over two samples they drop out, whatever the trees: a passive worker learns how
// its child's part of w.x differs between any two samples. This is the paper's own leak; `ring` is the answer to it.
TEST(PaperMasking, TwoSamplesRevealTheirDifferenceToPassiveWorkers) {
  ForEveryCase(3, [](int q, int owner, int l_prime) {
    const Protocol protocol = PaperMasking(AngleTree(q, owner), MaskTree(q, owner, l_prime), 2);
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

// ---- Masking `ring` ------------------------------------------------------------------------------------------------

TEST(RingMasking, OneCallTellsTheOwnerTheOutputAndTheOthersNothing) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(AngleTree(q, owner), l_prime);
    EXPECT_EQ(Text(Message(protocol.sums[0], owner)), Text(protocol.outputs[0]));
    for (int worker = 0; worker < q; ++worker) {
      EXPECT_EQ(Learns(protocol, worker).size(), worker == owner ? 1U : 0U) << "worker " << worker;
      EXPECT_TRUE(LearnsOutputsAlone(protocol, worker)) << LearnsText(protocol, worker);
    }
  });
}

TEST(RingMasking, HidesWhateverTheTree) {  // T0 too, where several sums meet at the owner
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(BroadcastTree(q, owner), l_prime);
    for (int worker = 0; worker < q; ++worker) EXPECT_TRUE(LearnsOutputsAlone(protocol, worker));
  });
}

TEST(RingMasking, TwoSamplesTellTheOwnerTwoOutputsAndTheOthersNothing) {
  ForEveryCase(2, [](int q, int owner, int l_prime) {
    const Protocol protocol = RingMasking(AngleTree(q, owner), l_prime, 2);
    for (int worker = 0; worker < q; ++worker) {
      EXPECT_EQ(Learns(protocol, worker).size(), worker == owner ? 2U : 0U) << "worker " << worker;
      EXPECT_TRUE(LearnsOutputsAlone(protocol, worker)) << LearnsText(protocol, worker);
    }
  });
}

TEST(RingMasking, MasksUsedForTwoSamplesWouldRevealTheirDifference) {
  const Protocol protocol = RingMasking(AngleTree(4, 0), 3, 2, /*fresh=*/false);
  EXPECT_EQ(LearnsText(protocol, 1), "a2 - a2'; a3 - a3'");
}

TEST(RingMasking, OfTwoWorkersTheOwnerLearnsTheOthersInputWithItsPhase) {  // the privacy left with q = 2 is b alone
  const Protocol protocol = RingMasking(AngleTree(2, 0), 1);
  EXPECT_EQ(LearnsText(protocol, 0), "b + a1");
  EXPECT_EQ(LearnsText(protocol, 1), "");
  const Protocol two_samples = RingMasking(AngleTree(2, 0), 1, 2);
  EXPECT_EQ(LearnsText(two_samples, 0), "b + a1; a1 - a1'");
}

}  // namespace
}  // namespace fdskl
