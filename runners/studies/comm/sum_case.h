// One case of the experiment `comm`: how a matrix is summed, and over which link.
#ifndef FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_
#define FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/matrix.h"
#include "base/names.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/link_model.h"
#include "results/comm_row.h"

namespace fdskl::comm {

// A pipelined sum begins each tile without waiting for the one before. The others wait until the one before is done.
enum class SumStructure { kTree, kRing, kStar, kMpiReduce, kPipelinedTree, kPipelinedRing };

constexpr auto NamesOf(SumStructure /*value*/) {
  return base::EnumTable<SumStructure, 6>{"structure",
                                          {{{SumStructure::kTree, "tree"},
                                            {SumStructure::kRing, "ring"},
                                            {SumStructure::kStar, "star"},
                                            {SumStructure::kMpiReduce, "mpi-reduce"},
                                            {SumStructure::kPipelinedTree, "pipelined-tree"},
                                            {SumStructure::kPipelinedRing, "pipelined-ring"}}}};
}

constexpr bool IsPipelined(SumStructure structure) {
  return structure == SumStructure::kPipelinedTree || structure == SumStructure::kPipelinedRing;
}

// Sums a tile to worker 0. Collective. REQUIRES: it is not kMpiReduce, which uses no channel.
void SumTile(net::Channel& channel, SumStructure structure, std::span<double> tile);

// Square tile number `t` of the linear-kernel matrix of the rows of `x`, at a place drawn from a public seed.
std::vector<double> MakeTile(const base::Matrix& x, std::int64_t t);

// A way to sum, over a link.
struct SumCase {
  SumStructure structure = SumStructure::kTree;
  net::LinkModel link;

  // MPI's own messages carry no clocks, so its reduction is measured without a modelled link only.
  bool IsPossible() const { return structure != SumStructure::kMpiReduce || link.IsBare(); }
};

// Writes a case as "tree/lan", and reads it back. Errors: Error with the valid names.
std::string CaseText(const SumCase& sum);
SumCase ParseCase(std::string_view text);

// A matrix is summed in square tiles of at most this many rows; each worker holds one tile at a time.
inline constexpr std::int64_t kTileRows = 256;

// The closed form of a case: the cost of a tile (fdskl/net/sum_cost.h) times the tiles of the whole matrix. Dataset,
// edition and seconds are left empty. REQUIRES: workers >= 1, rows >= 1.
results::CommRow PredictedRow(const SumCase& sum, int workers, std::int64_t rows);

// Whether two rows are of the same case: dataset, structure, workers and link.
bool SameCase(const results::CommRow& a, const results::CommRow& b);

// The number of tiles in the whole matrix. Tiles at its edge count by the entries they hold.
double TilesOf(std::int64_t rows);

// Compares a tile's sum with the same tile of the central matrix. Both are sums in double of products of float32
// values, in different orders, so a difference beyond rounding is a mistake. Returns the largest |tile[i] - central[i]|
// / (1 + |central[i]|). Errors: Error names the case and the first entry where it is beyond kRounding or not a number.
// REQUIRES: equal sizes.
inline constexpr double kRounding = 1e-12;
double CheckSum(const SumCase& sum, std::span<const double> tile, std::span<const double> central);

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_
