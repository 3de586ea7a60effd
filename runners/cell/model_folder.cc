#include "runners/cell/model_folder.h"

#include "base/error.h"
#include "base/files.h"
#include "fdskl/model_file.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/worker.h"

namespace fdskl::cell {

std::filesystem::path PartFile(const std::filesystem::path& folder, int worker) {
  return folder / fmt::format("worker-{}.arrow", worker);
}

void BeginModel(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) std::filesystem::remove(folder / kCellFile, error);
  if (error) base::Fail("cannot save a model in {}: {}", folder.string(), error.message());
}

void EndModel(const std::filesystem::path& folder, const Cell& cell) {
  base::WriteText(folder / kCellFile, CellText(cell));
}

void SavePart(const Cell& cell, const datasets::Holding& data, const Method& method) {
  const auto* const parted = dynamic_cast<const PartedMethod*>(&method);
  FDSKL_REQUIRE(parted != nullptr);
  ModelPart part = parted->Part();
  part.shift = data.scaler.shift();
  part.factor = data.scaler.factor();
  part.fill = data.scaler.fill();
  std::filesystem::create_directories(cell.model_folder);
  WriteModelPart(PartFile(cell.model_folder, part.worker), part);
}

Cell ReadModelCell(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kCellFile;
  if (!std::filesystem::exists(file))
    base::Fail("{} holds no whole model: there is no {}; `fdskl run DATASET fdskl --save-model DIR` makes one",
               folder.string(), kCellFile);
  return CellFromText(base::ReadText(file), file.string());
}

}  // namespace fdskl::cell
