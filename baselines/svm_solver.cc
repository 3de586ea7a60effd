#include "baselines/svm_solver.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <string_view>

#include "base/error.h"
#include "fdskl/stopwatch.h"

namespace fdskl {
namespace {

constexpr double kListenSeconds = 0.1;
constexpr std::int64_t kIterationsPerMark = 1000;  // or the number of samples, when less

struct Stopped {};

// Makes what LIBSVM prints into calls of the listener, while it lives.
class PrintHook {
 public:
  PrintHook(std::int64_t samples, const SvmListener& listener)
      : lock_(mutex_), listener_(listener), per_mark_(std::min(samples, kIterationsPerMark)) {
    current_ = this;
    svm_set_print_string_function([](const char* text) { current_->Print(text); });
  }
  PrintHook(const PrintHook&) = delete;
  PrintHook& operator=(const PrintHook&) = delete;
  ~PrintHook() {
    svm_set_print_string_function(nullptr);
    current_ = nullptr;
  }

  std::int64_t iterations() const { return iterations_; }

 private:
  void Print(std::string_view text) {
    constexpr std::string_view kFinished = "#iter = ";
    if (const auto at = text.find(kFinished); at != std::string_view::npos) {
      std::from_chars(text.data() + at + kFinished.size(), text.data() + text.size(), iterations_);
    } else if (text == ".") {
      iterations_ += per_mark_;
      if (watch_.Seconds() < kListenSeconds) return;
      if (!listener_(iterations_)) throw Stopped();
      watch_.Lap();
    }
  }

  static std::mutex mutex_;
  static PrintHook* current_;
  std::lock_guard<std::mutex> lock_;
  const SvmListener& listener_;
  std::int64_t per_mark_;
  std::int64_t iterations_ = 0;
  Stopwatch watch_;
};

std::mutex PrintHook::mutex_;
PrintHook* PrintHook::current_ = nullptr;

svm_parameter Parameters(const SvmSettings& settings, KernelForm form) {
  constexpr double kMegabyte = 1 << 20;
  svm_parameter parameter{};
  parameter.svm_type = settings.task == SvmTask::kRegression ? EPSILON_SVR : C_SVC;
  const int computed = settings.kernel == SvmKernel::kGaussian ? RBF : LINEAR;
  parameter.kernel_type = form == KernelForm::kPrecomputed ? PRECOMPUTED : computed;
  parameter.gamma = 1 / (2 * settings.sigma * settings.sigma);
  parameter.cache_size = static_cast<double>(settings.cache_bytes) / kMegabyte;
  parameter.eps = settings.tolerance;
  parameter.C = settings.C;
  parameter.p = settings.tube;
  parameter.shrinking = 1;
  return parameter;
}

}  // namespace

bool HasBothClasses(std::span<const double> labels) {
  return std::ranges::any_of(labels, [&](double label) { return label != labels.front(); });
}

SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener) {
  FDSKL_REQUIRE(!x.empty() && x.size() == y.size());
  const svm_problem problem{static_cast<int>(x.size()), y.data(), x.data()};
  const svm_parameter parameter = Parameters(settings, form);
  if (const char* wrong = svm_check_parameter(&problem, &parameter))
    Fail("LIBSVM does not take the settings: {}", wrong);
  if (settings.task == SvmTask::kClassification && !HasBothClasses(y)) {
    Fail("all {} training samples are of one class, {}", y.size(), y.front());
  }
  PrintHook hook(std::ssize(x), listener);
  SvmSolution solution;
  try {
    solution.model.reset(svm_train(&problem, &parameter));
  } catch (const Stopped&) {
    // Its model stays null.
  }
  solution.iterations = hook.iterations();
  return solution;
}

double SignOf(const svm_model& model) {
  if (svm_get_svm_type(&model) == EPSILON_SVR) return 1;
  std::array<int, 2> labels{};
  svm_get_labels(&model, labels.data());
  return labels[0];
}

}  // namespace fdskl
