#include "runners/cell/party_data.h"

#include <numeric>

#include "base/error.h"
#include "base/index.h"
#include "base/process.h"
#include "datasets/catalogue_file.h"
#include "fdskl/matching/matching.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::cell {
namespace {

constexpr double kMostColumns = 1 << 24;  // columns of one party

// Numbers the columns of all parties in rank order: sets where this party's begin, and how many there are in all.
void NumberColumns(const Harness& harness, int rank, datasets::OwnTable& table) {
  const std::vector<double> counts = harness.Gather({static_cast<double>(table.x.cols())});
  for (std::size_t party = 0; party < counts.size(); ++party) {
    if (!(counts[party] >= 0 && counts[party] <= kMostColumns))
      base::Fail("rank {} refuses what rank {} sent: it says that it has {} columns", rank, party, counts[party]);
    const auto count = static_cast<std::int64_t>(counts[party]);
    if (static_cast<int>(party) < rank) table.first_column += count;
    table.total_columns += count;
  }
}

}  // namespace

datasets::CatalogueEntry PartiesOf(const Cell& cell) {
  const auto entries = datasets::ReadCatalogue(cell.parties, "the parties of " + cell.dataset);
  FDSKL_REQUIRE(entries.size() == 1 && !entries.front().parties.empty());
  return entries.front();
}

void ForParty(const datasets::Party& party, const std::function<void()>& body) try {
  body();
} catch (const base::Error& error) {
  base::Fail("party {} on {}: {}", party.name, base::HostName(), error.what());
}

std::filesystem::path CodingFile(const std::filesystem::path& folder, int worker) {
  return folder / fmt::format("columns-{}.toml", worker);
}

datasets::PartyTable MatchRows(net::Channel& channel, datasets::Ids ids, const datasets::PartyTable& table) {
  return datasets::RowsOf(table, ids == datasets::Ids::kPublic ? matching::PublicMatch(channel, table.ids)
                                                               : matching::PrivateMatch(channel, table.ids));
}

datasets::Holding LoadPartyHolding(const Cell& cell, net::Channel& channel, const Harness& harness) {
  const int rank = channel.rank();
  const datasets::CatalogueEntry entry = PartiesOf(cell);
  const datasets::Party& party = entry.parties.at(base::Index(rank));
  datasets::PartyTable own;
  ForParty(party, [&] { own = datasets::ReadPartyFile(party.file, party, entry.task); });
  if (!cell.model_folder.empty()) datasets::WriteCoding(CodingFile(cell.model_folder, rank), own.coding);
  own = MatchRows(channel, entry.ids, own);

  datasets::OwnTable table{.task = entry.task, .scaling = entry.scaling, .x = std::move(own.x)};
  table.labels = std::move(own.labels);
  NumberColumns(harness, rank, table);
  datasets::Split split;
  if (rank == 0 && cell.all_rows) split.train = base::FirstNumbers(table.x.rows());
  if (rank == 0 && !cell.all_rows) split = datasets::MakeSplit(table.labels, cell.dataset, cell.split, cell.rows);
  harness.FromRoot(split.train);
  harness.FromRoot(split.test);
  std::vector<char> seen(base::Index(table.x.rows()));
  for (const auto* rows : {&split.train, &split.test})
    net::CheckDistinct(channel, 0, "a row of the split", *rows, seen);
  return datasets::LoadHolding(table, split.train, split.test, {.worker = rank, .active = cell.active},
                               datasets::Missing::kFill);
}

}  // namespace fdskl::cell
