// What a worker keeps to itself, and the key streams made from it (OpenSSL's libcrypto).
//
// Public and private randomness are never mixed. Public features come from Random123 and a public seed
// (random_features.h); private masks and phases come from AES in counter mode under keys that are made here.
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

  // The next bytes of the stream. No byte is ever given twice.
  void Fill(std::span<std::byte> out);

  // Fills `out` from the 16-byte block of that number on. For streams that are indexed, not consumed.
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
  // The X25519 key that others agree with in `ring`, `shared` and `private`. None: fresh from the operating system. It
  // is not kept in model files.
  std::optional<PrivateKey> agreement_key = {};

  // Repeatable: equal seeds give equal phases, whichever worker supplies them, so that the model does not depend on the
  // number of workers; and equal keys, so that what is rounded under a mask repeats to the bit. Whoever knows the seed
  // of an experiment knows these secrets: for measuring, not for real data.
  static Secrets ForExperiment(std::uint64_t seed, int worker);

  // Fresh from the operating system's generator, the agreement's key anew in each run.
  static Secrets FromSystem();
};

// An X25519 key pair.
class KeyPair {
 public:
  static constexpr std::size_t kBytes = kX25519Bytes;
  using PublicKey = std::array<std::uint8_t, kBytes>;

  // The pair of the given private key, or else a fresh one from the operating system's generator.
  explicit KeyPair(const std::optional<Secrets::PrivateKey>& key = {});
  ~KeyPair();
  KeyPair(const KeyPair&) = delete;
  KeyPair& operator=(const KeyPair&) = delete;

  const PublicKey& public_key() const { return public_key_; }

  // A key that only this worker and the holder of `peer` can make: from SHA-256 over `label` and the shared secret.
  // Errors: Error when `peer` is no key, or one with which anybody could make the same.
  AesKey Agree(const PublicKey& peer, std::string_view label) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  PublicKey public_key_{};
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SECRETS_H_
