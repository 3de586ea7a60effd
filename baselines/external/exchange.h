// The files by which a program of a user's own gets its data and gives its answers; docs/own_method.md describes them.
//
//   train.X   a party's columns of the training samples, scaled
//   labels.X  their labels, in the same order: -1 or +1, or any number in regression; NaN where the party has none.
//             In LIBSVM's format labels stand in train.libsvm itself.
//   test.X    its columns of the test samples. Test labels are in no file (LIBSVM's format has 0 in their place).
//
// Errors: Error names the file.
#ifndef FDSKL_BASELINES_EXTERNAL_EXCHANGE_H_
#define FDSKL_BASELINES_EXTERNAL_EXCHANGE_H_

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/names.h"
#include "base/worker_view.h"

namespace fdskl::external {

enum class DataFormat { kArrow, kLibsvm, kNpy, kCsv };

constexpr auto NamesOf(DataFormat /*value*/) {
  return base::EnumTable<DataFormat, 4>{"data format",
                                        {{{DataFormat::kArrow, "arrow"},
                                          {DataFormat::kLibsvm, "libsvm"},
                                          {DataFormat::kNpy, "npy"},
                                          {DataFormat::kCsv, "csv"}}}};
}

// Writes what the worker holds into `folder`. Columns keep their global numbers: c0, c1, ... in tables, from 1 up in
// LIBSVM's format. REQUIRES: the matrices are in memory, and there are watched samples, which are the test.
void WriteData(DataFormat format, const base::WorkerView& view, const std::filesystem::path& folder);

// Reads decision values: an array of numpy (.npy, float32 or float64), or text with a number on each line.
// Errors: Error when the file cannot be read, has not `rows` values, or has one that is not finite.
std::vector<double> ReadDecisionValues(const std::filesystem::path& file, std::int64_t rows);

}  // namespace fdskl::external

#endif  // FDSKL_BASELINES_EXTERNAL_EXCHANGE_H_
