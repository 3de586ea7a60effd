#include "runners/cell/cell_hash.h"

#include <algorithm>

#include "base/error.h"
#include "base/sha256.h"
#include "runners/cell/cell_text.h"

namespace fdskl::cell {

std::string CellHash(const Cell& cell, const datasets::Prepared& data) {
  constexpr std::size_t kDigits = 20;
  Cell used = cell;
  used.rows = std::min(cell.rows.value_or(data.rows), data.rows);
  used.edition = data.edition;
  return base::Sha256OfText(fmt::format("{}\n{} {}\n{}\n{}\n", used.dataset, used.method()->name,
                                        used.method()->version, SettingsJson(used), data.checksum))
      .substr(0, kDigits);
}

}  // namespace fdskl::cell
