#include "base/files.h"

#include <fstream>
#include <sstream>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/error.h"

namespace fdskl::base {

std::string ReadText(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) Fail("cannot read {}", file.string());
  return text.str();
}

void WriteText(const std::filesystem::path& file, std::string_view text) {
  std::ofstream stream(file);
  stream << text << std::flush;
  if (!stream) Fail("cannot write {}", file.string());
}

void WriteTextWhole(const std::filesystem::path& file, std::string_view text) {
  AtomicFile whole(file);
  WriteText(whole.temp_path(), text);
  whole.Commit();
}

std::filesystem::path ProgramFile() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::filesystem::path SourceFolder() {
  std::filesystem::path beside = ProgramFile().parent_path().parent_path();
  return std::filesystem::exists(beside / "runners/experiments") ? beside : std::filesystem::path(kSourceFolder);
}

}  // namespace fdskl::base
