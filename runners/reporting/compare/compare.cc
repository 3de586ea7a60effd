#include "runners/reporting/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/option.h"
#include "base/split_tests.h"
#include "base/statistics.h"
#include "baselines/methods.h"
#include "results/store.h"
#include "runners/cell/arm.h"
#include "runners/cell/cell_row.h"

namespace fdskl::compare {
namespace {

constexpr double kLevel = 0.05;
constexpr std::size_t kLeastSplits = 3;  // for a test

using results::RunRow;
using Splits = std::map<std::int64_t, const RunRow*>;  // the newest row of each split

// What all splits of a variant have in common, besides its settings.
struct Place {
  std::string dataset, edition, arm;
  std::int64_t rows = 0, workers = 0;

  auto operator<=>(const Place&) const = default;
};
using Variants = std::map<std::string, Splits>;  // by settings without the split
using Cells = std::map<Place, Variants>;

std::string WithoutSplit(const std::string& settings) {
  static const std::regex kSplit("\"split\": [0-9]+, ");
  return std::regex_replace(settings, kSplit, "");
}

// The method's name for one that this program does not know, as where a user's own is not named.
std::string ArmName(const RunRow& run) {
  const bool known = std::ranges::any_of(baselines::Methods(), [&](auto method) { return method->name == run.method; });
  return std::string(known ? cell::ArmOf(run)->name : run.method);
}

Cells CellsOf(std::span<const RunRow> runs) {
  Cells cells;
  for (const RunRow& run : runs) {
    cells[{run.dataset, run.edition, ArmName(run), run.rows, run.workers}][WithoutSplit(run.settings)][run.split] =
        &run;
  }
  return cells;
}

// "gamma 8.0, now 4.0" for each setting that differs.
std::string DifferenceOfSettings(const std::string& a, const std::string& b) {
  static const std::regex kSetting("\"([^\"]+)\": (\"[^\"]*\"|[^,}]+)");
  std::map<std::string, std::string> old;
  for (std::sregex_iterator i(a.begin(), a.end(), kSetting); i != std::sregex_iterator(); ++i)
    old[i->str(1)] = i->str(2);
  std::string text;
  const auto add = [&](const std::string& name, const std::string& before, const std::string& after) {
    text += fmt::format("{}{} {}, now {}", text.empty() ? "" : "; ", name, before, after);
  };
  for (std::sregex_iterator i(b.begin(), b.end(), kSetting); i != std::sregex_iterator(); ++i) {
    const auto found = old.find(i->str(1));
    if (found == old.end()) {
      add(i->str(1), "-", i->str(2));
    } else {
      if (found->second != i->str(2)) add(i->str(1), found->second, i->str(2));
      old.erase(found);
    }
  }
  for (const auto& [name, value] : old) add(name, value, "-");
  return text;
}

std::size_t Hosts(const RunRow& run) {
  return run.host ? static_cast<std::size_t>(std::ranges::count(*run.host, ' ')) + 1 : 1;
}

bool TimesCompare(const RunRow& a, const RunRow& b) {
  return a.cpu == b.cpu && a.compiler == b.compiler && a.flags == b.flags && Hosts(a) == Hosts(b) &&
         a.beside.value_or(0) == 0 && b.beside.value_or(0) == 0;
}

// A measured quantity of a variant in both folders, over the splits that are ok in both.
struct Pairs {
  std::vector<double> a, b, differences;  // in errors b - a, in times log(b / a)
  base::CorrectedTResult test;
  double p = 1;  // Holm's

