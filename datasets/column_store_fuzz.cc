#include <numeric>

#include "base/fuzzing.h"
#include "datasets/column_store.h"

namespace fdskl::datasets {
namespace {

std::vector<std::int32_t> FirstNumbers(std::int64_t count) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

// A prepared file with any change in it: every way to read it.
FDSKL_FUZZ_TARGET(PreparedFile, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  const ColumnStore store = ColumnStore::Open(file.path());
  const std::vector<float> labels = store.Labels();
  const std::vector<std::int32_t> columns = FirstNumbers(store.columns());
  const std::vector<std::int32_t> rows = FirstNumbers(store.rows());
  const base::Matrix all = store.Load(columns, rows);
  if (all.rows() != std::ssize(labels) || all.columns() != store.columns()) throw std::logic_error("another shape");
  const auto mapped = store.Map(columns);
  std::vector<float> values;
  for (std::int64_t k = 0; k < mapped->columns(); ++k) mapped->ReadColumn(k, rows, values);
}

}  // namespace fdskl::datasets
