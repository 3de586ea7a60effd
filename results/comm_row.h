// comm.arrow: how long it takes to sum the workers' local matrices, by tree, ring, star and MPI's own reduction.
//                                                                                        [paper: Section 5.2, Figure 4]
//
// A row is measured on this machine, or computed by logical clocks for a modelled link (fdskl/net/clock_channel.h), or
// predicted for a number of workers that was not run (`is_prediction`). In rows of older versions the time over a
// modelled link was measured while messages were delayed.
#ifndef FDSKL_RESULTS_COMM_ROW_H_
#define FDSKL_RESULTS_COMM_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

struct CommRow {
  std::string dataset, edition;
  std::int64_t rows = 0;
  std::string structure;
  std::int64_t workers = 0;
  std::string link;
  std::optional<double> seconds, predicted_seconds;
  std::int64_t sent_messages = 0, sent_bytes = 0, longest_chain = 0;
  bool is_prediction = false;
  std::optional<double> largest_difference = {};
  std::optional<double> clock_seconds = {};
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, CommRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("dataset", row.dataset, "name in the catalogue");
  visit("edition", row.edition, "`full`, `rebuilt`, `part` or `stand-in`");
  visit("rows", row.rows, "samples whose linear-kernel matrix is summed");
  visit("structure", row.structure, "`tree`, `ring`, `star`, `mpi-reduce`, `pipelined-tree` or `pipelined-ring`");
  visit("workers", row.workers, "parties, q");
  visit("link", row.link,
        "`bare` (in older rows `shared-memory`), `lan`, `wan`, `intercontinental`, or latency and bandwidth as given");
  visit("seconds", row.seconds, "time to sum the matrix: the median of measured tiles times the number of tiles");
  visit("predicted_seconds", row.predicted_seconds,
        "the same in closed form, from the link's latency and bandwidth; null for `bare`");
  visit("sent_messages", row.sent_messages,
        "messages of the whole sum, over all workers; 0 for `mpi-reduce`: not known");
  visit("sent_bytes", row.sent_bytes, "payload of the whole sum, over all workers; 0 for `mpi-reduce`: not known");
  visit("longest_chain", row.longest_chain,
        "messages of a tile's sum that must follow one another; 0 for `mpi-reduce`: not known");
  visit("is_prediction", row.is_prediction,
        "true when this number of workers was not run, so that nothing was measured");
  visit("largest_difference", row.largest_difference,
        "largest difference of a sum's entry from the central matrix's, over 1 + the latter's size, in the tiles that "
        "were checked");
  visit("clock_seconds", row.clock_seconds,
        "time to sum the matrix by the link's logical clock, with a machine for every party; null for `bare`");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_COMM_ROW_H_
