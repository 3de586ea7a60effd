// CSV with a header: one sample a line, one named column for the label, some columns dropped, the rest features.
//
// Fields may stand in double quotes, which hold commas but neither quotes nor line ends. Blank lines are skipped. The
// text that stands for a missing value becomes NaN, in features only.
// Errors: Error with file and line, and the column's name: text, NaN or infinity where a number belongs; a line with
//         more or fewer fields than the header; a label column that is absent or stands twice; a number of features
//         that is not `columns`; a third class. Error with the file when it holds no sample.
#ifndef FDSKL_DATASETS_CSV_READER_H_
#define FDSKL_DATASETS_CSV_READER_H_

#include <cstdint>

#include "datasets/catalogue.h"
#include "datasets/row_block.h"
#include "datasets/text_reader.h"

namespace fdskl::datasets {

// Reads `reader` to its end and hands every sample on, in dense blocks.
void ReadCsv(TextReader& reader, const CsvFormat& format, std::int64_t columns, Task task, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CSV_READER_H_
