// CSV with a header: one sample per line, one named column for the label, some columns dropped, the rest features.
//
// Fields may stand in double quotes, which hold commas but neither quotes nor line ends. Blank lines are skipped. The
// text that marks a missing value becomes NaN, in features only.
// Errors: Error with file and line, and the column's name: text, NaN or infinity where a number belongs; a line with
//         more or fewer fields than the header; a label column that is missing or named twice; a number of features
//         that is not `columns`; a third class. Error with the file when it holds no sample.
//
// By hand: Arrow's CSV reader takes 1.1 times the processor time of this one on givemecredit and default_credit (2.8
// and 1.2 million rows/s against 3.0 and 1.3, where this one also makes the text's checksum), and its errors give
// neither the file nor the column's name.
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
