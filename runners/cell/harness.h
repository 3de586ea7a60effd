// What the ranks of a cell tell each other besides the method's own messages: times, counters, whether to stop.
//
// Collective: every rank calls in the same order. None of it counts as the method's traffic.
// Errors: Error with the MPI call that failed.
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

  // Over all ranks; the same on each.
  double Max(double value) const;
  std::int64_t Sum(std::int64_t value) const;
  // Over the ranks of this machine, value by value. REQUIRES: each gives as many.
  std::vector<double> SumHere(std::vector<double> values) const;

  // All ranks' values, in the order of ranks; the same on each. REQUIRES: each gives as many.
  std::vector<double> Gather(const std::vector<double>& values) const;

  int ranks_here() const;  // on this machine
  // The names of the machines of all ranks, each once, in the order of ranks: "n1 n2".
  std::string Hosts() const;

  // Errors: Error, on every rank, when they are not all on one machine, which `what` needs.
  void RequireOneMachine(std::string_view what) const;

  // Rank 0's; the others' is replaced.
  bool FromRoot(bool value) const;
  void FromRoot(std::vector<std::int32_t>& values) const;
  void FromRoot(std::string& text) const;

 private:
  MPI_Comm communicator_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_HARNESS_H_
