#include "baselines/external/exchange.h"

#include <arrow/api.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>
#include <span>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "results/arrow_io.h"

namespace fdskl::external {
namespace {

// Gives the rows of a matrix one by one. All rows are dense: zeros that are not stored are filled in.
class Rows {
 public:
  Rows(const base::Matrix& x, std::span<const std::int32_t> columns) : x_(x), columns_(columns) {
    FDSKL_REQUIRE(!x.is_source());
  }

  std::int64_t size() const { return x_.rows(); }
  std::span<const std::int32_t> columns() const { return columns_; }
  const base::Matrix& matrix() const { return x_; }

  void Fill(std::int64_t row, std::vector<float>& values) const {
    values.assign(columns_.size(), 0);
    base::ForEntries(x_, row,
                     [&](Eigen::Index k, double value) { values[base::Index(k)] = static_cast<float>(value); });
  }

 private:
  const base::Matrix& x_;
  std::span<const std::int32_t> columns_;
};

std::ofstream Open(const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary);
  if (!stream) base::Fail("cannot write {}", file.string());
  return stream;
}

void Close(std::ofstream& stream, const std::filesystem::path& file) {
  if (!stream.flush()) base::Fail("cannot write {}", file.string());
}

// The labels of all training samples; NaN where the worker has none.
std::vector<float> AllLabels(const base::WorkerView& view) {
  std::vector<float> labels(base::Index(view.train->rows()), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < view.labelled.size(); ++i) labels[base::Index(view.labelled[i])] = view.labels[i];
  return labels;
}

// numpy's format, version 1.0: a magic text, the length of the header, the header padded to 64 bytes, the values.
void WriteNpyHeader(std::ofstream& stream, const std::string& shape) {
  std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", shape);
  constexpr std::size_t kBefore = 10;
  constexpr std::size_t kAlignment = 64;
  const std::size_t length = (kBefore + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - kBefore;
  header.resize(length - 1, ' ');
  const auto size = static_cast<std::uint16_t>(length);
  stream << "\x93NUMPY" << '\x01' << '\0';
  stream.write(reinterpret_cast<const char*>(&size), sizeof size);
  stream << header << '\n';
}

void WriteFloats(std::ofstream& stream, const std::vector<float>& values) {
  stream.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
}

void WriteNpy(const Rows& rows, const std::filesystem::path& file) {
  std::ofstream stream = Open(file);
  WriteNpyHeader(stream, fmt::format("{}, {}", rows.size(), rows.columns().size()));
  std::vector<float> values;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    rows.Fill(row, values);
    WriteFloats(stream, values);
  }
  Close(stream, file);
}

void WriteNpy(const std::vector<float>& values, const std::filesystem::path& file) {
  std::ofstream stream = Open(file);
  WriteNpyHeader(stream, fmt::format("{},", values.size()));
  WriteFloats(stream, values);
  Close(stream, file);
}

void WriteCsv(const Rows& rows, const std::filesystem::path& file) {
  std::ofstream stream = Open(file);
  std::string line;
  for (const std::int32_t column : rows.columns()) line += fmt::format("{}c{}", line.empty() ? "" : ",", column);
  stream << line << '\n';
  std::vector<float> values;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    rows.Fill(row, values);
    line.clear();
    for (std::size_t k = 0; k < values.size(); ++k)
      fmt::format_to(std::back_inserter(line), "{}{}", k == 0 ? "" : ",", values[k]);
    stream << line << '\n';
  }
  Close(stream, file);
}

void WriteCsv(const std::vector<float>& labels, const std::filesystem::path& file) {
  std::ofstream stream = Open(file);
  stream << "label\n";
  for (const float label : labels) stream << fmt::format("{}\n", label);
  Close(stream, file);
}

// Leaves out zeros. Without labels, writes 0 as the label of each sample.
void WriteLibsvm(const Rows& rows, const std::vector<float>& labels, const std::filesystem::path& file) {
  std::ofstream stream = Open(file);
  std::string line;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    line = labels.empty() ? "0" : fmt::format("{}", labels[base::Index(row)]);
    base::ForEntries(rows.matrix(), row, [&](Eigen::Index k, double value) {
      if (value == 0) return;
      fmt::format_to(std::back_inserter(line), " {}:{}", rows.columns()[base::Index(k)] + 1, static_cast<float>(value));
    });
    stream << line << '\n';
  }
  Close(stream, file);
}

std::shared_ptr<arrow::Array> FloatArray(std::span<const float> values) {
  arrow::FloatBuilder builder;
  results::ThrowIfError(builder.AppendValues(values.data(), static_cast<std::int64_t>(values.size())));
  return results::ValueOrThrow(builder.Finish());
}

