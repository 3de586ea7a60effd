#include "datasets/labels.h"

#include <gtest/gtest.h>

#include <vector>

namespace fdskl::datasets {
namespace {

std::vector<float> Signs(std::vector<float> labels) {
  ToSigns(labels);
  return labels;
}

TEST(LabelsTest, MapsEveryWayOfWritingTwoClasses) {
  const std::vector<float> expected = {-1, 1, 1};
  EXPECT_EQ(Signs({-1, 1, 1}), expected);
  EXPECT_EQ(Signs({0, 1, 1}), expected);
  EXPECT_EQ(Signs({1, 2, 2}), expected);
}

TEST(LabelsTest, RejectsWhatIsNotTwoClasses) {
  EXPECT_THROW(Signs({}), base::Error);
  EXPECT_THROW(Signs({1, 1}), base::Error);
  EXPECT_THROW(Signs({0, 1, 2}), base::Error);
  EXPECT_THROW(Signs({-1, 0}), base::Error);
  EXPECT_THROW(Signs({0.5, 1}), base::Error);
}

}  // namespace
}  // namespace fdskl::datasets
