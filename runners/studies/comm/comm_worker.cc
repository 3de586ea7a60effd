#include "runners/studies/comm/comm_worker.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "base/seed.h"
#include "base/statistics.h"
#include "base/stopwatch.h"
#include "baselines/svm/kernel_matrix.h"
#include "datasets/holding.h"
#include "fdskl/net/chain_channel.h"
#include "fdskl/net/link_channel.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sums.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/worker.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {
namespace {

// Square tile number `t` of the local part of the kernel matrix.
std::vector<double> MakeTile(const base::Matrix& x, std::int64_t t) {
  const std::int64_t side = std::min(x.rows(), kTileRows);
  const auto strip = [&](const char* axis) {
    std::vector<std::int32_t> samples(static_cast<std::size_t>(side));
    const auto places = static_cast<std::uint64_t>(x.rows() - side + 1);
    std::iota(samples.begin(), samples.end(), static_cast<std::int32_t>(base::Seed("comm", axis, t) % places));
    return samples;
  };
  return svm::GramTile(x, strip("row"), x, strip("column"));
}

void SumTile(const net::MpiWorld& world, net::Channel& channel, SumStructure structure, std::span<double> tile) {
  switch (structure) {
    case SumStructure::kTree:
      return net::TreeSum(channel, net::BroadcastTree(channel.size(), 0), tile);
    case SumStructure::kRing:
      return net::RingSum(channel, 0, tile);
    case SumStructure::kStar:
      return net::StarSum(channel, 0, tile);
    case SumStructure::kMpiReduce: {
      const bool root = channel.rank() == 0;
      const int code = MPI_Reduce(root ? MPI_IN_PLACE : tile.data(), tile.data(), static_cast<int>(tile.size()),
                                  MPI_DOUBLE, MPI_SUM, 0, world.harness());
      if (code != MPI_SUCCESS) base::Fail("MPI_Reduce failed with code {}", code);
    }
  }
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

  results::CommRow Run(const SumCase& sum, double least_seconds) {
    results::CommRow row = PredictedRow(sum, world_.size(), data_.train.rows());
    if (sum.structure != SumStructure::kMpiReduce) CheckCounts(sum, row);
    if (!sum.link.IsBare()) harness_.RequireOneMachine("a link");
    net::LinkChannel slow(mpi_, sum.link);
    net::Channel& channel = sum.link.IsBare() ? static_cast<net::Channel&>(mpi_) : slow;
    double measured = 0;
    double difference = 0;
    std::vector<double> seconds;
    do {
      const std::size_t t = seconds.size();
      std::vector<double> tile = MakeTile(data_.train, static_cast<std::int64_t>(t));
      net::Meet(mpi_);
      const base::Stopwatch watch;
      SumTile(world_, channel, sum.structure, tile);
      seconds.push_back(watch.Seconds());
      measured += seconds.back();
      if (t < central_tiles_.size()) difference = std::max(difference, CheckSum(sum, tile, central_tiles_[t]));
    } while (harness_.FromRoot(seconds.size() < kLeastTiles || measured < least_seconds));
    row.seconds = base::Median(seconds) * TilesOf(data_.train.rows());
    row.largest_difference = difference;
    return row;
  }

 private:
  // Counts what one tile's sum sends and compares it with the row, which is of the whole matrix.
  void CheckCounts(const SumCase& sum, const results::CommRow& row) {
    net::ChainChannel channel(mpi_);
    std::vector<double> tile = MakeTile(data_.train, 0);
    const auto tile_bytes = static_cast<double>(tile.size() * sizeof(double));
    SumTile(world_, channel, sum.structure, tile);
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
  return world.Run([&] { RunRank(work, world); });
}

}  // namespace fdskl::comm
