#include "runners/reporting/compare/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <regex>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/option.h"
#include "base/split_tests.h"
#include "base/statistics.h"
#include "baselines/methods.h"
#include "results/store.h"
#include "runners/cell/arm.h"
#include "runners/cell/cell_row.h"
#include "runners/reporting/compare/compare_page.h"

namespace fdskl::compare {
namespace {

constexpr double kLevel = 0.05;
constexpr std::size_t kLeastSplits = 3;  // needed for a test

using results::RunRow;
using Splits = std::map<std::int64_t, const RunRow*>;  // the newest row of each split
using Variants = std::map<std::string, Splits>;        // by settings without the split
using Cells = std::map<Place, Variants>;

std::string WithoutSplit(const std::string& settings) {
  static const std::regex kSplit("\"split\": [0-9]+, ");
  return std::regex_replace(settings, kSplit, "");
}

// The arm of a row. A method that this program does not know, such as a user's own, is an arm by its name.
std::string ArmName(const RunRow& run) {
  return baselines::TryFindMethod(run.method) != nullptr ? cell::ArmOf(run)->name : run.method;
}

Cells CellsOf(std::span<const RunRow> runs) {
  Cells cells;
  for (const RunRow& run : runs) {
    cells[{run.dataset, run.edition, ArmName(run), run.rows, run.workers}][WithoutSplit(run.settings)][run.split] =
        &run;
  }
  return cells;
}

using Settings = std::map<std::string, std::string>;

Settings SettingsOf(const std::string& json) {
  Settings settings;
  for (auto& [name, value] : cell::SettingsOf(json)) settings[name] = value;
  return settings;
}

// "gamma 8.0, now 4.0" for each setting that differs.
std::string DifferenceOfSettings(const std::string& a, const std::string& b) {
  const Settings before = SettingsOf(a);
  const Settings after = SettingsOf(b);
  Settings all = before;
  all.insert(after.begin(), after.end());
  const auto value = [](const Settings& settings, const std::string& name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string("-") : found->second;
  };
  std::vector<std::string> differences;
  for (const auto& [name, unused] : all) {
    const std::string old = value(before, name);
    const std::string now = value(after, name);
    if (old != now) differences.push_back(fmt::format("{} {}, now {}", name, old, now));
  }
  return fmt::format("{}", fmt::join(differences, "; "));
}

// For each variant of a place that has several: the settings in which they differ, "masking none, ring_bits 8".
std::map<std::string, std::string> NamesOf(const Variants& variants) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto& [json, splits] : variants) {
    for (const auto& [name, value] : SettingsOf(json)) values[name].insert(value);
  }
  std::map<std::string, std::string> names;
  for (const auto& [json, splits] : variants) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : SettingsOf(json)) {
      if (values[name].size() > 1) parts.push_back(fmt::format("{} {}", name, value));
    }
    names[json] = fmt::format("{}", fmt::join(parts, ", "));
  }
  return names;
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
  Variant::Values values;
  std::vector<double> differences;  // b - a for errors, log(b / a) for times
  base::CorrectedTResult test;
  double p = 1;  // after Holm's correction

  bool IsSignificant() const { return differences.size() < kLeastSplits || p < kLevel; }
};

// A variant that is in both folders.
struct Pair {
  Place place;
  std::string variant;
  Splits a, b;
  std::string settings;  // the settings that differ
  Pairs errors, times;
  std::size_t other_machine = 0;  // splits whose times cannot be compared
  Variant::Values megabytes;
};

void Measure(Pair& pair) {
  double test_rows = 1;  // unless a row says how many
  double train_rows = 3;
  for (const auto& [split, a] : pair.a) {
    const auto found = pair.b.find(split);
    if (found == pair.b.end() || !cell::IsOk(*a) || !cell::IsOk(*found->second)) continue;
    const RunRow& b = *found->second;
    if (a->train_rows > 0 && a->rows > a->train_rows) {
      train_rows = static_cast<double>(a->train_rows);
      test_rows = static_cast<double>(a->rows - a->train_rows);
    }
    if (a->test_error && b.test_error) {
      pair.errors.values.a.push_back(*a->test_error);
      pair.errors.values.b.push_back(*b.test_error);
      pair.errors.differences.push_back(*b.test_error - *a->test_error);
    }
    if (a->sent_bytes && b.sent_bytes) {
      constexpr double kMegabyte = 1e6;
      pair.megabytes.a.push_back(static_cast<double>(*a->sent_bytes) / kMegabyte);
      pair.megabytes.b.push_back(static_cast<double>(*b.sent_bytes) / kMegabyte);
    }
    if (!TimesCompare(*a, b)) {
      ++pair.other_machine;
    } else if (a->train_seconds.value_or(0) > 0 && b.train_seconds.value_or(0) > 0) {
      pair.times.values.a.push_back(*a->train_seconds);
      pair.times.values.b.push_back(*b.train_seconds);
      pair.times.differences.push_back(std::log(*b.train_seconds / *a->train_seconds));
    }
  }
  if (!pair.errors.differences.empty())
    pair.errors.test = base::CorrectedTOfErrors(pair.errors.differences, test_rows, train_rows);
  if (!pair.times.differences.empty()) pair.times.test = base::CorrectedT(pair.times.differences, 0);
}

