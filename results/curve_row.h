// curves.arrow: one row per evaluation while training.
#ifndef FDSKL_RESULTS_CURVE_ROW_H_
#define FDSKL_RESULTS_CURVE_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "results/clock_times.h"

namespace fdskl::results {

struct CurveRow {
  std::string run;
  std::int64_t iteration = 0, features = 0;
  double seconds = 0;
  std::optional<double> test_error, train_loss;
  ByNetwork<std::optional<double>> clock_seconds = {};  // training time by logical clocks
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, CurveRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("run", row.run, "row of `runs` that this point belongs to");
  visit("iteration", row.iteration, "iterations done");
  visit("features", row.features, "random features so far; trees or support vectors for methods that have those");
  visit("seconds", row.seconds, "training time so far, evaluation excluded, maximum over ranks");
  visit("test_error", row.test_error, "as in `runs`");
  visit("train_loss", row.train_loss, "mean loss over the leader's last batch, before its update");
  VisitClockSeconds(row.clock_seconds, visit);
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_CURVE_ROW_H_
