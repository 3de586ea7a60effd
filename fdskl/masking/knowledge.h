// Models of the maskings `paper` and `ring` as sums of secrets along trees, and what a single worker learns from the
// messages that it sees. For tests, and for the study of Lemma 2.
//
// Secrets:   the workers' inputs, masks and phases, for one feature and some samples. Messages are linear
//            combinations of them with integer coefficients, and all arithmetic is exact.
// Learning:  a worker may combine the messages that it sees in any linear way, over the rationals. It learns the
//            combinations that have no mask of another worker left.
// Protocols: models over the real trees. Tests with a tracing channel show that real messages contain no more.
#ifndef FDSKL_FDSKL_MASKING_KNOWLEDGE_H_
#define FDSKL_FDSKL_MASKING_KNOWLEDGE_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "fdskl/net/tree.h"

namespace fdskl::masking::knowledge {

enum class Kind { kMask, kPhase, kInput };  // masks first: a combination that starts with another kind has no mask

struct Secret {
  Kind kind;
  int sample;  // 0 for a secret that does not depend on the sample
  int worker;  // for a mask of `ring`: shared by this worker and the next
  auto operator<=>(const Secret&) const = default;
};

// A linear combination of secrets with integer coefficients.
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

  // Subtracts a multiple of `row` so that its first secret disappears, by integers only.
  // REQUIRES: both have it.
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

// The combination as text: "a1 + a2". Secrets of sample 1 are written "a1'".
inline std::string Text(const Combination& combination) {
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

  // A basis of the combinations without masks. In echelon form these are the rows that start after the masks.
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
    for (const auto& [first, row] : rows_) {  // in order of secrets, so an eliminated one does not come back
      if (combination.terms().contains(first)) combination.Eliminate(row);
    }
    return combination;
  }

  std::map<Secret, Combination> rows_;  // by first secret
};

// A sum along a tree.
struct Sum {
  net::Tree tree;
  std::vector<Combination> summands;  // by worker: what it adds
};

struct Protocol {
  std::vector<Sum> sums;
  std::function<bool(int worker, const Secret& secret)> knows;
  std::vector<Combination> outputs;  // what the owner is supposed to learn
};

// The message that a worker sends to its parent.
inline Combination Message(const Sum& sum, int sender) {
  Combination message = sum.summands.at(static_cast<std::size_t>(sender));
  for (int child : sum.tree.children(sender)) message.Add(Message(sum, child));
  return message;
}

// A basis of what `worker` learns of the others' secrets.
inline std::vector<Combination> Learns(const Protocol& protocol, int worker) {
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

inline std::string LearnsText(const Protocol& protocol, int worker) {
  std::vector<std::string> texts;
  for (const Combination& combination : Learns(protocol, worker)) texts.push_back(Text(combination));
  return fmt::format("{}", fmt::join(texts, "; "));
}

// Whether all that `worker` learns follows from the outputs and from what it knows.
inline bool LearnsOutputsAlone(const Protocol& protocol, int worker) {
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

// Algorithm 3: a_l + b_l along T1 for every sample, b_l along T2 once. Masks depend only on the feature.
inline Protocol PaperMasking(const net::Tree& t1, const net::Tree& t2, int samples = 1) {
  const int q = t1.size();
  Protocol protocol;
  std::vector<Combination> masks;
  int l_prime = -1;
  for (int worker = 0; worker < q; ++worker) {
    masks.push_back({{Secret{Kind::kMask, 0, worker}, 1}});
    if (!t2.contains(worker)) l_prime = worker;
  }
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> summands = masks;
    Combination output = masks.at(static_cast<std::size_t>(l_prime));
    for (int worker = 0; worker < q; ++worker) {
      const Combination input = {{Secret{Kind::kInput, sample, worker}, 1}};
      summands[static_cast<std::size_t>(worker)].Add(input);
      output.Add(input);
    }
    protocol.sums.push_back({t1, summands});
    protocol.outputs.push_back(output);
  }
  protocol.sums.push_back({t2, masks});
  protocol.knows = [](int worker, const Secret& secret) { return secret.worker == worker; };
  return protocol;
}

// Masking `ring`: a_l + r_l - r_{l-1} along T1; l' adds b. Workers l and l + 1 share r_l, which is new for every sample
// if `fresh` is true.
inline Protocol RingMasking(const net::Tree& t1, int l_prime, int samples = 1, bool fresh = true) {
  const int q = t1.size();
  const auto before = [q](int worker) { return (worker + q - 1) % q; };
  const Combination phase = {{Secret{Kind::kPhase, 0, l_prime}, 1}};
  Protocol protocol;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> summands;
    Combination output = phase;
    for (int worker = 0; worker < q; ++worker) {
      Combination summand = {{Secret{Kind::kInput, sample, worker}, 1}};
      output.Add(summand);
      summand.Add({{Secret{Kind::kMask, fresh ? sample : 0, worker}, 1}});
      summand.Add({{Secret{Kind::kMask, fresh ? sample : 0, before(worker)}, 1}}, -1);
      if (worker == l_prime) summand.Add(phase);
      summands.push_back(summand);
    }
    protocol.sums.push_back({t1, summands});
    protocol.outputs.push_back(output);
  }
  protocol.knows = [before](int worker, const Secret& secret) {
    return secret.worker == worker || (secret.kind == Kind::kMask && secret.worker == before(worker));
  };
  return protocol;
}

}  // namespace fdskl::masking::knowledge

#endif  // FDSKL_FDSKL_MASKING_KNOWLEDGE_H_
