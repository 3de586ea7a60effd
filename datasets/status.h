// The commands `fdskl datasets` and `fdskl datasets verify`, which write text to `out`.
//
// A bad file is reported, not thrown; the command goes on with the next dataset.
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

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STATUS_H_
