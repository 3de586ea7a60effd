// For tests: a small study in TOML files, planned on data that do not exist.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_TESTING_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_TESTING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/testing.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce::testing {

// Pretends that the data exist: all rows of the dataset, or as many as are asked for.
inline datasets::Prepared NoData(const std::string& dataset, std::optional<datasets::Edition> edition,
                                 std::optional<std::int64_t> rows) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(dataset);
  return {"nowhere",
          edition.value_or(datasets::Edition::kStandIn),
          std::min(rows.value_or(entry.rows), entry.rows),
          entry.columns,
          "checksum of " + dataset,
          ""};
}

inline const DataSource kNoData = {[](const std::string& /*dataset*/, std::optional<datasets::Edition> wanted) {
                                     return wanted.value_or(datasets::Edition::kStandIn);
                                   },
                                   NoData};

class PlanTest : public ::testing::Test {
 protected:
  PlanTest() {
    Write("defaults", "[fdskl]\nfeatures = 512\nsigma = 2.0\n");
    Write("profiles", "experiments = ['one', 'two']\n[small.caps]\nrows = 1000\nfeatures = 64\n[large]\n");
    Write("one", "datasets = ['phishing', 'a9a']\nmethods = ['fdskl', 'libsvm']\nsplits = 2\n");
    Write("two", "datasets = ['phishing']\nmethods = ['fdskl']\nworkers = [2, 8]\nrow_shares = [0.5, 1.0]\n");
  }

  void Write(const std::string& name, std::string_view text) const {
    base::WriteText(folder_.path() / (name + ".toml"), text);
  }
  std::vector<PlannedCell> Plan(const char* profile = "small", const CellFilter& filter = {}) const {
    return MakePlan(LoadStudy(folder_.path(), profile), filter, kNoData);
  }
  static std::vector<std::string> Titles(const std::vector<PlannedCell>& plan) {
    std::vector<std::string> titles;
    titles.reserve(plan.size());
    for (const PlannedCell& planned : plan) titles.push_back(Title(planned.cell));
    return titles;
  }
  // The error message when the file `name` has this text, from the file's name on.
  std::string Error(const std::string& name, std::string_view text) const {
    Write(name, text);
    std::string message = base::testing::ErrorOf([&] { Plan(); });
    const auto at = message.find(name + ".toml");
    return at == std::string::npos ? message : message.substr(at);
  }

  base::testing::TempFolder folder_;
};

}  // namespace fdskl::reproduce::testing

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_TESTING_H_
