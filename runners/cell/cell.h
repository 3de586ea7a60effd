// A cell: everything that determines one run of one method on one split of one dataset.
//
// VisitOptions() names each setting once, with its meaning. The command line, the settings files, the text that the
// ranks read and the `settings` column of the results all follow from it.
#ifndef FDSKL_RUNNERS_CELL_CELL_H_
#define FDSKL_RUNNERS_CELL_CELL_H_

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_count.h"
#include "base/names.h"
#include "baselines/fd_svrg/svrg_settings.h"
#include "baselines/secureboost/secureboost_settings.h"
#include "baselines/svm/svm_settings.h"
#include "datasets/catalogue.h"
#include "datasets/partition.h"
#include "fdskl/net/link_model.h"
#include "fdskl/settings.h"

namespace fdskl::cell {

enum class MethodKind { kFdskl, kDsg, kLibsvm, kPpSvmv, kFdSvrg, kSecureBoost };

constexpr auto NamesOf(MethodKind /*value*/) {
  return base::EnumTable<MethodKind, 6>{"method",
                                        {{{MethodKind::kFdskl, "fdskl"},
                                          {MethodKind::kDsg, "dsg"},
                                          {MethodKind::kLibsvm, "libsvm"},
                                          {MethodKind::kPpSvmv, "pp-svmv"},
                                          {MethodKind::kFdSvrg, "fd-svrg"},
                                          {MethodKind::kSecureBoost, "secureboost"}}}};
}

// The methods that have a setting.
class MethodSet {
 public:
  constexpr MethodSet(std::initializer_list<MethodKind> methods) {
    for (const MethodKind method : methods) bits_ |= Bit(method);
  }
  constexpr bool Has(MethodKind method) const { return (bits_ & Bit(method)) != 0; }

 private:
  static constexpr unsigned Bit(MethodKind method) { return 1U << static_cast<unsigned>(method); }
  unsigned bits_ = 0;
};

inline constexpr MethodSet kAllMethods = {MethodKind::kFdskl,  MethodKind::kDsg,    MethodKind::kLibsvm,
                                          MethodKind::kPpSvmv, MethodKind::kFdSvrg, MethodKind::kSecureBoost};
// Those that run in one process, which holds all columns and all labels.
inline constexpr MethodSet kCentralMethods = {MethodKind::kDsg, MethodKind::kLibsvm};
// Those whose parties send each other messages.
inline constexpr MethodSet kFederatedMethods = {MethodKind::kFdskl, MethodKind::kPpSvmv, MethodKind::kFdSvrg,
                                                MethodKind::kSecureBoost};

struct Cell {
  std::string dataset;
  MethodKind method = MethodKind::kFdskl;
  std::string data_file;     // the prepared column store
  std::string model_folder;  // where the workers leave their parts of the model; empty: nowhere

