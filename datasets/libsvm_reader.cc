#include "datasets/libsvm_reader.h"

#include <string_view>
#include <utility>

#include "datasets/number.h"

namespace fdskl::datasets {
namespace {

constexpr std::string_view kBlanks = " \t";

// Takes the next word off the front of `*text`; empty when there is none.
std::string_view NextWord(std::string_view* text) {
  const std::size_t begin = text->find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  std::size_t end = begin + 1;
  while (end < text->size() && (*text)[end] != ' ' && (*text)[end] != '\t') ++end;
  const std::string_view word = text->substr(begin, end - begin);
  text->remove_prefix(end);
  return word;
}

float NumberIn(std::string_view word, const TextReader& reader) {
  const auto number = ParseNumber(word);
  if (!number) reader.Fail("'{}' is no finite number", word);
  return *number;
}

void ReadFeatures(std::string_view text, const TextReader& reader, base::SparseMatrix* x) {
  std::int64_t previous = 0;
  for (std::string_view word = NextWord(&text); !word.empty(); word = NextWord(&text)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) reader.Fail("'{}' is not of the form index:value", word);
    const auto index = ParseInteger(word.substr(0, colon));
    if (!index || *index < 1) reader.Fail("'{}' does not begin with an index from 1 up", word);
    if (*index > x->columns) reader.Fail("index {} is beyond the {} columns of this dataset", *index, x->columns);
    if (*index == previous) reader.Fail("index {} stands twice", *index);
    if (*index < previous) reader.Fail("index {} follows {}: indices must ascend", *index, previous);
    previous = *index;
    x->column.push_back(static_cast<std::int32_t>(*index - 1));
    x->value.push_back(NumberIn(word.substr(colon + 1), reader));
  }
  x->row_begin.push_back(std::ssize(x->value));
}

}  // namespace

void ReadLibsvm(TextReader& reader, std::int64_t columns, Task task, const RowSink& sink) {
  LabelCheck check(task);
  base::SparseMatrix x{.columns = columns};
  std::vector<float> labels;
  std::int64_t samples = 0;
  const auto flush = [&] {
    samples += std::ssize(labels);
    if (!labels.empty()) sink({base::Matrix(std::exchange(x, {.columns = columns})), std::exchange(labels, {})});
  };

  std::string_view line;
  while (reader.NextLine(&line)) {
    line = line.substr(0, line.find('#'));
    const std::string_view first = NextWord(&line);
    if (first.empty()) continue;
    labels.push_back(NumberIn(first, reader));
    check.See(labels.back(), reader);
    ReadFeatures(line, reader, &x);
    if (std::ssize(x.value) >= kBlockEntries || std::ssize(labels) == kMaxBlockRows) flush();
  }
  flush();
  if (samples == 0) base::Fail("{} holds no samples", reader.file().string());
}

}  // namespace fdskl::datasets
