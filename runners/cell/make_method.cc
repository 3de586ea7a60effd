#include "runners/cell/make_method.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "base/seed.h"
#include "baselines/dsg/dsg.h"
#include "baselines/fd_svrg/fd_svrg.h"
#include "baselines/secureboost/secureboost.h"
#include "baselines/svm/libsvm.h"
#include "baselines/svm/pp_svmv.h"
#include "fdskl/trainer.h"

namespace fdskl::cell {
namespace {

// Every split has its own random features, batches and subsets; all methods have the same.
std::uint64_t RunSeed(const Cell& cell) { return base::Seed("run", cell.settings.seed, cell.dataset, cell.split); }

Settings SettingsOf(const Cell& cell, const datasets::Holding& data) {
  if (data.task == datasets::Task::kRegression && cell.settings.loss != LossKind::kSquare) {
    base::Fail("{} is a regression, which needs --loss square, not {}", cell.dataset, base::NameOf(cell.settings.loss));
  }
  Settings settings = cell.settings;
  settings.seed = RunSeed(cell);
  return settings;
}

svm::SvmSettings SvmOf(const Cell& cell, const datasets::Holding& data) {
  svm::SvmSettings svm = cell.svm;
  svm.task = data.task == datasets::Task::kRegression ? svm::SvmTask::kRegression : svm::SvmTask::kClassification;
  svm.sigma = cell.settings.sigma;
  svm.cache_bytes = cell.kernel_cache.bytes;
  svm.points = std::min(svm.points, cell.evaluations);
  svm.seed = RunSeed(cell);
  return svm;
}

fd_svrg::SvrgSettings SvrgOf(const Cell& cell, const datasets::Holding& data) {
  if (data.task == datasets::Task::kRegression)
    base::Fail("{} is a regression, which fd-svrg does not do", cell.dataset);
  fd_svrg::SvrgSettings svrg = cell.svrg;
  svrg.seed = RunSeed(cell);
  svrg.lambda = cell.settings.lambda;
  svrg.batch = cell.settings.batch;
  return svrg;
}

secureboost::BoostSettings BoostOf(const Cell& cell, const datasets::Holding& data) {
  secureboost::BoostSettings boost = cell.boost;
  const Settings settings = SettingsOf(cell, data);
  boost.loss = settings.loss;
  boost.lambda = settings.lambda;
  boost.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return boost;
}

}  // namespace

datasets::Missing MissingFor(MethodKind method) {
  return method == MethodKind::kSecureBoost ? datasets::Missing::kKeep : datasets::Missing::kFill;
}

std::unique_ptr<Method> MakeMethod(const Cell& cell, net::Channel& channel, const datasets::Holding& data) {
  const WorkerView view = data.View();
  switch (cell.method) {
    case MethodKind::kFdskl:
      return std::make_unique<Trainer>(channel, SettingsOf(cell, data), view);
    case MethodKind::kDsg:
      return std::make_unique<dsg::Dsg>(channel, SettingsOf(cell, data), view);
    case MethodKind::kFdSvrg:
      return std::make_unique<fd_svrg::FdSvrg>(channel, SvrgOf(cell, data), view);
    case MethodKind::kLibsvm:
      return std::make_unique<svm::Libsvm>(SvmOf(cell, data), view);
    case MethodKind::kPpSvmv: {
      std::optional<std::int64_t> limit;
      if (cell.memory_limit) limit = cell.memory_limit->bytes;
      return std::make_unique<svm::PpSvmv>(channel, SvmOf(cell, data), view, limit);
    }
    case MethodKind::kSecureBoost:
      return std::make_unique<secureboost::SecureBoost>(channel, BoostOf(cell, data), view);
  }
  throw std::logic_error("a method that nobody makes");
}

}  // namespace fdskl::cell