void Correct(std::vector<Pair>& pairs, Pairs Pair::*kind) {
  std::vector<double> p(pairs.size());
  std::ranges::transform(pairs, p.begin(), [&](const Pair& pair) { return (pair.*kind).test.p_two_sided; });
  const std::vector<double> corrected = base::Holm(p);
  for (std::size_t i = 0; i < pairs.size(); ++i) (pairs[i].*kind).p = corrected[i];
}

// Judges the changes and counts them.
class Judge {
 public:
  explicit Judge(const Rules& rules) : rules_(rules) {}

  void Only(const Place& place, const std::string& variant, const Splits& splits, bool in_a) {
    const std::string cells = fmt::format("{}", splits.size());
    (in_a ? result_.only_a : result_.only_b) += splits.size();
    if (in_a) result_.worse += splits.size();
    result_.changes.push_back({place, variant, "cells", in_a ? cells : "-", in_a ? "-" : cells,
                               in_a ? Judgement::kMissing : Judgement::kNew, ""});
  }

  void Both(const Pair& pair) {
    const std::size_t first = result_.changes.size();
    const std::size_t both_before = result_.both;
    Statuses(pair);
    Errors(pair);
    Times(pair);
    Bytes(pair);
    const auto own = std::span(result_.changes).subspan(first);
    const bool changed = std::ranges::any_of(own, [](const Change& change) { return change.what != kCells; });
    Judgement gravest = Judgement::kSame;
    for (const Change& change : own) gravest = std::min(gravest, change.judgement);
    if (changed && !pair.settings.empty()) Add(pair, "settings", "", "", Judgement::kChanged, pair.settings);
    result_.other_machine += pair.other_machine;
    result_.variants.push_back({pair.place, pair.variant, result_.both - both_before, pair.errors.values,
                                pair.times.values, pair.megabytes, gravest});
  }

  Comparison Finish() {
    std::ranges::stable_sort(result_.changes, {}, &Change::judgement);
    return std::move(result_);
  }

 private:
  static constexpr std::string_view kCells = "cells";

  void Add(const Pair& pair, std::string what, std::string a, std::string b, Judgement judgement, std::string detail) {
    if (judgement == Judgement::kWorse) ++result_.worse;
    if (judgement == Judgement::kBetter) ++result_.better;
    result_.changes.push_back(
        {pair.place, pair.variant, std::move(what), std::move(a), std::move(b), judgement, std::move(detail)});
  }

  void Statuses(const Pair& pair) {
    Splits missing;
    for (const auto& [split, a] : pair.a) {
      const auto found = pair.b.find(split);
      if (found == pair.b.end()) {
        missing[split] = a;
        continue;
      }
      ++result_.both;
      const RunRow& b = *found->second;
      if (a->status == b.status) continue;
      const Judgement judgement = cell::IsOk(*a)  ? Judgement::kWorse
                                  : cell::IsOk(b) ? Judgement::kBetter
                                                  : Judgement::kChanged;
      Add(pair, fmt::format("split {}", split), a->status, b.status, judgement, b.reason);
    }
    if (!missing.empty()) Only(pair.place, pair.variant, missing, true);
    Splits added;
    for (const auto& [split, b] : pair.b) {
      if (!pair.a.contains(split)) added[split] = b;
    }
    if (!added.empty()) Only(pair.place, pair.variant, added, false);
  }

  static std::string Tested(const Pairs& pairs) {
    if (pairs.differences.size() < kLeastSplits)
      return fmt::format("{} split{}, no test", pairs.differences.size(), pairs.differences.size() == 1 ? "" : "s");
    return fmt::format("p {:.2g} over {} splits", pairs.p, pairs.differences.size());
  }

  void Errors(const Pair& pair) {
    const Pairs& errors = pair.errors;
    if (std::ranges::all_of(errors.differences, [](double d) { return d == 0; })) return;
    const double mean = base::Mean(errors.differences);
    const bool stands_out = std::abs(mean) > rules_.margin && errors.IsSignificant();
    const Judgement judgement = !stands_out ? Judgement::kChanged : mean > 0 ? Judgement::kWorse : Judgement::kBetter;
    Add(pair, "test error", base::MeanAndDeviation(errors.values.a, 2), base::MeanAndDeviation(errors.values.b, 2),
        judgement, fmt::format("{:+.2f}, {}", mean, Tested(errors)));
  }

