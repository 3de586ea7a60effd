// The settings of FD-SVRG, and its entry in the list of methods.
#ifndef FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_
#define FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_

#include <cstdint>

#include "base/names.h"
#include "fdskl/method_entry.h"

namespace fdskl::fd_svrg {

// How margins are summed and derivatives sent out: along binomial trees, or along stars as in Wan et al. 2007.
enum class Structure { kTree, kStar };

// Everything that determines an FD-SVRG model besides the data.
struct SvrgSettings {
  std::uint64_t seed = 1;
  double lambda = 1e-6;      // regularisation
  std::int64_t batch = 256;  // samples per inner step; at most as many as its leader has labels
  std::int64_t epochs = 40;
  double step = 0;  // size of the inner steps; 0: found while training
  Structure structure = Structure::kTree;
};

constexpr auto NamesOf(Structure /*value*/) {
  return base::EnumTable<Structure, 2>{"structure", {{{Structure::kTree, "tree"}, {Structure::kStar, "star"}}}};
}

extern const MethodEntry kFdSvrg;

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_
