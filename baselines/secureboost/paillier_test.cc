#include "baselines/secureboost/paillier.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/secureboost/os_random.h"

namespace fdskl::secureboost {
namespace {

constexpr int kBits = 256;

std::string ErrorOf(const std::function<void()>& act) try {
  act();
  return "no error";
} catch (const base::Error& error) {
  return error.what();
}

class Paillier : public ::testing::Test {
 protected:
  std::vector<Limb> Encrypt(const mpz_class& m) const {
    std::vector<Limb> c(key_.limbs());
    key_.EncryptBare(m, c.data());
    obfuscator_.Obfuscate(c.data());
    return c;
  }

  // Plaintexts of any size and sign, and the extremes.
  std::vector<mpz_class> Plaintexts() const {
    const mpz_class most = (key_.n() - 1) / 2;
    std::vector<mpz_class> all = {0, 1, -1, most, -most, most - 1};
    for (const int bits : {1, 20, 64, 100, kBits - 2}) {
      for (int i = 0; i < 4; ++i) all.push_back(i % 2 == 0 ? RandomBits(bits) : mpz_class(-RandomBits(bits)));
    }
    return all;
  }

  // The plaintext that a number outside (-n/2, n/2) stands for.
  mpz_class Wrap(const mpz_class& x) const {
    mpz_class rest;
    mpz_fdiv_r(rest.get_mpz_t(), x.get_mpz_t(), key_.n().get_mpz_t());
    return rest * 2 > key_.n() ? mpz_class(rest - key_.n()) : rest;
  }

  PaillierPrivateKey private_key_ = PaillierPrivateKey::Generate(kBits, true);
  const PaillierPublicKey& key_ = private_key_.public_key();
  Obfuscator obfuscator_{key_, 5};
};

TEST_F(Paillier, DecryptsWhatWasEncrypted) {
  for (const mpz_class& m : Plaintexts()) EXPECT_EQ(private_key_.Decrypt(Encrypt(m).data()), m);
}

TEST_F(Paillier, AddsAndShiftsWhatItCannotRead) {
  for (const mpz_class& a : Plaintexts()) {
    for (const mpz_class& b : Plaintexts()) {
      std::vector<Limb> c = Encrypt(a);
      key_.Add(c.data(), Encrypt(b).data(), c.data());
      EXPECT_EQ(private_key_.Decrypt(c.data()), Wrap(a + b));
    }
    std::vector<Limb> c = Encrypt(a);
    key_.ShiftLeft(c.data(), 41);
    EXPECT_EQ(private_key_.Decrypt(c.data()), Wrap(a << 41));
  }
}

TEST_F(Paillier, EqualPlaintextsGiveDifferentCiphertexts) {
  for (const int window_bits : {0, 1, 5, 8}) {
    const Obfuscator obfuscator(key_, window_bits);
    std::set<std::vector<Limb>> seen;
    for (int i = 0; i < 50; ++i) {
      std::vector<Limb> c(key_.limbs());
      key_.EncryptBare(7, c.data());
      obfuscator.Obfuscate(c.data());
      EXPECT_EQ(private_key_.Decrypt(c.data()), 7);
      seen.insert(c);
    }
    EXPECT_EQ(seen.size(), 50U) << window_bits;
  }
}

TEST_F(Paillier, RefusesWhatDoesNotFit) {
  std::vector<Limb> c(key_.limbs());
  EXPECT_THROW(key_.EncryptBare((key_.n() + 1) / 2, c.data()), base::Error);
  EXPECT_THROW(key_.EncryptBare(-key_.n(), c.data()), base::Error);
}

// p = 7, q = 11: n = 77, n^2 = 5929. Enc(42) with r = 23: (1 + 42 * 77) = 3235; 23^77 mod 5929 by squaring and
// multiplying: 23, 529, 1178, 298, 925 (9), 1849 (18), 1024 (19), 5072 (38), 5182 (76), 606 (77); 3235 * 606 = 3840.
TEST(PaillierByHand, SeventySeven) {
  const PaillierPrivateKey key(7, 11);
  const Montgomery& ring = key.public_key().ring();
  EXPECT_EQ(ring.modulus(), 5929);
  std::vector<Limb> c(1);
  key.public_key().EncryptBare(30, c.data());
  EXPECT_EQ(ring.FromForm(c.data()), 1 + 30 * 77);
  key.public_key().EncryptBare(-35, c.data());  // 42 modulo 77
  EXPECT_EQ(ring.FromForm(c.data()), 3235);
  std::vector<Limb> factor(1);
  ring.ToForm(606, factor.data());
  ring.Multiply(c.data(), factor.data(), c.data());
  EXPECT_EQ(ring.FromForm(c.data()), 3840);
  EXPECT_EQ(key.Decrypt(c.data()), -35);
}

TEST(PaillierKeys, HaveTheLengthAskedFor) {
  for (const int bits : {64, 130, 512, 1024}) {
    EXPECT_EQ(PaillierPrivateKey::Generate(bits, true).public_key().bits(), bits);
  }
}

TEST(PaillierKeys, WeakOnesAreRefusedUnlessAccepted) {
  EXPECT_NE(ErrorOf([] { PaillierPrivateKey::Generate(1022, false); }).find("at least 1024, not 1022"),
            std::string::npos);
  EXPECT_NO_THROW(CheckKeyBits(1024, false));
  EXPECT_NO_THROW(CheckKeyBits(512, true));
  for (const int bits : {-2, 0, 14, 1025, 8194}) EXPECT_THROW(CheckKeyBits(bits, true), base::Error) << bits;
}

TEST(Montgomery, MultipliesAsGmpDoes) {
  for (const int bits : {3, 64, 65, 1000, 4096}) {
    mpz_class modulus = RandomBits(bits);
    mpz_setbit(modulus.get_mpz_t(), 0);
    mpz_setbit(modulus.get_mpz_t(), static_cast<mp_bitcnt_t>(bits - 1));
    const Montgomery ring(modulus);
    std::vector<Limb> a(ring.limbs());
    std::vector<Limb> b(ring.limbs());
    for (int i = 0; i < 100; ++i) {
      const mpz_class x = i == 0 ? mpz_class(modulus - 1) : RandomBelow(modulus);
      const mpz_class y = i <= 1 ? mpz_class(modulus - 1) : RandomBelow(modulus);
      ring.ToForm(x, a.data());
      EXPECT_EQ(ring.FromForm(a.data()), x);
      ring.ToForm(y, b.data());
      ring.Multiply(a.data(), b.data(), b.data());
      EXPECT_EQ(ring.FromForm(b.data()), x * y % modulus);
      ring.Square(a.data(), a.data());
      EXPECT_EQ(ring.FromForm(a.data()), x * x % modulus);
    }
  }
}

TEST(OsRandom, OrdersAreWholeAndDiffer) {
  const std::vector<std::int32_t> order = RandomOrder(100);
  EXPECT_EQ(std::set<std::int32_t>(order.begin(), order.end()).size(), 100U);
  EXPECT_NE(order, RandomOrder(100));
  EXPECT_TRUE(RandomOrder(0).empty());
}

}  // namespace
}  // namespace fdskl::secureboost
