#include "runners/cell/needs.h"

#include <gtest/gtest.h>

#include <map>

#include "base/files.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "runners/cell/arm.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

constexpr double kGigabyte = 1e9;

// The cell of a stored row, with the settings that its memory depends on.
Cell CellOf(const results::RunRow& run) {
  Cell cell(baselines::FindMethod(run.method));
  cell.dataset = run.dataset;
  cell.workers = static_cast<int>(run.workers);
  cell.active = static_cast<int>(run.active);
  toml::table options;
  for (const base::Option& option : cell.settings().Options()) {
    const std::string text = SettingOf(run.settings, option.name);
    if (!text.empty()) InsertTyped(options, std::string(option.name), text);
  }
  ApplyOptions(options, "stored row", cell);
  return cell;
}

Cell CellWith(std::string_view method, int workers, int active) {
  Cell cell(baselines::FindMethod(method));
  cell.dataset = "epsilon";
  cell.workers = workers;
  cell.active = active;
  return cell;
}

// No stored run that succeeded would have been refused on its machine.
TEST(Needs, NoStoredRunTookLessThanItsLeast) {
  const auto rows = results::ReadRows<results::RunRow>(base::SourceFolder() / "results/reference/runs.arrow");
  std::map<std::string, int> seen;
  for (const results::RunRow& run : rows) {
    if (!IsOk(run) || !run.peak_memory_bytes) continue;
    const Cell cell = CellOf(run);
    const datasets::CatalogueEntry& entry = datasets::FindDataset(run.dataset);
    const auto train = static_cast<double>(run.train_rows);
    const double test = static_cast<double>(run.rows) - train;
    const auto columns = static_cast<double>(run.columns);
    const DataSize size = entry.sparse() ? SparseSize(train, test, columns, columns * entry.density)
                                         : DenseSize(train, test, columns, entry.density);
    const auto took = static_cast<double>(*run.peak_memory_bytes);
    EXPECT_LE(Least(CellNeed(cell, size)), took) << run.method << " " << run.dataset << " " << run.settings;
    ++seen[run.method];
  }
  EXPECT_GE(seen.size(), 6U) << "a row of each of the paper's methods";
}

TEST(Needs, EveryMethodTellsTheSamePurposesForEveryWorker) {
  const DataSize size = DenseSize(300000, 100000, 2000, 1);
  for (const MethodRef method : baselines::Methods()) {
    Cell cell(method);
    cell.dataset = "epsilon";
    cell.workers = method->is_central() ? 1 : 4;
    cell.active = 1;
    const std::vector<MemoryPart> first = WorkerNeed(cell, size, 0, true);
    for (int worker = 0; worker < cell.workers; ++worker) {
      const std::vector<MemoryPart> parts = WorkerNeed(cell, size, worker, true);
      ASSERT_EQ(parts.size(), first.size()) << method->name;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_EQ(parts[i].what, first[i].what) << method->name;
        EXPECT_LE(parts[i].least, parts[i].most) << method->name << ": " << parts[i].what;
      }
    }
    // All columns, unless the method reads them from the store.
    const double columns = method->reads_rows ? 0 : 400000 * 2000 * 4.0;
    EXPECT_GE(Least(CellNeed(cell, size)), columns) << method->name;
    EXPECT_GE(Most(CellNeed(cell, size)), 400000 * 2000 * 4.0) << method->name;
  }
}

TEST(Needs, TheLargeThingsOfEachMethodCount) {
  const DataSize size = DenseSize(300000, 100000, 2000, 1);
  EXPECT_GT(Least(CellNeed(CellWith("pp-svmv", 8, 2), size)), 1440 * kGigabyte);  // 16 N^2
  EXPECT_GT(Least(CellNeed(CellWith("libsvm", 1, 1), size)), 6 * kGigabyte);      // LIBSVM's nodes have 16 bytes
  Cell boost = CellWith("secureboost", 8, 1);
  EXPECT_GT(Least(CellNeed(boost, size)),
            7 * 300000 * 256.0);  // a ciphertext of 1024 bits for each sample at each host
  Cell fdskl = CellWith("fdskl", 8, 2);
  auto& settings = fdskl.As<Settings>();
  settings.features = 4096;
  EXPECT_LT(Least(CellNeed(fdskl, size)), kGigabyte) << "columns may stay in the store";
  fdskl.hold = datasets::Hold::kMemory;
  EXPECT_GT(Least(CellNeed(fdskl, size)), 3.2 * kGigabyte);
  fdskl.hold.reset();
  settings.masking = Masking::kPrivate;
  settings.update = Update::kConjugate;
  settings.loss = LossKind::kSquare;
  EXPECT_GT(Least(CellNeed(fdskl, size)),
            16.0 * 400000 * 4096);  // a word for each entry of the features at two helpers
}

TEST(Needs, AnglesTakeTheirBitsInEveryMaskingOnTheRing) {
  const DataSize size = DenseSize(300000, 100000, 2000, 1);
  Cell cell = CellWith("fdskl", 8, 2);
  auto& settings = cell.As<Settings>();
  const auto least = [&](Masking masking, int bits) {
    settings.masking = masking;
    settings.ring_bits = bits;
    return Least(CellNeed(cell, size));
  };
  const double angles = 2.0 * static_cast<double>(settings.batch * settings.block);  // one block at each leader
  for (const Masking masking : {Masking::kRing, Masking::kShared})
    EXPECT_NEAR(least(masking, 32) - least(masking, 8), 3 * angles, 1) << base::NameOf(masking);
  EXPECT_EQ(least(Masking::kPaper, 32), least(Masking::kPaper, 8));
}

TEST(Needs, ShortageSaysWhatIsNeededAndWhatThereIs) {
  const std::vector<MemoryPart> parts = {{"columns", 2e6, 4e6}, {"kernel", 3e9, 3e9}, {"little", 10, 10}};
  EXPECT_EQ(Shortage(parts, {4e9, false}), "");
  EXPECT_EQ(Shortage(parts, {1e9, false}), "needs at least 3 GB of memory (kernel 3 GB); what is free is 1 GB");
  EXPECT_EQ(Shortage(parts, {5e8, true}), "needs at least 3 GB of memory (kernel 3 GB); the limit is 500 MB");
  Cell cell;
  EXPECT_FALSE(RoomFor(cell).is_limit);
  cell.memory_limit = base::ByteCount{1000};
  EXPECT_TRUE(RoomFor(cell).is_limit);
  EXPECT_EQ(RoomFor(cell).bytes, 1000);
}

}  // namespace
}  // namespace fdskl::cell
