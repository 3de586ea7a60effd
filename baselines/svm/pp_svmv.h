// PP-SVMV: a support vector machine on a kernel matrix that the workers merge.   [Yu, Vaidya, Jiang: Privacy-Preserving
//                                                          SVM Classification on Vertically Partitioned Data, 2006]
// The inner product of two samples is the sum of the workers' own, so the Gram matrix of all columns is the sum of the
// local ones. They are summed to worker 0, tile by tile, around the ring under masks (masked_ring_sum.h). Worker 0
// computes the kernel from the sum (linear, or Gaussian from |x - x'|^2 = x.x + x'.x' - 2 x.x') and trains LIBSVM on
// it. For the Laplace kernel, which is not in that paper, the workers sum sum_k |x_k - x'_k| in the same way.
//
// Messages:   masked tiles; the labels of the other active workers, to worker 0, which needs them all to train; the
//             numbers of the support vectors, to all.
// Privacy:    worker 0 learns the whole Gram matrix (or that of the distances), as in the paper, and every label; the
//             others learn no label.
// Predicting: the inner products of new samples with the support vectors, and their norms, are summed in the same way.
// Memory:     worker 0 holds the kernel once, in LIBSVM's own form, 16 N (N + 2) bytes, and LIBSVM's cache. A run for
//             which there is not enough is refused before it starts. The others hold a tile besides their columns.
// Steps:      as in libsvm.h, with two differences. The subsets are random, because a stratified order would tell the
//             others about labels. They share one merge: a point's time is the merge so far plus its own training.
// Deviation:  Yu et al. give every party the merged matrix and the labels; here only worker 0 has them.
#ifndef FDSKL_BASELINES_SVM_PP_SVMV_H_
#define FDSKL_BASELINES_SVM_PP_SVMV_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "baselines/svm/kernel_matrix.h"
#include "baselines/svm/masked_ring_sum.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::svm {

class PpSvmv : public Method {
 public:
  // The channel and the data that `view` refers to must outlive the method.
  // Collective: all workers construct it.
  PpSvmv(net::Channel& channel, const SvmSettings& settings, const WorkerView& view);

  // The memory that worker 0 needs for `samples` training samples, with a full cache.
  static std::int64_t NeededBytes(const SvmSettings& settings, std::int64_t samples);

  // Progress: iterations are the solver's; features are support vectors.
  void Fit(const Observer& observer) override;
  // REQUIRES: Fit() has finished a subset.
  std::vector<double> Predict(const base::Matrix& x) override;

  // At worker 0 after Fit(): the kernel between training samples a and b.
  double Kernel(std::int32_t a, std::int32_t b) const;

 private:
  struct Model {
    std::vector<std::int32_t> support;  // samples that are support vectors; known to all workers
    std::vector<double> coefficient;    // one for each; only worker 0 has them and the offset
    double offset = 0;
  };
  // The message by which worker 0 reports its progress to the others.
  struct Status {
    static constexpr std::int64_t kTraining = -2, kSkipped = -1;

    std::int64_t iterations = 0;
    std::int64_t support = kTraining;  // the number of support vectors when trained; or one of the above
  };

  // Merges rows begin .. end-1 of the kernel, in the samples' order. Returns whether to continue.
  bool Merge(std::int64_t begin, std::int64_t end, const Observer& observer);
  // Trains on the first `size` samples of the order. Returns whether to continue.
  bool Train(std::int64_t size, const Observer& observer);
  // Worker 0's part of Train(): returns the model, or none when stopped. `tell` passes the status to all workers.
  std::optional<Model> Solve(std::int64_t size, const std::function<bool(Status)>& tell);

  net::Channel& channel_;
  SvmSettings settings_;
  WorkerView view_;
  net::Tree tree_;
  MaskedRingSum ring_;
  std::vector<std::int32_t> order_;  // the training sample of each row of the kernel
  std::vector<std::int32_t> place_;  // by training sample: its index in order_
  std::vector<float> label_of_;      // by training sample: its label, at worker 0
  KernelRows kernel_;                // rows in the order of order_, at worker 0
  double merge_seconds_ = 0;
  Model model_;
  bool has_model_ = false;
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_PP_SVMV_H_
