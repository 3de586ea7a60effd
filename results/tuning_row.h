// tuning.arrow: the scores of the settings that `fdskl tune` tried.
#ifndef FDSKL_RESULTS_TUNING_ROW_H_
#define FDSKL_RESULTS_TUNING_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

// One row per dataset, method, settings and fold.
struct TuningRow {
  std::string dataset, edition, data_checksum, method, settings;
  std::optional<std::int64_t> split;
  std::int64_t rows = 0, folds = 0, fold = 0;
  double error = 0, seconds = 0;
  std::optional<std::string> scaling;
  std::optional<std::int64_t> method_version;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, TuningRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("dataset", row.dataset, "as in `runs`");
  visit("edition", row.edition, "as in `runs`");
  visit("data_checksum", row.data_checksum, "as in `runs`");
  visit("method", row.method, "as in `runs`; a method that shares this search has no rows of its own");
  visit("settings", row.settings, "every setting of the method, as JSON");
  visit("split", row.split,
        "null: only samples of the tuning pool were used, which are test samples of no split; in older rows the split "
        "whose training part was used");
  visit("rows", row.rows, "samples used, over all folds");
  visit("folds", row.folds, "number of folds of the cross-validation");
  visit("fold", row.fold, "number of the fold that was predicted, from 0; the model was trained on the others");
  visit("error", row.error,
        "error on that fold, as `test_error` in `runs`; 100, or 1e300 in a regression, when the model was not finite");
  visit("seconds", row.seconds, "time to train and predict, while other folds ran beside it");
  visit("scaling", row.scaling,
        "how the columns were scaled: `minmax`, `max-abs` or `none`; null in older rows, which are `minmax`");
  visit("method_version", row.method_version,
        "for a user's own program a number that changes with its command and files, so that it is searched again; null "
        "for methods of ours");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_TUNING_ROW_H_
