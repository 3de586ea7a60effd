// LIBSVM: a support vector machine with the Gaussian kernel, in one process.          [Chang, Lin: LIBSVM, 2011]
//
// One worker has all columns and all labels. Classification is C-SVC, regression is epsilon-SVR. The model is the one
// that LIBSVM's own commands make from the same samples in the same order.
//
// Steps:   a support vector machine is not trained in steps. The curve of the error over time comes from full trainings
//          on growing stratified subsets. The time of each point is that of its own training. The last point is for
//          all samples and is the model.
// Clock:   runs from the worker's data to the trained model, and includes the conversion of the samples to LIBSVM's
//          form. It does not pause for the observer within a training, because the solver (svm_solver.h) does not.
// Sparse:  zeros are never passed to LIBSVM, whether the samples are stored dense or sparse.
#ifndef FDSKL_BASELINES_SVM_LIBSVM_H_
#define FDSKL_BASELINES_SVM_LIBSVM_H_

#include <memory>
#include <optional>
#include <vector>

#include "baselines/svm/svm_methods.h"
#include "baselines/svm/svm_solver.h"
#include "fdskl/method.h"

namespace fdskl::svm {

// Samples in LIBSVM's form. Movable; pointers to rows stay valid after a move.
class SvmSamples {
 public:
  // The given rows of x, in that order.
  SvmSamples(const base::Matrix& x, std::span<const std::int32_t> rows);
  // All rows of x.
  explicit SvmSamples(const base::Matrix& x);

  // One pointer for each sample.
  std::span<svm_node*> rows() { return rows_; }

 private:
  std::vector<svm_node> nodes_;
  std::vector<svm_node*> rows_;
};

class Libsvm : public Method {
 public:
  // The data that `view` refers to must outlive the method.
  // REQUIRES: the view has all columns and all labels.
  Libsvm(const SvmSettings& settings, const WorkerView& view);

  // If the observer stops it, the model is that of the last finished subset.
  // Progress: iterations are the solver's; features are support vectors.
  void Fit(const Observer& observer) override;
  // REQUIRES: Fit() has finished a subset.
  std::vector<double> Predict(const base::Matrix& x) override;

 private:
  // Returns whether to continue.
  bool FitSubset(std::span<const std::int32_t> subset, const Observer& observer);

  SvmSettings settings_;
  WorkerView view_;
  std::unique_ptr<SvmSamples> samples_;  // the model refers to them
  std::optional<SvmModel> model_;
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_LIBSVM_H_
