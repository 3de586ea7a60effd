#include "datasets/text_reader.h"

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstring>
#include <fstream>
#include <new>

namespace fdskl::datasets {
namespace {

namespace io = boost::iostreams;

constexpr std::size_t kChunkBytes = 1 << 20, kSmallChunkBytes = 1 << 12;
constexpr int kFilterBytes = 1 << 16;

std::string FirstBytes(const std::filesystem::path& file) {
  std::string bytes(6, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), std::ssize(bytes));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

// The decompressed content of `source`. `first` has its first bytes, `file` is its name.
template <class Source>
std::unique_ptr<std::streambuf> Decompressed(const Source& source, std::string_view first,
                                             const std::filesystem::path& file) {
  const bool xz = first.substr(0, 6) == std::string_view(
                                            "\xFD"
                                            "7zXZ\0",
                                            6);
  const bool bz2 = first.starts_with("BZh");
  const bool gz = first.starts_with("\x1F\x8B");
  const std::string extension = file.extension().string();
  if ((extension == ".xz" && !xz) || (extension == ".bz2" && !bz2) || (extension == ".gz" && !gz)) {
    base::Fail("{} does not begin as a {} file does: it is damaged, cut short or misnamed", file.string(), extension);
  }
  auto stream = std::make_unique<io::filtering_streambuf<io::input>>();
  if (xz) stream->push(io::lzma_decompressor(kFilterBytes));
  if (bz2) stream->push(io::bzip2_decompressor(false, kFilterBytes));
  if (gz) stream->push(io::gzip_decompressor(io::zlib::default_window_bits, kFilterBytes));
  stream->push(source, kFilterBytes);
  return stream;
}

std::unique_ptr<std::streambuf> OpenStream(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) base::Fail("{} is no file", file.string());
  return Decompressed(io::file_descriptor_source(file.string(), std::ios::in | std::ios::binary), FirstBytes(file),
                      file);
}

}  // namespace

TextReader::TextReader(std::string_view bytes, std::filesystem::path name)
    : file_(std::move(name)),
      chunk_bytes_(kSmallChunkBytes),
      stream_(Decompressed(io::array_source(bytes.data(), bytes.size()), bytes, file_)) {}

TextReader::TextReader(std::filesystem::path file) : file_(std::move(file)), chunk_bytes_(kChunkBytes) {
  try {
    stream_ = OpenStream(file_);
  } catch (const std::ios_base::failure& error) {
    base::Fail("cannot open {}: {}", file_.string(), error.what());
  }
}

bool TextReader::Refill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < end_ + chunk_bytes_) buffer_.resize(2 * end_ + chunk_bytes_);
  std::streamsize got = 0;
  try {
    got = stream_->sgetn(buffer_.data() + end_, static_cast<std::streamsize>(chunk_bytes_));
  } catch (const std::ios_base::failure& error) {
    base::Fail("{} is damaged or cut short: decompression failed after line {} ({})", file_.string(), line_number_,
               error.what());
  } catch (const std::bad_alloc&) {
    base::Fail("{} is damaged: its decompression asks for more memory than there is", file_.string());
  }
  if (got <= 0) {
    at_end_ = true;
    return false;
  }
  hash_.Update({buffer_.data() + end_, static_cast<std::size_t>(got)});
  end_ += static_cast<std::size_t>(got);
  return true;
}

bool TextReader::NextLine(std::string_view* line) {
  std::size_t searched = 0;
  const char* newline = nullptr;
  do {
    const char* const unread = buffer_.data() + begin_;
    newline = static_cast<const char*>(std::memchr(unread + searched, '\n', end_ - begin_ - searched));
    searched = end_ - begin_;
  } while (newline == nullptr && Refill());
  if (searched == 0) return false;

  const char* const text = buffer_.data() + begin_;
  const std::size_t length = newline == nullptr ? searched : static_cast<std::size_t>(newline - text);
  begin_ += length + (newline == nullptr ? 0 : 1);
  *line = {text, length};
  if (line->ends_with('\r')) line->remove_suffix(1);
  if (++line_number_ == 1 && line->starts_with("\xEF\xBB\xBF")) line->remove_prefix(3);
  return true;
}

std::string ReadDecompressed(const std::filesystem::path& file) try {
  const std::unique_ptr<std::streambuf> stream = OpenStream(file);
  std::string content;
  for (;;) {
    const std::size_t size = content.size();
    content.resize(size + kChunkBytes);
    const std::streamsize got = stream->sgetn(content.data() + size, kChunkBytes);
    content.resize(size + static_cast<std::size_t>(std::max<std::streamsize>(got, 0)));
    if (got <= 0) return content;
  }
} catch (const std::ios_base::failure& error) {
  base::Fail("{} cannot be read, or is damaged or cut short: {}", file.string(), error.what());
} catch (const std::bad_alloc&) {
  base::Fail("{} does not fit into memory, or is damaged", file.string());
}

std::string TextReader::TextSha256() {
  FDSKL_REQUIRE(at_end_);
  return hash_.Hex();
}

}  // namespace fdskl::datasets
