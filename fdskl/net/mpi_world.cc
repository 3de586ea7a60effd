#include "fdskl/net/mpi_world.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdio>
#include <exception>

#include "base/error.h"

namespace fdskl::net {

MPI_Comm DuplicateWorld() {
  MPI_Comm copy = MPI_COMM_NULL;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &copy) != MPI_SUCCESS) base::Fail("MPI_Comm_dup failed");
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  return copy;
}

int RanksOnThisHost(MPI_Comm communicator) {
  MPI_Comm host = MPI_COMM_NULL;
  const int code = MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  if (code != MPI_SUCCESS) base::Fail("MPI_Comm_split_type failed with code {}", code);
  int ranks = 0;
  MPI_Comm_size(host, &ranks);
  MPI_Comm_free(&host);
  return ranks;
}

std::string StartedLine(int ranks) { return "fdskl-started " + std::to_string(ranks); }

MpiWorld::MpiWorld() {
  // However a rank ends, its keys and columns must not be written to a core file.
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    base::Fail("MPI_Init_thread failed");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  harness_ = DuplicateWorld();
  prctl(PR_SET_TIMERSLACK, 1000);  // else a sleep of ten microseconds takes sixty
}

MpiWorld::~MpiWorld() {
  MPI_Comm_free(&harness_);
  MPI_Finalize();
}

void MpiWorld::SayStarted() const {
  if (rank_ != 0) return;
  std::printf("%s\n", StartedLine(size_).c_str());
  std::fflush(stdout);
}

int MpiWorld::Run(const std::function<void()>& body) const {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fdskl-error: rank %d: %s\n", rank_, error.what());
  } catch (...) {
    std::fprintf(stderr, "fdskl-error: rank %d: unknown exception\n", rank_);
  }
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return 1;
}

}  // namespace fdskl::net
