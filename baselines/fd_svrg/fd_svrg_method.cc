#include "baselines/fd_svrg/fd_svrg_method.h"

#include <algorithm>

#include "base/error.h"
#include "baselines/fd_svrg/fd_svrg.h"

namespace fdskl::fd_svrg {
namespace {

class FdSvrgSettings : public MethodSettings, public SvrgSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<FdSvrgSettings>(*this); }

  std::vector<base::Option> Options() override {
    return {{"lambda", &lambda, "regularisation"},
            {"batch", &batch, "samples per inner step, B; at most the labels that one active worker holds"},
            {"epochs", &epochs, "passes of inner steps, each after a full gradient"},
            {"step", &step, "size of the inner steps; 0: found while training"},
            {"structure", base::Named(structure), "shape along which margins are summed: a binomial tree or a star"}};
  }

  void Validate(const Parties& /*parties*/) const override {
    base::RequireNotNegative("lambda", lambda);
    base::RequireAtLeast("batch", batch, 1);
    base::RequireAtLeast("epochs", epochs, 1);
    base::RequireNotNegative("step", step);
  }

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    if (facts.regression) base::Fail("{} is a regression, which fd-svrg does not do", facts.dataset);
    SvrgSettings settings = *this;
    settings.seed = facts.seed;
    return std::make_unique<FdSvrg>(channel, settings, view);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    // Derivatives at two snapshots, in double, and the numbers of all labelled samples, twice; and at most as much
    // again for labels, margins and messages. Vectors over the columns are small.
    return {{"numbers of samples", 20 * size.train_rows, 96 * size.rows() + 128 * size.columns}};
  }

  std::map<std::string, std::optional<std::string>> Columns() const override { return {{"loss", "logistic"}}; }
};

}  // namespace

const MethodEntry kFdSvrg = {
    .name = "fd-svrg",
    .title = "FD-SVRG",
    .color = "#56b4e9",
    .marker = Marker::kDownTriangle,
    .placement = MethodEntry::Placement::kFederated,
    .version = 1,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<FdSvrgSettings>(); },
    .rough_seconds =
        [](const RunSize& size) {
          constexpr double kEpochs = 40;
          const double steps = size.train_rows / std::max(1.0, size.batch);
          return kEpochs * (size.train_rows * size.entries * 3.5e-9 + steps * size.workers * 6e-5);
        }};

}  // namespace fdskl::fd_svrg
