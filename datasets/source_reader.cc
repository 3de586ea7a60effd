#include "datasets/source_reader.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "base/sha256.h"
#include "datasets/csv_reader.h"
#include "datasets/libsvm_reader.h"

namespace fdskl::datasets {
namespace {

std::string Names(const Located& located) {
  std::vector<std::string> names;
  for (const auto& file : located.files) names.push_back(file.string());
  return fmt::format("{}", fmt::join(names, " + "));
}

void CheckCounts(const Located& located, std::vector<float> labels) {
  const Source& source = *located.source;
  if (std::ssize(labels) != source.rows) {
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

std::string Verdict(const Source& source, const std::vector<std::string>& text_checksums) {
  for (std::size_t i = 0; i < text_checksums.size(); ++i) {
    const SourceFile& file = source.files[i];
    const std::string_view counts = source.positives ? "rows, columns and class counts" : "rows and columns";
    if (file.text_sha256.empty()) return fmt::format("checked by {}; no checksum of {} is known", counts, file.name);
    if (file.text_sha256 != text_checksums[i]) {
      return fmt::format("unverified: the checksum of {} is not the known one, though {} fit", file.name, counts);
    }
  }
  return "verified by checksum";
}

}  // namespace

std::vector<std::string> FileChecksums(const Located& located) {
  std::vector<std::string> checksums;
  for (const auto& file : located.files) checksums.push_back(base::Sha256OfFile(file));
  return checksums;
}

SourceCheck ReadSource(const Located& located, const RowSink& sink) {
  FDSKL_REQUIRE(located.source != nullptr && located.files.size() == located.source->files.size());
  const Source& source = *located.source;
  std::vector<float> labels;
  const auto keep_labels = [&](const RowBlock& block) {
    labels.insert(labels.end(), block.labels.begin(), block.labels.end());
    sink(block);
  };
  std::vector<std::string> checksums;
  for (const auto& file : located.files) {
    TextReader reader(file);
    if (source.csv) {
      ReadCsv(reader, *source.csv, source.columns, located.entry->task, keep_labels);
    } else {
      ReadLibsvm(reader, source.columns, located.entry->task, keep_labels);
    }
    checksums.push_back(reader.TextSha256());
  }
  CheckCounts(located, std::move(labels));
  const std::string checksum =
      checksums.size() == 1 ? checksums.front() : base::Sha256OfText(fmt::format("{}", fmt::join(checksums, "")));
  return {checksum, Verdict(source, checksums)};
}

}  // namespace fdskl::datasets
