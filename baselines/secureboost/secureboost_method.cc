#include "baselines/secureboost/secureboost_method.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "baselines/secureboost/paillier.h"
#include "baselines/secureboost/secureboost.h"

namespace fdskl::secureboost {
namespace {

class SecureBoostSettings : public MethodSettings, public BoostSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<SecureBoostSettings>(*this); }

  std::vector<base::Option> Options() override {
    return {{"loss", base::Named(loss), "loss to minimise; square also does regression"},
            {"lambda", &lambda, "regularisation"},
            {"preset", base::Named(preset),
             "sets trees, depth, learning_rate, bins and key_bits together; options given besides win"},
            {"trees", &trees, "number of trees, each a step of boosting"},
            {"depth", &depth, "at most so many splits between root and leaf"},
            {"learning_rate", &learning_rate, "factor by which each tree's step is shortened"},
            {"bins", &bins, "at most so many intervals per column; splits lie between them"},
            {"least_hessian", &least_hessian, "least sum of second derivatives on either side of a split"},
            {"key_bits", &key_bits, "length of Paillier's keys; 0: nothing is encrypted"},
            {"insecure_keys", &insecure_keys, "accept keys below 1024 bits, which can be broken"},
            {"pack", &pack, "put both derivatives of a sample into one ciphertext"},
            {"subtraction", &subtraction, "sum only the smaller of two siblings"},
            {"compress", &compress, "put several sums into one ciphertext before they are sent"},
            {"precompute", &precompute, "take obfuscation factors from a table of powers"},
            {"sparse", &sparse, "do not visit rows in the commonest bin of a column"}};
  }

  void Validate(const Parties& parties) const override {
    if (parties.active != 1) {
      base::Fail("secureboost has one guest, who holds all labels: active must be 1, not {}", parties.active);
    }
    if (loss == LossKind::kSmoothHinge) {
      base::Fail("secureboost needs second derivatives: loss must be logistic or square, not {}", base::NameOf(loss));
    }
    base::RequireNotNegative("lambda", lambda);
    base::RequireAtLeast("trees", trees, 1);
    base::RequireAtLeast("depth", depth, 1);
    base::RequirePositive("learning_rate", learning_rate);
    base::RequireAtLeast("bins", bins, 2);
    base::RequireNotNegative("least_hessian", least_hessian);
    if (key_bits != 0) CheckKeyBits(key_bits, insecure_keys);
  }

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    if (facts.regression && loss != LossKind::kSquare) {
      base::Fail("{} is a regression, which needs --loss square, not {}", facts.dataset, base::NameOf(loss));
    }
    BoostSettings settings = *this;
    settings.threads = base::Cores();
    return std::make_unique<SecureBoost>(channel, settings, view);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    const bool host = size.worker > 0;
    const bool encrypts = key_bits > 0 && size.parties.workers > 1;
    const double ciphertext = key_bits / 4.0;  // bytes: twice as long as the key
    const double value = encrypts ? (pack ? 1 : 2) * ciphertext : 2 * sizeof(double);  // bytes a sample
    MemoryPart samples{"derivatives of samples"};
    samples.least = (host || !encrypts ? value : 2 * sizeof(double)) * size.train_rows;
    samples.most = samples.least + 128 * size.rows();
    // The number of each row's bin in each column but the commonest; a list grows by doubling.
    const double numbers = sparse ? size.most_nonzeros : size.rows() * size.columns;
    const MemoryPart binned{"binned columns", 0, 3 * sizeof(std::int32_t) * numbers + 64 * size.columns * bins};
    // Sums of one level of a tree: of bins and of candidates, before and after they are put into messages.
    const double level = std::exp2(std::min(depth, 30) - 1);
    MemoryPart sums{"sums and factors"};
    sums.most = 2 * size.columns * bins * value * (2 + std::min(level, size.train_rows));
    if (encrypts && precompute) sums.most += (host ? 64.0 / 6 : 1024.0 / 10) * key_bits * ciphertext;
    if (!host) sums.most *= size.parties.workers;
    return {samples, binned, sums};
  }

  void ApplyPreset() override { secureboost::ApplyPreset(*this); }
  void TrainAlone(int /*active*/) override { key_bits = 0; }

  std::string PrivacyNote(const Parties& parties) const override {
    if (key_bits != 0 || parties.workers == 1) return "";
    return "with key_bits 0 nothing is encrypted: every host reads the derivatives, and so the labels";
  }
};

}  // namespace

const MethodEntry kSecureBoost = {
    .name = "secureboost",
    .title = "SecureBoost",
    .color = "#cc79a7",
    .marker = Marker::kPentagon,
    .placement = MethodEntry::Placement::kFederated,
    .version = 1,
    .keeps_missing_values = true,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<SecureBoostSettings>(); },
    .rough_seconds = [](const RunSize& size) {  // additions of ciphertexts, or of numbers where there are no keys
      const double of_keys = size.key_bits > 0 ? std::pow(size.key_bits / 1024, 1.8) : 0.01;
      return size.trees * size.train_rows * (3e-5 + 1.5e-6 * size.entries) * of_keys;
    }};

}  // namespace fdskl::secureboost
