// Sums a stream of tiles, one summand per worker, around the ring so that no worker sees another's.
//                                        [Yu, Vaidya, Jiang: Privacy-Preserving SVM Classification on Vertically
//                                         Partitioned Data, 2006: secure addition; Clifton et al. 2002: secure sum]
// Worker 0 adds a mask that it alone knows to its own tile and sends it to worker 1; each worker adds its own and sends
// on; the last sends to worker 0, which takes the mask off and has the sum.
// Arithmetic: fixed point of 2^-40 in 64-bit words that wrap around. Sums are exact and a mask is uniform over all
//             words, so that what a worker receives tells it nothing at all.
// Privacy:    not against colluders: the neighbours of a worker on the ring together learn its tile. Worker 0 learns
//             the sum, so that of two workers it learns the other's tile.
// Speed:      as many tiles are under way as there are workers.
// Collective: every worker calls Stream() with the same number of tiles of the same sizes.
#ifndef FDSKL_BASELINES_SVM_MASKED_RING_SUM_H_
#define FDSKL_BASELINES_SVM_MASKED_RING_SUM_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"

namespace fdskl::svm {

class MaskedRingSum {
 public:
  // This worker's summand of tile t.
  using Produce = std::function<std::vector<double>(std::int64_t t)>;
  // The sum of tile t, at worker 0.
  using Consume = std::function<void(std::int64_t t, std::span<const double> sum)>;

  // The channel outlives the object. Masks are fresh from the operating system's generator.
  explicit MaskedRingSum(net::Channel& channel);

  // Tiles are produced and consumed in order. Errors: Error when a value is beyond the fixed point's range of about
  // four million over the number of workers.
  void Stream(std::int64_t tiles, const Produce& produce, const Consume& consume);

 private:
  using Words = std::vector<std::uint64_t>;

  Words ToWords(std::span<const double> values) const;
  void Lead(std::int64_t tiles, const Produce& produce, const Consume& consume);
  void Follow(std::int64_t tiles, const Produce& produce);

  net::Channel& channel_;
  masking::KeyStream masks_;
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_MASKED_RING_SUM_H_