  bool IsSignificant() const { return differences.size() < kLeastSplits || p < kLevel; }
};

// A variant that is in both folders.
struct Pair {
  Place place;
  Splits a, b;
  std::string settings;  // what differs in them
  Pairs errors, times;
  std::size_t other_machine = 0;  // splits whose times do not compare
};

void Measure(Pair& pair) {
  double test_over_train = 1.0 / 3;
  for (const auto& [split, a] : pair.a) {
    const auto found = pair.b.find(split);
    if (found == pair.b.end() || !cell::IsOk(*a) || !cell::IsOk(*found->second)) continue;
    const RunRow& b = *found->second;
    if (a->train_rows > 0) {
      test_over_train = static_cast<double>(a->rows - a->train_rows) / static_cast<double>(a->train_rows);
    }
    if (a->test_error && b.test_error) {
      pair.errors.a.push_back(*a->test_error);
      pair.errors.b.push_back(*b.test_error);
      pair.errors.differences.push_back(*b.test_error - *a->test_error);
    }
    if (!TimesCompare(*a, b)) {
      ++pair.other_machine;
    } else if (a->train_seconds.value_or(0) > 0 && b.train_seconds.value_or(0) > 0) {
      pair.times.a.push_back(*a->train_seconds);
      pair.times.b.push_back(*b.train_seconds);
      pair.times.differences.push_back(std::log(*b.train_seconds / *a->train_seconds));
    }
  }
  if (!pair.errors.differences.empty()) pair.errors.test = base::CorrectedT(pair.errors.differences, test_over_train);
  if (!pair.times.differences.empty()) pair.times.test = base::CorrectedT(pair.times.differences, 0);
}

void Correct(std::vector<Pair>& pairs, Pairs Pair::*kind) {
  std::vector<double> p(pairs.size());
  std::ranges::transform(pairs, p.begin(), [&](const Pair& pair) { return (pair.*kind).test.p_two_sided; });
  const std::vector<double> corrected = base::Holm(p);
  for (std::size_t i = 0; i < pairs.size(); ++i) (pairs[i].*kind).p = corrected[i];
}

// Writes the lines and keeps count.
class Writer {
 public:
  explicit Writer(const Rules& rules) : rules_(rules) {}

  void Only(const Place& place, const Splits& splits, bool in_a) {
    const std::size_t cells = splits.size();
    (in_a ? only_a_ : only_b_) += cells;
    if (in_a) worse_ += cells;
    Line(place, "cells", in_a ? fmt::format("{}", cells) : "-", in_a ? "-" : fmt::format("{}", cells),
         in_a ? "**missing**" : "new");
  }

  void Write(const Pair& pair) {
    bool changed = Statuses(pair);
    changed = Errors(pair) || changed;
    changed = Times(pair) || changed;
    changed = Bytes(pair) || changed;
    if (changed && !pair.settings.empty()) Line(pair.place, "settings", "", "", pair.settings);
    other_machine_ += pair.other_machine;
  }

  Comparison Finish() const {
    std::string text =
        lines_.empty()
            ? ""
            : "| dataset | arm | rows | workers | what | A | B | change |\n|---|---|---|---|---|---|---|---|\n";
    text += lines_;
    if (!lines_.empty()) text += "\n";
    text += fmt::format("{} cells in both; {} only in A, {} only in B; worse: {}, better: {}", both_, only_a_, only_b_,
                        worse_, better_);
    if (other_machine_ > 0) {
      text += fmt::format("; times of {} not compared: another machine, other flags, or cells beside", other_machine_);
    }
    return {text + "\n", worse_ > 0};
  }

 private:
  void Line(const Place& place, std::string_view what, std::string_view a, std::string_view b,
            std::string_view change) {
    lines_ += fmt::format("| {} ({}) | {} | {} | {} | {} | {} | {} | {} |\n", place.dataset, place.edition, place.arm,
                          place.rows, place.workers, what, a, b, change);
  }

  // `sign` is above zero where B is worse.
  std::string Judge(int sign) {
    if (sign > 0) ++worse_;
    if (sign < 0) ++better_;
    return sign > 0 ? "**worse**" : sign < 0 ? "better" : "changed";
  }

  bool Statuses(const Pair& pair) {
    bool changed = false;
    Splits missing;
    for (const auto& [split, a] : pair.a) {
      const auto found = pair.b.find(split);
      if (found == pair.b.end()) {
        missing[split] = a;
        continue;
      }
      ++both_;
      const RunRow& b = *found->second;
      if (a->status == b.status) continue;
      changed = true;
      const int sign = cell::IsOk(*a) ? 1 : cell::IsOk(b) ? -1 : 0;
      Line(pair.place, fmt::format("split {}", split), a->status, b.status,
           fmt::format("{}{}{}", Judge(sign), b.reason.empty() ? "" : ": ", b.reason));
    }
    if (!missing.empty()) Only(pair.place, missing, true);
    Splits added;
    for (const auto& [split, b] : pair.b) {
      if (!pair.a.contains(split)) added[split] = b;
    }
    if (!added.empty()) Only(pair.place, added, false);
    return changed;
  }

  static std::string Tested(const Pairs& pairs) {
    if (pairs.differences.size() < kLeastSplits)
      return fmt::format("{} split{}, no test", pairs.differences.size(), pairs.differences.size() == 1 ? "" : "s");
    return fmt::format("p {:.2g} over {} splits", pairs.p, pairs.differences.size());
  }

