// For tests: secrets of workers, their linear combinations, and what of those can be had without a mask.
//
// Coefficients are exact integers; spans are over the rationals.
#ifndef FDSKL_FDSKL_MASKING_TESTING_SECRETS_H_
#define FDSKL_FDSKL_MASKING_TESTING_SECRETS_H_

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace fdskl::masking::testing {

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

}  // namespace fdskl::masking::testing

#endif  // FDSKL_FDSKL_MASKING_TESTING_SECRETS_H_
