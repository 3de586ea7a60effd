// Messages between the ranks of a cell that are not the method's own: times, counters, whether to stop. None of them
// counts as the method's traffic.
//
// Waiting:    in Max(), Sum(), Gather() and FromRoot() a rank that waits sleeps for short times.
// Collective: all of it; every rank makes the same calls in the same order.
// Errors:     Error names the MPI call that failed.
#ifndef FDSKL_RUNNERS_CELL_HARNESS_H_
#define FDSKL_RUNNERS_CELL_HARNESS_H_

#include <mpi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fdskl::cell {

class Harness {
 public:
  // The communicator outlives the harness.
  explicit Harness(MPI_Comm communicator) : communicator_(communicator) {}

  // The maximum or sum over all ranks; every rank gets the result.
  double Max(double value) const;
  std::int64_t Sum(std::int64_t value) const;
  // Sums over the ranks of this machine, value by value. REQUIRES: every rank gives equally many values.
  std::vector<double> SumHere(std::vector<double> values) const;

  // All ranks' values, in rank order; every rank gets them. REQUIRES: every rank gives equally many values.
  std::vector<double> Gather(const std::vector<double>& values) const;

  int ranks_here() const;  // number of ranks on this machine
  // The host names of all ranks, each once, in rank order: "n1 n2".
  std::string Hosts() const;

  // Errors: Error on every rank when the ranks are not all on one machine. It says that `what` needs this.
  void RequireOneMachine(std::string_view what) const;

  // Gives every rank the value of rank 0; the values of the other ranks are replaced.
  bool FromRoot(bool value) const;
  void FromRoot(std::vector<std::int32_t>& values) const;
  void FromRoot(std::string& text) const;

 private:
  MPI_Comm communicator_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_HARNESS_H_
