// What one rank does for `fdskl predict`: reads its own part of the model and its own columns, and evaluates f with the
// others.
//
// Privacy: f is known to worker 0 alone, which compares it with the labels it holds and writes the table.
#ifndef FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_WORKER_H_
#define FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_WORKER_H_

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::predict {

enum class Samples { kTest, kTrain, kAll };

constexpr auto NamesOf(Samples /*value*/) {
  return base::EnumTable<Samples, 3>{"samples",
                                     {{{Samples::kTest, "test"}, {Samples::kTrain, "train"}, {Samples::kAll, "all"}}}};
}

// `folder` holds the cell. Returns the exit status.
int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_WORKER_H_
