#include "baselines/svm/svm_solver.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

#include "base/error.h"
#include "base/forked_child.h"
#include "base/index.h"
#include "base/stopwatch.h"

namespace fdskl::svm {
namespace {

constexpr double kListenSeconds = 0.1;
constexpr std::int64_t kIterationsPerMark = 1000;  // or the number of samples, when less

// What the child sends: how far it is, again and again; once it has ended, a machine follows.
struct Word {
  std::int64_t iterations = 0;
  std::int64_t support = -1;  // vectors of the machine; -1 while there is none
};

struct Rest {
  double rho = 0;
  std::array<int, 2> label{}, of_label{};
};

// The child's side: makes words of what LIBSVM prints.
struct Printer {
  const base::PipeWriter* pipe = nullptr;
  std::int64_t per_mark = 0;
  Word word;

  void Print(std::string_view text) {
    constexpr std::string_view kFinished = "#iter = ";
    if (const auto at = text.find(kFinished); at != std::string_view::npos) {
      std::from_chars(text.data() + at + kFinished.size(), text.data() + text.size(), word.iterations);
    } else if (text == ".") {
      word.iterations += per_mark;
      pipe->Send(std::span<const Word>(&word, 1));
    }
  }
};

// Runs in the child: trains, and sends the machine. LIBSVM's hook takes a bare function, so this process, which has
// nothing else to do, has one printer.
void TrainInChild(const svm_problem& problem, const svm_parameter& parameter, const base::PipeWriter& pipe) {
  static Printer printer;
  printer = {&pipe, std::min<std::int64_t>(problem.l, kIterationsPerMark), {}};
  svm_set_print_string_function([](const char* text) { printer.Print(text); });
  const svm_model& model = *svm_train(&problem, &parameter);
  Rest rest{model.rho[0], {}, {}};
  if (parameter.svm_type == C_SVC) {
    std::copy_n(model.label, 2, rest.label.begin());
    std::copy_n(model.nSV, 2, rest.of_label.begin());
  }
  const auto support = base::Index(model.l);
  printer.word.support = model.l;
  pipe.Send(std::span<const Word>(&printer.word, 1));
  pipe.Send(std::span<const Rest>(&rest, 1));
  pipe.Send(std::span<const int>(model.sv_indices, support));
  pipe.Send(std::span<const double>(model.sv_coef[0], support));
}

SvmModel ReceiveModel(const svm_parameter& parameter, std::span<svm_node*> x, std::int64_t support,
                      base::ForkedChild& child) {
  Rest rest;
  SvmParts parts;
  parts.support.resize(base::Index(support));
  parts.coefficient.resize(base::Index(support));
  child.Receive(std::span(&rest, 1));
  child.Receive(std::span(parts.support));
  child.Receive(std::span(parts.coefficient));
  parts.rho = rest.rho;
  parts.label = rest.label;
  parts.of_label = rest.of_label;
  std::vector<svm_node*> samples;
  for (std::int32_t& place : parts.support) samples.push_back(x[base::Index(--place)]);  // LIBSVM counts from 1
  return {parameter, std::move(parts), std::move(samples)};
}

svm_parameter Parameters(const SvmSettings& settings, KernelForm form) {
  constexpr double kMegabyte = 1 << 20;
  svm_parameter parameter{};
  parameter.svm_type = settings.task == SvmTask::kRegression ? EPSILON_SVR : C_SVC;
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

bool HasBothClasses(std::span<const double> labels) {
  return std::ranges::any_of(labels, [&](double label) { return label != labels.front(); });
}

SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener) {
  FDSKL_REQUIRE(!x.empty() && x.size() == y.size());
  const svm_problem problem{static_cast<int>(x.size()), y.data(), x.data()};
  const svm_parameter parameter = Parameters(settings, form);
  if (const char* wrong = svm_check_parameter(&problem, &parameter))
    base::Fail("LIBSVM does not take the settings: {}", wrong);
  if (settings.task == SvmTask::kClassification && !HasBothClasses(y)) {
    base::Fail("all {} training samples are of one class, {}", y.size(), y.front());
  }
  base::ForkedChild child("LIBSVM's solver",
                          [&](const base::PipeWriter& pipe) { TrainInChild(problem, parameter, pipe); });
  Word word;
  base::Stopwatch watch;
  while (word.support < 0) {
    if (child.WaitForBytes(kListenSeconds - watch.Seconds())) child.Receive(std::span(&word, 1));
    if (word.support >= 0 || watch.Seconds() < kListenSeconds) continue;
    if (!listener(word.iterations)) return {std::nullopt, word.iterations};
    watch.Lap();
  }
  return {ReceiveModel(parameter, x, word.support, child), word.iterations};
}

}  // namespace fdskl::svm
