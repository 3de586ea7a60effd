#include "runners/studies/comm/comm_worker.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/statistics.h"
#include "base/stopwatch.h"
#include "datasets/holding.h"
#include "fdskl/net/chain_channel.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sums.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/worker.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {
namespace {

void SumByMpi(const net::MpiWorld& world, std::span<double> tile) {
  const bool root = world.rank() == 0;
  const int code = MPI_Reduce(root ? MPI_IN_PLACE : tile.data(), tile.data(), static_cast<int>(tile.size()), MPI_DOUBLE,
                              MPI_SUM, 0, world.harness());
  if (code != MPI_SUCCESS) base::Fail("MPI_Reduce failed with code {}", code);
}

class Measurement {
 public:
  Measurement(const net::MpiWorld& world, const cell::Cell& cell)
      : world_(world),
        harness_(world.harness()),
        data_(cell::LoadCellHolding(cell, world.rank(), harness_)),
        mpi_(world) {
    if (world.rank() != 0) return;
    cell::Cell whole = cell;
    whole.workers = whole.active = 1;
    const datasets::Holding all = cell::LoadCellHolding(whole, 0, cell::Harness(MPI_COMM_SELF));
    for (std::size_t t = 0; t < kLeastTiles; ++t) {
      central_tiles_.push_back(MakeTile(all.train, static_cast<std::int64_t>(t)));
    }
  }

  // REQUIRES: the link is bare.
  results::CommRow Run(const SumCase& sum, double least_seconds) {
    results::CommRow row = PredictedRow(sum, world_.size(), data_.train.rows());
    if (sum.structure != SumStructure::kMpiReduce) CheckCounts(sum, row);
    const std::size_t together = IsPipelined(sum.structure) ? kLeastTiles : 1;
    double measured = 0;
    double difference = 0;
    std::size_t summed = 0;
    std::vector<double> seconds;  // for a tile
    do {
      std::vector<std::vector<double>> tiles;
      for (std::size_t i = 0; i < together; ++i) {
        tiles.push_back(MakeTile(data_.train, static_cast<std::int64_t>(summed + i)));
      }
      net::Meet(mpi_);
      const base::Stopwatch watch;
      for (std::vector<double>& tile : tiles) {
        if (sum.structure == SumStructure::kMpiReduce) {
          SumByMpi(world_, tile);
        } else {
          SumTile(mpi_, sum.structure, tile);
        }
      }
      const double elapsed = watch.Seconds();
      seconds.push_back(elapsed / static_cast<double>(together));
      measured += elapsed;
      for (const std::vector<double>& tile : tiles) {
        if (summed < central_tiles_.size()) {
          difference = std::max(difference, CheckSum(sum, tile, central_tiles_[summed]));
        }
        ++summed;
      }
    } while (harness_.FromRoot(summed < kLeastTiles || measured < least_seconds));
    row.seconds = base::Median(seconds) * TilesOf(data_.train.rows());
    row.largest_difference = difference;
    return row;
  }

 private:
  // Counts what the sum of one tile sends and compares it with the row, which is about the whole matrix.
  void CheckCounts(const SumCase& sum, const results::CommRow& row) {
    net::ChainChannel channel(mpi_);
    std::vector<double> tile = MakeTile(data_.train, 0);
    const auto tile_bytes = static_cast<double>(tile.size() * sizeof(double));
    SumTile(channel, sum.structure, tile);
    const auto chain = static_cast<std::int64_t>(harness_.Max(static_cast<double>(channel.longest_chain())));
    const std::int64_t messages = harness_.Sum(channel.total_traffic().sent_messages);
    const std::int64_t bytes = harness_.Sum(channel.total_traffic().sent_bytes);
    const double expected_bytes = static_cast<double>(row.sent_bytes) / TilesOf(row.rows);
    if (chain != row.longest_chain || static_cast<double>(messages) * tile_bytes != static_cast<double>(bytes) ||
        std::abs(static_cast<double>(bytes) - expected_bytes) > 1e-9 * expected_bytes) {
      base::Fail("{}: a tile took {} messages, {} bytes and a chain of {}, not {} bytes and a chain of {}",
                 CaseText(sum), messages, bytes, chain, expected_bytes, row.longest_chain);
    }
  }

  const net::MpiWorld& world_;
  cell::Harness harness_;
  datasets::Holding data_;
  net::MpiChannel mpi_;
  std::vector<std::vector<double>> central_tiles_;  // the first kLeastTiles at rank 0; empty elsewhere
};

void RunRank(const CommWork& work, const net::MpiWorld& world) {
  const std::filesystem::path folder = work.folder;
  const std::filesystem::path file = folder / cell::kCellFile;
  const cell::Cell cell = cell::CellFromText(base::ReadText(file), file.string());
  cell::RequireRanks(world, cell);
  Measurement measurement(world, cell);
  std::vector<results::CommRow> rows;
  for (const std::string& text : work.cases) {
    rows.push_back(measurement.Run(ParseCase(text), work.seconds));
    rows.back().dataset = cell.dataset;
    rows.back().edition = base::NameOf(cell.edition.value());
  }
  if (world.rank() == 0) results::WriteRows<results::CommRow>(folder / kCommFile, rows);
}

}  // namespace

int RunCommWorker(const CommWork& work) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { RunRank(work, world); });
}

}  // namespace fdskl::comm