  void Times(const Pair& pair) {
    const Pairs& times = pair.times;
    if (times.differences.empty()) return;
    const double mean = base::Mean(times.differences);
    if (std::abs(mean) <= std::log(rules_.slower) || !times.IsSignificant()) return;
    Add(pair, "train seconds", base::MeanAndDeviation(times.values.a, 2), base::MeanAndDeviation(times.values.b, 2),
        mean > 0 ? Judgement::kWorse : Judgement::kBetter, fmt::format("×{:.2f}, {}", std::exp(mean), Tested(times)));
  }

  void Bytes(const Pair& pair) {
    const double a = std::reduce(pair.megabytes.a.begin(), pair.megabytes.a.end());
    const double b = std::reduce(pair.megabytes.b.begin(), pair.megabytes.b.end());
    if (a == b) return;
    Add(pair, "sent MB", fmt::format("{:.3f}", a), fmt::format("{:.3f}", b), Judgement::kChanged, "");
  }

  Rules rules_;
  Comparison result_;
};

// Removes the variants of a place that belong together from both sides and pairs them, the equal ones first.
void TakePairs(const Place& place, Variants& a, Variants& b, std::vector<Pair>& pairs) {
  const auto names = NamesOf(a.size() >= b.size() ? a : b);
  const auto name_of = [&](const std::string& settings) {
    const auto found = names.find(settings);
    return found == names.end() ? "" : found->second;
  };
  for (auto i = a.begin(); i != a.end();) {
    const auto same = b.find(i->first);
    if (same == b.end()) {
      ++i;
      continue;
    }
    pairs.push_back({place, name_of(i->first), i->second, same->second, ""});
    b.erase(same);
    i = a.erase(i);
  }
  if (a.size() != 1 || b.size() != 1) return;
  const auto& [before, in_a] = *a.begin();
  const auto& [after, in_b] = *b.begin();
  const std::string name = name_of(before).empty() ? name_of(after) : name_of(before);
  pairs.push_back({place, name, in_a, in_b, DifferenceOfSettings(before, after)});
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
  Judge judge(rules);
  for (const Pair& pair : pairs) judge.Both(pair);
  for (const auto* const cells : {&in_a, &in_b}) {
    for (const auto& [place, variants] : *cells) {
      const auto names = NamesOf(variants);
      for (const auto& [settings, splits] : variants) judge.Only(place, names.at(settings), splits, cells == &in_a);
    }
  }
  return judge.Finish();
}

std::string Summary(const Comparison& comparison) {
  std::string text = fmt::format("{} cells in both; {} only in A, {} only in B; worse: {}, better: {}", comparison.both,
                                 comparison.only_a, comparison.only_b, comparison.worse, comparison.better);
  if (comparison.other_machine > 0) {
    text += fmt::format("; times of {} not compared: another machine, other flags, or cells beside",
                        comparison.other_machine);
  }
  return text;
}

std::string Markdown(const Comparison& comparison) {
  std::string text;
  if (!comparison.changes.empty()) {
    text = "| dataset | arm | rows | workers | what | A | B | change |\n|---|---|---|---|---|---|---|---|\n";
  }
  for (const Change& change : comparison.changes) {
    const bool grave = change.judgement == Judgement::kWorse || change.judgement == Judgement::kMissing;
    text += fmt::format(
        "| {} ({}) | {}{} | {} | {} | {} | {} | {} | {}{}{}{} |\n", change.place.dataset, change.place.edition,
        change.place.arm, change.variant.empty() ? "" : fmt::format(" ({})", change.variant), change.place.rows,
        change.place.workers, change.what, change.a, change.b, grave ? "**" : "", base::NameOf(change.judgement),
        grave ? "**" : "", change.detail.empty() ? "" : ": " + change.detail);
  }
  return fmt::format("{}{}{}\n", text, text.empty() ? "" : "\n", Summary(comparison));
}

int CompareCommand(const std::filesystem::path& a, const std::filesystem::path& b, const Rules& rules,
                   const std::filesystem::path& html) {
  base::RequireNotNegative("--margin", rules.margin);
  if (!(rules.slower >= 1)) base::Fail("--slower must be 1 or more, not {}", rules.slower);
  const auto read = [](const std::filesystem::path& folder) {
    std::vector<RunRow> runs = results::ResultStore(folder).ReadRuns();
    if (runs.empty()) base::Fail("{} has no rows", folder.string());
    return runs;
  };
  const Comparison comparison = Compare(read(a), read(b), rules);
  fmt::print("{}", Markdown(comparison));
  if (!html.empty()) {
    const stored::Stored stored_a(a);
    const stored::Stored stored_b(b);
    base::WriteTextWhole(html, ComparePage({a.string(), stored_a}, {b.string(), stored_b}, comparison, rules));
    fmt::print("\n{}\n", html.string());
  }
  return comparison.worse > 0 ? kWorseStatus : 0;
}

}  // namespace fdskl::compare
