// theory.arrow: measurements by `fdskl theory` of the paper's lemmas, theorem and appendix, on small problems.
#ifndef FDSKL_RESULTS_THEORY_ROW_H_
#define FDSKL_RESULTS_THEORY_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "base/names.h"

namespace fdskl::results {

enum class TheoryCheck { kLemmaOne, kLemmaTwo, kModelPrivacy, kTheoremOne, kTheoremOneBound, kBytes, kSeconds };

constexpr auto NamesOf(TheoryCheck /*value*/) {
  return base::EnumTable<TheoryCheck, 7>{"check",
                                         {{{TheoryCheck::kLemmaOne, "lemma1"},
                                           {TheoryCheck::kLemmaTwo, "lemma2"},
                                           {TheoryCheck::kModelPrivacy, "model-privacy"},
                                           {TheoryCheck::kTheoremOne, "theorem1"},
                                           {TheoryCheck::kTheoremOneBound, "theorem1-bound"},
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
  std::optional<double> bound = {}, control = {};
  std::optional<std::int64_t> cases = {};
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, TheoryRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("check", row.check, "`lemma1`, `lemma2`, `model-privacy`, `theorem1`, `theorem1-bound`, `bytes` or `seconds`");
  visit("workers", row.workers, "parties, q");
  visit("columns", row.columns, "columns over all workers");
  visit("iteration", row.iteration, "iterations done");
  visit("seed", row.seed, "public seed of the run");
  visit("gamma", row.gamma, "learning rate, constant");
  visit("lambda", row.lambda, "regularisation");
  visit("masking", row.masking, "as in `runs`");
  visit("update", row.update, "as in `runs`");
  visit(
      "error", row.error,
      "`lemma1`: greatest difference between f and that of the sequential algorithm; `lemma2`: share of the pairs of "
      "trees over which some worker learns of another's input; `model-privacy`: distance of the coefficients that were "
      "recovered from the true ones, relative to these; `theorem1`: mean of (f_t - f*)^2 over the samples; "
      "`theorem1-bound`: greatest over the samples of the mean over seeds of (f_t - f*)^2");
  visit(
      "seconds", row.seconds,
      "`seconds`: processor time of training up to here, over all workers; in older rows, elapsed time of one worker");
  visit("sent_bytes", row.sent_bytes, "`bytes`: payload sent up to here, over all workers");
  visit("bound", row.bound, "`theorem1-bound`: eps of the theorem, which the error must not exceed");
  visit("control", row.control,
        "`lemma2`: the same share for our own trees; `model-privacy`: the same distance when the samples are shuffled; "
        "`theorem1-bound`: the error of f = 0, below which eps must be to say anything");
  visit("cases", row.cases,
        "`lemma2`: pairs of totally different trees; `model-privacy`: coefficients of the attacked worker; "
        "`theorem1-bound`: seeds");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_THEORY_ROW_H_
