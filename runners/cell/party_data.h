// Data that their parties keep: each rank opens its own party's file, on its own host, and no other.
//
// Rank r is party r of the cell's catalogue entry, those with labels first. Rows are matched by id, in the way that the
// entry declares (fdskl/matching/matching.h); then all ranks have the same rows in the same order. Scaling is local.
//
// What the ranks tell each other besides: how many columns each has, and from rank 0 which of the common rows are held
// out for testing.
// Errors: Error names the party, its host and its file.
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

// The cell's parties.
datasets::CatalogueEntry PartiesOf(const Cell& cell);

// This party's rows that all parties have, in the common order. Collective.
datasets::PartyTable MatchRows(net::Channel& channel, datasets::Ids ids, const datasets::PartyTable& table);

// What this rank's party holds, matched and split; leaves in cell.model_folder how its columns are coded, unless that
// is empty. Collective.
datasets::Holding LoadPartyHolding(const Cell& cell, net::Channel& channel, const Harness& harness);

// Where a party keeps how its columns are coded, beside its part of the model.
std::filesystem::path CodingFile(const std::filesystem::path& folder, int worker);

// Runs `body`, and says whose file an Error of it is about: "party bank on host: ...".
void ForParty(const datasets::Party& party, const std::function<void()>& body);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PARTY_DATA_H_
