// Workers as threads of one process, for tests: the same code without MPI.
#ifndef FDSKL_FDSKL_NET_THREAD_CHANNEL_H_
#define FDSKL_FDSKL_NET_THREAD_CHANNEL_H_

#include <functional>

#include "fdskl/net/channel.h"

namespace fdskl::net {

// Runs body(channel) once for each of `size` workers, each on a thread of its own, and returns when all are done.
// If a body throws, the workers that wait for messages are woken with an Error, and the first exception is rethrown.
// If a worker ends normally while messages to it are unread, that is an Error: the workers disagree on the protocol.
// So is it when all that have not ended wait for each other.
// REQUIRES: size >= 1.
void RunWorkers(int size, const std::function<void(Channel&)>& body);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_THREAD_CHANNEL_H_
