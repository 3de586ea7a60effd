// The file format that the writer and the reader of a column store share. Private to column_store.cc and
// column_writer.cc.
#ifndef FDSKL_DATASETS_STORE_FORMAT_H_
#define FDSKL_DATASETS_STORE_FORMAT_H_

#include <arrow/type_fwd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datasets/column_store.h"

namespace fdskl::datasets {

// Field numbers. Feature k of a dense store, from 0, is field kFirstFeature + k.
inline constexpr int kLabelField = 0, kFirstFeature = 1;
inline constexpr int kBeginField = 1, kRowField = 2, kValueField = 3;

std::shared_ptr<arrow::Schema> StoreSchema(std::int64_t columns, bool sparse);

std::vector<std::pair<std::string, std::string>> ToMetadata(const StoreInfo& info);
// Errors: Error when a key is missing or wrong, or the version is another.
StoreInfo FromMetadata(const arrow::KeyValueMetadata& metadata);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STORE_FORMAT_H_
