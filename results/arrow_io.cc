#include "results/arrow_io.h"

#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/table.h>
#include <arrow/util/compression.h>

#include "base/error.h"
#include "base/files.h"

namespace fdskl::results {

void ThrowIfError(const arrow::Status& status) {
  if (!status.ok()) throw base::Error(status.message());
}

void WriteTable(const std::filesystem::path& path, const arrow::Table& table, Packing packing) {
  base::AtomicFile file(path);
  try {
    auto options = arrow::ipc::IpcWriteOptions::Defaults();
    if (packing == Packing::kZstd) options.codec = ValueOrThrow(arrow::util::Codec::Create(arrow::Compression::ZSTD));
    const auto stream = ValueOrThrow(arrow::io::FileOutputStream::Open(file.temp_path().string()));
    const auto writer = ValueOrThrow(arrow::ipc::MakeFileWriter(stream, table.schema(), options));
    ThrowIfError(writer->WriteTable(table));
    ThrowIfError(writer->Close());
    ThrowIfError(stream->Close());
  } catch (const base::Error& error) {
    base::Fail("cannot write {}: {}", path.string(), error.what());
  }
  file.Commit();
}

std::shared_ptr<arrow::Table> ReadTable(const std::filesystem::path& path) try {
  const auto input = ValueOrThrow(arrow::io::MemoryMappedFile::Open(path.string(), arrow::io::FileMode::READ));
  const auto reader = ValueOrThrow(arrow::ipc::RecordBatchFileReader::Open(input));
  arrow::RecordBatchVector batches;
  for (int i = 0; i < reader->num_record_batches(); ++i) batches.push_back(ValueOrThrow(reader->ReadRecordBatch(i)));
  auto table = ValueOrThrow(arrow::Table::FromRecordBatches(reader->schema(), batches));
  ThrowIfError(table->Validate());
  return table;
} catch (const base::Error& error) {
  base::Fail("cannot read the table {}: {}", path.string(), error.what());
}

}  // namespace fdskl::results
