#include <fmt/format.h>

#include <map>

#include "base/statistics.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using results::TheoryCheck;

// The order of y in x over the rows; rows with the same x count by their mean.
template <class X, class Y>
double OrderOf(const std::vector<const results::TheoryRow*>& rows, const X& x_of, const Y& y_of) {
  std::map<double, std::vector<double>> by_x;
  for (const results::TheoryRow* row : rows)
    by_x[static_cast<double>(x_of(*row))].push_back(static_cast<double>(y_of(*row)));
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [value, sample] : by_x) {
    x.push_back(value);
    y.push_back(base::Mean(sample));
  }
  return base::LogSlope(x, y);
}

}  // namespace

Claim AppendixC(const stored::Stored& stored) {
  constexpr double kBytesSlack = 0.15, kSecondsSlack = 0.25;
  Claim claim{
      {.claim = "Appendix C",
       .paper = "T iterations cost O(d q T^2) computation and O(q T^2) communication (Appendix C)",
       .rule = fmt::format("With partial sums not saved, as in the paper, fitted on logarithmic axes: bytes are of "
                           "order at most 2 in T and 1 in q, to {}; seconds of order at most 2 in T and 1 in d, to "
                           "{}. Held: all four; partly: the bytes or the seconds.",
                           kBytesSlack, kSecondsSlack)},
      {TheoryCheck::kBytes, TheoryCheck::kSeconds}};
  const auto bytes = stored.Rows(TheoryCheck::kBytes);
  const auto seconds = stored.Rows(TheoryCheck::kSeconds);
  if (bytes.empty() || seconds.empty()) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  const auto sent = [](const results::TheoryRow& row) { return row.sent_bytes.value_or(0); };
  const auto time = [](const results::TheoryRow& row) { return row.seconds.value_or(0); };
  const auto iterations = [](const results::TheoryRow& row) { return row.iteration; };
  const double bytes_t = OrderOf(bytes, iterations, sent);
  const double bytes_q = OrderOf(
      bytes, [](const results::TheoryRow& row) { return row.workers; }, sent);
  const double seconds_t = OrderOf(seconds, iterations, time);
  const double seconds_d = OrderOf(
      seconds, [](const results::TheoryRow& row) { return row.columns; }, time);
  const bool bytes_hold = bytes_t <= 2 + kBytesSlack && bytes_q <= 1 + kBytesSlack;
  const bool seconds_hold = seconds_t <= 2 + kSecondsSlack && seconds_d <= 1 + kSecondsSlack;
  claim.row.numbers =
      fmt::format("bytes of order {:.2f} in T and {:.2f} in q; seconds of order {:.2f} in T and {:.2f} in d", bytes_t,
                  bytes_q, seconds_t, seconds_d);
  claim.row.test = "none: slopes by least squares on logarithmic axes; bytes are counted, seconds measured once";
  claim.row.verdict = base::NameOf(VerdictOfTwo(bytes_hold, seconds_hold));
  return claim;
}

}  // namespace fdskl::ledger
