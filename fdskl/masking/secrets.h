// The secrets of a worker, and the key streams made from them (with OpenSSL's libcrypto).
//
// Public and private randomness are never mixed. Public features come from Random123 and a public seed
// (random_features.h); private masks and phases come from AES in counter mode under keys that are made here.
// Errors: Error when libcrypto fails.
#ifndef FDSKL_FDSKL_MASKING_SECRETS_H_
#define FDSKL_FDSKL_MASKING_SECRETS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fdskl::masking {

using AesKey = std::array<std::uint8_t, 16>;

// AES-128 in counter mode under one key, from block 0 on.
class KeyStream {
 public:
  explicit KeyStream(const AesKey& key);
  ~KeyStream();
  KeyStream(KeyStream&&) noexcept;
  KeyStream& operator=(KeyStream&&) = delete;

  // Fills `out` with the next bytes of the stream. No byte of the stream is used twice.
  void Fill(std::span<std::byte> out);

  // Fills `out` with the bytes from the 16-byte block of this number on. For streams that are indexed, not consumed.
  void FillFrom(std::uint64_t block, std::span<std::byte> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

inline constexpr std::size_t kX25519Bytes = 32;

// One worker's private seeds.
struct Secrets {
  using PrivateKey = std::array<std::uint8_t, kX25519Bytes>;

  AesKey phase_key;  // gives the phases b_j that this worker supplies
  AesKey mask_key;   // gives its masks b^l in masking `paper`
  // The private X25519 key for key agreements in `ring`, `shared` and `private`. None: a fresh one from the operating
  // system. Model files do not contain it.
  std::optional<PrivateKey> agreement_key = {};

  // Repeatable secrets. Equal seeds give equal phases, whichever worker supplies them, so that the model does not
  // depend on the number of workers; and equal keys, so that rounding under a mask repeats to the bit.
  // Privacy: whoever knows the seed of an experiment knows these secrets. For measurements, not for real data.
  static Secrets ForExperiment(std::uint64_t seed, int worker);

  // Fresh secrets from the operating system's generator. The agreement key is new in each run.
  static Secrets FromSystem();
};

// An X25519 key pair.
class KeyPair {
 public:
  static constexpr std::size_t kBytes = kX25519Bytes;
  using PublicKey = std::array<std::uint8_t, kBytes>;

  // The pair of the given private key, or a fresh pair from the operating system's generator.
  explicit KeyPair(const std::optional<Secrets::PrivateKey>& key = {});
  ~KeyPair();
  KeyPair(const KeyPair&) = delete;
  KeyPair& operator=(const KeyPair&) = delete;

  const PublicKey& public_key() const { return public_key_; }

  // A key that only this worker and the owner of `peer` can compute: SHA-256 over `label` and the shared secret.
  // Errors: Error when `peer` is not a public key, or one with which anybody could compute the same.
  AesKey Agree(const PublicKey& peer, std::string_view label) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  PublicKey public_key_{};
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SECRETS_H_
