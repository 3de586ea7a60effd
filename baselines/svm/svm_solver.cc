#include "baselines/svm/svm_solver.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "base/forked_child.h"
#include "base/index.h"
#include "base/stopwatch.h"

namespace fdskl::svm {
namespace {

constexpr double kListenSeconds = 0.1;
constexpr std::int64_t kIterationsPerMark = 1000;  // or the number of samples, if that is smaller

// The child reports its progress in such messages. The trained model follows the last of them.
struct Report {
  std::int64_t iterations = 0;
  std::int64_t support = -1;  // support vectors of the model; -1 while it is not there yet
};

// The model besides its support vectors.
struct ModelConstants {
  double rho = 0;
  std::array<int, 2> label{}, label_support{};
};

// Runs in the child: turns LIBSVM's printed output into reports.
struct Printer {
  const base::PipeWriter* pipe = nullptr;
  std::int64_t iterations_per_mark = 0;
  Report report;

  void Print(std::string_view text) {
    constexpr std::string_view kFinished = "#iter = ";
    if (const auto at = text.find(kFinished); at != std::string_view::npos) {
      std::from_chars(text.data() + at + kFinished.size(), text.data() + text.size(), report.iterations);
    } else if (text == ".") {
      report.iterations += iterations_per_mark;
      pipe->Send(std::span<const Report>(&report, 1));
    }
  }
};

// Runs in the child: trains and sends the model. LIBSVM's hook is a plain function without state, so the printer is
// static; the child trains once.
void TrainInChild(const svm_problem& problem, const svm_parameter& parameter, const base::PipeWriter& pipe) {
  static Printer printer;
  printer = {&pipe, std::min<std::int64_t>(problem.l, kIterationsPerMark), {}};
  svm_set_print_string_function([](const char* text) { printer.Print(text); });
  const svm_model& model = *svm_train(&problem, &parameter);
  ModelConstants constants{model.rho[0], {}, {}};
  if (parameter.svm_type == C_SVC) {
    std::copy_n(model.label, 2, constants.label.begin());
    std::copy_n(model.nSV, 2, constants.label_support.begin());
  }
  const auto support = base::Index(model.l);
  printer.report.support = model.l;
  pipe.Send(std::span<const Report>(&printer.report, 1));
  pipe.Send(std::span<const ModelConstants>(&constants, 1));
  pipe.Send(std::span<const int>(model.sv_indices, support));
  pipe.Send(std::span<const double>(model.sv_coef[0], support));
}

SvmModel ReceiveModel(const svm_parameter& parameter, std::span<svm_node*> x, std::int64_t support,
                      base::ForkedChild& child) {
  ModelConstants constants;
  SvmParts parts;
  parts.support.resize(base::Index(support));
  parts.coefficient.resize(base::Index(support));
  child.Receive(std::span(&constants, 1));
  child.Receive(std::span(parts.support));
  child.Receive(std::span(parts.coefficient));
  parts.rho = constants.rho;
  parts.label = constants.label;
  parts.label_support = constants.label_support;
  std::vector<svm_node*> samples;
  for (std::int32_t& place : parts.support) samples.push_back(x[base::Index(--place)]);  // LIBSVM counts from 1
  return {parameter, std::move(parts), std::move(samples)};
}

svm_parameter Parameters(const SvmSettings& settings, KernelForm form) {
  constexpr double kMegabyte = 1 << 20;
  svm_parameter parameter{};
  parameter.svm_type = settings.task == SvmTask::kRegression ? EPSILON_SVR : C_SVC;
  FDSKL_REQUIRE(form == KernelForm::kPrecomputed || settings.kernel != SvmKernel::kLaplace);  // LIBSVM has none
  const int computed = settings.kernel == SvmKernel::kGaussian ? RBF : LINEAR;
  parameter.kernel_type = form == KernelForm::kPrecomputed ? PRECOMPUTED : computed;
  parameter.gamma = 1 / (2 * settings.sigma * settings.sigma);
  parameter.cache_size = static_cast<double>(settings.kernel_cache.bytes) / kMegabyte;
  parameter.eps = settings.tolerance;
  parameter.C = settings.C;
  parameter.p = settings.tube;
  parameter.shrinking = 1;
  return parameter;
}

}  // namespace

SvmModel::SvmModel(const svm_parameter& parameter, SvmParts parts, std::vector<svm_node*> support_samples)
    : parameter_(parameter), parts_(std::move(parts)), samples_(std::move(support_samples)) {
  FDSKL_REQUIRE(parts_.support.size() == parts_.coefficient.size() && parts_.support.size() == samples_.size());
}

double SvmModel::Sign() const { return parameter_.svm_type == EPSILON_SVR ? 1 : parts_.label[0]; }

double SvmModel::DecisionValue(const svm_node* x) const {
  // A model in LIBSVM's form that refers to this one. LIBSVM only reads it, though its pointers are not to const.
  SvmParts& parts = const_cast<SvmParts&>(parts_);                // NOLINT(cppcoreguidelines-pro-type-const-cast)
  auto& samples = const_cast<std::vector<svm_node*>&>(samples_);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  double* coefficients = parts.coefficient.data();
  svm_model model{};
  model.param = parameter_;
  model.nr_class = 2;
  model.l = static_cast<int>(samples.size());
  model.SV = samples.data();
  model.sv_coef = &coefficients;
  model.rho = &parts.rho;
  model.label = parts.label.data();
  model.nSV = parts.label_support.data();
  double value = 0;
  svm_predict_values(&model, x, &value);
  return Sign() * value;
}

bool HasBothClasses(std::span<const double> labels) {
  return std::ranges::any_of(labels, [&](double label) { return label != labels.front(); });
}

SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener) {
  FDSKL_REQUIRE(!x.empty() && x.size() == y.size());
  const svm_problem problem{static_cast<int>(x.size()), y.data(), x.data()};
  const svm_parameter parameter = Parameters(settings, form);
  if (const char* wrong = svm_check_parameter(&problem, &parameter))
    base::Fail("LIBSVM refuses the settings: {}", wrong);
  if (settings.task == SvmTask::kClassification && !HasBothClasses(y)) {
    base::Fail("all {} training samples are of one class, {}", y.size(), y.front());
  }
  base::ForkedChild child("LIBSVM's solver",
                          [&](const base::PipeWriter& pipe) { TrainInChild(problem, parameter, pipe); });
  Report report;
  base::Stopwatch watch;
  while (report.support < 0) {
    if (child.WaitForBytes(kListenSeconds - watch.Seconds())) child.Receive(std::span(&report, 1));
    if (report.support >= 0 || watch.Seconds() < kListenSeconds) continue;
    if (!listener(report.iterations)) return {std::nullopt, report.iterations};
    watch.Lap();
  }
  return {ReceiveModel(parameter, x, report.support, child), report.iterations};
}

std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points) {
  constexpr double kLeast = 16;
  FDSKL_REQUIRE(samples >= 1 && 1 <= points && points <= 32);
  const auto all = static_cast<double>(samples);
  const double first = std::min(all, std::max(kLeast, all / std::exp2(points - 1)));
  std::vector<std::int64_t> sizes;
  for (int point = 1; point < points; ++point) {
    const double share = static_cast<double>(points - point) / (points - 1);
    const std::int64_t size = std::llround(all * std::pow(first / all, share));
    if (size < samples && (sizes.empty() || size > sizes.back())) sizes.push_back(size);
  }
  sizes.push_back(samples);
  return sizes;
}

}  // namespace fdskl::svm
