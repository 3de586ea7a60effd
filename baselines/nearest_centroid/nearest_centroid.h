// Nearest centroid: a sample belongs to the class whose mean is nearer. The smallest method that does everything which
// the harness asks of one, to copy when you add your own.
//
//   f(x) = w . x + b,   w = mean of class +1 - mean of class -1,   b = -w . (sum of both means) / 2
//
// It is none of the paper's rivals, so baselines/methods.cc does not list it; tests add it as a seventh method
// (runners/registry_program_test.cc), and so show that a folder and a line are all that a new one needs.
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
  // `shrinkage` pulls both means towards their middle: it scales f and changes no prediction. What `view` refers to
  // outlives the method. REQUIRES: the view has all columns and all labels, -1 and +1.
  NearestCentroid(const WorkerView& view, double shrinkage) : view_(view), shrinkage_(shrinkage) {}

  // Two points: when the means are there, and when the model is.
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
