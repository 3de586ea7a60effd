#include "datasets/catalogue.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/files.h"
#include "datasets/catalogue_file.h"

namespace fdskl::datasets {
namespace {

struct Known {
  std::vector<CatalogueEntry> datasets;  // datasets without parties
  std::vector<CatalogueEntry> kept;      // datasets that are kept by their parties
};

const CatalogueEntry* Find(const std::vector<CatalogueEntry>& entries, std::string_view name) {
  const auto entry = std::ranges::find(entries, name, &CatalogueEntry::name);
  return entry == entries.end() ? nullptr : &*entry;
}

void Add(CatalogueEntry entry, Known& known) {
  if (Find(known.datasets, entry.name) != nullptr || Find(known.kept, entry.name) != nullptr) {
    base::Fail("there is a dataset '{}' already: give yours another name", entry.name);
  }
  (entry.parties.empty() ? known.datasets : known.kept).push_back(std::move(entry));
}

void AddFile(const std::filesystem::path& file, Known& known) {
  for (CatalogueEntry& entry : ReadCatalogue(base::ReadText(file), file)) {
    entry.own = true;
    try {
      Add(std::move(entry), known);
    } catch (const base::Error& error) {
      base::Fail("{}: {}", file.string(), error.what());
    }
  }
}

Known Load() {
  Known known;
  const std::filesystem::path file = base::SourceFolder() / "datasets" / "catalogue.toml";
  for (CatalogueEntry& entry : ReadCatalogue(base::ReadText(file), file)) {
    entry.folder.clear();
    Add(std::move(entry), known);
  }
  const char* const own = std::getenv("FDSKL_CATALOGUE");
  if (own != nullptr && *own != '\0') AddFile(own, known);
  return known;
}

Known& All() {
  static Known known = Load();
  return known;
}

[[noreturn]] void FailToFind(std::string_view what, std::string_view name, const std::vector<CatalogueEntry>& entries) {
  std::vector<std::string_view> valid;
  valid.reserve(entries.size());
  for (const CatalogueEntry& entry : entries) valid.push_back(entry.name);
  throw base::Error(base::UnknownName(what, name, valid) + " (one of your own: --catalogue FILE)");
}

}  // namespace

std::span<const CatalogueEntry> Catalogue() { return All().datasets; }

const CatalogueEntry* TryFindDataset(std::string_view name) { return Find(All().datasets, name); }

const CatalogueEntry& FindDataset(std::string_view name) {
  if (const CatalogueEntry* entry = TryFindDataset(name)) return *entry;
  if (Find(All().kept, name) != nullptr) {
    base::Fail("the columns of {} are with its parties, each in a file of its own: `fdskl train {}` learns from them",
               name, name);
  }
  FailToFind("dataset", name, All().datasets);
}

const CatalogueEntry& FindParties(std::string_view name) {
  if (const CatalogueEntry* entry = Find(All().kept, name)) return *entry;
  if (TryFindDataset(name) != nullptr) {
    base::Fail("{} has no parties with files of their own ([{}.party.NAME] in a catalogue): `fdskl run {} fdskl`", name,
               name, name);
  }
  if (All().kept.empty()) {
    base::Fail("no dataset '{}' that parties keep: name the catalogue that has it, --catalogue FILE", name);
  }
  FailToFind("dataset that parties keep", name, All().kept);
}

void AddCatalogue(const std::filesystem::path& file) { AddFile(file, All()); }

void AddDataset(CatalogueEntry entry) { Add(std::move(entry), All()); }

}  // namespace fdskl::datasets
