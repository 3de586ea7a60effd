// runs.arrow: one row per cell, that is one method on one split of one dataset.
#ifndef FDSKL_RESULTS_RUN_ROW_H_
#define FDSKL_RESULTS_RUN_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "results/clock_times.h"

namespace fdskl::results {

struct RunRow {
  std::string run;                  // unique name of this row; `curves` refers to it
  std::optional<std::string> cell;  // hash of what determines the result; `plan` refers to it
  std::string dataset, edition;
  std::int64_t rows = 0, train_rows = 0, columns = 0;
  std::string method;
  std::optional<std::string> update, masking, kernel, loss;
  std::int64_t workers = 0, active = 0, split = 0;
  std::uint64_t seed = 0;
  std::optional<double> sigma, gamma, lambda, rho;
  std::optional<std::int64_t> batch, block, features, ring_bits, sweeps;
  std::string settings;                                   // every setting of the method, as JSON
  std::string status;                                     // ok, timeout, out-of-memory, failed
  std::string reason;                                     // empty when ok
  std::optional<double> test_error, balanced_error, auc;  // percent, percent, 0 to 1
  std::optional<double> train_seconds, evaluation_seconds;
  std::optional<std::int64_t> party_cores;  // cores that the clocks give each party
  ByNetwork<ClockTimes> clocks = {};
  std::optional<std::int64_t> sent_bytes, received_bytes, sent_messages, received_messages;
  std::optional<std::int64_t> peak_memory_bytes, saved_bytes, beside;
  std::optional<std::string> hold;  // where the columns were: memory, store
  std::string commit, compiler, flags, cpu, mpi, libraries, data_checksum, time;
  bool dirty = false;
  std::optional<std::string> host, launcher;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, RunRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("run", row.run, "unique name of this row; `curves.run` refers to it");
  visit(
      "cell", row.cell,
      "hash of all that determines the result: settings but limits, data, method's version; `plan.cell` refers to it");
  visit("dataset", row.dataset, "name in the catalogue");
  visit("edition", row.edition, "`full`, `rebuilt`, `part` or `stand-in`");
  visit("rows", row.rows, "samples used, training and test");
  visit("train_rows", row.train_rows, "samples used for training");
  visit("columns", row.columns, "columns over all workers");
  visit("method", row.method, "`fdskl`, `dsg`, `libsvm`, `pp-svmv`, `fd-svrg`, `secureboost`");
  visit("update", row.update, "`plain`, `preconditioned` or `conjugate`");
  visit("masking", row.masking, "`paper`, `ring`, `none`, `shared` or `private`");
  visit("kernel", row.kernel, "`gaussian`, `laplace` or `linear`");
  visit("loss", row.loss, "`logistic`, `smooth-hinge` or `square`");
  visit("workers", row.workers, "parties, q");
  visit("active", row.active, "parties that hold labels");
  visit("split", row.split, "number of the 3:1 split, from 0");
  visit("seed", row.seed, "public seed of the run");
  visit("sigma", row.sigma, "kernel width");
  visit("gamma", row.gamma, "learning rate");
  visit("lambda", row.lambda, "regularisation");
  visit("rho", row.rho, "ridge of the preconditioner");
  visit("batch", row.batch, "samples per iteration, B");
  visit("block", row.block, "random features per iteration, m");
  visit("features", row.features, "random features in total");
  visit("ring_bits", row.ring_bits,
        "bits of an angle, on the wire in `ring`, `shared` and `private` masking and where it is saved");
  visit("sweeps", row.sweeps,
        "how often each block of random features was revisited; with update `conjugate`, iterations of the solver");
  visit("settings", row.settings, "every setting of the method, as JSON");
  visit("status", row.status, "`ok`, `timeout`, `out-of-memory` or `failed`");
  visit("reason", row.reason, "why the status is not `ok`; empty when it is");
  visit("test_error", row.test_error, "misclassified test samples in percent; root mean square error in regression");
  visit("balanced_error", row.balanced_error, "mean of the two classes' errors in percent");
  visit("auc", row.auc, "area under the ROC curve, 0 to 1");
  visit("train_seconds", row.train_seconds, "training time, evaluation excluded, maximum over ranks");
  visit("evaluation_seconds", row.evaluation_seconds, "time spent on test errors, maximum over ranks");
  visit("party_cores", row.party_cores, "cores that a party has by the clocks");
  VisitClockTimes(row.clocks, visit);
  visit("sent_bytes", row.sent_bytes, "payload sent while training, over all workers");
  visit("received_bytes", row.received_bytes, "payload received while training, over all workers");
  visit("sent_messages", row.sent_messages, "messages sent while training, over all workers");
  visit("received_messages", row.received_messages, "messages received while training, over all workers");
  visit("peak_memory_bytes", row.peak_memory_bytes, "sum of the ranks' peak resident memory");
  visit("saved_bytes", row.saved_bytes, "angles that owners saved for revisits, over all workers");
  visit("hold", row.hold, "where the workers' columns were while training: `memory`, or `store`: read batch by batch");
  visit(
      "beside", row.beside,
      "other cells that ran on the machine at the same time, at most: where it is above 0, times are a result only if "
      "the experiment allows that (`one_core_beside`); null in older rows, which ran alone");
  visit("commit", row.commit, "commit of the program");
  visit("dirty", row.dirty, "whether the work tree differed from that commit");
  visit("compiler", row.compiler, "compiler and version");
  visit("flags", row.flags, "compiler flags");
  visit("cpu", row.cpu, "processor model and cores");
  visit("mpi", row.mpi, "MPI library and version");
  visit("libraries", row.libraries, "versions of the other libraries");
  visit("data_checksum", row.data_checksum, "sha256 over the source files of the data");
  visit("time", row.time, "when the cell began, UTC, ISO 8601");
  visit("host", row.host,
        "machines on which the ranks ran, in the order of ranks, separated by spaces; null in older rows and where no "
        "rank told");
  visit("launcher", row.launcher, "command that started the ranks; null in older rows and where none was started");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_RUN_ROW_H_
