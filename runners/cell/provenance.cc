#include "runners/cell/provenance.h"

#include <arrow/util/config.h>
#include <fmt/chrono.h>
#include <gmp.h>
#include <libsvm/svm.h>
#include <mpi.h>
#include <openssl/crypto.h>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <ctime>
#include <fstream>
#include <optional>
#include <thread>

#include "base/build_info.h"
#include "base/error.h"
#include "base/files.h"
#include "base/process.h"

namespace fdskl::cell {
namespace {

// What a git command prints about the source tree; none when it fails.
std::optional<std::string> Git(std::vector<std::string> arguments) try {
  arguments.insert(arguments.begin(), {"git", "-C", base::SourceFolder().string()});
  base::Finished git = base::RunToEnd(arguments);
  if (git.exit_status != 0) return std::nullopt;
  std::erase(git.output, '\n');
  return git.output;
} catch (const base::Error&) {
  return std::nullopt;
}

struct Revision {
  std::string commit;
  bool dirty = false;
};

Revision PresentRevision() {
  const auto commit = Git({"rev-parse", "HEAD"});
  const auto changes = Git({"status", "--porcelain", "--untracked-files=no"});
  return {.commit = commit.value_or(base::kCommit), .dirty = !commit || !changes || !changes->empty()};
}

std::string Processor() {
  std::ifstream info("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    model = line.substr(line.find(": ") + 2);
    break;
  }
  return fmt::format("{}, {} cores", model, std::thread::hardware_concurrency());
}

// The library's name and version. MPI allows this call before MPI_Init().
std::string MpiVersion() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text, static_cast<std::size_t>(length));
  return version.substr(0, version.find_first_of(",\n"));
}

std::string Libraries() {
  return fmt::format("Arrow {}, Eigen {}.{}.{}, OpenSSL {}, Boost {}.{}, fmt {}.{}, LIBSVM {}.{}, GMP {}",
                     ARROW_VERSION_STRING, EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION,
                     OpenSSL_version(OPENSSL_VERSION_STRING), BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                     FMT_VERSION / 10000, FMT_VERSION / 100 % 100, libsvm_version / 100, libsvm_version % 100,
                     gmp_version);
}

}  // namespace

std::string VersionText() {
  constexpr std::size_t kShort = 12;
  const Revision revision = PresentRevision();
  return fmt::format("{} (commit {}{})", base::kVersion,
                     revision.commit.empty() ? "unknown" : revision.commit.substr(0, kShort),
                     revision.dirty ? ", changed" : "");
}

void FillProvenance(std::time_t begin, results::RunRow& run) {
  Revision revision = PresentRevision();
  run.commit = std::move(revision.commit);
  run.dirty = revision.dirty;
  run.compiler = base::kCompiler;
  run.flags = base::kFlags;
  run.cpu = Processor();
  run.mpi = MpiVersion();
  run.libraries = Libraries();
  run.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(begin));
}

}  // namespace fdskl::cell
