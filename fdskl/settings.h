// The settings of an FDSKL or DSG model: all that determines it besides the data; and the enums of its options.
#ifndef FDSKL_FDSKL_SETTINGS_H_
#define FDSKL_FDSKL_SETTINGS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "base/option.h"
#include "fdskl/masking/masking.h"

namespace fdskl {

enum class Kernel { kGaussian, kLaplace };
enum class LossKind { kLogistic, kSmoothHinge, kSquare };
enum class Update { kPlain, kPreconditioned, kConjugate };
using masking::Masking;

// MaskingSettings has the seed, and how angles are masked.
struct Settings : masking::MaskingSettings {
  Kernel kernel = Kernel::kGaussian;
  LossKind loss = LossKind::kLogistic;
  Update update = Update::kPreconditioned;
  double sigma = 1;           // kernel width
  double gamma = 1;           // learning rate
  double decay = 0;           // how fast the learning rate falls, see RateAt(); 0: constant, as in the paper
  double lambda = 1e-6;       // regularisation
  double rho = 1e-3;          // ridge of the preconditioner
  std::int64_t batch = 1024;  // B: samples per iteration; at most the labels that its leader holds
  // The number of samples of the batch from which the preconditioner is computed, evenly spaced; 0: all.
  std::int64_t gram_rows = 0;
  std::int64_t block = 256;  // m: new features per iteration
  std::int64_t features = 4096;
  // How often each block is revisited after the last one is made. With update conjugate, the number of iterations,
  // each of which changes all coefficients.
  std::int64_t sweeps = 0;
  // Memory for the angles that one owner saves for its revisits. 0: a share of free memory, or of memory_limit_bytes.
  base::ByteCount angle_memory;
  std::optional<std::int64_t> memory_limit_bytes;  // memory for all workers on this machine together
  bool cache_partials = true;
  // Labels are dealt into this many groups, and batches are drawn from each group in turn. 0: one group per leader.
  int label_groups = 0;
  std::int64_t feature_memory_bytes = std::int64_t{256} << 20;  // a worker keeps its part of w up to this much
  int threads = 1;  // threads of one worker for its own products; the leader's Gram matrix takes all cores
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
  return base::EnumTable<Update, 3>{
      "update",
      {{{Update::kPlain, "plain"}, {Update::kPreconditioned, "preconditioned"}, {Update::kConjugate, "conjugate"}}}};
}

}  // namespace fdskl

#endif  // FDSKL_FDSKL_SETTINGS_H_
