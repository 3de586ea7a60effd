// Data that stay with their parties: each rank opens its own party's file, on its own host, and no other.
//
// Rank r is party r of the cell's catalogue entry; parties with labels come first. Rows are matched by id, publicly or
// privately as the entry says (fdskl/matching/matching.h). Then all ranks have the same rows in the same order. Each
// party scales its own columns.
//
// Privacy: besides, the ranks tell each other how many columns each has, and rank 0 tells which of the common rows are
//          held out for testing.
// Errors:  Error names the party, its host and its file.
#ifndef FDSKL_RUNNERS_CELL_PARTY_DATA_H_
#define FDSKL_RUNNERS_CELL_PARTY_DATA_H_

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "datasets/catalogue.h"
#include "datasets/holding.h"
#include "datasets/party_file.h"
#include "fdskl/net/channel.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

// The catalogue entry that cell.parties holds. REQUIRES: it is one entry, with parties.
datasets::CatalogueEntry PartiesOf(const Cell& cell);

// Those of this party's rows that all parties have, in the common order. Collective.
datasets::PartyTable MatchRows(net::Channel& channel, datasets::Ids ids, const datasets::PartyTable& table);

// What this rank's party holds, matched and split. If cell.model_folder is set, also saves there how the party's
// columns are coded. Collective.
datasets::Holding LoadPartyHolding(const Cell& cell, net::Channel& channel, const Harness& harness);

// The file that says how a party's columns are coded, beside its part of the model.
std::filesystem::path CodingFile(const std::filesystem::path& folder, int worker);

// Runs `body`. An Error that it throws gets the party's name and host in front: "party bank on host: ...".
void ForParty(const datasets::Party& party, const std::function<void()>& body);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PARTY_DATA_H_
