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

}  // namespace

double Harness::Max(double value) const {
  Check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, communicator_), "MPI_Allreduce");
  return value;
}

std::int64_t Harness::Sum(std::int64_t value) const {
  Check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_SUM, communicator_), "MPI_Allreduce");
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
  Check(MPI_Allgather(values.data(), size, MPI_DOUBLE, all.data(), size, MPI_DOUBLE, communicator_), "MPI_Allgather");
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
  Check(MPI_Bcast(&sent, 1, MPI_INT, 0, communicator_), "MPI_Bcast");
  return sent != 0;
}

void Harness::FromRoot(std::string& text) const {
  auto size = static_cast<std::int64_t>(text.size());
  Check(MPI_Bcast(&size, 1, MPI_INT64_T, 0, communicator_), "MPI_Bcast");
  if (size < 0 || size > std::numeric_limits<int>::max()) base::Fail("rank 0 announces a text of {} bytes", size);
  text.resize(static_cast<std::size_t>(size));
  Check(MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, communicator_), "MPI_Bcast");
}

void Harness::FromRoot(std::vector<std::int32_t>& values) const {
  auto size = static_cast<std::int64_t>(values.size());
  Check(MPI_Bcast(&size, 1, MPI_INT64_T, 0, communicator_), "MPI_Bcast");
  if (size < 0 || size > std::numeric_limits<int>::max()) base::Fail("rank 0 announces {} numbers", size);
  values.resize(static_cast<std::size_t>(size));
  Check(MPI_Bcast(values.data(), static_cast<int>(size), MPI_INT32_T, 0, communicator_), "MPI_Bcast");
}

}  // namespace fdskl::cell
