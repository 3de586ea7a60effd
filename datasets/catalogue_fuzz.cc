#include <fmt/format.h>

#include "base/fuzzing.h"
#include "datasets/catalogue_file.h"

namespace fdskl::datasets {

// Reads a user's own catalogue. Ranks get a dataset of parties as text, which must read back as the same dataset.
FDSKL_FUZZ_TARGET(CatalogueFile, bytes) {
  for (const CatalogueEntry& entry : ReadCatalogue(base::fuzzing::Text(bytes), "/data/catalogue.toml")) {
    if (entry.parties.empty()) continue;
    const std::string text = PartiesText(entry);
    std::string again;
    try {
      again = PartiesText(ReadCatalogue(text, "parties").at(0));
    } catch (const base::Error& error) {
      again = error.what();
    }
    if (again != text) throw std::logic_error(fmt::format("does not read back: {}{}", text, again));
  }
}

}  // namespace fdskl::datasets
