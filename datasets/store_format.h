// The file format of a column store. Only column_store.cc, column_writer.cc and mapped_columns.cc include this.
#ifndef FDSKL_DATASETS_STORE_FORMAT_H_
#define FDSKL_DATASETS_STORE_FORMAT_H_

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type_traits.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "datasets/column_store.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {

// Field numbers. Feature k of a dense store, from 0, is field kFirstFeature + k.
inline constexpr int kLabelField = 0, kFirstFeature = 1;
inline constexpr int kBeginField = 1, kRowField = 2, kValueField = 3;

std::shared_ptr<arrow::Schema> StoreSchema(std::int64_t columns, bool sparse);

std::vector<std::pair<std::string, std::string>> ToMetadata(const StoreInfo& info);
// The description that an open file contains.
// Errors: Error when the file is not a column store, has another version, or has other columns than it says.
StoreInfo InfoOf(const arrow::ipc::RecordBatchFileReader& reader);

// The numbers of a primitive column, or of the one list in a column of a sparse store. Does not copy them: they are
// valid as long as the batch.
// Errors: Error when the batch has no such column, or its buffers are too short.
template <class T>
std::span<const T> Numbers(const arrow::RecordBatch& batch, int field) {
  if (field >= batch.num_columns()) base::Fail("field {} is missing", field);
  const std::shared_ptr<arrow::Array> column = batch.column(field);
  results::ThrowIfError(column->ValidateFull());
  if (column->length() != batch.num_rows()) base::Fail("field {} has {} rows", field, column->length());
  std::shared_ptr<arrow::ArrayData> data = column->data();
  if (data->type->id() == arrow::Type::LIST) {
    if (data->length != 1) base::Fail("field {} has {} lists, not one", field, data->length);
    data = arrow::ListArray(data).value_slice(0)->data();
  }
  if (data->type->id() != arrow::CTypeTraits<T>::ArrowType::type_id) base::Fail("field {} is of another type", field);
  return {data->GetValues<T>(1), static_cast<std::size_t>(data->length)};
}

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STORE_FORMAT_H_
