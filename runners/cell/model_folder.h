// A saved model is a folder with each worker's part (fdskl/model_file.h), `worker-0.arrow` and so on, and `cell.toml`,
// the cell that trained it. On several machines, each has such a folder with the parts of its own workers.
//
// cell.toml is removed before training and written after it, so a folder without it holds no complete model.
#ifndef FDSKL_RUNNERS_CELL_MODEL_FOLDER_H_
#define FDSKL_RUNNERS_CELL_MODEL_FOLDER_H_

#include <filesystem>

#include "datasets/holding.h"
#include "fdskl/method.h"
#include "fdskl/model_file.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// The file of a worker's part.
std::filesystem::path PartFile(const std::filesystem::path& folder, int worker);

// In the driver, before the ranks train: makes the folder, or removes cell.toml from it.
// Errors: Error names the folder.
void BeginModel(const std::filesystem::path& folder);
// In the driver, after all ranks have succeeded: writes cell.toml.
void EndModel(const std::filesystem::path& folder, const Cell& cell);

// On every rank: writes its own part to cell.model_folder. REQUIRES: the method is a PartedMethod, as FDSKL is.
void SavePart(const Cell& cell, const datasets::Holding& data, const Method& method);

// The cell that trained the model. Errors: Error names the folder when it holds no complete model.
Cell ReadModelCell(const std::filesystem::path& folder);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_MODEL_FOLDER_H_
