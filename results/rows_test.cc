#include "results/rows.h"

#include <arrow/api.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "results/arrow_io.h"
#include "results/curve_row.h"
#include "results/run_row.h"
#include "results/testing.h"

namespace fdskl::results {
namespace {

using testing::SampleRun;

std::string ErrorOf(const arrow::Table& table) {
  try {
    RowsFromTable<RunRow>(table);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Rows, EveryColumnSurvivesTheRoundTrip) {
  const std::vector<RunRow> rows = {testing::SampleRun("one"), RunRow(), testing::SampleRun("three")};
  const std::vector<RunRow> back = RowsFromTable<RunRow>(*TableFromRows<RunRow>(rows));
  ASSERT_EQ(back.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> before;
    std::vector<std::string> after;
    const auto collect_into = [](std::vector<std::string>& texts) {
      return [&texts]<class T>(const char*, const T& value, const char*) {
        if constexpr (requires { *value; }) {
          texts.push_back(value ? fmt::format("{}", *value) : "null");
        } else {
          texts.push_back(fmt::format("{}", value));
        }
      };
    };
    VisitFields(rows[i], collect_into(before));
    VisitFields(back[i], collect_into(after));
    EXPECT_EQ(before, after);
  }
}

TEST(Rows, NoRowsIsATableToo) { EXPECT_TRUE(RowsFromTable<CurveRow>(*TableFromRows<CurveRow>({})).empty()); }

TEST(Rows, OptionalIsNullableAndNothingElseIs) {
  const auto schema = SchemaOf<CurveRow>();
  EXPECT_FALSE(schema->GetFieldByName("seconds")->nullable());
  EXPECT_TRUE(schema->GetFieldByName("test_error")->nullable());
}

TEST(Rows, AnOlderTableMayLackAColumnThatMayBeNull) {
  const auto table = TableFromRows<RunRow>(std::vector<RunRow>{testing::SampleRun("one")});
  const auto older = ValueOrThrow(table->RemoveColumn(table->schema()->GetFieldIndex("sigma")));
  EXPECT_FALSE(RowsFromTable<RunRow>(*older).at(0).sigma.has_value());
}

TEST(Rows, MissingUnknownMistypedAndNullColumnsAreErrors) {
  const auto table = TableFromRows<RunRow>(std::vector<RunRow>{testing::SampleRun("one")});
  const int rows = table->schema()->GetFieldIndex("rows");
  EXPECT_EQ(ErrorOf(*ValueOrThrow(table->RemoveColumn(rows))), "column 'rows' is missing");
  const auto more = ValueOrThrow(table->AddColumn(0, arrow::field("more", arrow::int64()), table->column(rows)));
  EXPECT_EQ(ErrorOf(*more), "column 'more' is unknown");
  const auto text = ValueOrThrow(table->SetColumn(rows, arrow::field("rows", arrow::utf8()), table->column(0)));
  EXPECT_EQ(ErrorOf(*text), "column 'rows' holds string, not int64");
  const auto nulls = std::make_shared<arrow::ChunkedArray>(ValueOrThrow(arrow::MakeArrayOfNull(arrow::int64(), 1)));
  const auto null = ValueOrThrow(table->SetColumn(rows, arrow::field("rows", arrow::int64()), nulls));
  EXPECT_EQ(ErrorOf(*null), "column 'rows' has nulls");
}

}  // namespace
}  // namespace fdskl::results
