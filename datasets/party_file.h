// The file that one party keeps of a dataset: its own columns, the ids of its rows, and perhaps labels.
//
// Errors: Error with file and line: as ReadTable() and TableSurvey; an id that stands twice. No message holds an id,
//         for messages may travel where ids must not.
#ifndef FDSKL_DATASETS_PARTY_FILE_H_
#define FDSKL_DATASETS_PARTY_FILE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "datasets/catalogue.h"
#include "datasets/table_reader.h"

namespace fdskl::datasets {

struct PartyTable {
  Coding coding;
  std::vector<std::string> ids;  // each stands once
  base::DenseMatrix x;           // a row for each id
  std::vector<float> labels;     // -1 and +1, or of a regression; empty where the party has none
};

// All of `file`, which is the party's.
PartyTable ReadPartyFile(const std::filesystem::path& file, const Party& party, Task task);

// New rows, for a model that was trained on columns of this coding. Labels are passed over, and need not be there.
PartyTable ReadNewRows(const std::filesystem::path& file, const Party& party, const Coding& coding);

// The table with rows[0], rows[1], ... of it, in that order.
PartyTable RowsOf(const PartyTable& table, const std::vector<std::int32_t>& rows);

// A coding in a file that only its user can read, for ReadCoding(). Errors: Error names the file.
void WriteCoding(const std::filesystem::path& file, const Coding& coding);
Coding ReadCoding(const std::filesystem::path& file);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PARTY_FILE_H_