  bool Errors(const Pair& pair) {
    const Pairs& errors = pair.errors;
    if (std::ranges::all_of(errors.differences, [](double d) { return d == 0; })) return false;
    const double mean = base::Mean(errors.differences);
    const int sign = std::abs(mean) > rules_.margin && errors.IsSignificant() ? (mean > 0 ? 1 : -1) : 0;
    Line(pair.place, "test error", base::MeanAndDeviation(errors.a, 2), base::MeanAndDeviation(errors.b, 2),
         fmt::format("{}: {:+.2f}, {}", Judge(sign), mean, Tested(errors)));
    return true;
  }

  bool Times(const Pair& pair) {
    const Pairs& times = pair.times;
    if (times.differences.empty()) return false;
    const double mean = base::Mean(times.differences);
    if (std::abs(mean) <= std::log(rules_.slower) || !times.IsSignificant()) return false;
    Line(pair.place, "train seconds", base::MeanAndDeviation(times.a, 2), base::MeanAndDeviation(times.b, 2),
         fmt::format("{}: ×{:.2f}, {}", Judge(mean > 0 ? 1 : -1), std::exp(mean), Tested(times)));
    return true;
  }

  bool Bytes(const Pair& pair) {
    double a = 0;
    double b = 0;
    for (const auto& [split, row] : pair.a) {
      const auto found = pair.b.find(split);
      if (found == pair.b.end() || !row->sent_bytes || !found->second->sent_bytes) continue;
      a += static_cast<double>(*row->sent_bytes);
      b += static_cast<double>(*found->second->sent_bytes);
    }
    if (a == b) return false;
    Line(pair.place, "sent MB", fmt::format("{:.3f}", a / 1e6), fmt::format("{:.3f}", b / 1e6), Judge(0));
    return true;
  }

  Rules rules_;
  std::string lines_;
  std::size_t both_ = 0, only_a_ = 0, only_b_ = 0, worse_ = 0, better_ = 0, other_machine_ = 0;
};

// Takes the variants of a place that belong together out of both, the equal ones first.
void TakePairs(const Place& place, Variants& a, Variants& b, std::vector<Pair>& pairs) {
  for (auto i = a.begin(); i != a.end();) {
    const auto same = b.find(i->first);
    if (same == b.end()) {
      ++i;
      continue;
    }
    pairs.push_back({place, i->second, same->second, ""});
    b.erase(same);
    i = a.erase(i);
  }
  if (a.size() != 1 || b.size() != 1) return;
  pairs.push_back(
      {place, a.begin()->second, b.begin()->second, DifferenceOfSettings(a.begin()->first, b.begin()->first)});
  a.clear();
  b.clear();
}

}  // namespace

Comparison Compare(std::span<const RunRow> a, std::span<const RunRow> b, const Rules& rules) {
  Cells in_a = CellsOf(a);
  Cells in_b = CellsOf(b);
  std::vector<Pair> pairs;
  for (auto& [place, variants] : in_a) {
    if (const auto found = in_b.find(place); found != in_b.end()) TakePairs(place, variants, found->second, pairs);
  }
  for (Pair& pair : pairs) Measure(pair);
  Correct(pairs, &Pair::errors);
  Correct(pairs, &Pair::times);
  Writer writer(rules);
  for (const Pair& pair : pairs) writer.Write(pair);
  for (const auto* const cells : {&in_a, &in_b}) {
    for (const auto& [place, variants] : *cells) {
      for (const auto& [settings, splits] : variants) writer.Only(place, splits, cells == &in_a);
    }
  }
  return writer.Finish();
}

int CompareCommand(const std::filesystem::path& a, const std::filesystem::path& b, const Rules& rules) {
  base::RequireNotNegative("--margin", rules.margin);
  if (!(rules.slower >= 1)) base::Fail("--slower must be 1 or more, not {}", rules.slower);
  const auto read = [](const std::filesystem::path& folder) {
    std::vector<RunRow> runs = results::ResultStore(folder).ReadRuns();
    if (runs.empty()) base::Fail("{} has no rows", folder.string());
    return runs;
  };
  const Comparison comparison = Compare(read(a), read(b), rules);
  fmt::print("{}", comparison.text);
  return comparison.worse ? kWorseStatus : 0;
}

}  // namespace fdskl::compare
