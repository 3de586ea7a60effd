// PP-SVMV: a support vector machine on a kernel matrix that the workers merge.   [Yu, Vaidya, Jiang: Privacy-Preserving
//                                                          SVM Classification on Vertically Partitioned Data, 2006]
// The inner product of two samples is the sum of the workers' own, so the Gram matrix of all columns is the sum of the
// local ones. They are summed tile by tile around the ring under masks (masked_ring_sum.h) to worker 0, which makes the
// kernel of it (linear, or Gaussian from |x - x'|^2 = x.x + x'.x' - 2 x.x') and trains LIBSVM on it.
//
// What crosses: masked tiles; the labels of the other active workers, to worker 0, since whoever trains an SVM needs
//   them all; the numbers of the support vectors, to all. Worker 0 learns the whole Gram matrix, as in the paper.
// Predicting: the inner products of new samples with the support vectors, and their norms, are summed in the same way.
// Memory: worker 0 holds the kernel once, in LIBSVM's own form: 16 N (N + 2) bytes, and LIBSVM's cache besides. It is
//   asked for before anything else, and refused when beyond the limit. The others hold a tile besides their columns.
// Steps: as in libsvm.h, but the subsets are random, for a stratified order would tell the others of labels, and they
//   share one merge: a point's time is that of the merge so far and its own training.
// Deviation: Yu et al. let every party have the merged matrix and the labels; here worker 0 alone has them.
#ifndef FDSKL_BASELINES_SVM_PP_SVMV_H_
#define FDSKL_BASELINES_SVM_PP_SVMV_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "baselines/svm/kernel_rows.h"
#include "baselines/svm/masked_ring_sum.h"
#include "baselines/svm/svm_settings.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::svm {

class PpSvmv : public Method {
 public:
  // Collective. The channel and what `view` refers to outlive the method. Without a limit, it is four fifths of what
  // the machine of worker 0 has available.
  // Errors: OutOfMemory, at all workers, with what is needed and what there is.
  PpSvmv(net::Channel& channel, const SvmSettings& settings, const WorkerView& view,
         std::optional<std::int64_t> memory_limit_bytes);

  // What worker 0 needs for `samples` training samples.
  static std::int64_t NeededBytes(const SvmSettings& settings, std::int64_t samples);

  // Progress: iterations are the solver's, features the support vectors.
  void Fit(const Observer& observer) override;
  // REQUIRES: Fit() has finished a subset.
  std::vector<double> Predict(const base::Matrix& x) override;

  // At worker 0 after Fit(): the kernel between training samples a and b.
  double Kernel(std::int32_t a, std::int32_t b) const;

 private:
  struct Model {
    std::vector<std::int32_t> support;  // samples; known to all workers
    std::vector<double> coefficient;    // at worker 0, as the offset
    double offset = 0;
  };
  // What worker 0 tells the others while it trains.
  struct Word {
    std::int64_t iterations = 0;
    std::int64_t support = 0;  // vectors, when trained; 0 while at it; -1 when the subset is passed over
  };

  void CheckMemory(std::optional<std::int64_t> limit_bytes);
  // Merges rows begin .. end-1 of the order's kernel. Returns whether to go on.
  bool Merge(std::int64_t begin, std::int64_t end, const Observer& observer);
  // Trains on the first `size` of the order. Returns whether to go on.
  bool Train(std::int64_t size, const Observer& observer);
  // Worker 0's part of Train(): the model, or none when stopped. `tell` passes a word to all.
  std::optional<Model> Solve(std::int64_t size, const std::function<bool(Word)>& tell);

  net::Channel& channel_;
  SvmSettings settings_;
  WorkerView view_;
  net::Tree tree_;
  MaskedRingSum ring_;
  std::vector<std::int32_t> order_;  // of the training samples; their places in it
  std::vector<std::int32_t> place_;
  std::vector<float> label_of_;  // by sample, at worker 0
  KernelRows kernel_;            // in the order, at worker 0
  double merge_seconds_ = 0;
  Model model_;
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_PP_SVMV_H_
