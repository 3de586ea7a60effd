// docs/results_format.md describes the tables as they are: its tables are what SchemaOf() says, line by line.

#include <arrow/api.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.h"
#include "results/arrow_io.h"
#include "results/audit_row.h"
#include "results/bench_row.h"
#include "results/claim_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/plan_row.h"
#include "results/prediction_row.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "results/theory_row.h"
#include "results/traffic_row.h"
#include "results/tuning_row.h"

namespace fdskl::results {
namespace {

template <class Row>
std::string MarkdownTable() {
  std::string text = "| column | type | null | meaning |\n|---|---|---|---|\n";
  const auto schema = SchemaOf<Row>();
  for (const auto& field : schema->fields()) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", field->name(), field->type()->ToString(),
                        field->nullable() ? "yes" : "no", ValueOrThrow(field->metadata()->Get("meaning")));
  }
  return text;
}

std::string Document() {
  std::ostringstream text;
  text << std::ifstream(FDSKL_SOURCE_DIR "/docs/results_format.md").rdbuf();
  return text.str();
}

template <class Row>
class ResultsFormat : public ::testing::Test {};

using AllRows = ::testing::Types<RunRow, CurveRow, PlanRow, BenchRow, PredictionRow, CommRow, TuningRow, TrafficRow,
                                 AuditRow, TheoryRow, ClaimRow>;
TYPED_TEST_SUITE(ResultsFormat, AllRows);

TYPED_TEST(ResultsFormat, DocumentHoldsTheTable) {
  EXPECT_NE(Document().find(MarkdownTable<TypeParam>()), std::string::npos) << "expected:\n"
                                                                            << MarkdownTable<TypeParam>();
}

}  // namespace
}  // namespace fdskl::results
