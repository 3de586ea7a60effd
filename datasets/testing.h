// For tests: compresses texts, and collects the samples that a reader passes on.
#ifndef FDSKL_DATASETS_TESTING_H_
#define FDSKL_DATASETS_TESTING_H_

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/testing.h"
#include "datasets/row_block.h"

namespace fdskl::datasets::testing {

// `extension` is .xz, .bz2 or .gz; anything else leaves the text plain.
inline std::string Compress(std::string_view text, std::string_view extension) {
  namespace io = boost::iostreams;
  std::string bytes;
  io::filtering_istream stream;
  if (extension == ".xz") stream.push(io::lzma_compressor());
  if (extension == ".bz2") stream.push(io::bzip2_compressor());
  if (extension == ".gz") stream.push(io::gzip_compressor());
  stream.push(io::array_source(text.data(), text.size()));
  io::copy(stream, io::back_inserter(bytes));
  return bytes;
}

// All samples that were passed to Sink(), dense.
struct Table {
  std::vector<std::vector<float>> x;
  std::vector<float> labels;

  RowSink Sink() {
    return [this](const RowBlock& block) {
      labels.insert(labels.end(), block.labels.begin(), block.labels.end());
      for (std::int64_t i = 0; i < block.x.rows(); ++i) x.push_back(RowOf(block.x, i));
    };
  }

  // Puts a number in the place of missing values, so that tables can be compared.
  void ReplaceMissing(float number) {
    for (auto& row : x) {
      for (float& value : row) value = std::isnan(value) ? number : value;
    }
  }

  bool operator==(const Table&) const = default;

  static std::vector<float> RowOf(const base::Matrix& matrix, std::int64_t i) {
    std::vector<float> row(static_cast<std::size_t>(matrix.columns()), 0.0F);
    if (matrix.is_sparse()) {
      const base::SparseMatrix& s = matrix.sparse();
      for (std::int64_t e = s.row_begin[i]; e < s.row_begin[i + 1]; ++e) row[s.column[e]] = s.value[e];
    } else {
      for (std::size_t k = 0; k < row.size(); ++k) row[k] = matrix.dense()(i, static_cast<std::int64_t>(k));
    }
    return row;
  }
};

}  // namespace fdskl::datasets::testing

#endif  // FDSKL_DATASETS_TESTING_H_
