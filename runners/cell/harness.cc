#include "runners/cell/harness.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/process.h"
#include "fdskl/net/mpi_world.h"

namespace fdskl::cell {
namespace {

void Check(int code, const char* call) {
  if (code != MPI_SUCCESS) base::Fail("{} failed among the ranks of the cell, with code {}", call, code);
}

// Begins a collective call and waits until it is done. A blocking call would poll without a pause, and take the cores
// from ranks that still train when the method leaves this one nothing to do.
template <class Begin>
void Complete(const char* call, const Begin& begin) {
  constexpr double kLongestSleepMicroseconds = 5000;
  MPI_Request request = MPI_REQUEST_NULL;
  Check(begin(&request), call);
  const auto is_done = [&] {
    int done = 0;
    Check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), call);
    return done != 0;
  };
  net::WaitUntil(is_done, kLongestSleepMicroseconds);
}

void Reduce(void* value, MPI_Datatype type, MPI_Op operation, MPI_Comm communicator) {
  Complete("MPI_Iallreduce", [&](MPI_Request* request) {
    return MPI_Iallreduce(MPI_IN_PLACE, value, 1, type, operation, communicator, request);
  });
}

void Broadcast(void* values, std::int64_t count, MPI_Datatype type, MPI_Comm communicator) {
  Complete("MPI_Ibcast", [&](MPI_Request* request) {
    return MPI_Ibcast(values, static_cast<int>(count), type, 0, communicator, request);
  });
}

}  // namespace

double Harness::Max(double value) const {
  Reduce(&value, MPI_DOUBLE, MPI_MAX, communicator_);
  return value;
}

std::int64_t Harness::Sum(std::int64_t value) const {
  Reduce(&value, MPI_INT64_T, MPI_SUM, communicator_);
  return value;
}

std::vector<double> Harness::SumHere(std::vector<double> values) const {
  MPI_Comm here = MPI_COMM_NULL;
  Check(MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  const int code =
      MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM, here);
  MPI_Comm_free(&here);
  Check(code, "MPI_Allreduce");
  return values;
}

std::vector<double> Harness::Gather(const std::vector<double>& values) const {
  int ranks = 0;
  MPI_Comm_size(communicator_, &ranks);
  std::vector<double> all(values.size() * static_cast<std::size_t>(ranks));
  const int size = static_cast<int>(values.size());
  Complete("MPI_Iallgather", [&](MPI_Request* request) {
    return MPI_Iallgather(values.data(), size, MPI_DOUBLE, all.data(), size, MPI_DOUBLE, communicator_, request);
  });
  return all;
}

int Harness::ranks_here() const { return net::RanksOnThisHost(communicator_); }

std::string Harness::Hosts() const {
  constexpr int kLength = 256;
  int ranks = 0;
  MPI_Comm_size(communicator_, &ranks);
  std::string own = base::HostName();
  own.resize(kLength);
  std::string all(static_cast<std::size_t>(ranks * kLength), '\0');
  Check(MPI_Allgather(own.data(), kLength, MPI_CHAR, all.data(), kLength, MPI_CHAR, communicator_), "MPI_Allgather");
  std::vector<std::string> hosts;
  for (std::size_t begin = 0; begin < all.size(); begin += kLength) {
    std::string host = all.c_str() + begin;
    if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(std::move(host));
  }
  return fmt::format("{}", fmt::join(hosts, " "));
}

void Harness::RequireOneMachine(std::string_view what) const {
  const int here = ranks_here();
  int ranks = 0;
  MPI_Comm_size(communicator_, &ranks);
  if (here != ranks) base::Fail("{} needs all {} ranks on one machine; {} are on this one", what, ranks, here);
}

bool Harness::FromRoot(bool value) const {
  int sent = value ? 1 : 0;
  Broadcast(&sent, 1, MPI_INT, communicator_);
  return sent != 0;
}

void Harness::FromRoot(std::string& text) const {
  auto size = static_cast<std::int64_t>(text.size());
  Broadcast(&size, 1, MPI_INT64_T, communicator_);
  if (size < 0 || size > std::numeric_limits<int>::max()) base::Fail("rank 0 announces a text of {} bytes", size);
  text.resize(static_cast<std::size_t>(size));
  Broadcast(text.data(), size, MPI_CHAR, communicator_);
}

void Harness::FromRoot(std::vector<std::int32_t>& values) const {
  auto size = static_cast<std::int64_t>(values.size());
  Broadcast(&size, 1, MPI_INT64_T, communicator_);
  if (size < 0 || size > std::numeric_limits<int>::max()) base::Fail("rank 0 announces {} numbers", size);
  values.resize(static_cast<std::size_t>(size));
  Broadcast(values.data(), size, MPI_INT32_T, communicator_);
}

}  // namespace fdskl::cell
