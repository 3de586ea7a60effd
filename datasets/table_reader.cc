#include "datasets/table_reader.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "datasets/number.h"

namespace fdskl::datasets {
namespace {

constexpr std::size_t kShownLabels = 6;

bool IsMissing(std::string_view field, const TableFormat& format) {
  return field.data() == nullptr || std::ranges::find(format.missing, field) != format.missing.end();
}

// What a field is used for. `first` is the first column of a feature in the sample.
enum class Role { kFeature, kLabel, kId, kDropped };

struct Column {
  Role role = Role::kDropped;
  const Feature* feature = nullptr;
  std::int64_t first = 0;
};

// Errors: Error unless every name in the format occurs exactly once in the header.
void CheckHeader(const TableRows& rows, const TableFormat& format) {
  const auto require_once = [&](const std::string& name) {
    const auto count = std::ranges::count(rows.names(), name);
    if (count != 1) rows.Fail("column '{}' stands {} times in the header; it must stand there once", name, count);
  };
  if (!format.label.empty()) require_once(format.label);
  if (!format.id.empty()) require_once(format.id);
  std::ranges::for_each(format.dropped, require_once);
}

bool IsFeature(const std::string& name, const TableFormat& format) {
  if (!format.label.empty() && name == format.label) return false;
  if (!format.id.empty() && name == format.id) return false;
  return std::ranges::find(format.dropped, name) == format.dropped.end();
}

// The use of each field of a row. Errors: Error unless the header has each feature of `coding` exactly once.
std::vector<Column> Columns(const TableRows& rows, const TableFormat& format, const Coding& coding) {
  CheckHeader(rows, format);
  std::vector<Column> columns;
  std::size_t found = 0;
  const bool same_order = CodingOf(rows, format).features.size() == coding.features.size();
  for (const std::string& name : rows.names()) {
    Column& column = columns.emplace_back();
    if (!format.label.empty() && name == format.label) column.role = Role::kLabel;
    if (!format.id.empty() && name == format.id) column.role = Role::kId;
    if (!IsFeature(name, format)) continue;
    // A name may occur twice if the order tells the columns apart.
    std::size_t place = found++;
    if (!same_order || coding.features[place].name != name) {
      place =
          static_cast<std::size_t>(std::ranges::find(coding.features, name, &Feature::name) - coding.features.begin());
      if (place == coding.features.size()) rows.Fail("column '{}' is not one of the dataset's features", name);
    }
    column.role = Role::kFeature;
    column.feature = &coding.features[place];
    for (std::size_t i = 0; i < place; ++i) column.first += coding.features[i].columns();
  }
  for (const Feature& feature : coding.features) {
    if (std::ranges::find(columns, &feature, &Column::feature) == columns.end()) {
      rows.Fail("there is no column '{}', which is one of the dataset's features", feature.name);
    }
  }
  return columns;
}

// A value as messages name it.
std::string Shown(std::string_view field, const TableFormat& format) {
  return format.quotes_values ? fmt::format("'{}'", field) : "a value";
}

float ReadLabel(std::string_view field, const TableRows& rows, const TableFormat& format, Task task) {
  if (IsMissing(field, format))
    rows.Fail("column '{}': {} is no finite number: the label is missing", format.label, Shown(field, format));
  const auto number = ParseNumber(field);
  if (format.positive && task == Task::kClassification) {
    return field == *format.positive || (number && number == ParseNumber(*format.positive)) ? 1.0F : -1.0F;
  }
  if (number) return *number;
  if (task == Task::kRegression) rows.Fail("column '{}': {} is no finite number", format.label, Shown(field, format));
  rows.Fail("column '{}': {} is no finite number; two classes are written -1/+1, 0/1 or 1/2; else {}", format.label,
            Shown(field, format), kHowToNamePositive);
}

void ReadFeature(std::string_view field, const TableRows& rows, const TableFormat& format, const Column& column,
                 std::span<float> sample) {
  const auto first = base::Index(column.first);
  if (!column.feature->categories.empty()) {
    const bool missing = IsMissing(field, format);
    for (std::size_t c = 0; c < column.feature->categories.size(); ++c) {
      sample[first + c] = !missing && field == column.feature->categories[c] ? 1.0F : 0.0F;
    }
    return;
  }
  if (IsMissing(field, format)) {
    sample[first] = std::numeric_limits<float>::quiet_NaN();
  } else if (const auto number = ParseNumber(field)) {
    sample[first] = *number;
  } else {
    rows.Fail("column '{}': {} is no finite number", column.feature->name, Shown(field, format));
  }
}

}  // namespace

std::int64_t Coding::columns() const {
  std::int64_t sum = 0;
  for (const Feature& feature : features) sum += feature.columns();
  return sum;
}

std::vector<std::string> Coding::ColumnNames() const {
  std::vector<std::string> names;
  for (const Feature& feature : features) {
    if (feature.categories.empty()) names.push_back(feature.name);
    for (const std::string& category : feature.categories)
      names.push_back(fmt::format("{}={}", feature.name, category));
  }
  return names;
}

Coding CodingOf(const TableRows& rows, const TableFormat& format, std::optional<std::int64_t> columns) {
  CheckHeader(rows, format);
  Coding coding;
  for (const std::string& name : rows.names()) {
    if (IsFeature(name, format)) coding.features.push_back({name, {}});
  }
  if (columns && coding.columns() != *columns) {
    rows.Fail("the header names {} features, where {} belong", coding.columns(), *columns);
  }
  return coding;
}

void ReadTable(TableRows& rows, const TableFormat& format, const Coding& coding, Task task, const RowSink& sink,
               RowIds* ids) {
  const std::vector<Column> columns = Columns(rows, format, coding);
  const std::int64_t width = coding.columns();
  LabelCheck check(task, format.quotes_values);
  std::vector<float> values, labels;  // values: by rows
  std::int64_t samples = 0;
  const auto flush = [&] {
    const std::int64_t count = std::ssize(labels);
    if (count == 0) return;
    samples += count;
    sink({base::Matrix(base::DenseMatrix(Eigen::Map<const base::DenseMatrix>(values.data(), count, width))),
          std::exchange(labels, {})});
    values.clear();
  };

  std::vector<std::string_view> fields;
  while (rows.Next(&fields)) {
    values.resize(values.size() + base::Index(width));
    const std::span<float> sample(values.data() + values.size() - base::Index(width), base::Index(width));
    float label = 0;
    for (std::size_t c = 0; c < fields.size(); ++c) {
      if (columns[c].role == Role::kFeature) {
        ReadFeature(fields[c], rows, format, columns[c], sample);
      } else if (columns[c].role == Role::kLabel) {
        label = ReadLabel(fields[c], rows, format, task);
      } else if (columns[c].role == Role::kId && ids != nullptr) {
        if (fields[c].empty() || IsMissing(fields[c], format)) rows.Fail("column '{}': the id is missing", format.id);
        ids->ids.emplace_back(fields[c]);
        ids->places.push_back(rows.Place());
      }
    }
    labels.push_back(label);
    if (!format.label.empty()) check.See(label, rows);
    if (std::ssize(values) >= kBlockEntries || std::ssize(labels) == kMaxBlockRows) flush();
  }
  flush();
  if (samples == 0) base::Fail("{} holds no samples", rows.file().string());
}

void TableSurvey::SeeFeature(std::string_view field, const TableRows& rows, Seen& seen) {
  if (IsMissing(field, format_)) return;
  if (!seen.is_text && !ParseNumber(field)) {
    seen.is_text = true;
    seen.text = field;
    seen.place = rows.Place();
  }
  if (format_.categories != Categories::kOneHot || seen.too_many) return;
  seen.categories.emplace(field);
  if (seen.categories.size() > kMostCategories) {
    seen.too_many = true;
    seen.categories.clear();
  }
}

void TableSurvey::See(TableRows& rows) {
  const Coding header = CodingOf(rows, format_);
  if (features_.empty()) {
    for (const Feature& feature : header.features) features_.push_back({.name = feature.name});
  }
  file_ = rows.file().string();
  Coding known;
  for (const Seen& seen : features_) known.features.push_back({seen.name, {}});
  const std::vector<Column> columns = Columns(rows, format_, known);
  std::vector<std::string_view> fields;
  while (rows.Next(&fields)) {
    ++rows_;
    for (std::size_t c = 0; c < fields.size(); ++c) {
      if (columns[c].role == Role::kFeature) {
        SeeFeature(fields[c], rows, features_[base::Index(columns[c].first)]);
      } else if (columns[c].role == Role::kLabel && task_ == Task::kClassification) {
        const std::string label(fields[c]);
        if (labels_.size() < kShownLabels || labels_.contains(label)) {
          ++labels_[label];
        } else {
          more_labels_ = true;
        }
      }
    }
  }
}

void TableSurvey::CheckLabels() const {
  if (task_ == Task::kRegression || format_.label.empty() || labels_.empty()) return;
  std::vector<std::string> names;
  for (const auto& [label, count] : labels_) names.push_back(Shown(label, format_));
  const std::string shown = fmt::format("{}{}", fmt::join(names, ", "), more_labels_ ? ", ..." : "");
  if (format_.positive) {
    const bool found =
        more_labels_ || std::ranges::any_of(labels_, [&](const auto& label) {
          const auto number = ParseNumber(label.first);
          return label.first == *format_.positive || (number && number == ParseNumber(*format_.positive));
        });
    if (!found)
      base::Fail("{}: no label in column '{}' is '{}'; there are {}", file_, format_.label, *format_.positive, shown);
    if (labels_.size() == 1) base::Fail("{}: all labels in column '{}' are {}", file_, format_.label, shown);
    return;
  }
  if (labels_.size() > 2) {
    base::Fail("{}: column '{}' has the classes {}, where two are needed; {}", file_, format_.label, shown,
               kHowToNamePositive);
  }
}

Coding TableSurvey::Finish() const {
  CheckLabels();
  Coding coding;
  std::vector<std::string> texts, names;
  for (const Seen& seen : features_) {
    const bool text = seen.is_text;
    if (text && format_.categories == Categories::kOneHot && seen.too_many) {
      base::Fail(
          "{}: column '{}' has more than {} categories ({}: {}), too many for columns of 0 and 1: leave it "
          "out (drop, --drop)",
          file_, seen.name, kMostCategories, seen.place, Shown(seen.text, format_));
    }
    if (text && format_.categories == Categories::kRefuse) {
      texts.push_back(fmt::format("'{}' ({}: {})", seen.name, seen.place, Shown(seen.text, format_)));
      names.push_back(fmt::format("\"{}\"", seen.name));
    }
    Feature& feature = coding.features.emplace_back();
    feature.name = seen.name;
    if (text) feature.categories.assign(seen.categories.begin(), seen.categories.end());
  }
  if (!texts.empty()) {
    base::Fail(
        "{}: text where numbers belong, in column{} {}. Leave them out (drop = [{}]), make them columns of 0 and 1 "
        "(categories = \"one-hot\"), or say which texts mark a missing value (missing = [\"...\"]); on the command "
        "line: --drop, --categories one-hot, --missing",
        file_, texts.size() == 1 ? "" : "s", fmt::join(texts, ", "), fmt::join(names, ", "));
  }
  if (coding.columns() == 0) base::Fail("{} has no features: no column is left for them", file_);
  if (rows_ == 0) base::Fail("{} holds no samples", file_);
  return coding;
}

}  // namespace fdskl::datasets
