// Subsets for the error over time of methods that have no steps: they are trained anew on growing subsets.
#ifndef FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_
#define FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_

#include <cstdint>
#include <vector>

namespace fdskl::svm {

// The sizes samples / 2^(points-1), .., samples / 2, samples. Sizes below 16 are left out, except the last.
std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_
