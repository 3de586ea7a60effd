#include "datasets/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace fdskl::datasets {
namespace {

// The values of a column that were seen so far.
struct Range {
  float min = std::numeric_limits<float>::infinity();
  float max = -std::numeric_limits<float>::infinity();
  std::int64_t count = 0;

  void See(float x) {
    min = std::min(min, x);
    max = std::max(max, x);
    ++count;
  }
};

// A value x becomes (x - shift) * factor.
struct Affine {
  float shift = 0, factor = 1;
};

// 1 / width; 0 when there is no width.
float Inverse(double width) { return width > 0 ? static_cast<float>(1 / width) : 0; }

Affine AffineOf(const Range& range, Scaling scaling, bool dense) {
  if (scaling == Scaling::kNone) return {};
  if (range.count == 0) return {.factor = 0};
  if (scaling == Scaling::kMaxAbs) return {.factor = Inverse(std::max(std::abs(range.min), std::abs(range.max)))};
  return {.shift = dense ? range.min : 0, .factor = Inverse(double{range.max} - range.min)};
}

// Median; 0 when there are no values. Changes their order.
float Median(std::vector<float>& values) {
  if (values.empty()) return 0;
  const auto upper = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), upper, values.end());
  if (std::ssize(values) % 2 == 1) return *upper;
  return *std::max_element(values.begin(), upper) / 2 + *upper / 2;
}

// The values of a sparse matrix, column by column.
std::vector<std::vector<float>> ByColumn(const base::SparseMatrix& x) {
  std::vector<std::vector<float>> values(static_cast<std::size_t>(x.columns));
  for (std::size_t e = 0; e < x.value.size(); ++e) values[x.column[e]].push_back(x.value[e]);
  return values;
}

}  // namespace

ColumnScaler ColumnScaler::Fit(const ColumnByColumn& train, Scaling scaling) {
  FDSKL_REQUIRE(train.rows > 0);
  std::vector<float> shift;
  std::vector<float> factor;
  std::vector<float> fill;
  std::vector<float> values;
  for (std::int64_t k = 0; k < train.columns; ++k) {
    train.read(k, values);
    const std::size_t stored = values.size();
    std::erase_if(values, [](float value) { return std::isnan(value); });
    FDSKL_REQUIRE(!train.sparse || values.size() == stored);
    Range range;
    for (const float value : values) range.See(value);
    if (train.sparse && range.count < train.rows) range.See(0);
    const Affine affine = AffineOf(range, scaling, !train.sparse);
    shift.push_back(affine.shift);
    factor.push_back(affine.factor);
    fill.push_back(train.sparse ? 0 : Median(values));
  }
  return {std::move(shift), std::move(factor), std::move(fill)};
}

ColumnScaler ColumnScaler::Fit(const base::Matrix& train, Scaling scaling) {
  ColumnByColumn columns{.rows = train.rows(), .columns = train.columns(), .sparse = train.is_sparse()};
  std::vector<std::vector<float>> stored;
  if (train.is_sparse()) {
    stored = ByColumn(train.sparse());
    columns.read = [&](std::int64_t k, std::vector<float>& values) { values = std::move(stored[k]); };
  } else {
    columns.read = [&](std::int64_t k, std::vector<float>& values) {
      values.assign(train.dense().col(k).begin(), train.dense().col(k).end());
    };
  }
  return Fit(columns, scaling);
}

ColumnScaler::ColumnScaler(std::vector<float> shift, std::vector<float> factor, std::vector<float> fill)
    : shift_(std::move(shift)), factor_(std::move(factor)), fill_(std::move(fill)) {
  FDSKL_REQUIRE(shift_.size() == factor_.size() && shift_.size() == fill_.size());
}

void ColumnScaler::Apply(base::Matrix& x, Missing missing) const {
  FDSKL_REQUIRE(x.columns() == std::ssize(factor_));
  if (x.is_sparse()) {
    FDSKL_REQUIRE(std::all_of(shift_.begin(), shift_.end(), [](float shift) { return shift == 0; }));
    base::SparseMatrix& s = x.sparse();
    for (std::size_t e = 0; e < s.value.size(); ++e) s.value[e] *= factor_[s.column[e]];
    return;
  }
  base::DenseMatrix& d = x.dense();
  for (Eigen::Index i = 0; i < d.rows(); ++i) {
    for (Eigen::Index k = 0; k < d.cols(); ++k) {
      const float value = std::isnan(d(i, k)) && missing == Missing::kFill ? fill_[k] : d(i, k);
      d(i, k) = (value - shift_[k]) * factor_[k];
    }
  }
}

}  // namespace fdskl::datasets
