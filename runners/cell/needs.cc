#include "runners/cell/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/disk.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/seed.h"
#include "base/text.h"
#include "datasets/split.h"
#include "fdskl/row_tiles.h"

namespace fdskl::cell {
namespace {

// The memory of a rank that does nothing: its own, and with the program and libraries that it shares with others.
constexpr double kLeastProcess = 4e6, kMostProcess = 52e6;
// The size of a row and its points as they are first stored.
constexpr double kRowBytes = 8192;

// The share of nonzero entries that certainly stay so: scaling may turn entries into zeros or zeros into others.
constexpr double kKeptByScaling = 0.5;

}  // namespace

double KnownDensity(std::string_view dataset) {
  const datasets::CatalogueEntry* entry = datasets::TryFindDataset(dataset);
  return entry == nullptr || entry->own ? 0 : entry->density;
}

DataSize DenseSize(double train_rows, double test_rows, double columns, double density) {
  return {.train_rows = train_rows,
          .test_rows = test_rows,
          .columns = columns,
          .entries = columns,
          .least_nonzeros = kKeptByScaling * density * columns};
}

DataSize SparseSize(double train_rows, double test_rows, double columns, double entries) {
  return {.train_rows = train_rows,
          .test_rows = test_rows,
          .columns = columns,
          .entries = entries,
          .sparse = true,
          .least_nonzeros = kKeptByScaling * entries};
}

DataSize SizeOf(const Cell& cell, const datasets::Prepared& data) {
  const std::int64_t rows = std::min(data.rows, cell.rows.value_or(data.rows));
  const bool given_split = data.test_rows > 0 && rows == data.rows;
  const auto train = static_cast<double>(given_split ? data.rows - data.test_rows : datasets::TrainRows(rows));
  const double test = static_cast<double>(rows) - train;
  const auto columns = static_cast<double>(data.columns);
  if (data.sparse) return SparseSize(train, test, columns, data.entries);
  return DenseSize(train, test, columns, KnownDensity(cell.dataset));
}

WorkerSize SizeOfWorker(const Cell& cell, const DataSize& data, int worker) {
  const auto columns = static_cast<double>(
      cell.partition
          .ColumnsOf(static_cast<std::int64_t>(data.columns), cell.workers, worker, base::Seed("partition", cell.seed))
          .size());
  const double share = columns / data.columns * data.rows();
  return {.worker = worker,
          .parties = {.workers = cell.workers, .active = cell.active},
          .train_rows = data.train_rows,
          .test_rows = data.test_rows,
          .columns = columns,
          .least_nonzeros = share * data.least_nonzeros,
          .most_nonzeros = share * data.entries};
}

std::vector<MemoryPart> WorkerNeed(const Cell& cell, const DataSize& data, int worker, bool holds_columns) {
  const WorkerSize size = SizeOfWorker(cell, data, worker);
  MemoryPart columns{"columns"};
  if (holds_columns) {
    columns.least = data.sparse ? 8 * (kKeptByScaling * size.most_nonzeros + size.rows()) : 4 * size.most_nonzeros;
    // Columns are read from mapped pages, which the system may count as this process's memory.
    columns.most = data.sparse ? 24 * (size.most_nonzeros + size.rows()) : 8 * size.most_nonzeros;
  } else {
    const double all = data.sparse ? 8 * (size.most_nonzeros + size.rows()) : 4 * size.most_nonzeros;
    columns.most = std::min(all / RowTiles::kKeptPart, static_cast<double>(RowTiles::kKeptBytes));
  }
  std::vector<MemoryPart> parts = {columns};
  for (const MemoryPart& part : cell.settings().Memory(size)) parts.push_back(part);
  return parts;
}

std::vector<MemoryPart> CellNeed(const Cell& cell, const DataSize& data) {
  std::vector<MemoryPart> all;
  for (int worker = 0; worker < cell.workers; ++worker) {
    const std::vector<MemoryPart> own = WorkerNeed(cell, data, worker, cell.hold != datasets::Hold::kStore);
    all.resize(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      all[i] = {own[i].what, all[i].least + own[i].least, all[i].most + own[i].most};
    }
  }
  if (!cell.hold && cell.method()->reads_rows) all.front().least = 0;
  all.push_back({"processes", cell.workers * kLeastProcess, cell.workers * kMostProcess});
  return all;
}

double Least(std::span<const MemoryPart> parts) {
  double sum = 0;
  for (const MemoryPart& part : parts) sum += part.least;
  return sum;
}

double Most(std::span<const MemoryPart> parts) {
  double sum = 0;
  for (const MemoryPart& part : parts) sum += part.most;
  return sum;
}

MemoryRoom RoomFor(const Cell& cell) {
  const auto free = static_cast<double>(base::AvailableMemoryBytes());
  if (!cell.memory_limit || static_cast<double>(cell.memory_limit->bytes) > free) return {free, false};
  return {static_cast<double>(cell.memory_limit->bytes), true};
}

std::string Shortage(std::span<const MemoryPart> parts, const MemoryRoom& room) {
  constexpr double kWorthSaying = 0.01;
  const double needed = Least(parts);
  if (needed <= room.bytes) return "";
  std::vector<MemoryPart> largest(parts.begin(), parts.end());
  std::ranges::stable_sort(largest, std::ranges::greater(), &MemoryPart::least);
  std::vector<std::string> texts;
  for (const MemoryPart& part : largest) {
    if (part.least > kWorthSaying * needed)
      texts.push_back(fmt::format("{} {}", part.what, base::ByteText(part.least)));
  }
  return fmt::format("needs at least {} of memory ({}); {} {}", base::ByteText(needed), fmt::join(texts, ", "),
                     room.is_limit ? "the limit is" : "what is free is", base::ByteText(room.bytes));
}

void RequireMemory(const Cell& cell, const Harness& harness, std::span<const MemoryPart> own) {
  std::vector<double> here;
  for (const MemoryPart& part : own) here.push_back(part.least);
  here = harness.SumHere(std::move(here));
  const MemoryRoom room = RoomFor(cell);
  here.push_back(room.bytes);
  here.push_back(room.is_limit ? 1 : 0);
  const std::vector<double> all = harness.Gather(here);  // for each rank the numbers of its machine
  std::string shortage;
  for (std::size_t begin = 0; begin < all.size() && shortage.empty(); begin += here.size()) {
    std::vector<MemoryPart> parts(own.begin(), own.end());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].least = all[begin + i];
    shortage = Shortage(parts, {all[begin + parts.size()], all[begin + parts.size() + 1] != 0});
  }
  if (!shortage.empty()) throw base::OutOfMemory(fmt::format("{} {}", cell.method()->name, shortage));
}

void RequireDisk(const Cell& cell, const DataSize& data, const std::filesystem::path& scratch,
                 const std::filesystem::path& results) {
  double run_bytes = 0;
  double model_bytes = 0;
  for (int worker = 0; worker < cell.workers; ++worker) {
    const WorkerSize size = SizeOfWorker(cell, data, worker);
    run_bytes += cell.settings().RunFileBytes(size);
    model_bytes += cell.settings().ModelFileBytes(size);
  }
  base::RequireRoom(scratch, kRowBytes + run_bytes, "files of the run");
  if (!results.empty()) base::RequireRoom(results, kRowBytes, "the cell's row");
  if (!cell.model_folder.empty()) base::RequireRoom(cell.model_folder, model_bytes, "the model");
}

}  // namespace fdskl::cell
