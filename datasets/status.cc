#include "datasets/status.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/text.h"
#include "datasets/source_reader.h"

namespace fdskl::datasets {
namespace {

// "rows x columns"; a user's own dataset may have no known shape before it is read.
std::string Shape(std::int64_t rows, std::int64_t columns) {
  if (rows == 0 || columns == 0) return "-";
  return fmt::format("{} x {}", base::Thousands(rows), base::Thousands(columns));
}

// "a, b in FOLDER"; for a stand-in, that it is made on first use.
std::string Where(const Located& located) {
  if (located.files.empty()) return "made on first use";
  std::vector<std::string> names;
  for (const auto& file : located.files) names.push_back(file.filename().string());
  return fmt::format("{} in {}", fmt::join(names, ", "), located.files.front().parent_path().string());
}

// Checks one available source and prints the outcome. Returns false if it is wrong.
bool Verify(std::ostream& out, const Located& located) {
  const std::string what = fmt::format("{} ({})", located.entry->name, base::NameOf(located.edition));
  try {
    const SourceCheck check = ReadSource(located, [](const RowBlock&) {});
    fmt::print(out, "ok      {:24} {}: {}\n", what, Where(located), check.verified);
    return true;
  } catch (const base::Error& error) {
    fmt::print(out, "WRONG   {:24} {}\n", what, error.what());
    return false;
  }
}

}  // namespace

void ListDatasets(std::ostream& out, std::span<const CatalogueEntry> entries,
                  std::span<const std::filesystem::path> places) {
  constexpr auto kLine = "{:14} {:>17}  {:7}  {:8}  {:>17}  {}\n";
  fmt::print(out, kLine, "dataset", "published", "scaling", "here", "shape", "where and why");
  for (const CatalogueEntry& entry : entries) {
    std::vector<std::string> missing;
    if (entry.own && !LocateSource(entry, entry.sources.front(), places, &missing)) {
      fmt::print(out, kLine, entry.name, Shape(entry.rows, entry.columns), base::NameOf(entry.scaling), "absent", "-",
                 fmt::format("{} not found in {}", fmt::join(missing, ", "), entry.folder.string()));
      continue;
    }
    const Located located = Locate(entry, {}, places);
    const std::string why = located.why.empty() ? Where(located) : fmt::format("{}; {}", Where(located), located.why);
    fmt::print(out, kLine, entry.name, Shape(entry.rows, entry.columns), base::NameOf(entry.scaling),
               base::NameOf(located.edition), Shape(located.rows, located.columns), why);
  }
}

bool VerifyDatasets(std::ostream& out, std::span<const CatalogueEntry> entries,
                    std::span<const std::filesystem::path> places) {
  bool all_right = true;
  for (const CatalogueEntry& entry : entries) {
    for (const Source& source : entry.sources) {
      std::vector<std::string> missing;
      if (const auto located = LocateSource(entry, source, places, &missing)) {
        all_right = Verify(out, *located) && all_right;
      } else {
        fmt::print(out, "absent  {:24} not found: {}\n",
                   fmt::format("{} ({})", entry.name, base::NameOf(source.edition)), fmt::join(missing, ", "));
      }
    }
  }
  return all_right;
}

}  // namespace fdskl::datasets
