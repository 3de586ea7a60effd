#include "baselines/dsg/dsg_method.h"

#include "baselines/dsg/dsg.h"
#include "fdskl/fdskl_method.h"

namespace fdskl::dsg {
namespace {

class DsgSettings : public RandomFeatureSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<DsgSettings>(*this); }

  std::vector<base::Option> Options() override {
    std::vector<base::Option> options = RandomFeatureSettings::Options();
    options.push_back(
        {"decay", &decay, "how fast the learning rate falls: it is gamma / (1 + decay t) in iteration t"});
    options.push_back({"label_groups", &label_groups,
                       "deal the labels into so many groups and draw each batch from the next one, as so many active "
                       "workers of FDSKL would; 0: one batch may have any label"});
    return options;
  }

  void Validate(const Parties& parties) const override {
    RandomFeatureSettings::Validate(parties);
    if (update == Update::kConjugate)
      base::Fail("dsg does not solve for all coefficients at once: update may be plain or preconditioned");
    base::RequireNotNegative("decay", decay);
    base::RequireAtLeast("label_groups", label_groups, 0);
  }

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    return std::make_unique<Dsg>(channel, ForRun(facts), view);
  }
};

}  // namespace

const MethodEntry kDsg = {
    .name = "dsg",
    .title = "DSG",
    .color = "#0072b2",
    .marker = Marker::kSquare,
    .placement = MethodEntry::Placement::kCentral,
    .version = 2,
    .reads_rows = true,
    .same_settings_as = &kFdskl,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<DsgSettings>(); },
    .rough_seconds = RandomFeatureSeconds};

}  // namespace fdskl::dsg
