// Converts files from the forms in which publishers offer them to CSV.
//
// Errors: Error names the file and says what in it is unexpected. No partial file is left.
#ifndef FDSKL_DATASETS_CONVERT_H_
#define FDSKL_DATASETS_CONVERT_H_

#include <filesystem>
#include <string>

#include "datasets/catalogue.h"

namespace fdskl::datasets {

// Converts a zip archive of one .xls to CSV with the programs `unzip` and `xls2csv` (catdoc). The table begins with the
// row that names the label. Numbers and names are written without quotes.
void ConvertZippedXls(const std::filesystem::path& archive, const TableFormat& format,
                      const std::filesystem::path& csv);

// Converts ARFF to CSV. The attribute `label`, or else the one whose name contains "FinancialDistress", becomes the
// label's column, with yes and true as 1, no and false as 0. Missing values (?) are written in the format's way. A
// column that the format drops and the file lacks is filled with row numbers.
void ConvertArff(const std::filesystem::path& arff, const TableFormat& format, const std::filesystem::path& csv);

// The address of the ARFF file in OpenML's description of a dataset, a JSON file.
std::string OpenmlFileAddress(const std::filesystem::path& description);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CONVERT_H_
