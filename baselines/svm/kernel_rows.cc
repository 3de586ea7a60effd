#include "baselines/svm/kernel_rows.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fdskl::svm {

double KernelValue(const SvmSettings& settings, double product, double norm_a, double norm_b) {
  if (settings.kernel == SvmKernel::kLinear) return product;
  const double distance = std::max(0.0, norm_a + norm_b - 2 * product);
  return std::exp(-distance / (2 * settings.sigma * settings.sigma));
}

std::int64_t KernelRows::Bytes(std::int64_t samples) {
  return samples * (samples + 2) * static_cast<std::int64_t>(sizeof(svm_node));
}

void KernelRows::Allocate(std::int64_t samples) {
  samples_ = samples;
  nodes_.assign(static_cast<std::size_t>(samples * (samples + 2)), svm_node{});
  norms_.assign(static_cast<std::size_t>(samples), 0);
  for (std::int64_t i = 0; i < samples; ++i) {
    row(i)->value = static_cast<double>(i + 1);
    for (std::int64_t j = 0; j < samples; ++j) nodes_[Place(i, j)].index = static_cast<int>(j + 1);
    nodes_[Place(i, samples)].index = -1;
  }
}

void KernelRows::SetProduct(std::int64_t i, std::int64_t j, double product) {
  nodes_[Place(i, j)].value = product;
  nodes_[Place(j, i)].value = product;
}

void KernelRows::Finish(const SvmSettings& settings, std::int64_t begin, std::int64_t end) {
  FDSKL_REQUIRE(0 <= begin && begin <= end && end <= samples_);
  for (std::int64_t i = begin; i < end; ++i) norms_[static_cast<std::size_t>(i)] = at(i, i);
  for (std::int64_t i = begin; i < end; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      SetProduct(i, j, KernelValue(settings, at(i, j), squared_norm(i), squared_norm(j)));
    }
  }
}

}  // namespace fdskl::svm
