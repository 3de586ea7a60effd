#include "base/names.h"

#include <gtest/gtest.h>

#include <array>

namespace fdskl::base {
namespace {

constexpr std::array<std::string_view, 4> kValid = {"a9a", "w8a", "cod-rna", "gisette"};

TEST(UnknownName, NamesTheNearestAndAllValidOnes) {
  EXPECT_EQ(UnknownName("dataset", "codrna", kValid),
            "unknown dataset 'codrna'; did you mean cod-rna? Valid: a9a, w8a, cod-rna, gisette.");
}

TEST(UnknownName, OffersNothingWhenNothingIsNear) {
  EXPECT_EQ(UnknownName("dataset", "imagenet", kValid),
            "unknown dataset 'imagenet'. Valid: a9a, w8a, cod-rna, gisette.");
}

TEST(UnknownName, NearestComesFirst) {
  const std::string message = UnknownName("dataset", "A9A", kValid);
  EXPECT_NE(message.find("did you mean a9a or w8a?"), std::string::npos) << message;
}

}  // namespace
}  // namespace fdskl::base
