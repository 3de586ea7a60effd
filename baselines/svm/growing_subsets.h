// Error over time of methods that have no steps: full trainings on growing subsets.
#ifndef FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_
#define FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_

#include <cstdint>
#include <vector>

namespace fdskl::svm {

// samples / 2^(points-1), .., samples / 2, samples; those of fewer than 16 samples are left out, but never the last.
std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_GROWING_SUBSETS_H_
