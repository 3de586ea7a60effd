// claims.arrow: whether each claim of the paper held, by what rule and on what numbers.
#ifndef FDSKL_RESULTS_CLAIM_ROW_H_
#define FDSKL_RESULTS_CLAIM_ROW_H_

#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

struct ClaimRow {
  std::string claim, paper, rule;
  std::string numbers = {}, test = {};
  std::optional<double> p_value = {}, effect = {};
  std::string verdict = {};
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, ClaimRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("claim", row.claim, "short name of the claim");
  visit("paper", row.paper, "what the paper says, and where");
  visit("rule", row.rule, "how the claim is decided; fixed in the program");
  visit("numbers", row.numbers, "what was measured");
  visit("test", row.test, "test of significance, or why there is none");
  visit("p_value", row.p_value, "p-value of the test");
  visit("effect", row.effect, "size of the effect that `test` names");
  visit("verdict", row.verdict, "`held`, `partly`, `did-not-hold` or `not-testable`");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_CLAIM_ROW_H_
