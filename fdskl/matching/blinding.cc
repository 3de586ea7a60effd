#include "fdskl/matching/blinding.h"

#include <sodium.h>

#include <atomic>

#include "base/error.h"
#include "base/index.h"
#include "base/parallel.h"

namespace fdskl::matching {
namespace {

static_assert(sizeof(Point) == crypto_core_ristretto255_BYTES);

// Makes these points differ from those that another program makes from the same ids.
constexpr std::string_view kDomain = "fdskl private matching of ids, version 1:";

void Start() {
  static const int started = sodium_init();
  if (started < 0) base::Fail("libsodium cannot be started");
}

}  // namespace

Scalar::Scalar() { Start(); }

Scalar Scalar::Random() {
  Scalar scalar;
  crypto_core_ristretto255_scalar_random(scalar.bytes_.data());
  return scalar;
}

Scalar::~Scalar() { sodium_memzero(bytes_.data(), bytes_.size()); }

Scalar Scalar::To(const Scalar& other) const {
  Scalar inverse;
  if (crypto_core_ristretto255_scalar_invert(inverse.bytes_.data(), bytes_.data()) != 0) {
    throw std::logic_error("a scalar without an inverse");
  }
  Scalar quotient;
  crypto_core_ristretto255_scalar_mul(quotient.bytes_.data(), inverse.bytes_.data(), other.bytes_.data());
  return quotient;
}

Point PointOf(std::string_view id) {
  Start();
  crypto_hash_sha512_state state;
  std::array<std::uint8_t, crypto_core_ristretto255_HASHBYTES> hash{};
  static_assert(hash.size() == crypto_hash_sha512_BYTES);
  crypto_hash_sha512_init(&state);
  for (const std::string_view part : {kDomain, id}) {
    crypto_hash_sha512_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
  }
  crypto_hash_sha512_final(&state, hash.data());
  Point point{};
  crypto_core_ristretto255_from_hash(point.data(), hash.data());
  return point;
}

void Blind(const Scalar& scalar, std::vector<Point>& points) {
  constexpr std::int64_t kPerTask = 256;
  const std::int64_t tasks = (std::ssize(points) + kPerTask - 1) / kPerTask;
  std::atomic<bool> wrong = false;
  base::ParallelFor(tasks, base::Cores(), [&](std::int64_t task, int /*thread*/) {
    const std::int64_t end = std::min<std::int64_t>((task + 1) * kPerTask, std::ssize(points));
    for (std::int64_t i = task * kPerTask; i < end; ++i) {
      Point& point = points[base::Index(i)];
      const Point from = point;
      if (crypto_scalarmult_ristretto255(point.data(), scalar.bytes().data(), from.data()) != 0) wrong = true;
    }
  });
  if (wrong) base::Fail("no point of ristretto255");
}

std::vector<std::int32_t> SecretOrder(std::int64_t size) {
  Start();
  std::vector<std::int32_t> order = base::FirstNumbers(size);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[randombytes_uniform(static_cast<std::uint32_t>(i))]);
  }
  return order;
}

}  // namespace fdskl::matching
