// Nearest centroid: a sample belongs to the class whose mean is nearer. This is the smallest complete method; copy it
// to add your own.
//
//   f(x) = w . x + b,   w = mean of class +1 - mean of class -1,   b = -w . (sum of both means) / 2
//
// It is not one of the paper's rivals, so baselines/methods.cc does not list it. Tests add it as a seventh method
// (runners/registry_program_test.cc) and so show that a new method needs only a folder and a line.
#ifndef FDSKL_BASELINES_NEAREST_CENTROID_NEAREST_CENTROID_H_
#define FDSKL_BASELINES_NEAREST_CENTROID_NEAREST_CENTROID_H_

#include <Eigen/Core>
#include <vector>

#include "fdskl/method.h"
#include "fdskl/method_entry.h"

namespace fdskl::nearest_centroid {

extern const MethodEntry kNearestCentroid;

class NearestCentroid : public Method {
 public:
  // `shrinkage` pulls both means towards their middle. It scales f and changes no prediction. The data that `view`
  // refers to must outlive the method.
  // REQUIRES: the view has all columns and all labels, -1 and +1.
  NearestCentroid(const WorkerView& view, double shrinkage) : view_(view), shrinkage_(shrinkage) {}

  // Progress: two points, one when the means are known and one when the model is done.
  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;

 private:
  WorkerView view_;
  double shrinkage_;
  Eigen::VectorXd w_;
  double b_ = 0;
};

}  // namespace fdskl::nearest_centroid

#endif  // FDSKL_BASELINES_NEAREST_CENTROID_NEAREST_CENTROID_H_
