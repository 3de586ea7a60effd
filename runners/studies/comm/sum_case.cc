#include "runners/studies/comm/sum_case.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "base/error.h"
#include "base/seed.h"
#include "baselines/svm/kernel_matrix.h"
#include "fdskl/net/sum_cost.h"
#include "fdskl/net/sums.h"

namespace fdskl::comm {
namespace {

net::SumCost TileCost(const SumCase& sum, int workers, std::int64_t bytes) {
  switch (sum.structure) {
    case SumStructure::kTree:
    case SumStructure::kPipelinedTree:
      return net::TreeSumCost(sum.link, net::BroadcastTree(workers, 0), bytes);
    case SumStructure::kRing:
    case SumStructure::kPipelinedRing:
      return net::RingSumCost(sum.link, workers, bytes);
    case SumStructure::kStar:
      return net::StarSumCost(sum.link, workers, bytes);
    case SumStructure::kMpiReduce:
      break;
  }
  return {};
}

}  // namespace

void SumTile(net::Channel& channel, SumStructure structure, std::span<double> tile) {
  switch (structure) {
    case SumStructure::kTree:
    case SumStructure::kPipelinedTree:
      return net::TreeSum(channel, net::BroadcastTree(channel.size(), 0), tile);
    case SumStructure::kRing:
    case SumStructure::kPipelinedRing:
      return net::RingSum(channel, 0, tile);
    case SumStructure::kStar:
      return net::StarSum(channel, 0, tile);
    case SumStructure::kMpiReduce:
      break;
  }
  throw std::logic_error("MPI's own reduction uses no channel");
}

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

std::string CaseText(const SumCase& sum) {
  return fmt::format("{}/{}", base::NameOf(sum.structure), net::LinkText(sum.link));
}

SumCase ParseCase(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) base::Fail("a case is STRUCTURE/LINK, not '{}'", text);
  return {base::ParseName<SumStructure>(text.substr(0, slash)), net::ParseLink(text.substr(slash + 1))};
}

double TilesOf(std::int64_t rows) {
  const auto per_side = static_cast<double>(rows) / static_cast<double>(std::min(rows, kTileRows));
  return per_side * per_side;
}

double CheckSum(const SumCase& sum, std::span<const double> tile, std::span<const double> central) {
  FDSKL_REQUIRE(tile.size() == central.size());
  double largest = 0;
  for (std::size_t i = 0; i < tile.size(); ++i) {
    const double difference = std::abs(tile[i] - central[i]) / (1 + std::abs(central[i]));
    if (!(difference <= kRounding)) {
      base::Fail("{}: entry {} of a tile is {}, but {} in the central matrix", CaseText(sum), i, tile[i], central[i]);
    }
    largest = std::max(largest, difference);
  }
  return largest;
}

bool SameCase(const results::CommRow& a, const results::CommRow& b) {
  return std::tie(a.dataset, a.structure, a.workers) == std::tie(b.dataset, b.structure, b.workers) &&
         net::PresentLinkName(a.link) == net::PresentLinkName(b.link);
}

results::CommRow PredictedRow(const SumCase& sum, int workers, std::int64_t rows) {
  FDSKL_REQUIRE(workers >= 1 && rows >= 1);
  const std::int64_t side = std::min(rows, kTileRows);
  const std::int64_t bytes = side * side * static_cast<std::int64_t>(sizeof(double));
  const net::SumCost cost = TileCost(sum, workers, bytes);
  const std::int64_t tiles_per_side = (rows + side - 1) / side;
  results::CommRow row;
  row.rows = rows;
  row.structure = base::NameOf(sum.structure);
  row.workers = workers;
  row.link = net::LinkText(sum.link);
  const double tiles = TilesOf(rows);
  const double seconds =
      IsPipelined(sum.structure) ? cost.seconds + (tiles - 1) * cost.next_seconds : cost.seconds * tiles;
  if (!sum.link.IsBare()) row.predicted_seconds = seconds;
  row.sent_messages = cost.messages * tiles_per_side * tiles_per_side;
  row.sent_bytes = cost.messages * rows * rows * static_cast<std::int64_t>(sizeof(double));
  row.longest_chain = cost.longest_chain;
  return row;
}

}  // namespace fdskl::comm
