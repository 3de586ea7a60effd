#include "fdskl/projection.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/index.h"

namespace fdskl {
namespace {

// If samples have at most this many nonzero entries on average, each row of the product is computed from these entries
// alone, which is then faster than Eigen's product of matrices. projection_bench measures by how much.
constexpr std::int64_t kFewEntries = 20;

struct Entry {
  float value;
  const float* w;  // the row of w that it multiplies
};

// Columns j .. j + kWidth - 1 of a row, summed in registers.
template <int kWidth>
void SumEntries(const std::vector<Entry>& entries, Eigen::Index j, std::span<float> out) {
  using Run = Eigen::Array<float, kWidth, 1>;
  Run sum = Run::Zero();
  for (const Entry& entry : entries) sum += entry.value * Eigen::Map<const Run>(entry.w + j);
  Eigen::Map<Run> target(&out[base::Index(j)]);
  target = sum;
}

// out[j] = sum over entries of value * w[j].
void SumEntries(const std::vector<Entry>& entries, std::span<float> out) {
  constexpr int kWide = 128;
  constexpr int kNarrow = 16;
  const std::ptrdiff_t m = std::ssize(out);
  Eigen::Index j = 0;
  for (; j + kWide <= m; j += kWide) SumEntries<kWide>(entries, j, out);
  for (; j + kNarrow <= m; j += kNarrow) SumEntries<kNarrow>(entries, j, out);
  for (; j < m; ++j) SumEntries<1>(entries, j, out);
}

bool HasFewEntries(const base::Matrix& x, std::span<const std::int32_t> rows) {
  if (x.is_sparse() || x.columns() <= kFewEntries) return true;
  std::int64_t entries = 0;
  for (const std::int32_t row : rows) entries += (x.dense().row(row).array() != 0).count();
  return entries <= kFewEntries * static_cast<std::int64_t>(rows.size());
}

}  // namespace

void Project(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::Ref<const base::DenseMatrix>& w,
             base::DenseMatrix& gathered, Eigen::Ref<base::DenseMatrix> out) {
  FDSKL_REQUIRE(w.rows() == x.columns() && out.cols() == w.cols());
  FDSKL_REQUIRE(static_cast<std::size_t>(out.rows()) == rows.size());
  if (out.size() == 0) return;
  if (HasFewEntries(x, rows)) {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      entries.clear();
      base::ForEntries(x, rows[i], [&](Eigen::Index k, double value) {
        if (value != 0) entries.push_back({static_cast<float>(value), w.data() + k * w.outerStride()});
      });
      SumEntries(entries, {&out(static_cast<Eigen::Index>(i), 0), base::Index(out.cols())});
    }
    return;
  }
  const base::DenseMatrix& dense = x.dense();
  if (gathered.rows() < out.rows() || gathered.cols() != dense.cols()) gathered.resize(out.rows(), dense.cols());
  for (Eigen::Index i = 0; i < out.rows(); ++i) gathered.row(i) = dense.row(rows[static_cast<std::size_t>(i)]);
  out.noalias() = gathered.topRows(out.rows()) * w;
}

}  // namespace fdskl
