// What tests over real ranks share: MPI itself, and a main().
#ifndef FDSKL_FDSKL_NET_TESTING_MPI_H_
#define FDSKL_FDSKL_NET_TESTING_MPI_H_

#include <gtest/gtest.h>

#include <stdexcept>

#include "fdskl/net/mpi_world.h"

namespace fdskl::net::testing {

inline MpiWorld* world = nullptr;  // while MpiTestMain() runs

// For main() of a test that runs under mpirun.
inline int MpiTestMain(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  MpiWorld mpi;
  world = &mpi;
  return mpi.Run([] {
    if (RUN_ALL_TESTS() != 0) throw std::runtime_error("tests failed");
  });
}

}  // namespace fdskl::net::testing

#endif  // FDSKL_FDSKL_NET_TESTING_MPI_H_
