// Some columns of a column store, read directly from the mapped file.
//
// Memory:   dense, one pointer for each column of each record batch; sparse, a few pointers for each batch. The system
//           keeps the file's pages: it reads a page when it is touched and drops pages when memory is short.
// Privacy:  pages that have only values of other columns are not touched. A page on the border of two has both.
// Speed:    reading some rows touches, in each column, every page with a value of one of them. A dense column's page
//           has 1,024 values, so a batch of more than a thousandth of all samples touches nearly all pages. That is
//           cheap while the pages stay in memory. Neighbouring rows share cache lines.
// Threads:  thread-safe once constructed.
// Lifetime: stays valid when the file is replaced by a rename.
// Errors:   Error names the file when it is missing, cut short or not a column store.
#ifndef FDSKL_DATASETS_MAPPED_COLUMNS_H_
#define FDSKL_DATASETS_MAPPED_COLUMNS_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/files.h"
#include "base/matrix.h"

namespace fdskl::datasets {

class MappedColumns {
 public:
  // REQUIRES: the columns ascend strictly and lie within the store.
  MappedColumns(const std::filesystem::path& file, std::vector<std::int32_t> columns);

  bool sparse() const { return sparse_; }
  std::int64_t columns() const { return std::ssize(columns_); }
  std::int64_t rows() const { return rows_; }  // samples of the store
  // Stored entries of all samples: rows times columns when dense.
  std::int64_t entries() const { return entries_; }

  // Stores in `values` the stored values of the k-th of these columns at these samples: one per sample when dense.
  // REQUIRES: here and below, the rows ascend strictly and lie within the store.
  void ReadColumn(std::int64_t k, std::span<const std::int32_t> rows, std::vector<float>& values) const;

  // Stores all columns of these samples in `out`, and reuses its memory.
  // REQUIRES: `out` is sparse if sparse() is.
  void Read(std::span<const std::int32_t> rows, base::DenseMatrix& out) const;
  void Read(std::span<const std::int32_t> rows, base::SparseMatrix& out) const;

 private:
  // The consecutive samples of one record batch of the file.
  struct Batch {
    std::int64_t first = 0, end = 0;           // samples first .. end-1
    std::vector<const float*> values;          // dense: for each column, its values from sample `first` on
    std::span<const std::int32_t> begin, row;  // sparse: the store's lists of these names
    std::span<const float> value;
    std::shared_ptr<const void> owner;  // keeps what these refer to, where Arrow had to decompress it

    // Sparse: the entries of a column at samples low .. high, as the first and one past the last.
    std::pair<std::int32_t, std::int32_t> Entries(std::int32_t column, std::int64_t low, std::int64_t high) const;
  };

  // Calls visit(batch, rows) for each batch that has some of `rows`.
  template <class Visit>
  void ForBatches(std::span<const std::int32_t> rows, const Visit& visit) const;
  // Calls visit(index into `rows`, k, value) for each stored entry, by ascending k for each sample.
  template <class Visit>
  void ForEntries(std::span<const std::int32_t> rows, const Visit& visit) const;

  base::MappedFile file_;
  std::vector<std::int32_t> columns_;
  bool sparse_ = false;
  std::int64_t rows_ = 0, entries_ = 0;
  std::vector<Batch> batches_;
};

// out[i * width + k] = values[k][rows[i] - first] for all `width` columns.
void CopyRows(std::span<const float* const> values, std::int64_t first, std::span<const std::int32_t> rows, float* out);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_MAPPED_COLUMNS_H_
