// Fetches the missing full sets from their publishers.
//
// A download goes to a `.part` file, continues where an earlier one stopped, and gets its name once it is complete and
// verified: by the checksum of what the publisher offers where we know one, then as ReadSource() says. A failed
// download is reported, not thrown; the next dataset follows. A user's own datasets are passed over. A host that cannot
// be reached is not asked twice, and after two of them the machine is taken to be offline.
#ifndef FDSKL_DATASETS_FETCH_H_
#define FDSKL_DATASETS_FETCH_H_

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "datasets/catalogue.h"
#include "datasets/download.h"
#include "datasets/locate.h"

namespace fdskl::datasets {

// `fdskl datasets fetch`: fetches what is missing into `raw`, with curl, whose progress goes to standard error. Says
// how to get what could not be fetched. Returns false if a download failed.
bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                   std::span<const std::filesystem::path> places = DataPlaces(),
                   const std::filesystem::path& raw = RawFolder(), const DownloadLimits& limits = {});

// What `fdskl run` and `fdskl reproduce` do first when they are told to: fetches what is missing, once. After an
// attempt that failed there is no other within a day (`make datasets` tries at once), nor where $FDSKL_OFFLINE or $CI
// is set. Then says in one line which datasets are not the full ones and how to place their files. Says nothing when
// all are.
void FetchMissing(std::ostream& out, std::span<const CatalogueEntry> entries,
                  std::span<const std::filesystem::path> places = DataPlaces(),
                  const std::filesystem::path& raw = RawFolder(), const DownloadLimits& limits = {});

// The entries of these names; all when there are none. Errors: as FindDataset().
std::vector<CatalogueEntry> EntriesNamed(std::span<const std::string> names);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_FETCH_H_
