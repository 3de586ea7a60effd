// Which cell which driver runs, where several drivers work on one results folder: each takes a cell before it runs it.
//
// A claim is a lock on a file of the cell's name, so that a driver that dies, however that happens, gives up its own.
// Where the file system has no locks, every claim is granted: drivers then need shares of their own (--shard).
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

// A cell that is this driver's for as long as this object lives.
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
  // `results` is the folder of the tables; `earlier` are its rows as this driver's plan takes them into account.
  Claims(const std::filesystem::path& results, std::span<const results::RunRow> earlier);

  // None when another driver runs the cell now, or has stored a row of it since `earlier` was read.
  std::optional<Claim> Take(const std::string& hash) const;

 private:
  using Counts = std::map<std::string, std::size_t>;  // rows of each cell
  static Counts Count(std::span<const results::RunRow> runs);

  results::ResultStore store_;
  std::filesystem::path folder_;
  Counts earlier_;
};

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_CLAIMS_H_
