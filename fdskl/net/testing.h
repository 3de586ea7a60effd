// For tests with MPI ranks: the world, and a main().
#ifndef FDSKL_FDSKL_NET_TESTING_H_
#define FDSKL_FDSKL_NET_TESTING_H_

#include <gtest/gtest.h>

#include <stdexcept>

#include "fdskl/net/mpi_world.h"

namespace fdskl::net::testing {

// Set while MpiTestMain() runs.
inline MpiWorld* world = nullptr;

// The body of main() in a test that runs under mpirun.
inline int MpiTestMain(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  MpiWorld mpi;
  world = &mpi;
  return mpi.Run([] {
    if (RUN_ALL_TESTS() != 0) throw std::runtime_error("tests failed");
  });
}

}  // namespace fdskl::net::testing

#endif  // FDSKL_FDSKL_NET_TESTING_H_
