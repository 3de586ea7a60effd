// One rank of `fdskl predict`: reads its own part of the model and its own columns, and computes f together with the
// other ranks.
//
// Errors: an exception on any rank ends all ranks; see MpiWorld::Run().
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

// Predicts samples of the model's dataset; `folder` holds the cell (worker.h: kCellFile). Returns the exit status.
// Privacy: only worker 0 learns f. It compares f with the labels and writes the table.
int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output);

// Predicts new rows of data that stay with their parties: each rank reads its party's file, and rows are matched by id.
// Party `asker` writes ids and decision values as CSV to `output` on its own host, in the order of its file. Only its
// user may read that file. Returns the exit status.
// Privacy: if the asker has labels, the answers are summed to it alone. If it has none, party 0 sums them and passes
//          them on, and so knows them too.
int RunAnswerWorker(const std::filesystem::path& folder, int asker, const std::filesystem::path& output);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_WORKER_H_
