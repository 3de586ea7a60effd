// For tests: rows of every experiment, from which every figure can be drawn.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_TESTING_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_TESTING_H_

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "baselines/methods.h"
#include "results/rows.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::figures::testing {

inline bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Three splits of a9a and w8a; PP-SVMV cannot run on w8a.
inline std::unique_ptr<stored::Stored> Everything() {
  using results::Experiment;
  stored::testing::MadeUp made;
  for (const char* dataset : {"w8a", "a9a"}) {
    for (const baselines::MethodRef method : baselines::Methods()) {
      const std::string text(method->name);
      const double base = 10 + static_cast<double>(baselines::PlaceOf(method));
      for (int split = 0; split < 3; ++split) {
        const bool fails = text == "pp-svmv" && std::string(dataset) == "w8a";
        for (const Experiment experiment :
             {Experiment::kCurves, Experiment::kErrors, Experiment::kScaling, Experiment::kWorkers}) {
          made.Run(experiment, dataset, text, split, base + split, 20 * (base - 9) + split);
          made.Curve({base + 20, base + 5 + split, base + split});
          made.Clock(0.5);
          if (experiment == Experiment::kScaling) made.runs().back().train_rows = std::int64_t{3000} * (split + 1);
          if (experiment == Experiment::kWorkers) made.runs().back().workers = 2 << split;
          if (fails) made.Fails("out-of-memory", "needs 5 TB");
        }
      }
    }
    for (const char* masking : {"none", "paper", "ring"}) {
      made.Run(Experiment::kMasking, dataset, "fdskl", 0, 10, 3).masking = masking;
    }
    for (const int bits : {8, 12, 32}) {
      for (int split = 0; split < 3; ++split) {
        results::RunRow& run = made.Run(Experiment::kBits, dataset, "fdskl", split, 10 + split, 3);
        run.ring_bits = bits;
        run.sent_bytes = std::int64_t{100'000'000} * bits;
        if (bits == 12 && split == 2) made.Fails("timeout", "slow");
      }
    }
    for (int split = 0; split < 3; ++split) {
      for (const int features : {4096, 1024, 2048}) {
        const double error = 6 + split + 8192.0 / features;
        made.Run(Experiment::kFeatures, dataset, "fdskl", split, error, 3).features = features;
        if (features == 1024 && split == 2) made.Fails("timeout", "slow");
      }
      made.Run(Experiment::kFeatures, dataset, "fd-svrg", split, 7 + 2 * split, 3);
      made.Run(Experiment::kFeatures, dataset, "libsvm", split, 5, 3);
    }
    for (const char* structure : {"tree", "ring", "star", "mpi-reduce"}) {
      for (const int q : {2, 4, 8}) {
        made.comm().push_back({dataset, "part", 1000, structure, q, "shared-memory", 0.01 * q, {}, q, 100, q, false});
      }
    }
    for (const char* structure : {"tree", "ring", "star", "pipelined-ring"}) {
      for (const int q : {2, 4, 8, 256, 1024}) {
        made.comm().push_back({dataset, "part", 1000, structure, q, "wan", {}, 0.1 * q, q, 100, q, q > 8});
        if (q <= 8) made.comm().back().clock_seconds = 0.11 * q;
      }
    }
  }
  for (const double gamma : {0.04, 0.02, 0.01}) {
    for (std::int64_t t = 1; t < 20000; t *= 2) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        results::TheoryRow row{.check = "theorem1", .iteration = t, .seed = seed, .gamma = gamma, .lambda = 0.05};
        const double decayed = std::pow(1 - 0.3 * gamma, static_cast<double>(t));
        row.error = (gamma + decayed) * (1 + 0.1 * static_cast<double>(seed % 2));
        made.theory().push_back(row);
      }
    }
  }
  for (const std::int64_t t : {128, 256, 512}) {
    for (const std::int64_t n : {1, 2, 4}) {
      made.theory().push_back({.check = "bytes", .workers = n, .iteration = t, .sent_bytes = n * t * t});
      const double seconds = 1e-6 * static_cast<double>(t * t * n);
      made.theory().push_back({.check = "seconds", .columns = 100 * n, .iteration = t, .seconds = seconds});
      made.theory().push_back({.check = "seconds",
                               .workers = n,
                               .columns = 400,
                               .iteration = t,
                               .seconds = 4e-6 * static_cast<double>(t * t)});
    }
  }
  const auto audited = [&](const char* attack, const char* mode, const char* role) {
    for (const std::int64_t features : {100, 1000}) {
      results::AuditRow row;
      row.attack = attack;
      row.mode = mode;
      row.role = role;
      row.sweep = "features";
      row.dataset = "a9a";
      row.edition = "full";
      row.features = features;
      row.measure = "bits";
      row.low = row.recovered = 0.9;
      row.high = 1;
      row.chance = 0.8;
      made.audit().push_back(row);
    }
  };
  for (int split = 0; split < 3; ++split) {
    made.Run(Experiment::kErrors, "a9a", "fdskl", split, 15 + split, 40).settings =
        R"({"update": "plain", "masking": "paper", "sweeps": 0})";
  }
  for (const auto& [kind, from, to] : {std::tuple("keys", 0, 1), {"sample-numbers", 0, 1}, {"masked-angles", 1, 0}}) {
    results::TrafficRow row;
    row.part = "transcript";
    row.method = "fdskl";
    row.workers = 2;
    row.batch = row.block = 4;
    row.kind = kind;
    row.sender = from;
    row.receiver = to;
    row.sent_bytes = 1234;
    made.traffic().push_back(row);
  }
  for (const char* mode : {"none", "paper", "ring", "shared", "paper, T2 = T1"})
    audited("reused-mask", mode, "measured");
  for (const char* role : {"measured", "must-fail", "must-succeed"}) audited("row-sets", "secureboost", role);
  return made.Make();
}

}  // namespace fdskl::figures::testing

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_TESTING_H_
