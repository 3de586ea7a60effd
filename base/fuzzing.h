// Fuzz targets: functions that take arbitrary bytes and must not crash, hang or leak. A target may throw an Error; any
// other exception counts as a crash.
//
//   FDSKL_FUZZ_TARGET(Libsvm, bytes) { ReadLibsvm(...bytes...); }     // in libsvm_fuzz.cc, one target per file
//
// The preset `fuzz` makes each target a program for libFuzzer (`make fuzz`). In all other builds it is a test of its
// folder, Replay.Libsvm, which runs the target over the files in corpus/libsvm/ beside the source: valid samples, and
// every input that ever crashed it.
#ifndef FDSKL_BASE_FUZZING_H_
#define FDSKL_BASE_FUZZING_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace fdskl::base::fuzzing {

using Bytes = std::span<const std::uint8_t>;

inline std::string_view Text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Takes numbers off the front of the input, for targets that need choices besides data. Gives 0 when none is left.
class Choices {
 public:
  explicit Choices(Bytes bytes) : rest_(bytes) {}

  std::uint8_t Byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }
  // From 0 to end - 1.
  // REQUIRES: 1 <= end <= 256.
  int Below(int end) { return Byte() % end; }
  Bytes rest() const { return rest_; }

 private:
  Bytes rest_;
};

// A file in memory with these bytes, for readers that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(Bytes bytes) : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (fd_ < 0 || write(fd_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      throw std::logic_error("no memory file");
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(fd_); }

  std::filesystem::path path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

inline void RunTarget(void (*target)(Bytes), Bytes bytes) {
  try {
    target(bytes);
  } catch (const Error&) {
    // The target may refuse its input.
  }
}

// Runs the target over the corpus of `source`; returns the number of files.
inline int Replay(void (*target)(Bytes), const std::filesystem::path& source) {
  std::string name = source.stem().string();
  name.erase(name.rfind("_fuzz"));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source.parent_path() / "corpus" / name)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    RunTarget(target, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    ++files;
  }
  return files;
}

}  // namespace fdskl::base::fuzzing

// NOLINTBEGIN(cppcoreguidelines-macro-usage): it defines functions.
#ifdef FDSKL_LIBFUZZER
#define FDSKL_FUZZ_TARGET(Name, bytes)                                                \
  static void Name(fdskl::base::fuzzing::Bytes bytes);                                \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);  \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    fdskl::base::fuzzing::RunTarget(Name, {data, size});                              \
    return 0;                                                                         \
  }                                                                                   \
  static void Name(fdskl::base::fuzzing::Bytes bytes)
#else
#include <gtest/gtest.h>
#define FDSKL_FUZZ_TARGET(Name, bytes)                                               \
  static void Name(fdskl::base::fuzzing::Bytes bytes);                               \
  TEST(Replay, Name) { EXPECT_GT(fdskl::base::fuzzing::Replay(Name, __FILE__), 0); } \
  static void Name(fdskl::base::fuzzing::Bytes bytes)
#endif
// NOLINTEND(cppcoreguidelines-macro-usage)

#endif  // FDSKL_BASE_FUZZING_H_
