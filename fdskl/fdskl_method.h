// The entry of FDSKL in the list of methods.
#ifndef FDSKL_FDSKL_FDSKL_METHOD_H_
#define FDSKL_FDSKL_FDSKL_METHOD_H_

#include <memory>
#include <string>
#include <vector>

#include "fdskl/method_entry.h"
#include "fdskl/settings.h"

namespace fdskl {

extern const MethodEntry kFdskl;

// The settings of methods that train random features: FDSKL and DSG.
class RandomFeatureSettings : public MethodSettings, public Settings {
 public:
  std::vector<base::Option> Options() override;
  void Validate(const Parties& parties) const override;
  std::map<std::string, std::optional<std::string>> Columns() const override;
  std::vector<MemoryPart> Memory(const WorkerSize& size) const override;
  double ModelFileBytes(const WorkerSize& size) const override;

 protected:
  // The settings for a run.
  // Errors: Error when the task is a regression and the loss is not for one.
  Settings ForRun(const RunFacts& facts) const;
};

// The time of a run of random features on two cores in masking `ring`, by the reference unit costs (cost_model.h).
double RandomFeatureSeconds(const RunSize& size);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FDSKL_METHOD_H_
