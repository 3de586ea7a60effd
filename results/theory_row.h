// theory.arrow: what the paper's lemma, theorem and appendix say, measured on small problems by `fdskl theory`.
#ifndef FDSKL_RESULTS_THEORY_ROW_H_
#define FDSKL_RESULTS_THEORY_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "base/names.h"

namespace fdskl::results {

enum class TheoryCheck { kLemmaOne, kTheoremOne, kBytes, kSeconds };

constexpr auto NamesOf(TheoryCheck /*value*/) {
  return base::EnumTable<TheoryCheck, 4>{"check",
                                         {{{TheoryCheck::kLemmaOne, "lemma1"},
                                           {TheoryCheck::kTheoremOne, "theorem1"},
                                           {TheoryCheck::kBytes, "bytes"},
                                           {TheoryCheck::kSeconds, "seconds"}}}};
}

struct TheoryRow {
  std::string check;
  std::int64_t workers = 1, columns = 0, iteration = 0;
  std::uint64_t seed = 0;
  double gamma = 0, lambda = 0;
  std::string masking, update;
  std::optional<double> error = {}, seconds = {};
  std::optional<std::int64_t> sent_bytes = {};
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, TheoryRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("check", row.check, "`lemma1`, `theorem1`, `bytes` or `seconds`");
  visit("workers", row.workers, "parties, q");
  visit("columns", row.columns, "columns over all workers");
  visit("iteration", row.iteration, "iterations done");
  visit("seed", row.seed, "public seed of the run");
  visit("gamma", row.gamma, "learning rate, constant");
  visit("lambda", row.lambda, "regularisation");
  visit("masking", row.masking, "as in `runs`");
  visit("update", row.update, "as in `runs`");
  visit("error", row.error,
        "`lemma1`: greatest difference between f and that of the sequential algorithm; `theorem1`: mean of (f_t - "
        "f*)^2 over the samples");
  visit("seconds", row.seconds, "`seconds`: training time up to here");
  visit("sent_bytes", row.sent_bytes, "`bytes`: payload sent up to here, over all workers");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_THEORY_ROW_H_
