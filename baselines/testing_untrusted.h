// For tests and fuzzers of messages: every federated method on a very small problem.
#ifndef FDSKL_BASELINES_TESTING_UNTRUSTED_H_
#define FDSKL_BASELINES_TESTING_UNTRUSTED_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "baselines/fd_svrg/fd_svrg.h"
#include "baselines/secureboost/secureboost.h"
#include "baselines/svm/pp_svmv.h"
#include "baselines/svm/testing.h"
#include "fdskl/private_trainer.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"

namespace fdskl::baselines::testing {

inline constexpr int kWorkers = 4;
inline constexpr std::int64_t kSamples = 20;
inline constexpr std::int64_t kColumns = 8;

struct Protocol {
  std::string name;
  int active;        // workers that hold labels
  bool root_solves;  // worker 0 trains alone, in a process of its own
  std::function<std::unique_ptr<Method>(net::Channel&, const WorkerView&)> make;
  fdskl::testing::Problem problem{kSamples, kColumns};
};

inline Protocol FdsklProtocol(const std::string& name, Masking masking, std::int64_t sweeps) {
  Settings settings;
  settings.masking = masking;
  settings.update = Update::kPlain;
  settings.sweeps = sweeps;
  settings.batch = 4;
  settings.block = 2;
  settings.features = 8;
  settings.threads = 1;
  settings.angle_memory.bytes = std::int64_t{1} << 20U;  // otherwise each run asks the system for its free memory
  return {name, 2, false, [settings](net::Channel& channel, const WorkerView& view) {
            return std::make_unique<Trainer>(channel, settings, view);
          }};
}

// In masking private, workers 2 and 3 are the helpers. The two owners take blocks of features in turn.
inline Protocol PrivateProtocol(std::int64_t samples = kSamples, std::int64_t block = 2, std::int64_t features = 8) {
  Settings settings;
  settings.masking = Masking::kPrivate;
  settings.update = Update::kConjugate;
  settings.loss = LossKind::kSquare;
  settings.sweeps = 2;
  settings.block = block;
  settings.features = features;
  settings.threads = 1;
  settings.memory_limit_bytes = std::int64_t{1} << 30U;  // otherwise each run asks the system for its free memory
  return {"fdskl_private",
          2,
          false,
          [settings](net::Channel& channel, const WorkerView& view) {
            return std::make_unique<PrivateTrainer>(channel, settings, view);
          },
          {samples, kColumns}};
}

// The guest makes no table of powers: it would take longer than everything else, and uses nothing that a peer sent.
inline Protocol BoostProtocol(const std::string& name, int key_bits) {
  const secureboost::BoostSettings settings{
      .trees = 2, .depth = 2, .bins = 4, .key_bits = key_bits, .insecure_keys = true};
  return {name, 1, false, [settings](net::Channel& channel, const WorkerView& view) {
            secureboost::BoostSettings own = settings;
            own.precompute = channel.rank() != 0;
            return std::make_unique<secureboost::SecureBoost>(channel, own, view);
          }};
}

inline std::vector<Protocol> FdsklProtocols() {
  return {FdsklProtocol("fdskl_none", Masking::kNone, 0), FdsklProtocol("fdskl_paper", Masking::kPaper, 0),
          FdsklProtocol("fdskl_ring", Masking::kRing, 1), FdsklProtocol("fdskl_shared", Masking::kShared, 0)};
}

// Masking private sends most, so it has as few samples and features as still take every step of it: the first six
// samples have both labels, and one owner has two features, the other one.
inline std::vector<Protocol> FuzzedFdsklProtocols() {
  std::vector<Protocol> all = FdsklProtocols();
  all.push_back(PrivateProtocol(6, 1, 3));
  return all;
}

inline std::vector<Protocol> BoostProtocols() {
  return {BoostProtocol("secureboost_bare", 0), BoostProtocol("secureboost_paillier", 128)};
}

inline Protocol SvrgProtocol() {
  return {"fd_svrg", 2, false, [](net::Channel& channel, const WorkerView& view) {
            return std::make_unique<fd_svrg::FdSvrg>(channel, fd_svrg::SvrgSettings{.batch = 8, .epochs = 1}, view);
          }};
}

inline Protocol SvmProtocol() {
  svm::SvmSettings settings = svm::testing::SmallSvm(svm::SvmTask::kClassification);
  settings.points = 1;
  return {"pp_svmv", 2, true, [settings](net::Channel& channel, const WorkerView& view) {
            return std::make_unique<svm::PpSvmv>(channel, settings, view);
          }};
}

// Trains and predicts as worker channel.rank() of channel.size(). If `only_begin`, only constructs the method.
inline void RunProtocol(const Protocol& protocol, net::Channel& channel, bool only_begin = false) {
  const datasets::Holding part =
      fdskl::testing::Deal(protocol.problem, channel.rank(), channel.size(), protocol.active);
  const std::unique_ptr<Method> method = protocol.make(channel, part.View());
  if (only_begin) return;
  method->Fit(fdskl::testing::GoOn);
  method->Predict(part.train);
}

}  // namespace fdskl::baselines::testing

#endif  // FDSKL_BASELINES_TESTING_UNTRUSTED_H_
