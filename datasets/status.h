// The commands `fdskl datasets` and `fdskl datasets verify`, which write text to `out`.
//
// Errors: a bad file is reported, not thrown, and the command continues with the next dataset.
#ifndef FDSKL_DATASETS_STATUS_H_
#define FDSKL_DATASETS_STATUS_H_

#include <filesystem>
#include <ostream>
#include <span>

#include "datasets/catalogue.h"
#include "datasets/locate.h"

namespace fdskl::datasets {

// Prints one line per dataset: its published shape, its scaling, the available edition and that edition's shape, the
// place of its files, and why it is not the full dataset.
void ListDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                  std::span<const std::filesystem::path> places = DataPlaces());

// Reads every available file to its end and checks it against the catalogue. Returns false if any is wrong; a missing
// dataset is not an error.
bool VerifyDatasets(std::ostream& out, std::span<const CatalogueEntry> entries = Catalogue(),
                    std::span<const std::filesystem::path> places = DataPlaces());

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STATUS_H_
