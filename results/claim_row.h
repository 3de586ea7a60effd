// claims.arrow: whether each claim of the paper held, by what rule and on what numbers.
#ifndef FDSKL_RESULTS_CLAIM_ROW_H_
#define FDSKL_RESULTS_CLAIM_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

struct ClaimRow {
  std::string claim, paper, rule;
  std::string numbers = {}, test = {};
  std::optional<double> p_value = {}, effect = {};
  std::string verdict = {};
  std::optional<std::string> arm = {}, profile = {}, edition = {};
  std::optional<std::int64_t> rows_used = {}, rows_published = {}, splits = {};
  std::optional<double> low = {}, high = {};
  std::optional<std::int64_t> fewest_splits = {};
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
  visit("verdict", row.verdict,
        "`held`, `partly`, `did-not-hold` or `not-testable`; followed by `at N of M rows` where fewer rows were used "
        "than are published, and by the datasets that are not in their full edition");
  visit("arm", row.arm, "arm of FDSKL that was judged; null where the claim is not about one, and in older rows");
  visit("profile", row.profile, "profile of the runs behind it, as in `plan`; null where there are none");
  visit("edition", row.edition, "how many datasets were used in which edition, as in `full 7, part 3`");
  visit("rows_used", row.rows_used,
        "samples used, over all datasets; of a dataset, those of the method that used the fewest");
  visit("rows_published", row.rows_published, "samples that these datasets have as published");
  visit("splits", row.splits, "the most splits of a method on a dataset");
  visit("low", row.low, "lower end of the 95% interval of `effect`");
  visit("high", row.high, "its upper end");
  visit("fewest_splits", row.fewest_splits, "the fewest splits of a method on a dataset; null in older rows");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_CLAIM_ROW_H_
