#include <cstring>

#include "base/fuzzing.h"
#include "base/index.h"
#include "datasets/column_store.h"

namespace fdskl::datasets {
namespace {

// Whether both are equal to the bit. (NaN does not equal itself.)
bool SameBits(const std::vector<float>& values, const Eigen::VectorXf& column) {
  return std::ssize(values) == column.size() &&
         std::memcmp(values.data(), column.data(), values.size() * sizeof(float)) == 0;
}

}  // namespace

// Every way to read a prepared file with arbitrary changes gives the same values, or an Error.
FDSKL_FUZZ_TARGET(PreparedFile, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  const ColumnStore store = ColumnStore::Open(file.path());
  const std::vector<float> labels = store.Labels();
  const std::vector<std::int32_t> columns = base::FirstNumbers(store.columns());
  const std::vector<std::int32_t> rows = base::FirstNumbers(store.rows());
  const base::Matrix all = store.Load(columns, rows);
  if (all.rows() != std::ssize(labels) || all.columns() != store.columns()) throw std::logic_error("another shape");
  const auto mapped = store.Map(columns);
  std::vector<float> values;
  std::size_t entries = 0;
  for (std::int64_t k = 0; k < mapped->columns(); ++k) {
    mapped->ReadColumn(k, rows, values);
    entries += values.size();
    if (!store.sparse() && !SameBits(values, all.dense().col(k))) throw std::logic_error("other values");
  }
  if (store.sparse() && entries != all.sparse().value.size()) throw std::logic_error("other entries");
}

}  // namespace fdskl::datasets
