// Lemma 2 and model privacy.

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/masking/knowledge.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/reference.h"
#include "fdskl/trainer.h"
#include "runners/studies/theory/theory.h"

namespace fdskl::theory {
namespace {

namespace knowledge = masking::knowledge;

// A tree as "0(1(2)3)". Trees with the same text are the same, the order of children included.
std::string TreeText(const net::Tree& tree, int from) {
  std::string text = std::to_string(from);
  for (const int child : tree.children(from)) text += fmt::format("({})", TreeText(tree, child));
  return text;
}

// All trees with root 0 over the first `count` of `workers` workers, the order of children included.
std::vector<net::Tree> AllTrees(int workers, int count) {
  std::map<std::string, net::Tree> trees;
  const std::function<void(const net::Tree&, int)> grow = [&](const net::Tree& tree, int members) {
    if (members == count) {
      trees.emplace(TreeText(tree, 0), tree);
      return;
    }
    for (int parent = 0; parent < count; ++parent) {
      for (int child = 1; child < count; ++child) {
        if (!tree.contains(parent) || tree.contains(child)) continue;
        net::Tree larger = tree;
        larger.Adopt(parent, child);
        grow(larger, members + 1);
      }
    }
  };
  grow(net::Tree(workers, 0), 1);
  std::vector<net::Tree> all;
  all.reserve(trees.size());
  for (const auto& [text, tree] : trees) all.push_back(tree);
  return all;
}

bool SomeoneLearns(const net::Tree& t1, const net::Tree& t2) {
  const knowledge::Protocol protocol = knowledge::PaperMasking(t1, t2);
  for (int worker = 0; worker < t1.size(); ++worker) {
    if (!knowledge::Learns(protocol, worker).empty()) return true;
  }
  return false;
}

// The cosine and the sine of each feature's angle without its phase, at every sample; each is a column.
Eigen::MatrixXd Waves(const Settings& settings, const Eigen::MatrixXd& x, const std::vector<std::int64_t>& features) {
  const Reference::FeatureOf feature_of = ExperimentFeatures(settings, x.cols());
  Eigen::MatrixXd waves(x.rows(), 2 * std::ssize(features));
  for (std::size_t k = 0; k < features.size(); ++k) {
    const Eigen::VectorXd angle = 2 * std::numbers::pi * (x * feature_of(features[k]).w);
    waves.col(static_cast<Eigen::Index>(2 * k)) = angle.array().cos();
    waves.col(static_cast<Eigen::Index>(2 * k + 1)) = angle.array().sin();
  }
  return waves;
}

// Recovers |alpha_j| from values of sum_j alpha_j sqrt(2) cos(w_j.x + b_j) by least squares. As the phases are unknown,
// each feature has two unknown numbers, and |alpha_j| is their length over sqrt(2).
Eigen::VectorXd Recover(const Eigen::MatrixXd& waves, const Eigen::VectorXd& f) {
  const Eigen::VectorXd unknown = waves.colPivHouseholderQr().solve(f);
  Eigen::VectorXd alpha(unknown.size() / 2);
  for (Eigen::Index k = 0; k < alpha.size(); ++k)
    alpha[k] = std::hypot(unknown[2 * k], unknown[2 * k + 1]) / std::sqrt(2);
  return alpha;
}

}  // namespace

std::vector<results::TheoryRow> LemmaTwoRows(const TheoryScale& scale) {
  std::vector<results::TheoryRow> rows;
  for (int workers = 4; workers <= scale.largest_tree; ++workers) {
    // Worker 0 owns the feature, and the last worker is l'. Other choices only rename the workers.
    std::int64_t pairs = 0;
    std::int64_t revealing = 0;
    const std::vector<net::Tree> mask_trees = AllTrees(workers, workers - 1);
    for (const net::Tree& t1 : AllTrees(workers, workers)) {
      for (const net::Tree& t2 : mask_trees) {
        if (!net::TotallyDifferent(t1, t2)) continue;
        ++pairs;
        revealing += SomeoneLearns(t1, t2) ? 1 : 0;
      }
    }
    rows.push_back(Row(results::TheoryCheck::kLemmaTwo, PaperSettings(), workers, 0, 0));
    rows.back().cases = pairs;
    rows.back().error = static_cast<double>(revealing) / static_cast<double>(std::max<std::int64_t>(1, pairs));
    rows.back().control = SomeoneLearns(net::AngleTree(workers, 0), net::MaskTree(workers, 0, workers - 1)) ? 1.0 : 0.0;
  }
  return rows;
}

std::vector<results::TheoryRow> ModelPrivacyRows(const TheoryScale& scale) {
  constexpr int kWorkers = 4;
  constexpr int kActive = 2;
  constexpr int kAttacked = 1;  // worker 0 attacks the other active worker
  constexpr std::int64_t kSeen = 400;
  const TheoryProblem problem(kSeen, std::int64_t{2} * kWorkers);
  const Eigen::MatrixXd x = problem.x.cast<double>();
  std::vector<results::TheoryRow> rows;
  for (const std::int64_t count : scale.coefficients) {
    Settings settings = PaperSettings();
    settings.label_groups = 0;  // one for each active worker
    settings.features = kActive * count;
    std::vector<double> sent;
    Eigen::VectorXd truth;
    net::RunWorkers(kWorkers, [&](net::Channel& bare) {
      net::TracingChannel channel(bare);
      const datasets::Holding part = HoldingOf(problem, channel.rank(), kWorkers, kActive);
      Trainer trainer(channel, settings, part.View());
      for (std::int64_t t = 0; t < settings.features; ++t) trainer.Step();
      trainer.Predict(part.test);
      if (channel.rank() == kAttacked) {
        const std::vector<double> alpha = trainer.model().coefficients();
        truth = Eigen::Map<const Eigen::VectorXd>(alpha.data(), std::ssize(alpha)).cwiseAbs();
      }
      if (channel.rank() != 0) return;
      // The last message from the other active worker is its partial f of all samples.
      const auto last = std::find_if(channel.received().rbegin(), channel.received().rend(),
                                     [&](const net::Message& message) { return message.from == kAttacked; });
      if (last != channel.received().rend()) sent = last->As<double>();
    });
    FDSKL_REQUIRE(std::ssize(sent) == kSeen && truth.size() == count);
    // Active workers lead in turn, so the other one's features are every second one.
    std::vector<std::int64_t> features;
    for (std::int64_t j = kAttacked; j < settings.features; j += kActive) features.push_back(j);
    const Eigen::MatrixXd waves = Waves(settings, x, features);
    const Eigen::VectorXd f = Eigen::Map<const Eigen::VectorXd>(sent.data(), kSeen);
    rows.push_back(Row(results::TheoryCheck::kModelPrivacy, settings, kWorkers, problem.x.cols(), settings.features));
    rows.back().cases = count;
    rows.back().error = (Recover(waves, f) - truth).norm() / truth.norm();
    rows.back().control = (Recover(waves, f.reverse()) - truth).norm() / truth.norm();
  }
  return rows;
}

}  // namespace fdskl::theory
