#include "results/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "results/curve_row.h"
#include "results/run_row.h"

namespace fdskl::results {
namespace {

TEST(Json, EscapesText) {
  EXPECT_EQ(Json(std::string_view("a\"b\\c\n\x01\x7F Zürich")), "\"a\\\"b\\\\c\\u000a\\u0001\\u007f Zürich\"");
}

TEST(Json, DoublesReadBackAsThemselves) {
  for (const double value : {0.1, 1.0 / 3, 1e-300, 6.02214076e23, -0.0, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(std::stod(Json(value)), value);
  }
}

TEST(Json, WhatIsNoNumberIsNull) {
  EXPECT_EQ(Json(std::nan("")), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(Json(std::optional<double>()), "null");
}

TEST(Json, IntegersAndTruthValues) {
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(Json(std::int64_t{-1}), "-1");
  EXPECT_EQ(Json(true), "true");
  EXPECT_EQ(Json(std::optional<std::string>("x")), "\"x\"");
}

TEST(JsonArray, IsOneObjectPerRow) {
  CurveRow row{"r", 1, 2, 0.5, std::nullopt, 0.25};
  row.clock_seconds[ClockNetwork::kWan] = 3;
  const std::vector<CurveRow> rows(2, row);
  const std::string object =
      R"({"run": "r","iteration": 1,"features": 2,"seconds": 0.5,"test_error": null,"train_loss": 0.25,)"
      R"("clock_bare_seconds": null,"clock_lan_seconds": null,"clock_wan_seconds": 3,)"
      R"("clock_intercontinental_seconds": null,"clock_link_seconds": null})";
  EXPECT_EQ(JsonArray<CurveRow>(rows), "[\n" + object + ",\n" + object + "\n]\n");
  EXPECT_EQ(JsonArray<CurveRow>({}), "[\n]\n");
}

}  // namespace
}  // namespace fdskl::results
