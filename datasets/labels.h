// Labels: two classes, written -1/+1, 0/1 or 1/2, or the numbers of a regression.
#ifndef FDSKL_DATASETS_LABELS_H_
#define FDSKL_DATASETS_LABELS_H_

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::datasets {

enum class Task { kClassification, kRegression };

constexpr auto NamesOf(Task /*value*/) {
  return base::EnumTable<Task, 2>{"task",
                                  {{{Task::kClassification, "classification"}, {Task::kRegression, "regression"}}}};
}

// Checks the labels of one file as they are read. The first label of a third class is an error.
class LabelCheck {
 public:
  // `quotes_values`: whether errors may repeat a label.
  explicit LabelCheck(Task task, bool quotes_values = true) : task_(task), quotes_values_(quotes_values) {}

  // Errors: in classification, Error with the reader's place (by reader.Fail()) for a value that is not a class, or
  // that mixes two ways of writing.
  template <class Reader>
  void See(float label, const Reader& reader) {
    if (const std::string wrong = Wrong(label); !wrong.empty()) reader.Fail("{}", wrong);
  }

 private:
  // What is wrong with the next label, as text; empty when nothing is.
  std::string Wrong(float label);

  Task task_;
  bool quotes_values_;
  unsigned seen_ = 0;  // bit v + 1 stands for label v
};

// How a user says which class is the upper one, for messages.
inline constexpr std::string_view kHowToNamePositive =
    "name the upper class: positive = \"VALUE\" in the catalogue, or --positive VALUE; all others are then the lower";

// Rewrites classes as -1 and +1, from any of the three ways of writing.
// Errors: Error unless there are two classes and each has a sample.
void ToSigns(std::span<float> labels);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_LABELS_H_
