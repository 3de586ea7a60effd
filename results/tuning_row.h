// What `fdskl tune` keeps of its search, in `tuning.arrow`; see results/schema.h.
#ifndef FDSKL_RESULTS_TUNING_ROW_H_
#define FDSKL_RESULTS_TUNING_ROW_H_

#include <cstdint>
#include <string>
#include <type_traits>

namespace fdskl::results {

// One row per dataset, method, settings and fold.
struct TuningRow {
  std::string dataset, edition, data_checksum, method, settings;
  std::int64_t split = 0, rows = 0, folds = 0, fold = 0;
  double error = 0, seconds = 0;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, TuningRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("dataset", row.dataset, "as in `runs`");
  visit("edition", row.edition, "as in `runs`");
  visit("data_checksum", row.data_checksum, "as in `runs`");
  visit("method", row.method, "as in `runs`; also stands for those that share its search");
  visit("settings", row.settings, "every setting of the method, as JSON");
  visit("split", row.split, "split whose training part was used, and no other sample");
  visit("rows", row.rows, "training samples used, over all folds");
  visit("folds", row.folds, "of the cross-validation");
  visit("fold", row.fold, "that was predicted, from 0; the others trained");
  visit("error", row.error, "of that fold, as `test_error` in `runs`; 100 when the model was not finite");
  visit("seconds", row.seconds, "that training and predicting took, beside others");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_TUNING_ROW_H_
