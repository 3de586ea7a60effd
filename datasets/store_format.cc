#include "datasets/store_format.h"

#include <arrow/ipc/reader.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "base/names.h"
#include "datasets/number.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

constexpr std::string_view kKind = "fdskl column store";
// Keys that only a user's own dataset has.
constexpr const char* kScaling = "scaling";
constexpr const char* kTestRows = "test_rows";
constexpr const char* kNames = "names";

std::int64_t IntegerAt(const arrow::KeyValueMetadata& metadata, const std::string& key) {
  const std::string text = results::ValueOrThrow(metadata.Get(key));
  const auto value = ParseInteger(text);
  if (!value || *value < 0) base::Fail("{} is '{}'", key, text);
  return *value;
}

// Errors: Error when a key is missing or wrong, or the version is another.
StoreInfo FromMetadata(const arrow::KeyValueMetadata& metadata) {
  const auto text = [&](const char* key) { return results::ValueOrThrow(metadata.Get(key)); };
  if (text("kind") != kKind) base::Fail("its kind is '{}', not '{}'", text("kind"), kKind);
  if (IntegerAt(metadata, "version") != kStoreVersion) base::Fail("its version is not {}", kStoreVersion);
  StoreInfo info = {.dataset = text("dataset"),
                    .edition = base::ParseName<Edition>(text("edition")),
                    .task = base::ParseName<Task>(text("task")),
                    .sparse = IntegerAt(metadata, "sparse") != 0,
                    .rows = IntegerAt(metadata, "rows"),
                    .columns = IntegerAt(metadata, "columns"),
                    .checksum = text("checksum"),
                    .verified = text("verified")};
  if (metadata.Contains(kScaling)) info.scaling = base::ParseName<Scaling>(text(kScaling));
  if (metadata.Contains(kTestRows)) info.test_rows = IntegerAt(metadata, kTestRows);
  if (metadata.Contains(kNames)) {
    std::istringstream names(text(kNames));
    for (std::string name; std::getline(names, name);) info.names.push_back(name);
  }
  if (info.test_rows > info.rows) base::Fail("{} of {} rows test", info.test_rows, info.rows);
  return info;
}

}  // namespace

std::shared_ptr<arrow::Schema> StoreSchema(std::int64_t columns, bool sparse) {
  if (sparse) {
    const auto integers = arrow::list(arrow::int32()), numbers = arrow::list(arrow::float32());
    return arrow::schema({arrow::field("label", numbers, false), arrow::field("begin", integers, false),
                          arrow::field("row", integers, false), arrow::field("value", numbers, false)});
  }
  arrow::FieldVector fields = {arrow::field("label", arrow::float32(), false)};
  for (std::int64_t k = 1; k <= columns; ++k) {
    fields.push_back(arrow::field(fmt::format("x{}", k), arrow::float32(), false));
  }
  return arrow::schema(fields);
}

std::vector<std::pair<std::string, std::string>> ToMetadata(const StoreInfo& info) {
  std::vector<std::pair<std::string, std::string>> metadata = {{"kind", std::string(kKind)},
                                                               {"version", std::to_string(kStoreVersion)},
                                                               {"dataset", info.dataset},
                                                               {"edition", std::string(base::NameOf(info.edition))},
                                                               {"task", std::string(base::NameOf(info.task))},
                                                               {"sparse", info.sparse ? "1" : "0"},
                                                               {"rows", std::to_string(info.rows)},
                                                               {"columns", std::to_string(info.columns)},
                                                               {"checksum", info.checksum},
                                                               {"verified", info.verified}};
  if (info.scaling) metadata.emplace_back(kScaling, base::NameOf(*info.scaling));
  if (info.test_rows > 0) metadata.emplace_back(kTestRows, std::to_string(info.test_rows));
  if (!info.names.empty()) {
    std::string names;
    for (std::string name : info.names) {
      std::ranges::replace(name, '\n', ' ');
      names += name + '\n';
    }
    metadata.emplace_back(kNames, names);
  }
  return metadata;
}

StoreInfo InfoOf(const arrow::ipc::RecordBatchFileReader& reader) {
  if (reader.metadata() == nullptr) base::Fail("it is no column store");
  StoreInfo info = FromMetadata(*reader.metadata());
  if (!info.sparse && info.columns + kFirstFeature != reader.schema()->num_fields())
    base::Fail("it announces {} columns and has {}", info.columns, reader.schema()->num_fields() - kFirstFeature);
  if (!reader.schema()->Equals(*StoreSchema(info.columns, info.sparse)))
    base::Fail("its columns are not those it announces");
  return info;
}

}  // namespace fdskl::datasets
