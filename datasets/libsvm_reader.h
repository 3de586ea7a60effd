// LIBSVM text: one sample per line, `label index:value index:value ...`, indices from 1 and ascending.
//
// A sample may have no features. Blank lines are skipped, and so is the rest of a line after `#`.
// Errors: Error with file and line for a bad number, NaN or infinity, for an index that is 0, beyond `columns`,
//         repeated or descending, and for a third class; Error with the file when it has no sample.
#ifndef FDSKL_DATASETS_LIBSVM_READER_H_
#define FDSKL_DATASETS_LIBSVM_READER_H_

#include <cstdint>

#include "datasets/labels.h"
#include "datasets/row_block.h"
#include "datasets/text_reader.h"

namespace fdskl::datasets {

// Reads `reader` to its end and passes every sample to `sink`, in sparse blocks.
void ReadLibsvm(TextReader& reader, std::int64_t columns, Task task, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_LIBSVM_READER_H_
