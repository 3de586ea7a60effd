// Everything that determines an FDSKL (or DSG) model besides the data, and the enums of the command line.
#ifndef FDSKL_FDSKL_SETTINGS_H_
#define FDSKL_FDSKL_SETTINGS_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "fdskl/net/tree.h"

namespace fdskl {

enum class Kernel { kGaussian, kLaplace };
enum class LossKind { kLogistic, kSmoothHinge, kSquare };
enum class Update { kPlain, kPreconditioned };
enum class Masking { kPaper, kRing, kNone, kShared };

struct Settings {
  std::uint64_t seed = 1;
  Kernel kernel = Kernel::kGaussian;
  LossKind loss = LossKind::kLogistic;
  Update update = Update::kPreconditioned;
  Masking masking = Masking::kRing;
  int ring_bits = 32;         // 32 or 16
  double sigma = 1;           // kernel width
  double gamma = 1;           // learning rate
  double decay = 0;           // of the learning rate, see RateAt(); 0: constant, as in the paper
  double lambda = 1e-6;       // regularisation
  double rho = 1e-3;          // ridge of the preconditioner
  std::int64_t batch = 1024;  // B: samples an iteration; at most the labels its leader holds
  std::int64_t block = 256;   // m: new features an iteration
  std::int64_t features = 4096;
  bool cache_partials = true;
  int shares = 0;  // label shares that batches are drawn from in turn; 0: one for each active worker
  std::int64_t feature_memory_bytes = std::int64_t{256} << 20;  // a worker keeps its part of w up to this much
  // T2 of (q, owner, l') in `paper` masking. No option: only the privacy audit takes another, to show what it is for.
  net::Tree (*mask_tree)(int, int, int) = &net::MaskTree;
  int threads = 1;  // of one worker, for its own products; the leader's Gram matrix takes all cores
};

// The learning rate of iteration t, from 0: gamma / (1 + decay (t + 1)), as in the DSG authors' published code.
inline double RateAt(const Settings& settings, std::int64_t t) {
  return settings.gamma / (1 + settings.decay * static_cast<double>(t + 1));
}

constexpr auto NamesOf(Kernel /*value*/) {
  return base::EnumTable<Kernel, 2>{"kernel", {{{Kernel::kGaussian, "gaussian"}, {Kernel::kLaplace, "laplace"}}}};
}

constexpr auto NamesOf(LossKind /*value*/) {
  return base::EnumTable<LossKind, 3>{
      "loss",
      {{{LossKind::kLogistic, "logistic"}, {LossKind::kSmoothHinge, "smooth-hinge"}, {LossKind::kSquare, "square"}}}};
}

constexpr auto NamesOf(Update /*value*/) {
  return base::EnumTable<Update, 2>{"update",
                                    {{{Update::kPlain, "plain"}, {Update::kPreconditioned, "preconditioned"}}}};
}

constexpr auto NamesOf(Masking /*value*/) {
  return base::EnumTable<Masking, 4>{
      "masking",
      {{{Masking::kPaper, "paper"}, {Masking::kRing, "ring"}, {Masking::kNone, "none"}, {Masking::kShared, "shared"}}}};
}

}  // namespace fdskl

#endif  // FDSKL_FDSKL_SETTINGS_H_
