#include "datasets/labels.h"

#include <algorithm>
#include <cstdint>

#include "base/error.h"

namespace fdskl::datasets {
namespace {

constexpr unsigned Bit(int label) { return 1U << (label + 1); }

struct Coding {
  unsigned classes;
  float positive;
};

constexpr std::array<Coding, 3> kCodings{{{Bit(-1) | Bit(1), 1}, {Bit(0) | Bit(1), 1}, {Bit(1) | Bit(2), 2}}};

bool IsClass(float label) { return label == -1 || label == 0 || label == 1 || label == 2; }

}  // namespace

std::string LabelCheck::Wrong(float label) {
  if (task_ == Task::kRegression) return "";
  const std::string shown = quotes_values_ ? fmt::format("label {}", label) : "a label";
  if (!IsClass(label)) {
    return fmt::format("{} is none of two classes: they are written -1/+1, 0/1 or 1/2; else {}", shown,
                       kHowToNamePositive);
  }
  seen_ |= Bit(static_cast<int>(label));
  const auto fits = [this](const Coding& coding) { return (seen_ & ~coding.classes) == 0; };
  if (std::ranges::any_of(kCodings, fits)) return "";
  return fmt::format("{} makes a third class: two are written -1/+1, 0/1 or 1/2; else {}", shown, kHowToNamePositive);
}

void ToSigns(std::span<float> labels) {
  unsigned seen = 0;
  for (const float label : labels) seen |= IsClass(label) ? Bit(static_cast<int>(label)) : ~0U;
  const auto* const coding = std::ranges::find(kCodings, seen, &Coding::classes);
  if (coding == kCodings.end()) base::Fail("the labels are not two classes written -1/+1, 0/1 or 1/2");
  for (float& label : labels) label = label == coding->positive ? 1.0F : -1.0F;
}

}  // namespace fdskl::datasets
