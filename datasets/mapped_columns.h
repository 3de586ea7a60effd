// Some columns of a column store, where they lie in the mapped file.
//
// Memory: dense, a pointer for each column of each record batch; sparse, a few for each batch. The pages of the file are
//         the system's: it reads what is touched and drops what it needs room for. No page of another column is touched
//         on purpose; where columns meet in a page, the page holds some of both.
// Reading: a batch of rows touches, in each column, every page that has one of them. A page holds 1,024 values of a
//         dense column, so that batches of more than a thousandth of all samples touch nearly all pages. That is cheap
//         while the pages stay in memory; rows side by side share cache lines as well.
// Thread-safe once made. The file may be renamed over meanwhile.
// Errors: Error names the file, when it is missing, cut short or not of this kind.
#ifndef FDSKL_DATASETS_MAPPED_COLUMNS_H_
#define FDSKL_DATASETS_MAPPED_COLUMNS_H_

#include <cstdint>
#include <filesystem>
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

  // The stored values of the k-th of the columns at these samples: one each when dense.
  // REQUIRES: here and below, the rows ascend strictly and lie within the store.
  void ReadColumn(std::int64_t k, std::span<const std::int32_t> rows, std::vector<float>& values) const;

  // All columns of these samples. Memory of `out` is used again. REQUIRES: sparse() fits.
  void Read(std::span<const std::int32_t> rows, base::DenseMatrix& out) const;
  void Read(std::span<const std::int32_t> rows, base::SparseMatrix& out) const;

 private:
  // A run of samples: those of one record batch of the file.
  struct Batch {
    std::int64_t first = 0, end = 0;           // samples
    std::vector<const float*> values;          // dense: of each column, from sample `first` on
    std::span<const std::int32_t> begin, row;  // sparse: as the store has them
    std::span<const float> value;

    // The entries of a column of a sparse store at samples low .. high: their first and one behind their last.
    std::pair<std::int32_t, std::int32_t> Entries(std::int32_t column, std::int64_t low, std::int64_t high) const;
  };

  // visit(batch, rows) for each batch that has some of `rows`.
  template <class Visit>
  void ForBatches(std::span<const std::int32_t> rows, const Visit& visit) const;
  // visit(place among `rows`, k, value) for each stored entry, by ascending k for each sample.
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
