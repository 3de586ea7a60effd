// Reads the lines of a text file. The file may be compressed with xz, bzip2 or gzip, as its first bytes tell.
//
//   TextReader reader("a9a.xz");
//   std::string_view line;
//   while (reader.NextLine(&line)) { ... if (bad) reader.Fail("'{}' is no number", token); }
//
// A line ends with LF, CRLF or the end of the file; NextLine() returns it without its end. A leading byte-order mark is
// skipped.
// Errors: Error names the file, and the line if there is one, when the file is unreadable, cut short, damaged, or not
//         compressed as its name says. A damaged file is never read as a shorter text.
#ifndef FDSKL_DATASETS_TEXT_READER_H_
#define FDSKL_DATASETS_TEXT_READER_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/sha256.h"

namespace fdskl::datasets {

class TextReader {
 public:
  explicit TextReader(std::filesystem::path file);
  // Reads bytes in memory, which must outlive the reader. Errors call them `name`.
  TextReader(std::string_view bytes, std::filesystem::path name);
  TextReader(const TextReader&) = delete;
  TextReader& operator=(const TextReader&) = delete;

  // Reads the next line; false at the end. `*line` is valid until the next call.
  bool NextLine(std::string_view* line);

  const std::filesystem::path& file() const { return file_; }
  // Number of the last line read, from 1; 0 before the first.
  std::int64_t line_number() const { return line_number_; }

  // Throws Error("file:line: ...").
  template <class... Args>
  [[noreturn]] void Fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw base::Error(
        fmt::format("{}:{}: {}", file_.string(), line_number_, fmt::format(format, std::forward<Args>(args)...)));
  }

  // SHA-256 of the decompressed text.
  // REQUIRES: NextLine() has returned false; called once.
  std::string TextSha256();

 private:
  // Appends more of the file to the unread text; false at the end of the file.
  bool Refill();

  std::filesystem::path file_;
  std::size_t chunk_bytes_;  // bytes to read at a time
  std::unique_ptr<std::streambuf> stream_;
  base::Sha256 hash_;
  std::string buffer_;  // unread text is buffer_[begin_ .. end_)
  std::size_t begin_ = 0, end_ = 0;
  std::int64_t line_number_ = 0;
  bool at_end_ = false;
};

// The whole decompressed content of such a file, which need not be text. Has the errors of TextReader.
std::string ReadDecompressed(const std::filesystem::path& file);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_TEXT_READER_H_
