// Which cells of a study the user chose: `--experiment`, `--dataset`, `--method`; none given is all.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_CHOICE_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_CHOICE_H_

#include <string>
#include <string_view>
#include <vector>

#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {

struct Choice {
  std::vector<std::string> experiments, datasets, methods;

  bool Has(std::string_view experiment, std::string_view dataset, std::string_view method) const;
};

// Errors: Error when a name is none of the study's, with those that are.
void CheckChoice(const Choice& choice, const Study& study);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_CHOICE_H_
