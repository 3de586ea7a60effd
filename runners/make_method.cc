#include "runners/make_method.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "base/seed.h"
#include "baselines/dsg.h"
#include "baselines/fd_svrg.h"
#include "baselines/libsvm.h"
#include "baselines/pp_svmv.h"
#include "baselines/secureboost.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

// Every split has its own random features, batches and subsets; all methods have the same.
std::uint64_t RunSeed(const Cell& cell) { return Seed("run", cell.settings.seed, cell.dataset, cell.split); }

Settings SettingsOf(const Cell& cell, const WorkerData& data) {
  if (data.task == Task::kRegression && cell.settings.loss != LossKind::kSquare) {
    Fail("{} is a regression, which needs --loss square, not {}", cell.dataset, NameOf(cell.settings.loss));
  }
  Settings settings = cell.settings;
  settings.seed = RunSeed(cell);
  return settings;
}

SvmSettings SvmOf(const Cell& cell, const WorkerData& data) {
  SvmSettings svm = cell.svm;
  svm.task = data.task == Task::kRegression ? SvmTask::kRegression : SvmTask::kClassification;
  svm.sigma = cell.settings.sigma;
  svm.cache_bytes = cell.kernel_cache.bytes;
  svm.points = std::min(svm.points, cell.evaluations);
  svm.seed = RunSeed(cell);
  return svm;
}

SvrgSettings SvrgOf(const Cell& cell, const WorkerData& data) {
  if (data.task == Task::kRegression) Fail("{} is a regression, which fd-svrg does not do", cell.dataset);
  SvrgSettings svrg = cell.svrg;
  svrg.seed = RunSeed(cell);
  svrg.lambda = cell.settings.lambda;
  svrg.batch = cell.settings.batch;
  return svrg;
}

BoostSettings BoostOf(const Cell& cell, const WorkerData& data) {
  BoostSettings boost = cell.boost;
  const Settings settings = SettingsOf(cell, data);
  boost.loss = settings.loss;
  boost.lambda = settings.lambda;
  boost.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return boost;
}

}  // namespace

std::unique_ptr<Method> MakeMethod(const Cell& cell, Channel& channel, const WorkerData& data) {
  const WorkerView view = data.View(cell.active);
  switch (cell.method) {
    case MethodKind::kFdskl:
      return std::make_unique<Trainer>(channel, SettingsOf(cell, data), view);
    case MethodKind::kDsg:
      return std::make_unique<Dsg>(channel, SettingsOf(cell, data), view);
    case MethodKind::kFdSvrg:
      return std::make_unique<FdSvrg>(channel, SvrgOf(cell, data), view);
    case MethodKind::kLibsvm:
      return std::make_unique<Libsvm>(SvmOf(cell, data), view);
    case MethodKind::kPpSvmv: {
      std::optional<std::int64_t> limit;
      if (cell.memory_limit) limit = cell.memory_limit->bytes;
      return std::make_unique<PpSvmv>(channel, SvmOf(cell, data), view, limit);
    }
    case MethodKind::kSecureBoost:
      return std::make_unique<SecureBoost>(channel, BoostOf(cell, data), view);
  }
  throw std::logic_error("a method that nobody makes");
}

}  // namespace fdskl