void WriteArrow(const Rows& rows, const std::filesystem::path& file) {
  std::vector<std::vector<float>> columns(rows.columns().size(), std::vector<float>(base::Index(rows.size())));
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    base::ForEntries(rows.matrix(), row, [&](Eigen::Index k, double value) {
      columns[base::Index(k)][base::Index(row)] = static_cast<float>(value);
    });
  }
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    fields.push_back(arrow::field(fmt::format("c{}", rows.columns()[k]), arrow::float32()));
    arrays.push_back(FloatArray(columns[k]));
  }
  results::WriteTable(file, *arrow::Table::Make(arrow::schema(fields), arrays, rows.size()));
}

void WriteArrow(const std::vector<float>& labels, const std::filesystem::path& file) {
  const auto schema = arrow::schema({arrow::field("label", arrow::float32())});
  results::WriteTable(file, *arrow::Table::Make(schema, {FloatArray(labels)}));
}

template <class T>
std::vector<double> Numbers(std::string_view bytes) {
  std::vector<double> values;
  for (std::size_t begin = 0; begin + sizeof(T) <= bytes.size(); begin += sizeof(T)) {
    T value = 0;
    std::memcpy(&value, bytes.data() + begin, sizeof value);
    values.push_back(static_cast<double>(value));
  }
  return values;
}

std::vector<double> ReadNpy(const std::filesystem::path& file) {
  const std::string bytes = base::ReadText(file);
  std::uint16_t length = 0;
  if (bytes.size() > 10) std::memcpy(&length, bytes.data() + 8, sizeof length);
  if (!bytes.starts_with("\x93NUMPY\x01") || bytes.size() < 10U + length) {
    base::Fail("{} is no array of numpy's format 1.0", file.string());
  }
  const std::string header = bytes.substr(10, length);
  const std::string_view values = std::string_view(bytes).substr(10U + length);
  std::smatch shape;
  static const std::regex kOneColumn("'shape': \\(([0-9]{1,18}),( 1)?\\)");
  if (!std::regex_search(header, shape, kOneColumn)) {
    base::Fail("{} must have the shape (rows,); its header is {}", file.string(), header);
  }
  const bool is_double = header.find("'<f8'") != std::string::npos;
  if (!is_double && header.find("'<f4'") == std::string::npos) {
    base::Fail("{} must hold float32 or float64; its header is {}", file.string(), header);
  }
  if (values.size() != std::stoul(shape.str(1)) * (is_double ? sizeof(double) : sizeof(float))) {
    base::Fail("{} is cut short", file.string());
  }
  return is_double ? Numbers<double>(values) : Numbers<float>(values);
}

std::vector<double> ReadLines(const std::filesystem::path& file) {
  std::istringstream lines(base::ReadText(file));
  std::vector<double> values;
  for (std::string line; std::getline(lines, line);) {
    char* end = nullptr;
    const double value = std::strtod(line.c_str(), &end);
    const bool is_number = end != line.c_str() && std::string_view(end).find_first_not_of(" \t\r") == std::string::npos;
    if (!is_number) base::Fail("{}:{}: '{}' is no number", file.string(), values.size() + 1, line.substr(0, 40));
    values.push_back(value);
  }
  return values;
}

}  // namespace

void WriteData(DataFormat format, const base::WorkerView& view, const std::filesystem::path& folder) {
  FDSKL_REQUIRE(view.watched != nullptr);
  const Rows train(*view.train, view.columns);
  const Rows test(*view.watched, view.columns);
  const std::vector<float> labels = AllLabels(view);
  switch (format) {
    case DataFormat::kArrow:
      WriteArrow(train, folder / "train.arrow");
      WriteArrow(labels, folder / "labels.arrow");
      return WriteArrow(test, folder / "test.arrow");
    case DataFormat::kLibsvm:
      WriteLibsvm(train, labels, folder / "train.libsvm");
      return WriteLibsvm(test, {}, folder / "test.libsvm");
    case DataFormat::kNpy:
      WriteNpy(train, folder / "train.npy");
      WriteNpy(labels, folder / "labels.npy");
      return WriteNpy(test, folder / "test.npy");
    case DataFormat::kCsv:
      WriteCsv(train, folder / "train.csv");
      WriteCsv(labels, folder / "labels.csv");
      return WriteCsv(test, folder / "test.csv");
  }
}

std::vector<double> ReadDecisionValues(const std::filesystem::path& file, std::int64_t rows) {
  std::vector<double> values = file.extension() == ".npy" ? ReadNpy(file) : ReadLines(file);
  if (std::ssize(values) != rows) {
    base::Fail("{} has {} values, not {}, one for each test sample", file.string(), values.size(), rows);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) base::Fail("{}: value {} is {}", file.string(), i + 1, values[i]);
  }
  return values;
}

}  // namespace fdskl::external
