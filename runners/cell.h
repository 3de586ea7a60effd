// A cell: everything that determines one run of one method on one split of one dataset.
//
// VisitOptions() names each setting once, with its meaning. The command line, the settings files, the text that the
// ranks read and the `settings` column of the results all follow from it.
#ifndef FDSKL_RUNNERS_CELL_H_
#define FDSKL_RUNNERS_CELL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "datasets/catalogue.h"
#include "datasets/partition.h"
#include "fdskl/settings.h"
#include "runners/byte_count.h"

namespace fdskl {

enum class MethodKind { kFdskl, kDsg, kLibsvm, kPpSvmv, kFdSvrg, kSecureBoost };

template <>
struct EnumNames<MethodKind> {
  static constexpr std::string_view what = "method";
  static constexpr std::array<std::pair<MethodKind, std::string_view>, 6> table{
      {{MethodKind::kFdskl, "fdskl"},
       {MethodKind::kDsg, "dsg"},
       {MethodKind::kLibsvm, "libsvm"},
       {MethodKind::kPpSvmv, "pp-svmv"},
       {MethodKind::kFdSvrg, "fd-svrg"},
       {MethodKind::kSecureBoost, "secureboost"}}};
};

struct Cell {
  std::string dataset;
  MethodKind method = MethodKind::kFdskl;
  std::string data_file;  // the prepared column store

  int workers = 8;
  int active = 2;
  int split = 0;
  std::optional<std::int64_t> rows;
  std::optional<Edition> edition;
  Partition partition = Partition::kContiguous;
  int evaluations = 12;
  std::optional<double> time_limit;
  std::optional<ByteCount> memory_limit;
  Settings settings;
};

// visit(name, member, meaning) for everything that a user may set, in order.
template <class AnyCell, class Visit>
void VisitOptions(AnyCell& cell, Visit&& visit) {
  visit("workers", cell.workers, "parties, each an MPI rank that holds some of the columns");
  visit("active", cell.active, "parties that also hold labels, each label with one of them");
  visit("split", cell.split, "number of the first 3:1 split, from 0");
  visit("rows", cell.rows, "use at most so many samples");
  visit("edition", cell.edition, "the dataset's edition, instead of the best one that is here");
  visit("partition", cell.partition, "how columns are dealt to workers");
  visit("evaluations", cell.evaluations, "how often the test error is measured while training, at most");
  visit("time_limit", cell.time_limit, "seconds a cell may take from start to end");
  visit("memory_limit", cell.memory_limit,
        "memory that all ranks of a cell on this machine may use together, as in 8G");
  auto& settings = cell.settings;
  visit("seed", settings.seed, "public seed of the random features and batches");
  visit("kernel", settings.kernel, "kernel that the random features stand for");
  visit("loss", settings.loss, "loss to minimise; square also does regression");
  visit("update", settings.update, "how a block's coefficients are made from its gradient");
  visit("masking", settings.masking, "how angles are hidden on their way to their owner");
  visit("ring_bits", settings.ring_bits, "bits of an angle on the wire in ring masking, 32 or 16");
  visit("sigma", settings.sigma, "kernel width");
  visit("gamma", settings.gamma, "learning rate");
  visit("lambda", settings.lambda, "regularisation");
  visit("rho", settings.rho, "ridge of the preconditioner");
  visit("batch", settings.batch, "samples an iteration, B; at most the labels that one active worker holds");
  visit("block", settings.block, "random features an iteration, m");
  visit("features", settings.features, "random features in all");
  visit("cache_partials", settings.cache_partials,
        "keep each sample's partial sums, so that old features cost nothing");
}

// The same, and what the driver adds for the ranks.
template <class AnyCell, class Visit>
void VisitCell(AnyCell& cell, Visit&& visit) {
  visit("dataset", cell.dataset, "name in the catalogue");
  visit("method", cell.method, "name of the method");
  visit("data_file", cell.data_file, "the prepared column store");
  VisitOptions(cell, visit);
}

// Errors: Error that says which setting is wrong and what it may be.
// `columns` are those of the data.
void Validate(const Cell& cell, std::int64_t columns);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_CELL_H_
