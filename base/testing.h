// For tests: temporary folders and files, and the message of an expected error.
#ifndef FDSKL_BASE_TESTING_H_
#define FDSKL_BASE_TESTING_H_

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/process.h"

namespace fdskl::base::testing {

// A new folder. The destructor removes it with all that it contains.
class TempFolder {
 public:
  explicit TempFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (parent / "fdskl-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) Fail("cannot create {}", name);
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path WriteFile(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::remove(file);  // faster than overwriting: the file system need not preserve the old content
  std::ofstream(file, std::ios::binary).write(bytes.data(), std::ssize(bytes));
  return file;
}

inline std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

using base::Finished;
using base::RunToEnd;

// The message of the Error that `body` throws, or "no error".
inline std::string ErrorOf(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace fdskl::base::testing

#endif  // FDSKL_BASE_TESTING_H_
