// Reads the files of one catalogue source, whatever their format, and checks them against the catalogue.
#ifndef FDSKL_DATASETS_SOURCE_READER_H_
#define FDSKL_DATASETS_SOURCE_READER_H_

#include <string>
#include <vector>

#include "datasets/locate.h"
#include "datasets/row_block.h"

namespace fdskl::datasets {

struct SourceCheck {
  std::string checksum;  // checksum of the text; see Prepared
  std::string verified;  // how the files were checked: by checksum, or only by shape and class counts
};

// SHA-256 of each file as it is on the disk.
std::vector<std::string> FileChecksums(const Located& located);

// Passes all samples to `sink`, in order. REQUIRES: `located` is not a stand-in.
// Errors: Error, when a file is malformed or its rows, columns or class counts are not those of the catalogue.
SourceCheck ReadSource(const Located& located, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SOURCE_READER_H_
