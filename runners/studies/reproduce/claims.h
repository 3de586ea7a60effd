// Claims let several drivers share one results folder: a driver claims a cell before it runs it.
//
// A claim is a lock on a file named after the cell, so a driver that dies loses its claims, however it dies. On a file
// system without locks every claim is granted; then each driver needs its own share of the cells (--shard).
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_CLAIMS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_CLAIMS_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/files.h"
#include "results/run_row.h"
#include "results/store.h"

namespace fdskl::reproduce {

// The cell belongs to this driver as long as this object lives.
class Claim {
 public:
  Claim(std::filesystem::path file, std::unique_ptr<base::FileLock> lock);
  Claim(Claim&&) = default;
  Claim& operator=(Claim&&) = delete;
  ~Claim();

 private:
  std::filesystem::path file_;
  std::unique_ptr<base::FileLock> lock_;
};

class Claims {
 public:
  // `results` is the folder of the tables. `earlier` are the rows in it that this driver has read for its plan.
  Claims(const std::filesystem::path& results, std::span<const results::RunRow> earlier);

  // Claims a cell. Returns nothing when another driver runs the cell now, or has stored a row of it since `earlier` was
  // read. Errors: Error when the table cannot be read.
  std::optional<Claim> Take(const std::string& hash) const;

 private:
  using Counts = std::map<std::string, std::size_t>;  // number of rows of each cell
  static Counts Count(std::span<const results::RunRow> runs);

  results::ResultStore store_;
  std::filesystem::path folder_;
  Counts earlier_;
};

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_CLAIMS_H_
