#include "base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <vector>

#include "base/error.h"

namespace fdskl::base {

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (context_ == nullptr || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) Fail("SHA-256 failed");
}

void Sha256::Update(std::string_view bytes) {
  if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1) Fail("SHA-256 failed");
}

std::string Sha256::Hex() {
  std::array<unsigned char, 32> digest;
  if (EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) != 1) Fail("SHA-256 failed");
  std::string hex;
  for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string Sha256OfText(std::string_view text) {
  Sha256 hash;
  hash.Update(text);
  return hash.Hex();
}

std::string Sha256OfFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (stream.read(buffer.data(), std::ssize(buffer)) || stream.gcount() > 0) {
    hash.Update({buffer.data(), static_cast<std::size_t>(stream.gcount())});
  }
  if (!stream.eof()) Fail("cannot read {}", file.string());
  return hash.Hex();
}

}  // namespace fdskl::base
