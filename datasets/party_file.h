// The file in which one party keeps its part of a dataset: its own columns, the ids of its rows, and perhaps labels.
//
// Errors:  Error with file and line: those of ReadTable() and TableSurvey, and an id that occurs twice.
// Privacy: no message contains an id, because messages may be sent to other hosts.
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
  std::vector<std::string> ids;  // all different
  base::DenseMatrix x;           // one row per id
  std::vector<float> labels;     // -1 or +1, or any number in regression; empty if the party has none
};

// Reads the whole of the party's file.
PartyTable ReadPartyFile(const std::filesystem::path& file, const Party& party, Task task);

// Reads new rows for a model that was trained on columns of this coding. Labels are ignored and may be missing.
PartyTable ReadNewRows(const std::filesystem::path& file, const Party& party, const Coding& coding);

// The table of rows rows[0], rows[1], ..., in that order.
PartyTable RowsOf(const PartyTable& table, const std::vector<std::int32_t>& rows);

// Stores a coding in a file that only this user can read, and reads it back.
// Errors: Error names the file.
void WriteCoding(const std::filesystem::path& file, const Coding& coding);
Coding ReadCoding(const std::filesystem::path& file);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PARTY_FILE_H_
