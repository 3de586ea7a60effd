// The table `comm`: how long it takes to sum the workers' local matrices, by tree, ring, star and MPI's own reduction.
//                                                                                        [paper: Section 5.2, Figure 4]
//
// A row is measured on this machine, or predicted from counted messages for a link that is not here: is_prediction.
#ifndef FDSKL_RESULTS_COMM_ROW_H_
#define FDSKL_RESULTS_COMM_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl {

struct CommRow {
  std::string dataset, edition;
  std::int64_t rows = 0;
  std::string structure;
  std::int64_t workers = 0;
  std::string link;
  std::optional<double> seconds, predicted_seconds;
  std::int64_t sent_messages = 0, sent_bytes = 0, longest_chain = 0;
  bool is_prediction = false;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, CommRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("dataset", row.dataset, "name in the catalogue");
  visit("edition", row.edition, "`full`, `part` or `stand-in`");
  visit("rows", row.rows, "samples whose linear-kernel matrix is summed");
  visit("structure", row.structure, "`tree`, `ring`, `star` or `mpi-reduce`");
  visit("workers", row.workers, "parties, q");
  visit("link", row.link, "`shared-memory`, `lan`, `wan` or `intercontinental`");
  visit("seconds", row.seconds, "measured time of one sum, maximum over ranks");
  visit("predicted_seconds", row.predicted_seconds,
        "time of one sum from the counted messages and bytes and the link's latency and bandwidth");
  visit("sent_messages", row.sent_messages, "messages of one sum, over all workers");
  visit("sent_bytes", row.sent_bytes, "payload of one sum, over all workers");
  visit("longest_chain", row.longest_chain, "messages of one sum that must follow one another");
  visit("is_prediction", row.is_prediction, "whether the link is not here, so that nothing was measured on it");
}

}  // namespace fdskl

#endif  // FDSKL_RESULTS_COMM_ROW_H_
