// Channels between threads of one process, so that tests run the same code without MPI.
#ifndef FDSKL_FDSKL_NET_THREAD_CHANNEL_H_
#define FDSKL_FDSKL_NET_THREAD_CHANNEL_H_

#include <functional>

#include "fdskl/net/channel.h"

namespace fdskl::net {

// Runs body(channel) once for each of `size` workers, each on a thread of its own, and returns when all are done.
// REQUIRES: size >= 1.
// Errors:   if a body throws, workers that wait for messages get an Error, and the first exception is rethrown. It is
//           an Error if a worker ends while messages to it are unread, and if all workers that have not ended wait for
//           messages: the workers disagree on the protocol.
void RunWorkers(int size, const std::function<void(Channel&)>& body);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_THREAD_CHANNEL_H_
