// One case of the experiment `comm`: how a matrix is summed, and over what link.
#ifndef FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_
#define FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "fdskl/net/link_model.h"
#include "results/comm_row.h"

namespace fdskl::comm {

enum class SumStructure { kTree, kRing, kStar, kMpiReduce };

constexpr auto NamesOf(SumStructure /*value*/) {
  return base::EnumTable<SumStructure, 4>{"structure",
                                          {{{SumStructure::kTree, "tree"},
                                            {SumStructure::kRing, "ring"},
                                            {SumStructure::kStar, "star"},
                                            {SumStructure::kMpiReduce, "mpi-reduce"}}}};
}

struct SumCase {
  SumStructure structure = SumStructure::kTree;
  net::LinkModel link;

  // MPI's own messages cannot be held up, so its reduction has no case but on this machine as it is.
  bool IsPossible() const { return structure != SumStructure::kMpiReduce || link.IsBare(); }
};

// "tree/lan", and back. Errors: Error with the valid names.
std::string CaseText(const SumCase& sum);
SumCase ParseCase(std::string_view text);

// The matrix of `rows` samples goes in square tiles of at most kTileRows: each worker holds one at a time.
inline constexpr std::int64_t kTileRows = 256;

// What is known of a case without running it: sum_cost.h for a tile, times the tiles of the whole matrix. Dataset,
// edition and seconds are left empty. REQUIRES: workers >= 1, rows >= 1.
results::CommRow PredictedRow(const SumCase& sum, int workers, std::int64_t rows);

// The number of tiles that the whole matrix amounts to; those at its edge count as what they hold.
double TilesOf(std::int64_t rows);

// Compares a tile's sum with the same tile of the central matrix. Products are sums of float32 values in double, in
// another order, so a difference beyond rounding is a mistake.
// Returns the largest |tile[i] - central[i]| / (1 + |central[i]|). Errors: Error names the case and the first entry
// where it is beyond kRounding or not a number. REQUIRES: equal sizes.
inline constexpr double kRounding = 1e-12;
double CheckSum(const SumCase& sum, std::span<const double> tile, std::span<const double> central);

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_SUM_CASE_H_
