#include "runners/studies/comm/comm_clocks.h"

#include <algorithm>

#include "base/error.h"
#include "base/statistics.h"
#include "datasets/column_store.h"
#include "datasets/split.h"
#include "fdskl/net/clock_channel.h"
#include "fdskl/net/thread_channel.h"
#include "runners/cell/worker.h"

namespace fdskl::comm {
namespace {

// The seconds for `tiles` tiles. `seconds` are what one clock of worker 0 showed when it had each tile's sum, counted
// from the start of that tile or, in a pipeline, from the start of the first.
double WholeMatrix(SumStructure structure, const std::vector<double>& seconds, double tiles) {
  if (!IsPipelined(structure)) return base::Median(seconds) * tiles;
  const double each = (seconds.back() - seconds.front()) / static_cast<double>(seconds.size() - 1);
  return seconds.front() + (tiles - 1) * each;
}

}  // namespace

ClockedSums::ClockedSums(const cell::Cell& cell) : cell_(cell) {
  const datasets::ColumnStore store = datasets::ColumnStore::Open(cell.data_file);
  const datasets::Split split = datasets::MakeSplit(store.Labels(), cell.dataset, cell.split, cell.rows);
  for (int worker = 0; worker < cell.workers; ++worker) {
    parts_.push_back(cell::LoadPart(cell, store, split, worker));
  }
  cell::Cell whole = cell;
  whole.workers = whole.active = 1;
  const datasets::Holding all = cell::LoadPart(whole, store, split, 0);
  for (int t = 0; t < kClockTiles; ++t) central_tiles_.push_back(MakeTile(all.train, t));
}

std::vector<results::CommRow> ClockedSums::Run(SumStructure structure, std::span<const net::LinkModel> links) const {
  FDSKL_REQUIRE(structure != SumStructure::kMpiReduce);
  std::vector<std::vector<double>> seconds(links.size());  // by link, then tile
  double difference = 0;
  net::RunWorkers(cell_.workers, [&](net::Channel& inner) {
    net::ClockChannel channel(inner, links);
    channel.Stop();
    const std::vector<net::ClockChannel::Clock> begin = channel.clocks();
    for (int t = 0; t < kClockTiles; ++t) {
      std::vector<double> tile = MakeTile(parts_[static_cast<std::size_t>(channel.rank())].train, t);
      if (!IsPipelined(structure)) channel.SetBack(begin);
      channel.Start();
      SumTile(channel, structure, tile);
      channel.Stop();
      if (channel.rank() != 0) continue;
      for (std::size_t i = 0; i < links.size(); ++i) seconds[i].push_back(channel.clocks()[i].path.Seconds());
      difference =
          std::max(difference, CheckSum({structure, links.front()}, tile, central_tiles_[static_cast<std::size_t>(t)]));
    }
  });
  const std::int64_t rows = parts_.front().train.rows();
  std::vector<results::CommRow> result;
  for (std::size_t i = 0; i < links.size(); ++i) {
    results::CommRow row = PredictedRow({structure, links[i]}, cell_.workers, rows);
    row.dataset = cell_.dataset;
    row.edition = base::NameOf(cell_.edition.value());
    row.clock_seconds = WholeMatrix(structure, seconds[i], TilesOf(rows));
    row.largest_difference = difference;
    result.push_back(row);
  }
  return result;
}

}  // namespace fdskl::comm
