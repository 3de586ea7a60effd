// bench.arrow: the ratios that `make bench` measures.
#ifndef FDSKL_RESULTS_BENCH_ROW_H_
#define FDSKL_RESULTS_BENCH_ROW_H_

#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

struct BenchRow {
  std::string name;
  double ratio = 0;
  std::optional<double> bar;
  std::string kind;
  bool holds = true;
  std::string commit, cpu, time;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, BenchRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("name", row.name, "what is compared with what");
  visit("ratio", row.ratio, "the ratio; both sides were measured in one run");
  visit("bar", row.bar, "limit that the ratio must keep to; null when it is only reported");
  visit("kind", row.kind, "`at-least`, `at-most` or `reported`");
  visit("holds", row.holds, "whether the ratio keeps to its limit; true when it has none");
  visit("commit", row.commit, "as in `runs`");
  visit("cpu", row.cpu, "as in `runs`");
  visit("time", row.time, "when it was measured, UTC, ISO 8601");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_BENCH_ROW_H_
