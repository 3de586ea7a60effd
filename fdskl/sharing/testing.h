// For tests of shares: runs owners, K and H as threads, and adds up their shares.
#ifndef FDSKL_FDSKL_SHARING_TESTING_H_
#define FDSKL_FDSKL_SHARING_TESTING_H_

#include <cmath>
#include <functional>
#include <mutex>
#include <vector>

#include "fdskl/net/thread_channel.h"
#include "fdskl/sharing/shared_vector.h"

namespace fdskl::sharing::testing {

// Adds up the shares of one vector, from two threads.
class Together {
 public:
  void Add(const SharedVector& x) {
    if (x.share.empty()) return;
    const std::lock_guard lock(mutex_);
    words_.resize(x.size);
    for (std::size_t i = 0; i < x.size; ++i) words_[i] += x.share[i];
    bits_ = x.bits;
  }
  std::vector<double> Numbers() const {
    std::vector<double> numbers;
    for (const Word word : words_)
      numbers.push_back(std::ldexp(static_cast<double>(static_cast<std::int64_t>(word)), -bits_));
    return numbers;
  }

 private:
  std::mutex mutex_;
  Words words_;
  int bits_ = 0;
};

// Runs body(math) at `owners` owners, a worker without a role, K and H.
inline void RunRoles(int owners, const std::function<void(SharedMath& math)>& body) {
  net::RunWorkers(owners + 3, [&](net::Channel& channel) {
    Roles roles(channel, masking::Secrets::FromSystem(), owners);
    SharedMath math(roles);
    body(math);
  });
}

}  // namespace fdskl::sharing::testing

#endif  // FDSKL_FDSKL_SHARING_TESTING_H_
