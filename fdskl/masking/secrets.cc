#include "fdskl/masking/secrets.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <limits>
#include <string>

#include "base/error.h"

namespace fdskl::masking {
namespace {

void Check(int code, const char* what) {
  if (code != 1) base::Fail("OpenSSL: {} failed", what);
}

std::array<std::uint8_t, 32> Sha256(std::span<const std::uint8_t> text) {
  std::array<std::uint8_t, 32> digest{};
  Check(EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr), "EVP_Digest");
  return digest;
}

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The first half of the SHA-256 of `text`.
AesKey HashToKey(std::span<const std::uint8_t> text) {
  std::array<std::uint8_t, 32> digest = Sha256(text);
  AesKey key;
  std::copy_n(digest.begin(), key.size(), key.begin());
  OPENSSL_cleanse(digest.data(), digest.size());
  return key;
}

struct FreePkey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreePkeyContext {
  void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
};
struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};

constexpr std::size_t kZeros = std::size_t{1} << 14U;

}  // namespace

struct KeyStream::State {
  std::unique_ptr<EVP_CIPHER_CTX, FreeCipher> cipher{EVP_CIPHER_CTX_new()};
  std::array<std::byte, kZeros> zeros{};
};

KeyStream::KeyStream(const AesKey& key) : state_(std::make_unique<State>()) {
  const std::array<std::uint8_t, 16> counter{};
  Check(EVP_EncryptInit_ex2(state_->cipher.get(), EVP_aes_128_ctr(), key.data(), counter.data(), nullptr),
        "EVP_EncryptInit_ex2");
}

KeyStream::~KeyStream() = default;
KeyStream::KeyStream(KeyStream&&) noexcept = default;

void KeyStream::Fill(std::span<std::byte> out) {
  while (!out.empty()) {
    const std::size_t size = std::min(out.size(), kZeros);
    int written = 0;
    Check(EVP_EncryptUpdate(state_->cipher.get(), reinterpret_cast<unsigned char*>(out.data()), &written,
                            reinterpret_cast<const unsigned char*>(state_->zeros.data()), static_cast<int>(size)),
          "EVP_EncryptUpdate");
    out = out.subspan(size);
  }
}

void KeyStream::FillFrom(std::uint64_t block, std::span<std::byte> out) {
  std::array<std::uint8_t, 16> counter{};
  for (std::size_t i = 0; i < 8; ++i) counter[15 - i] = static_cast<std::uint8_t>(block >> (8 * i));
  Check(EVP_EncryptInit_ex2(state_->cipher.get(), nullptr, nullptr, counter.data(), nullptr), "EVP_EncryptInit_ex2");
  Fill(out);
}

Secrets Secrets::ForExperiment(std::uint64_t seed, int worker) {
  return {HashToKey(BytesOf(fmt::format("fdskl phase {}", seed))),
          HashToKey(BytesOf(fmt::format("fdskl mask {} {}", seed, worker))),
          Sha256(BytesOf(fmt::format("fdskl agreement {} {}", seed, worker)))};
}

Secrets Secrets::FromSystem() {
  Secrets secrets;
  for (AesKey* key : {&secrets.phase_key, &secrets.mask_key})
    Check(RAND_priv_bytes(key->data(), static_cast<int>(key->size())), "RAND_priv_bytes");
  return secrets;
}

struct KeyPair::Handle {
  std::unique_ptr<EVP_PKEY, FreePkey> key;
};

KeyPair::KeyPair(const std::optional<Secrets::PrivateKey>& key) : handle_(std::make_unique<Handle>()) {
  handle_->key.reset(key ? EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, key->data(), key->size())
                         : EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519"));
  if (!handle_->key) base::Fail("OpenSSL: no X25519 key could be made");
  std::size_t size = public_key_.size();
  Check(EVP_PKEY_get_raw_public_key(handle_->key.get(), public_key_.data(), &size), "EVP_PKEY_get_raw_public_key");
}

KeyPair::~KeyPair() = default;

AesKey KeyPair::Agree(const PublicKey& peer, std::string_view label) const {
  const std::unique_ptr<EVP_PKEY, FreePkey> other(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, peer.data(), peer.size()));
  const std::unique_ptr<EVP_PKEY_CTX, FreePkeyContext> context(EVP_PKEY_CTX_new(handle_->key.get(), nullptr));
  if (!other || !context) base::Fail("it is no public key of X25519");
  Check(EVP_PKEY_derive_init(context.get()), "EVP_PKEY_derive_init");
  Check(EVP_PKEY_derive_set_peer(context.get(), other.get()), "EVP_PKEY_derive_set_peer");
  std::vector<std::uint8_t> text(label.begin(), label.end());
  const std::size_t prefix = text.size();
  std::size_t size = kBytes;
  text.resize(prefix + size);
  // OpenSSL rejects points of small order, with which everyone knows the secret (RFC 7748, section 6.1).
  if (EVP_PKEY_derive(context.get(), text.data() + prefix, &size) != 1)
    base::Fail("a public key of X25519 with which the secret would be zero");
  const AesKey key = HashToKey(text);
  OPENSSL_cleanse(text.data(), text.size());
  return key;
}

}  // namespace fdskl::masking
