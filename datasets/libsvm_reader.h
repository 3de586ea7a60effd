// LIBSVM text: one sample per line, `label index:value index:value ...`, indices from 1 and ascending.
//
// A sample may have no features. Blank lines and what follows a `#` are skipped.
// Errors: Error with file and line: a bad number, NaN or infinity, an index that is 0, beyond `columns`, repeated or
//         descending, a third class; Error with the file when it holds no sample.
#ifndef FDSKL_DATASETS_LIBSVM_READER_H_
#define FDSKL_DATASETS_LIBSVM_READER_H_

#include <cstdint>

#include "datasets/labels.h"
#include "datasets/row_block.h"
#include "datasets/text_reader.h"

namespace fdskl::datasets {

// Reads `reader` to its end and hands every sample on, in sparse blocks.
void ReadLibsvm(TextReader& reader, std::int64_t columns, Task task, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_LIBSVM_READER_H_
