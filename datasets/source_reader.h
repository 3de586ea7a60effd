// Reads the files of one catalogue source, whatever their format, and checks them against the catalogue.
#ifndef FDSKL_DATASETS_SOURCE_READER_H_
#define FDSKL_DATASETS_SOURCE_READER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/locate.h"
#include "datasets/row_block.h"
#include "datasets/table_reader.h"

namespace fdskl::datasets {

struct SourceCheck {
  std::string checksum;        // checksum of the text; see Prepared
  std::string verified;        // how the files were checked: by checksum, or only by shape and class counts
  std::int64_t test_rows = 0;  // number of samples at the end that are the test part; 0 if the source has none
};

// The shape of a source, which must be known before its samples can be stored.
struct SourceShape {
  std::int64_t rows = 0, columns = 0;
  bool sparse = false;
  Coding coding;  // the features of a user's own table; else empty
};

// SHA-256 of each file as it is on the disk.
std::vector<std::string> FileChecksums(const Located& located);

// A text of all settings that decide how a user's own files are read. If it changes, the same files give other data.
// Empty for the paper's datasets.
std::string FormatText(const Located& located);

// The shape that the catalogue gives. For a user's own dataset the files are read to find it.
// REQUIRES: `located` is not a stand-in.
// Errors:   Error when a file is malformed, or has columns of text or a third class.
SourceShape ShapeOf(const Located& located);

// Passes all samples to `sink`, in order.
// REQUIRES: `located` is not a stand-in.
// Errors:   Error when a file is malformed, or its rows, columns or class counts differ from the catalogue.
SourceCheck ReadSource(const Located& located, const SourceShape& shape, const RowSink& sink);
SourceCheck ReadSource(const Located& located, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SOURCE_READER_H_
