#include "baselines/svm/svm_methods.h"

#include <algorithm>
#include <cmath>

#include "baselines/svm/libsvm.h"
#include "baselines/svm/pp_svmv.h"

namespace fdskl::svm {
namespace {

class SvmMethodSettings : public MethodSettings, public SvmSettings {
 public:
  std::vector<base::Option> Options() override {
    return {{"sigma", &sigma, "kernel width"},
            {"C", &C, "cost of a training error"},
            {"tolerance", &tolerance, "stop when the optimality conditions hold to this (LIBSVM's -e)"},
            {"tube", &tube, "a regression error up to this costs nothing (LIBSVM's -p)"},
            {"kernel_cache", &kernel_cache, "memory for cached rows of the kernel matrix (LIBSVM's -m)"}};
  }

  void Validate(const Parties& /*parties*/) const override {
    base::RequirePositive("sigma", sigma);
    base::RequirePositive("C", C);
    base::RequirePositive("tolerance", tolerance);
    base::RequireNotNegative("tube", tube);
    base::RequireAtLeast("kernel_cache", kernel_cache.bytes, std::int64_t{1} << 20);
  }

  std::map<std::string, std::optional<std::string>> Columns() const override {
    return {{"kernel", std::string(base::NameOf(kernel))}};
  }

 protected:
  static constexpr std::string_view kSolver = "LIBSVM's solver and its cache";

  // The cache grows by a row of the kernel whenever the solver asks for one, up to its size.
  MemoryPart SolverMemory(double samples) const {
    constexpr double kNumbersBytes = 128;  // for each sample
    return {
        kSolver, 0,
        std::min(static_cast<double>(kernel_cache.bytes), samples * samples * sizeof(float)) + kNumbersBytes * samples};
  }

  SvmSettings ForRun(const RunFacts& facts) const {
    SvmSettings settings = *this;
    settings.task = facts.regression ? SvmTask::kRegression : SvmTask::kClassification;
    settings.points = std::min(points, facts.evaluations);
    settings.seed = facts.seed;
    return settings;
  }
};

class LibsvmSettings : public SvmMethodSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<LibsvmSettings>(*this); }

  std::unique_ptr<Method> Make(net::Channel& /*channel*/, const WorkerView& view,
                               const RunFacts& facts) const override {
    return std::make_unique<Libsvm>(ForRun(facts), view);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    // A list grows by doubling, and the samples of the last subset are kept until the next ones are made.
    const auto nodes = [&](double nonzeros) { return sizeof(svm_node) * (nonzeros + size.rows()); };
    return {{"samples in LIBSVM's form", nodes(size.least_nonzeros), 3 * nodes(size.most_nonzeros)},
            SolverMemory(size.train_rows)};
  }
};

class PpSvmvSettings : public SvmMethodSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<PpSvmvSettings>(*this); }

  std::vector<base::Option> Options() override {
    std::vector<base::Option> options = SvmMethodSettings::Options();
    options.push_back({"svm_kernel", base::Named(kernel), "kernel to make of what the workers merge"});
    return options;
  }

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    return std::make_unique<PpSvmv>(channel, ForRun(facts), view);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    MemoryPart merged{"the merged kernel in LIBSVM's form"};
    if (size.worker == 0) {
      merged.least = static_cast<double>(KernelRows::Bytes(std::llround(size.train_rows)));
      merged.most = merged.least;
    }
    return {merged, size.worker == 0 ? SolverMemory(size.train_rows) : MemoryPart{kSolver}};
  }
};

}  // namespace

const MethodEntry kLibsvm = {
    .name = "libsvm",
    .title = "LIBSVM",
    .color = "#009e73",
    .marker = Marker::kTriangle,
    .placement = MethodEntry::Placement::kCentral,
    .version = 2,
    .one_core = true,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<LibsvmSettings>(); },
    .rough_seconds =
        [](const RunSize& size) { return size.train_rows * size.train_rows * (2e-8 + 3.5e-9 * size.entries); }};

const MethodEntry kPpSvmv = {
    .name = "pp-svmv",
    .title = "PP-SVMV",
    .color = "#e69f00",
    .marker = Marker::kDiamond,
    .placement = MethodEntry::Placement::kFederated,
    .version = 2,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<PpSvmvSettings>(); },
    .rough_seconds =
        [](const RunSize& size) { return size.train_rows * size.train_rows * (5e-8 + 8e-11 * size.entries); }};

}  // namespace fdskl::svm
