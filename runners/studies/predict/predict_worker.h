// What one rank of `fdskl predict` does: reads its own part of the model and its own columns, and computes f together
// with the other ranks.
//
// Privacy: only worker 0 learns f. It compares f with the labels and writes the table.
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

// `folder` holds the cell (runners/cell/worker.h, kCellFile). Returns the exit status.
int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output);

// The same for new rows of parties that keep the data: each reads its own file, and rows are matched by id. Party
// `asker` writes ids and decision values as CSV to `output` on its own host, in the order of its file, for its user
// alone.
// Privacy: the answers are summed to the asker where it has labels. Where it has none, party 0 sums them and passes
//          them on, and so knows them too.
int RunAnswerWorker(const std::filesystem::path& folder, int asker, const std::filesystem::path& output);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_WORKER_H_
