// The commands `fdskl datasets`, `fdskl datasets verify` and `fdskl datasets fetch`, which write text to `out`.
//
// A bad file or a failed download is reported, not thrown; the command goes on with the next dataset.
#ifndef FDSKL_DATASETS_STATUS_H_
#define FDSKL_DATASETS_STATUS_H_

#include <filesystem>
#include <ostream>
#include <span>

#include "datasets/catalogue.h"
#include "datasets/locate.h"

namespace fdskl::datasets {

// Prints a line for each dataset: its published shape, how it is scaled, the edition that is available, that one's
// shape, where its files are, and why it is not the full set.
void ListDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                  std::span<const std::filesystem::path> places = DataPlaces());

// Reads every available file to its end and checks it against the catalogue. Returns false if any is wrong; a missing
// dataset is not.
bool VerifyDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                    std::span<const std::filesystem::path> places = DataPlaces());

// Fetches the missing full sets from their publishers into `raw`, with curl, whose progress goes to standard error. A
// download goes to a `.part` file, continues where an earlier one stopped, and gets its name once it is complete and
// verified. Says how to get what cannot be fetched. Returns false if a download failed.
bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                   std::span<const std::filesystem::path> places = DataPlaces(),
                   const std::filesystem::path& raw = RawFolder());

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STATUS_H_
