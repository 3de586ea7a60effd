// The table `comm` as a file that grows, and as text.
#ifndef FDSKL_RUNNERS_STUDIES_COMM_COMM_TABLE_H_
#define FDSKL_RUNNERS_STUDIES_COMM_COMM_TABLE_H_

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/comm_row.h"

namespace fdskl::comm {

// Whether two rows are of the same case: dataset, structure, workers and link.
bool SameCase(const results::CommRow& a, const results::CommRow& b);

// Whether `rows` has the case of `wanted` on the same edition and number of samples.
bool HasRow(std::span<const results::CommRow> rows, const results::CommRow& wanted);

// Adds `rows` to `file` in place of those of the same cases, under a lock beside it. A kill leaves the old table or the
// new. Errors: Error names the file.
void StoreCommRows(const std::filesystem::path& file, std::span<const results::CommRow> rows);

// For each dataset, link and number of workers that was measured, the structures' seconds and in brackets the closed
// form's; and the numbers of workers beyond, in closed form. Markdown.
std::string CommMarkdown(std::span<const results::CommRow> rows);

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_COMM_TABLE_H_
