// Measures how close revisits are to their bound. Run by `make bench`.
//
// A revisit computes the cosines of the leader's batch for the gradient, and those of all samples for the new partial
// f. Here a block has 512 features and 131,072 samples, more than fit into the caches; half of the samples are the
// batch; one thread.
//   cosines  bare cosines of the same words, row after row, into a line of floats
//   memory   bare reading of the same words
// The bound is the slower of the two. Every time is the best of several interleaved repetitions.
//
// Usage: sweep_bench FILE. Appends lines "name ratio limit kind" to FILE, for scripts/bench.sh.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <string>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/block_update.h"

namespace fdskl {
namespace {

constexpr std::int64_t kSamples = 131072;
constexpr std::int64_t kBlock = 512;
constexpr int kRepetitions = 7;

struct Example {
  explicit Example(int bits) {
    const masking::AngleForm form = masking::FormOfBits(bits);
    block.Shape(form, kSamples, kBlock);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> words(base::Index(kBlock) * masking::BytesOf(form) / sizeof(std::uint64_t));
    for (std::int64_t row = 0; row < kSamples; ++row) {
      std::generate(words.begin(), words.end(), random);
      block.Write(row, 0, {form, std::as_bytes(std::span(words))});
    }
    all = base::FirstNumbers(kSamples);
    for (std::int32_t i = 0; i < kSamples; i += 2) batch.push_back(i);
  }

  AngleBlock block;
  std::vector<std::int32_t> all, batch;
};

void Bench(std::ostream& out, int bits) {
  const Example example(bits);
  base::Crew crew(1);
  const Eigen::VectorXf g = Eigen::VectorXf::Random(std::ssize(example.batch));
  const Eigen::VectorXf alpha = Eigen::VectorXf::Random(kBlock);
  std::map<std::string, double> best;
  const auto time = [&](const std::string& name, const auto& what) {
    const base::Stopwatch watch;
    what();
    const double seconds = watch.Seconds();
    const auto [entry, fresh] = best.try_emplace(name, seconds);
    if (!fresh) entry->second = std::min(entry->second, seconds);
  };
  double kept = 0;  // keeps the compiler from removing the work
  std::vector<float> line(base::Index(kBlock));
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    time("revisit", [&] {
      kept += Gradient(FeatureRows(example.block, example.batch), g, crew)[0];
      kept += Values(FeatureRows(example.block, example.all), alpha, crew)[0];
    });
    time("cosines", [&] {
      for (const auto* rows : {&example.batch, &example.all}) {
        for (const std::int32_t row : *rows) {
          masking::CosinesOf(example.block.Row(row, 0, kBlock), line);
          kept += static_cast<double>(line[0]);
        }
      }
    });
    time("memory", [&] {
      for (const auto* rows : {&example.batch, &example.all}) {
        std::uint64_t sum = 0;
        for (const std::int32_t row : *rows) {
          const auto bytes = example.block.Row(row, 0, kBlock).bytes;
          const auto* const words = reinterpret_cast<const std::uint64_t*>(bytes.data());
          for (std::size_t i = 0; i < bytes.size() / sizeof(std::uint64_t); ++i) sum += words[i];
        }
        kept += static_cast<double>(sum);
      }
    });
  }
  const double bound = std::max(best["cosines"], best["memory"]);
  fmt::print("{} bits: a revisit {:.4f} s, bare cosines {:.4f} s, bare reading {:.4f} s ({})\n", bits, best["revisit"],
             best["cosines"], best["memory"], kept == 0 ? "nothing" : "one thread");
  out << fmt::format("revisit_speed_of_{}_bound_{}_bits {:.3f} 0.7 at-least\n",
                     best["cosines"] > best["memory"] ? "cosine" : "memory", bits, bound / best["revisit"]);
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try {
  if (argc != 2) fdskl::base::Fail("usage: sweep_bench FILE");
  std::ofstream out(argv[1], std::ios::app);
  for (const int bits : {8, 16}) fdskl::Bench(out, bits);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "sweep_bench: {}\n", error.what());
  return 1;
}
