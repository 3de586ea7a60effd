#include "baselines/svm/masked_ring_sum.h"

#include <cmath>
#include <deque>

#include "base/error.h"

namespace fdskl::svm {
namespace {

constexpr double kUnit = 0x1p-40;
constexpr double kRange = 0x1p22;  // bound on the absolute value of a sum

}  // namespace

MaskedRingSum::MaskedRingSum(net::Channel& channel)
    : channel_(channel), masks_(masking::Secrets::FromSystem().mask_key) {}

MaskedRingSum::Words MaskedRingSum::ToWords(std::span<const double> values) const {
  Words words;
  words.reserve(values.size());
  for (const double value : values) {
    if (!(std::abs(value) * channel_.size() < kRange)) base::Fail("{} is beyond the range of the masked sum", value);
    words.push_back(static_cast<std::uint64_t>(std::llround(value / kUnit)));
  }
  return words;
}

void MaskedRingSum::Stream(std::int64_t tiles, const Produce& produce, const Consume& consume) {
  if (channel_.size() == 1) {
    for (std::int64_t t = 0; t < tiles; ++t) consume(t, produce(t));
  } else if (channel_.rank() == 0) {
    Lead(tiles, produce, consume);
  } else {
    Follow(tiles, produce);
  }
}

void MaskedRingSum::Lead(std::int64_t tiles, const Produce& produce, const Consume& consume) {
  std::deque<Words> masks;  // one for each tile in transit
  std::vector<double> sum;
  const std::int64_t ahead = channel_.size();
  for (std::int64_t t = 0; t < tiles + ahead; ++t) {
    if (t < tiles) {
      Words words = ToWords(produce(t));
      Words mask(words.size());
      masks_.Fill(std::as_writable_bytes(std::span(mask)));
      for (std::size_t i = 0; i < words.size(); ++i) words[i] += mask[i];
      channel_.Send<std::uint64_t>(1, words);
      masks.push_back(std::move(mask));
    }
    if (t < ahead) continue;
    Words words(masks.front().size());
    channel_.Receive<std::uint64_t>(channel_.size() - 1, words);
    sum.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      sum[i] = static_cast<double>(static_cast<std::int64_t>(words[i] - masks.front()[i])) * kUnit;
    }
    masks.pop_front();
    consume(t - ahead, sum);
  }
}

void MaskedRingSum::Follow(std::int64_t tiles, const Produce& produce) {
  const int next = (channel_.rank() + 1) % channel_.size();
  for (std::int64_t t = 0; t < tiles; ++t) {
    const Words own = ToWords(produce(t));
    Words words(own.size());
    channel_.Receive<std::uint64_t>(channel_.rank() - 1, words);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] += own[i];
    channel_.Send<std::uint64_t>(next, words);
  }
}

}  // namespace fdskl::svm
