// Everything that determines an FD-SVRG model besides the data.
#ifndef FDSKL_BASELINES_FD_SVRG_SVRG_SETTINGS_H_
#define FDSKL_BASELINES_FD_SVRG_SVRG_SETTINGS_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::fd_svrg {

// How margins are summed and derivatives sent out.
enum class Structure { kTree, kStar };

struct SvrgSettings {
  std::uint64_t seed = 1;
  double lambda = 1e-6;      // regularisation
  std::int64_t batch = 256;  // samples of an inner step; at most the labels its leader holds
  std::int64_t epochs = 40;
  double step = 0;  // of the inner steps; 0: found while training
  Structure structure = Structure::kTree;
};

constexpr auto NamesOf(Structure /*value*/) {
  return base::EnumTable<Structure, 2>{"structure", {{{Structure::kTree, "tree"}, {Structure::kStar, "star"}}}};
}

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_SVRG_SETTINGS_H_
