#include "fdskl/masking/secrets.h"

#include <gtest/gtest.h>

namespace fdskl::masking {
namespace {

std::vector<std::byte> Read(KeyStream& stream, std::size_t size) {
  std::vector<std::byte> bytes(size);
  stream.Fill(bytes);
  return bytes;
}

// AES-128 in counter mode with key and counter zero begins with AES-128(0, 0), a published value (FIPS 197, NIST KAT).
TEST(KeyStream, IsAesInCounterMode) {
  KeyStream stream(AesKey{});
  const std::vector<std::byte> bytes = Read(stream, 16);
  const std::array<unsigned, 16> expected = {0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b,
                                             0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e};
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(std::to_integer<unsigned>(bytes[i]), expected[i]) << i;
}

TEST(KeyStream, PiecesJoinToTheWhole) {
  KeyStream whole(AesKey{1});
  KeyStream pieces(AesKey{1});
  const std::vector<std::byte> expected = Read(whole, 100000);
  std::vector<std::byte> joined;
  for (std::size_t size = 1; joined.size() < expected.size(); size = size * 2 + 1) {
    const std::vector<std::byte> piece = Read(pieces, std::min(size, expected.size() - joined.size()));
    joined.insert(joined.end(), piece.begin(), piece.end());
  }
  EXPECT_EQ(joined, expected);
}

TEST(KeyStream, IndexedReadsAgreeWithTheStream) {
  KeyStream stream(AesKey{2});
  const std::vector<std::byte> all = Read(stream, 160);
  KeyStream indexed(AesKey{2});
  std::vector<std::byte> block(16);
  for (const std::uint64_t i : {7U, 0U, 3U}) {
    indexed.FillFrom(i, block);
    EXPECT_TRUE(std::equal(block.begin(), block.end(), all.begin() + static_cast<std::ptrdiff_t>(16 * i)));
  }
}

TEST(KeyPair, FreshUnlessAPrivateKeyIsGiven) {
  const Secrets::PrivateKey key{1, 2, 3};
  EXPECT_EQ(KeyPair(key).public_key(), KeyPair(key).public_key());
  EXPECT_NE(KeyPair().public_key(), KeyPair().public_key());
  EXPECT_FALSE(Secrets::FromSystem().agreement_key);
}

TEST(KeyPair, BothEndsAgreeAndNoThirdPartyDoes) {
  const KeyPair alice;
  const KeyPair bob;
  const KeyPair eve;
  const AesKey shared = alice.Agree(bob.public_key(), "edge 0");
  EXPECT_EQ(shared, bob.Agree(alice.public_key(), "edge 0"));
  EXPECT_NE(shared, bob.Agree(alice.public_key(), "edge 1"));
  EXPECT_NE(shared, eve.Agree(alice.public_key(), "edge 0"));
  EXPECT_NE(shared, eve.Agree(bob.public_key(), "edge 0"));
}

TEST(Secrets, ExperimentsRepeatAndSystemsDoNot) {
  EXPECT_EQ(Secrets::ForExperiment(1, 3).mask_key, Secrets::ForExperiment(1, 3).mask_key);
  EXPECT_EQ(Secrets::ForExperiment(1, 3).phase_key, Secrets::ForExperiment(1, 4).phase_key);
  EXPECT_NE(Secrets::ForExperiment(1, 3).mask_key, Secrets::ForExperiment(1, 4).mask_key);
  EXPECT_NE(Secrets::ForExperiment(1, 3).phase_key, Secrets::ForExperiment(2, 3).phase_key);
  ASSERT_TRUE(Secrets::ForExperiment(1, 3).agreement_key);
  EXPECT_EQ(Secrets::ForExperiment(1, 3).agreement_key, Secrets::ForExperiment(1, 3).agreement_key);
  EXPECT_NE(Secrets::ForExperiment(1, 3).agreement_key, Secrets::ForExperiment(1, 4).agreement_key);
  EXPECT_NE(Secrets::ForExperiment(1, 3).agreement_key, Secrets::ForExperiment(2, 3).agreement_key);
  EXPECT_NE(Secrets::FromSystem().phase_key, Secrets::FromSystem().phase_key);
}

}  // namespace
}  // namespace fdskl::masking
