// Fetches the missing full datasets from their publishers.
//
// A download goes to a `.part` file and continues where an earlier one stopped. The file gets its final name when it is
// complete and verified: ReadSource() accepts it, and the checksum of its text or of the offered file is the known one,
// where one is known. A user's own datasets are skipped.
// Errors: a failed download is reported, not thrown, and the next dataset follows. A host that cannot be reached is not
//         asked again; after two such hosts the machine counts as offline.
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

// `fdskl datasets fetch`: fetches missing files into `raw` with curl, which shows its progress on standard error. For
// each dataset that could not be fetched, says how to get it. Returns false if a download failed.
bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                   std::span<const std::filesystem::path> places = DataPlaces(),
                   const std::filesystem::path& raw = RawFolder(), const DownloadLimits& limits = {});

// The first step of `fdskl run` and `fdskl reproduce` when they are told to fetch. Fetches what is missing, unless an
// attempt failed within the last day (`make datasets` always tries) or $FDSKL_OFFLINE or $CI is set. Then says in one
// line which datasets are not full and where to put their files; says nothing when all are full.
void FetchMissing(std::ostream& out, std::span<const CatalogueEntry> entries,
                  std::span<const std::filesystem::path> places = DataPlaces(),
                  const std::filesystem::path& raw = RawFolder(), const DownloadLimits& limits = {});

// The entries of these names; all entries when `names` is empty. Has the errors of FindDataset().
std::vector<CatalogueEntry> EntriesNamed(std::span<const std::string> names);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_FETCH_H_
