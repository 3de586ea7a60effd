// The files through which a user's own program gets its data and returns its results: docs/own_method.md.
//
//   train.X   a party's columns of the training samples, scaled
//   labels.X  their labels, in the same order: -1 or +1, or any number in regression; NaN where the party has none.
//             In LIBSVM's format the labels are in train.libsvm itself.
//   test.X    its columns of the test samples. No file has test labels (LIBSVM's format has 0 instead).
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

// Writes the worker's data into `folder`. Columns keep their global numbers: c0, c1, ... in tables, from 1 up in
// LIBSVM's format.
// REQUIRES: the matrices are in memory; the view has watched samples, which are the test part.
void WriteData(DataFormat format, const base::WorkerView& view, const std::filesystem::path& folder);

// Reads decision values: a numpy array (.npy, float32 or float64), or text with one number per line.
// Errors: Error when the file cannot be read, does not have `rows` values, or has one that is not finite.
std::vector<double> ReadDecisionValues(const std::filesystem::path& file, std::int64_t rows);

}  // namespace fdskl::external

#endif  // FDSKL_BASELINES_EXTERNAL_EXCHANGE_H_
