#include "datasets/table_rows.h"

#include "datasets/arrow_reader.h"
#include "datasets/csv_reader.h"

namespace fdskl::datasets {
namespace {

// The reader of a CSV file's lines; a base class, so that it is made before CsvRows.
struct Lines {
  explicit Lines(const std::filesystem::path& file) : reader(file) {}
  TextReader reader;
};

class CsvFileRows : private Lines, public CsvRows {
 public:
  explicit CsvFileRows(const std::filesystem::path& file) : Lines(file), CsvRows(Lines::reader) {}
};

}  // namespace

std::unique_ptr<TableRows> OpenTable(const std::filesystem::path& file, Reader reader) {
  FDSKL_REQUIRE(reader != Reader::kLibsvm);
  if (reader == Reader::kArrow) return std::make_unique<ArrowRows>(file);
  return std::make_unique<CsvFileRows>(file);
}

}  // namespace fdskl::datasets
