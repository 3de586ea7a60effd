// SHA-256 of a stream of bytes, of a text and of a file, as 64 hexadecimal digits.
#ifndef FDSKL_BASE_SHA256_H_
#define FDSKL_BASE_SHA256_H_

#include <openssl/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace fdskl::base {

class Sha256 {
 public:
  Sha256();

  void Update(std::string_view bytes);
  // The digest of all bytes.
  // REQUIRES: this is the last call on the object.
  std::string Hex();

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

std::string Sha256OfText(std::string_view text);

// Errors: Error names the file that cannot be read.
std::string Sha256OfFile(const std::filesystem::path& file);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SHA256_H_
