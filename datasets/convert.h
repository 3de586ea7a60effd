// Makes the files that the readers know of what publishers offer in other forms.
//
// Errors: Error names the file, and what in it is not as expected. No partial file is left.
#ifndef FDSKL_DATASETS_CONVERT_H_
#define FDSKL_DATASETS_CONVERT_H_

#include <filesystem>
#include <string>

#include "datasets/catalogue.h"

namespace fdskl::datasets {

// An archive of one .xls, by `unzip` and `xls2csv` (catdoc), to CSV: the table from the row that names the label on.
// Numbers and names are written bare.
void ConvertZippedXls(const std::filesystem::path& archive, const TableFormat& format,
                      const std::filesystem::path& csv);

// ARFF to CSV. The attribute `label`, or else the one whose name contains "FinancialDistress", becomes the label's
// column, with yes and true as 1, no and false as 0; missing values (?) are written as the format has them; a column
// that the format drops, and that is not there, is written as the row's number.
void ConvertArff(const std::filesystem::path& arff, const TableFormat& format, const std::filesystem::path& csv);

// The address of the ARFF file in OpenML's description of a dataset, a JSON file.
std::string OpenmlFileAddress(const std::filesystem::path& description);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CONVERT_H_
