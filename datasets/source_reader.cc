#include "datasets/source_reader.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/error.h"
#include "base/sha256.h"
#include "datasets/csv_reader.h"
#include "datasets/libsvm_reader.h"
#include "datasets/number.h"

namespace fdskl::datasets {
namespace {

std::string Names(const Located& located) {
  std::vector<std::string> names;
  for (const auto& file : located.files) names.push_back(file.string());
  return fmt::format("{}", fmt::join(names, " + "));
}

void CheckCounts(const Located& located, std::vector<float> labels) {
  const Source& source = *located.source;
  if (source.rows > 0 && std::ssize(labels) != source.rows) {
    base::Fail("{}: {} samples, where {} ({}) has {}", Names(located), labels.size(), located.entry->name,
               base::NameOf(source.edition), source.rows);
  }
  if (located.entry->task == Task::kRegression) return;
  try {
    ToSigns(labels);
  } catch (const base::Error& error) {
    base::Fail("{}: {}", Names(located), error.what());
  }
  const std::int64_t positives = std::ranges::count(labels, 1.0F);
  if (source.positives && positives != *source.positives) {
    base::Fail("{}: {} samples of the upper class, where {} ({}) has {}", Names(located), positives,
               located.entry->name, base::NameOf(source.edition), *source.positives);
  }
}

// The files of a source, those of its test part last.
std::vector<SourceFile> FilesOf(const Source& source) {
  std::vector<SourceFile> files = source.files;
  files.insert(files.end(), source.test_files.begin(), source.test_files.end());
  return files;
}

std::string Verdict(const Source& source, const std::vector<std::string>& text_checksums) {
  const std::vector<SourceFile> files = FilesOf(source);
  for (std::size_t i = 0; i < text_checksums.size(); ++i) {
    const SourceFile& file = files[i];
    const std::string_view counts = source.positives ? "rows, columns and class counts" : "rows and columns";
    if (file.text_sha256.empty()) return fmt::format("checked by {}; no checksum of {} is known", counts, file.name);
    if (file.text_sha256 != text_checksums[i]) {
      return fmt::format("unverified: the checksum of {} is not the known one, though {} fit", file.name, counts);
    }
  }
  return "verified by checksum";
}

// How a user's own files were checked. Errors: Error when a file has another checksum than the user's catalogue gives.
std::string OwnVerdict(const Located& located, const std::vector<std::string>& text_checksums) {
  const std::vector<SourceFile> files = FilesOf(*located.source);
  std::size_t known = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].text_sha256.empty()) continue;
    if (files[i].text_sha256 != text_checksums[i]) {
      base::Fail("{}: the SHA-256 of its content is {}, not {} as the catalogue says", located.files[i].string(),
                 text_checksums[i], files[i].text_sha256);
    }
    ++known;
  }
  return known == files.size() ? "verified by checksum" : "your own, as it is";
}

// A sink that passes samples on to `sink` with labels -1 and +1. `positive` is the upper class.
RowSink WithSigns(const std::string& positive, const RowSink& sink) {
  const auto upper = ParseNumber(positive);
  if (!upper) base::Fail("labels of LIBSVM text are numbers, and '{}' is none: positive = NUMBER", positive);
  return [upper = *upper, &sink](const RowBlock& block) {
    RowBlock signs = block;
    for (float& label : signs.labels) label = label == upper ? 1.0F : -1.0F;
    sink(signs);
  };
}

// Reads one file. Returns the checksum of its text.
std::string ReadFile(const std::filesystem::path& file, const Located& located, const SourceShape& shape,
                     const RowSink& sink) {
  const Source& source = *located.source;
  const Task task = located.entry->task;
  if (source.reader != Reader::kLibsvm && !shape.coding.features.empty()) {
    const auto rows = OpenTable(file, source.reader);
    ReadTable(*rows, source.format, shape.coding, task, sink);
    return rows->Sha256();
  }
  TextReader reader(file);
  if (source.reader == Reader::kCsv) {
    ReadCsv(reader, source.format, shape.columns, task, sink);
  } else if (source.format.positive && task == Task::kClassification) {
    ReadLibsvm(reader, shape.columns, Task::kRegression, WithSigns(*source.format.positive, sink));
  } else {
    ReadLibsvm(reader, shape.columns, task, sink);
  }
  return reader.TextSha256();
}

