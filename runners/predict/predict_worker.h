// What one rank does for `fdskl predict`: reads its own part of the model and its own columns, and evaluates f with the
// others.
//
// Privacy: f is known to worker 0 alone, which compares it with the labels it holds and writes the table.
#ifndef FDSKL_RUNNERS_PREDICT_PREDICT_WORKER_H_
#define FDSKL_RUNNERS_PREDICT_PREDICT_WORKER_H_

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl {

enum class Samples { kTest, kTrain, kAll };

template <>
struct EnumNames<Samples> {
  static constexpr std::string_view what = "samples";
  static constexpr std::array<std::pair<Samples, std::string_view>, 3> table{
      {{Samples::kTest, "test"}, {Samples::kTrain, "train"}, {Samples::kAll, "all"}}};
};

// `folder` holds the cell. Returns the exit status.
int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_PREDICT_PREDICT_WORKER_H_
