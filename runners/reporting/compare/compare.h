// `fdskl compare A B`: shows what changed between two results folders, cell by cell.
//
// Cells are the same when dataset, edition, rows, workers, arm and all settings agree. If then one variant of an arm on
// a dataset is left on each side, those two are compared too, and the difference of their settings is reported. The
// splits of a variant are pairs. Errors are tested by Nadeau and Bengio's corrected t (base/split_tests.h), times by a
// t-test of the logarithms of their ratios, both with Holm's correction over all variants. Times are compared only if
// processor, compiler and flags agree, the ranks were on equally many hosts, and no other cell ran beside.
//
// B is worse when
//   a cell was ok and is not, or is missing;
//   the mean error rose by more than the margin, with p < 0.05 where there are three splits or more;
//   the mean time rose by more than the factor, likewise.
#ifndef FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_
#define FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "results/run_row.h"

namespace fdskl::compare {

// How much worse B may be, see above.
struct Rules {
  double margin = 0.1;   // points of error; in regression, units of the error
  double slower = 1.25;  // a factor of time
};

// How B compares with A, the worst first.
enum class Judgement { kWorse, kMissing, kBetter, kChanged, kNew, kSame };

constexpr auto NamesOf(Judgement /*value*/) {
  return base::EnumTable<Judgement, 6>{"judgement",
                                       {{{Judgement::kWorse, "worse"},
                                         {Judgement::kMissing, "missing"},
                                         {Judgement::kBetter, "better"},
                                         {Judgement::kChanged, "changed"},
                                         {Judgement::kNew, "new"},
                                         {Judgement::kSame, "same"}}}};
}

// What all splits of a variant have in common, besides its settings.
struct Place {
  std::string dataset, edition, arm;
  std::int64_t rows = 0, workers = 0;

  auto operator<=>(const Place&) const = default;
};

// One difference between the folders.
struct Change {
  Place place;
  std::string variant;  // settings that tell it from others at this place: "masking none"; often empty
  std::string what;     // "test error", "split 2", "cells", "settings"
  std::string a, b;
  Judgement judgement = Judgement::kChanged;
  std::string detail;  // "+0.52, p 0.01 over 4 splits"; may be empty
};

// A variant that both folders have, and its values in the splits that are ok in both. `a` and `b` have equal sizes.
struct Variant {
  struct Values {
    std::vector<double> a, b;
  };
  Place place;
  std::string variant;
  std::size_t splits = 0;  // number of splits in both
  Values errors, seconds, megabytes;
  Judgement judgement = Judgement::kSame;  // the worst of its changes
};

struct Comparison {
  std::vector<Change> changes;  // the worst first, then in the order of places
  std::vector<Variant> variants;
  std::size_t both = 0, only_a = 0, only_b = 0;  // cells
  std::size_t worse = 0, better = 0;             // cells that are missing count as worse
  std::size_t other_machine = 0;                 // splits whose times were not compared
};

// Compares two lists of runs. The newest row of a cell counts. REQUIRES: in both lists the oldest row comes first.
Comparison Compare(std::span<const results::RunRow> a, std::span<const results::RunRow> b, const Rules& rules);

// One line about everything: "4 cells in both; 0 only in A, ...".
std::string Summary(const Comparison& comparison);
// A Markdown table of what changed, and the summary.
std::string Markdown(const Comparison& comparison);

// The exit status when B is worse.
inline constexpr int kWorseStatus = 2;

// Prints the comparison and, unless `html` is empty, writes the page of compare_page.h there.
// Returns 0, or kWorseStatus when B is worse.
// Errors: Error when a folder has no rows.
int CompareCommand(const std::filesystem::path& a, const std::filesystem::path& b, const Rules& rules,
                   const std::filesystem::path& html);

}  // namespace fdskl::compare

#endif  // FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_
