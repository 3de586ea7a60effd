// Sums a stream of tiles around the ring of workers, so that no worker sees the summand of another.
//                                        [Yu, Vaidya, Jiang: Privacy-Preserving SVM Classification on Vertically
//                                         Partitioned Data, 2006: secure addition; Clifton et al. 2002: secure sum]
// Worker 0 adds a mask that only it knows to its own tile and sends the result to worker 1. Each worker adds its tile
// and passes the sum on. The last one sends it to worker 0, which subtracts the mask.
// Arithmetic: fixed point, 2^-40 in 64-bit words that wrap around. Sums are exact, and a mask is uniform over all
//             words, so that a worker learns nothing from the messages that it receives.
// Privacy:    none against colluders: the two neighbours of a worker on the ring together learn its tile. Worker 0
//             learns the sum, so with two workers it learns the other's tile.
// Speed:      as many tiles are in transit as there are workers.
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

  // The channel must outlive the object. The key of the masks comes from the operating system's generator.
  explicit MaskedRingSum(net::Channel& channel);

  // Tiles are produced and consumed in order.
  // Errors: Error when a value exceeds the range of the fixed point, about four million over the number of workers.
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
