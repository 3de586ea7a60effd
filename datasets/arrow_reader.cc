#include "datasets/arrow_reader.h"

#include <arrow/array.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include <cmath>
#include <iterator>

#include "base/sha256.h"
#include "datasets/text_reader.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

template <class ArrayType>
void AppendNumber(const arrow::Array& array, std::int64_t row, fmt::memory_buffer& out) {
  fmt::format_to(std::back_inserter(out), "{}", static_cast<const ArrayType&>(array).Value(row));
}

template <class ArrayType>
bool IsNan(const arrow::Array& array, std::int64_t row) {
  return std::isnan(static_cast<const ArrayType&>(array).Value(row));
}

template <class ArrayType>
void AppendText(const arrow::Array& array, std::int64_t row, fmt::memory_buffer& out) {
  out.append(static_cast<const ArrayType&>(array).GetView(row));
}

// Appends the text of a value to `out`. Returns false when the value is missing.
// Errors: Error with the type when it is none of those that the header lists.
bool Append(const arrow::Array& array, std::int64_t row, fmt::memory_buffer& out) {
  if (array.IsNull(row)) return false;
  switch (array.type_id()) {
    case arrow::Type::BOOL:
      out.push_back(static_cast<const arrow::BooleanArray&>(array).Value(row) ? '1' : '0');
      return true;
    case arrow::Type::INT8:
      return AppendNumber<arrow::Int8Array>(array, row, out), true;
    case arrow::Type::INT16:
      return AppendNumber<arrow::Int16Array>(array, row, out), true;
    case arrow::Type::INT32:
      return AppendNumber<arrow::Int32Array>(array, row, out), true;
    case arrow::Type::INT64:
      return AppendNumber<arrow::Int64Array>(array, row, out), true;
    case arrow::Type::UINT8:
      return AppendNumber<arrow::UInt8Array>(array, row, out), true;
    case arrow::Type::UINT16:
      return AppendNumber<arrow::UInt16Array>(array, row, out), true;
    case arrow::Type::UINT32:
      return AppendNumber<arrow::UInt32Array>(array, row, out), true;
    case arrow::Type::UINT64:
      return AppendNumber<arrow::UInt64Array>(array, row, out), true;
    case arrow::Type::FLOAT:
      if (IsNan<arrow::FloatArray>(array, row)) return false;
      return AppendNumber<arrow::FloatArray>(array, row, out), true;
    case arrow::Type::DOUBLE:
      if (IsNan<arrow::DoubleArray>(array, row)) return false;
      return AppendNumber<arrow::DoubleArray>(array, row, out), true;
    case arrow::Type::STRING:
      return AppendText<arrow::StringArray>(array, row, out), true;
    case arrow::Type::LARGE_STRING:
      return AppendText<arrow::LargeStringArray>(array, row, out), true;
    case arrow::Type::DICTIONARY: {
      const auto& coded = static_cast<const arrow::DictionaryArray&>(array);
      return Append(*coded.dictionary(), coded.GetValueIndex(row), out);
    }
    default:
      base::Fail("values of type {} are no numbers and no texts", array.type()->ToString());
  }
}

}  // namespace

ArrowRows::ArrowRows(std::filesystem::path file)
    : file_(std::move(file)), content_(ReadDecompressed(file_)), sha256_(base::Sha256OfText(content_)) {
  try {
    const auto input = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(content_));
    reader_ = results::ValueOrThrow(arrow::ipc::RecordBatchFileReader::Open(input));
  } catch (const base::Error& error) {
    base::Fail("{} is no Arrow IPC file: {}", file_.string(), error.what());
  }
  for (const auto& field : reader_->schema()->fields()) names_.push_back(field->name());
}

ArrowRows::~ArrowRows() = default;

bool ArrowRows::Advance() {
  ++in_batch_;
  while (batch_ == nullptr || in_batch_ >= batch_->num_rows()) {
    if (next_batch_ == reader_->num_record_batches()) return false;
    try {
      batch_ = results::ValueOrThrow(reader_->ReadRecordBatch(next_batch_++));
      results::ThrowIfError(batch_->ValidateFull());
    } catch (const base::Error& error) {
      base::Fail("{} is damaged: {}", file_.string(), error.what());
    }
    in_batch_ = 0;
  }
  ++row_;
  return true;
}

bool ArrowRows::Next(std::vector<std::string_view>* fields) {
  if (!Advance()) return false;
  texts_.clear();
  std::vector<std::pair<std::size_t, bool>> ends;  // where each field's text ends, and whether it has one
  for (int c = 0; c < batch_->num_columns(); ++c) {
    try {
      const bool there = Append(*batch_->column(c), in_batch_, texts_);
      ends.emplace_back(texts_.size(), there);
    } catch (const base::Error& error) {
      Fail("column '{}': {}", names_[static_cast<std::size_t>(c)], error.what());
    }
  }
  fields->clear();
  texts_.push_back('\0');  // an empty text needs memory to point to, for a null pointer means missing
  std::size_t begin = 0;
  for (const auto& [end, there] : ends) {
    fields->push_back(there ? std::string_view(texts_.data() + begin, end - begin) : std::string_view());
    begin = end;
  }
  return true;
}

}  // namespace fdskl::datasets