// The shape of a user's own LIBSVM files.
SourceShape SurveyLibsvm(const Located& located) {
  const Source& source = *located.source;
  const std::int64_t most = source.columns > 0 ? source.columns : std::numeric_limits<std::int32_t>::max();
  SourceShape shape;
  std::int64_t entries = 0;
  const RowSink count = [&](const RowBlock& block) {
    shape.rows += block.x.rows();
    entries += block.x.entries();
    for (const std::int32_t column : block.x.sparse().column)
      shape.columns = std::max<std::int64_t>(shape.columns, column + 1);
  };
  const Task labels = source.format.positive ? Task::kRegression : located.entry->task;
  for (const auto& file : located.files) {
    TextReader reader(file);
    ReadLibsvm(reader, most, labels, count);
  }
  if (source.columns > 0) shape.columns = source.columns;
  if (shape.columns == 0) base::Fail("{} has no features", Names(located));
  constexpr double kSparse = 0.25;
  shape.sparse =
      static_cast<double>(entries) < kSparse * static_cast<double>(shape.rows) * static_cast<double>(shape.columns);
  return shape;
}

}  // namespace

std::string FormatText(const Located& located) {
  if (!located.entry->own) return "";
  const Source& source = *located.source;
  const TableFormat& format = source.format;
  return fmt::format("{} task {} label {} positive {} id {} drop {} missing {} categories {} test files {}",
                     base::NameOf(source.reader), base::NameOf(located.entry->task), format.label,
                     format.positive.value_or("-"), format.id, fmt::join(format.dropped, ","),
                     fmt::join(format.missing, ","), base::NameOf(format.categories), source.test_files.size());
}

SourceShape ShapeOf(const Located& located) {
  FDSKL_REQUIRE(located.source != nullptr);
  const Source& source = *located.source;
  if (!located.entry->own) return {source.rows, source.columns, located.entry->sparse(), {}};
  if (source.reader == Reader::kLibsvm) return SurveyLibsvm(located);
  TableSurvey survey(source.format, located.entry->task);
  for (const auto& file : located.files) survey.See(*OpenTable(file, source.reader));
  SourceShape shape{survey.rows(), 0, false, survey.Finish()};
  shape.columns = shape.coding.columns();
  if (source.columns > 0 && shape.columns != source.columns) {
    base::Fail("{}: {} features, where the catalogue says {}", Names(located), shape.columns, source.columns);
  }
  return shape;
}

std::vector<std::string> FileChecksums(const Located& located) {
  std::vector<std::string> checksums;
  for (const auto& file : located.files) checksums.push_back(base::Sha256OfFile(file));
  return checksums;
}

SourceCheck ReadSource(const Located& located, const RowSink& sink) {
  return ReadSource(located, ShapeOf(located), sink);
}

SourceCheck ReadSource(const Located& located, const SourceShape& shape, const RowSink& sink) {
  const Source& source = *located.source;
  FDSKL_REQUIRE(located.files.size() == source.files.size() + source.test_files.size());
  std::vector<float> labels;
  const auto keep_labels = [&](const RowBlock& block) {
    labels.insert(labels.end(), block.labels.begin(), block.labels.end());
    sink(block);
  };
  std::vector<std::string> checksums;
  std::int64_t train_rows = 0;
  for (const auto& file : located.files) {
    checksums.push_back(ReadFile(file, located, shape, keep_labels));
    if (checksums.size() == source.files.size()) train_rows = std::ssize(labels);
  }
  const std::int64_t test_rows = std::ssize(labels) - train_rows;
  CheckCounts(located, std::move(labels));
  if (located.entry->own) {
    const std::string content = fmt::format("{}\n{}", fmt::join(checksums, ""), FormatText(located));
    return {base::Sha256OfText(content), OwnVerdict(located, checksums), test_rows};
  }
  const std::string checksum =
      checksums.size() == 1 ? checksums.front() : base::Sha256OfText(fmt::format("{}", fmt::join(checksums, "")));
  return {checksum, Verdict(source, checksums), test_rows};
}

}  // namespace fdskl::datasets
