#include "base/fuzzing.h"
#include "datasets/catalogue_file.h"

namespace fdskl::datasets {

// A catalogue of a user's own. What parties keep is told to the ranks as text, which they read as the same.
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
    if (again != text) throw std::logic_error("does not read back: " + text + again);
  }
}

}  // namespace fdskl::datasets
