// traffic.arrow: what the federated methods send.                                    [paper: Appendix C]
//
// part `order`       one iteration of FDSKL, with one of q, t, B, m varied and the others fixed
// part `masking`     one iteration of FDSKL in `paper`, `none`, and `ring` of several widths
// part `epoch`       one pass over the training samples of a dataset, for each method
// part `training`    the whole training of FDSKL on a dataset, where it has sweeps
// part `transcript`  who sent what to whom before the first iteration of FDSKL and in one iteration: one row for each
//                    kind of message and pair of workers
#ifndef FDSKL_RESULTS_TRAFFIC_ROW_H_
#define FDSKL_RESULTS_TRAFFIC_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

struct TrafficRow {
  std::string part, method;
  std::optional<std::string> dataset, varied, masking;
  std::int64_t train_rows = 0, workers = 0;
  std::optional<std::int64_t> iteration, batch, block, ring_bits, sweeps;
  std::optional<bool> cache_partials;
  std::int64_t sent_bytes = 0;
  std::optional<std::int64_t> sent_messages;
  std::optional<double> rounds;
  bool is_computed = false;
  std::optional<std::string> kind;
  std::optional<std::int64_t> sender, receiver;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, TrafficRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("part", row.part, "`order`, `masking`, `epoch`, `training` or `transcript`");
  visit("method", row.method, "as in `runs`");
  visit("dataset", row.dataset, "for `epoch` and `training`: name in the catalogue");
  visit("varied", row.varied, "for `order`: `q`, `t`, `B` or `m`");
  visit("masking", row.masking, "as in `runs`");
  visit("train_rows", row.train_rows, "samples used for training");
  visit("workers", row.workers, "parties, q");
  visit("iteration", row.iteration,
        "for `order`, `masking` and `transcript`: number of the iteration, t, from 1; 0: before the first");
  visit("batch", row.batch, "samples per iteration, B");
  visit("block", row.block, "random features per iteration, m");
  visit("ring_bits", row.ring_bits, "as in `runs`");
  visit("sweeps", row.sweeps, "for `training`: as in `runs`");
  visit("cache_partials", row.cache_partials, "whether partial sums of samples are kept; the paper keeps none");
  visit("sent_bytes", row.sent_bytes, "payload sent over all workers");
  visit("sent_messages", row.sent_messages, "messages sent over all workers");
  visit("rounds", row.rounds,
        "messages that must follow one another: growth of the longest chain per iteration, mean over the leaders' turn "
        "that ends with this iteration");
  visit("is_computed", row.is_computed, "true when computed in closed form instead of counted; tests compare the two");
  visit("kind", row.kind,
        "for `transcript`: `keys`, `sample-numbers`, `masked-angles` or `partial-f`; null in the other parts");
  visit("sender", row.sender, "for `transcript`: worker that sent, from 0");
  visit("receiver", row.receiver, "for `transcript`: worker that received");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_TRAFFIC_ROW_H_
