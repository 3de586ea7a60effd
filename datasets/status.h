// What stands behind `fdskl datasets`, `fdskl datasets verify` and `fdskl datasets fetch`: text for people, on `out`.
//
// None of them throws for what it finds in a file or on the network: it says so and goes on with the next dataset.
#ifndef FDSKL_DATASETS_STATUS_H_
#define FDSKL_DATASETS_STATUS_H_

#include <filesystem>
#include <ostream>
#include <span>

#include "datasets/catalogue.h"
#include "datasets/locate.h"

namespace fdskl::datasets {

// A line for each dataset: its published shape, what is here, of what shape, where, and why not the full set.
void ListDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                  std::span<const std::filesystem::path> places = DataPlaces());

// Reads every file that is here to its end and checks it against the catalogue. False if anything is wrong; a dataset
// that is not here is not wrong.
bool VerifyDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                    std::span<const std::filesystem::path> places = DataPlaces());

// Fetches the full sets that are not here from their publishers into `raw`, with curl, whose progress goes to standard
// error. A download goes to a `.part` file, is taken up again where it stopped, and gets its name once it is complete
// and verified. Says how to place what cannot be fetched. False if a download failed.
bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                   std::span<const std::filesystem::path> places = DataPlaces(),
                   const std::filesystem::path& raw = RawFolder());

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STATUS_H_
