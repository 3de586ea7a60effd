#include "runners/cell/worker.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/seed.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/split.h"
#include "datasets/stored_rows.h"
#include "fdskl/net/clock_channel.h"
#include "fdskl/net/link_channel.h"
#include "fdskl/net/mpi_channel.h"
#include "results/store.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/evaluator.h"
#include "runners/cell/harness.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/needs.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/party_data.h"

namespace fdskl::cell {
namespace {

// Trains and measures; fills in the measured columns of `run`, and returns the curve.
std::vector<results::CurveRow> Train(Evaluator::Clock::time_point begin, const Cell& cell,
                                     const datasets::Holding& data, const Harness& harness, net::MpiChannel& mpi,
                                     results::RunRow& run) {
  const std::vector<net::LinkModel> networks = NetworksOf(cell);
  std::optional<net::LinkChannel> slow;
  if (!cell.link.IsBare()) {
    harness.RequireOneMachine("--link");
    slow.emplace(mpi, cell.link, net::ClockChannel::NoteBytes(networks.size()));
  }
  net::ClockChannel channel(slow ? static_cast<net::Channel&>(*slow) : mpi, networks, cell.party_cores);
  channel.Stop();
  const auto method = MakeMethod(cell, channel, data);
  Evaluator evaluator(begin, cell, data, harness, channel, *method);
  channel.Start();
  method->Fit([&](const Progress& progress) { return evaluator.Observe(progress); });
  evaluator.Finish(run);
  if (!cell.model_folder.empty()) SavePart(cell, data, *method);
  return evaluator.curve();
}

DataSize SizeOf(const CellData& data) {
  const auto train = static_cast<double>(data.split.train.size());
  const auto test = static_cast<double>(data.split.test.size());
  const auto columns = static_cast<double>(data.store.columns());
  if (data.store.sparse()) return SparseSize(train, test, columns, data.store.EntriesOfASample());
  return DenseSize(train, test, columns, KnownDensity(data.store.dataset()));
}

// The size of columns that a party has read already.
DataSize SizeOf(const datasets::Holding& data) {
  return DenseSize(static_cast<double>(data.train.rows()), static_cast<double>(data.test.rows()),
                   static_cast<double>(data.total_columns), 0);
}

// One rank from start to end. `kept`: the data stay with their parties.
void RunRank(const std::filesystem::path& folder, const net::MpiWorld& world, bool kept) {
  const auto begin = Evaluator::Clock::now();
  const Harness harness(world.harness());
  const Cell cell = kept ? ReadCellOnce(folder, world.rank(), harness) : ReadCell(folder);
  RequireRanks(world, cell);
  net::MpiChannel mpi(world);
  std::optional<CellData> stored;
  std::optional<datasets::Holding> data;
  if (kept) {
    data = LoadPartyHolding(cell, mpi, harness);
  } else {
    stored = OpenCellData(cell, world.rank(), harness);
  }
  const DataSize size = kept ? SizeOf(*data) : SizeOf(*stored);
  Validate(cell, std::llround(size.columns));
  results::RunRow run =
      DescribeCell(cell, std::llround(size.rows()), std::llround(size.columns), std::llround(size.train_rows));
  run.host = harness.Hosts();
  const datasets::Hold hold = kept ? datasets::Hold::kMemory : stored->hold;
  run.hold = base::NameOf(hold);
  std::vector<results::CurveRow> curve;
  try {
    const bool holds_columns = !kept && hold == datasets::Hold::kMemory;
    RequireMemory(cell, harness, WorkerNeed(cell, size, world.rank(), holds_columns));
    if (!kept) data = LoadPart(cell, stored->store, stored->split, world.rank(), hold);
    curve = Train(begin, cell, *data, harness, mpi, run);
  } catch (const base::OutOfMemory& error) {
    run.status = base::NameOf(RunStatus::kOutOfMemory);
    run.reason = error.what();
  }
  if (world.rank() == 0) results::ResultStore(folder).Append(run, curve);
}

// The cell with this text, which is that of the file in `folder`.
Cell CellIn(const std::filesystem::path& folder, const std::string& text) {
  Cell cell = CellFromText(text, (folder / kCellFile).string());
  cell.scratch = folder.string();
  return cell;
}

}  // namespace

Cell ReadCell(const std::filesystem::path& folder) { return CellIn(folder, base::ReadText(folder / kCellFile)); }

Cell ReadCellOnce(const std::filesystem::path& folder, int rank, const Harness& harness) {
  std::string text;
  if (rank == 0) text = base::ReadText(folder / kCellFile);
  harness.FromRoot(text);
  return CellIn(folder, text);
}

void RequireRanks(const net::MpiWorld& world, const Cell& cell) {
  if (world.size() == cell.workers) return;
  base::Fail("the launcher started {} ranks, not {}; is it of another MPI than this program?", world.size(),
             cell.workers);
}

std::vector<std::int32_t> PartColumns(const Cell& cell, const datasets::ColumnStore& store, int rank) {
  return cell.partition.ColumnsOf(store.columns(), cell.workers, rank, base::Seed("partition", cell.seed));
}

datasets::Holding LoadPart(const Cell& cell, const datasets::ColumnStore& store, const datasets::Split& split, int rank,
                           datasets::Hold hold) {
  return datasets::LoadHolding(store, split.train, split.test, PartColumns(cell, store, rank),
                               {.worker = rank, .active = cell.active}, MissingFor(cell.method()), hold);
}

datasets::Hold ChooseHold(const Cell& cell, const Harness& harness, const datasets::ColumnStore& store,
                          std::span<const std::int32_t> columns, std::int64_t rows) {
  if (cell.hold) return *cell.hold;
  if (!cell.method()->reads_rows) return datasets::Hold::kMemory;
  std::int64_t memory = base::AvailableMemoryBytes();
  if (cell.memory_limit) memory = std::min(memory, cell.memory_limit->bytes);
  // No rank starts to load before all have answered, so all see the memory as it was before.
  const bool fits =
      datasets::BytesInMemory(*store.Map(columns), rows) <= memory / (std::int64_t{2} * harness.ranks_here());
  return harness.Max(fits ? 0 : 1) > 0 ? datasets::Hold::kStore : datasets::Hold::kMemory;
}

CellData OpenCellData(const Cell& cell, int rank, const Harness& harness) {
  datasets::ColumnStore store = datasets::ColumnStore::Open(cell.data_file);
  datasets::Split split;
  if (rank == 0) split = datasets::SplitOf(store, cell.split, cell.rows);
  harness.FromRoot(split.train);
  harness.FromRoot(split.test);
  const auto rows = static_cast<std::int64_t>(split.train.size() + split.test.size());
  const datasets::Hold hold = ChooseHold(cell, harness, store, PartColumns(cell, store, rank), rows);
  return {std::move(store), std::move(split), hold};
}

datasets::Holding LoadCellHolding(const Cell& cell, int rank, const Harness& harness) {
  const CellData data = OpenCellData(cell, rank, harness);
  return LoadPart(cell, data.store, data.split, rank, data.hold);
}

int RunWorker(const std::filesystem::path& folder) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { RunRank(folder, world, false); });
}

int RunPartyWorker(const std::filesystem::path& folder) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { RunRank(folder, world, true); });
}

}  // namespace fdskl::cell