  int workers = 8;
  int active = 2;
  int split = 0;
  std::optional<std::int64_t> rows;
  std::optional<datasets::Edition> edition;
  datasets::Partition partition = datasets::Partition::kContiguous;
  net::LinkModel link;
  int evaluations = 12;
  std::optional<double> time_limit;
  std::optional<base::ByteCount> memory_limit;
  Settings settings;  // also of what rivals share with FDSKL by name: sigma, lambda, batch, seed
  svm::SvmSettings svm;
  base::ByteCount kernel_cache{svm.cache_bytes};
  fd_svrg::SvrgSettings svrg;
  secureboost::BoostSettings boost;
};

// visit(name, member, meaning, methods) for everything that a user may set, in order; `methods` are those that have it.
template <class AnyCell, class Visit>
void VisitEveryOption(AnyCell& cell, Visit&& visit_with_methods) {
  using enum MethodKind;
  constexpr MethodSet kRandomFeatures = {kFdskl, kDsg};
  constexpr MethodSet kSvm = {kLibsvm, kPpSvmv};
  MethodSet methods = kAllMethods;
  const auto visit = [&](const char* name, auto& member, const char* meaning) {
    visit_with_methods(name, member, meaning, methods);
  };
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
  visit("seed", settings.seed, "public seed of the run: random features, batches, subsets");
  methods = kFederatedMethods;
  visit("link", cell.link,
        "network that messages are to take as long as on, as in wan or latency=20ms,bandwidth=100Mbit");
  methods = {kFdskl, kDsg, kLibsvm, kPpSvmv};
  visit("sigma", settings.sigma, "kernel width");
  methods = kRandomFeatures;
  visit("kernel", settings.kernel, "kernel that the random features stand for");
  methods = {kFdskl, kDsg, kSecureBoost};
  visit("loss", settings.loss, "loss to minimise; square also does regression");
  methods = kRandomFeatures;
  visit("update", settings.update, "how a block's coefficients are made from its gradient");
  visit("gamma", settings.gamma, "learning rate");
  visit("rho", settings.rho, "ridge of the preconditioner");
  visit("block", settings.block, "random features an iteration, m");
  visit("features", settings.features, "random features in all");
  visit("cache_partials", settings.cache_partials,
        "keep each sample's partial sums, so that old features cost nothing");
  methods = {kFdskl, kDsg, kFdSvrg, kSecureBoost};
  visit("lambda", settings.lambda, "regularisation");
  methods = {kFdskl, kDsg, kFdSvrg};
  visit("batch", settings.batch, "samples an iteration, B; at most the labels that one active worker holds");
  methods = {kDsg};
  visit("decay", settings.decay, "of the learning rate, gamma / (1 + decay t) in iteration t");
  methods = {kFdskl};
  visit("masking", settings.masking,
        "how angles are hidden on their way to their owner; in shared nobody has them, and a leader learns f of its "
        "batch and its own coefficients");
  visit("ring_bits", settings.ring_bits, "bits of an angle on the wire in ring and shared masking, 32 or 16");
  methods = kSvm;
  visit("C", cell.svm.C, "cost of a training error");
  visit("tolerance", cell.svm.tolerance, "of the optimality conditions at which the solver stops, LIBSVM's -e");
  visit("tube", cell.svm.tube, "error that a regression does not count, LIBSVM's -p");
  visit("kernel_cache", cell.kernel_cache, "memory for rows of the kernel matrix, LIBSVM's -m");
  methods = {kPpSvmv};
  visit("svm_kernel", cell.svm.kernel, "kernel made of the merged inner products");
  methods = {kFdSvrg};
  visit("epochs", cell.svrg.epochs, "passes of inner steps, each after a full gradient");
  visit("step", cell.svrg.step, "of the inner steps; 0: found while training");
  visit("structure", cell.svrg.structure, "how margins are summed");
  methods = {kSecureBoost};
  auto& boost = cell.boost;
  visit("preset", boost.preset, "trees, depth, learning_rate, bins and key_bits together; what is said beside it wins");
  visit("trees", boost.trees, "trees, each a step of boosting");
  visit("depth", boost.depth, "splits between root and leaf, at most");
  visit("learning_rate", boost.learning_rate, "share of each tree's step that is taken");
  visit("bins", boost.bins, "intervals of a column between which it may be split, at most");
  visit("least_hessian", boost.least_hessian, "sum of second derivatives that either side of a split must have");
  visit("key_bits", boost.key_bits, "length of Paillier's keys; 0: nothing is encrypted");
  visit("insecure_keys", boost.insecure_keys, "accept keys below 1024 bits, which can be broken");
  visit("pack", boost.pack, "both derivatives of a sample in one ciphertext");
  visit("subtraction", boost.subtraction, "sum only the smaller of two siblings");
  visit("compress", boost.compress, "several sums in one ciphertext before they travel");
  visit("precompute", boost.precompute, "obfuscation factors from a table of powers");
  visit("sparse", boost.sparse, "do not touch a column's commonest value");
}

// visit(name, member, meaning) for everything that a user may set of any method.
template <class AnyCell, class Visit>
void VisitOptions(AnyCell& cell, Visit&& visit) {
  VisitEveryOption(
      cell, [&](const char* name, auto& member, const char* meaning, MethodSet) { visit(name, member, meaning); });
}

// The same for the settings that cell.method has.
template <class AnyCell, class Visit>
void VisitOwnOptions(AnyCell& cell, Visit&& visit) {
  VisitEveryOption(cell, [&](const char* name, auto& member, const char* meaning, MethodSet methods) {
    if (methods.Has(cell.method)) visit(name, member, meaning);
  });
}

// Everything, and what the driver adds for the ranks.
template <class AnyCell, class Visit>
void VisitCell(AnyCell& cell, Visit&& visit) {
  visit("dataset", cell.dataset, "name in the catalogue");
  visit("method", cell.method, "name of the method");
  visit("data_file", cell.data_file, "the prepared column store");
  visit("model_folder", cell.model_folder, "where the workers leave their parts of the model");
  VisitOptions(cell, visit);
}

// Errors: Error that says which setting is wrong and what it may be.
// `columns` are those of the data.
void Validate(const Cell& cell, std::int64_t columns);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_H_
