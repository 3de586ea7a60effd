// FDSKL as the harness knows it.
#ifndef FDSKL_FDSKL_FDSKL_METHOD_H_
#define FDSKL_FDSKL_FDSKL_METHOD_H_

#include <memory>
#include <string>
#include <vector>

#include "fdskl/method_entry.h"
#include "fdskl/settings.h"

namespace fdskl {

extern const MethodEntry kFdskl;

// For methods that train random features with these settings: FDSKL, and DSG.
class RandomFeatureSettings : public MethodSettings, public Settings {
 public:
  std::vector<base::Option> Options() override;
  void Validate(const Parties& parties) const override;
  std::map<std::string, std::optional<std::string>> Columns() const override;
  std::vector<MemoryPart> Memory(const WorkerSize& size) const override;
  double ModelFileBytes(const WorkerSize& size) const override;

 protected:
  // The settings for a run. Errors: Error when the loss cannot do a regression and the data are one.
  Settings ForRun(const RunFacts& facts) const;
};

// What a run of random features takes on two cores, by the reference unit costs (cost_model.h), in masking ring.
double RandomFeatureSeconds(const RunSize& size);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FDSKL_METHOD_H_
