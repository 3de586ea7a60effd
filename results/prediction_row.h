// predictions.arrow: the predictions of `fdskl predict`, one row per sample.
#ifndef FDSKL_RESULTS_PREDICTION_ROW_H_
#define FDSKL_RESULTS_PREDICTION_ROW_H_

#include <cstdint>
#include <type_traits>

namespace fdskl::results {

struct PredictionRow {
  std::int64_t sample = 0;
  double decision = 0;
  double label = 0;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, PredictionRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("sample", row.sample, "number of the sample in the dataset, from 0");
  visit("decision", row.decision, "f(x): positive for class +1; the prediction itself in regression");
  visit("label", row.label, "the truth: -1 or +1, or any number in regression");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_PREDICTION_ROW_H_
