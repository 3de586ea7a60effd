#include "baselines/svm/svm_model.h"

#include "base/error.h"

namespace fdskl::svm {

SvmModel::SvmModel(const svm_parameter& parameter, SvmParts parts, std::vector<svm_node*> support_samples)
    : parameter_(parameter), parts_(std::move(parts)), samples_(std::move(support_samples)) {
  FDSKL_REQUIRE(parts_.support.size() == parts_.coefficient.size() && parts_.support.size() == samples_.size());
}

double SvmModel::Sign() const { return parameter_.svm_type == EPSILON_SVR ? 1 : parts_.label[0]; }

double SvmModel::DecisionValue(const svm_node* x) const {
  // LIBSVM's form of this model, which only refers to it. LIBSVM takes no pointers to const, but only reads.
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
  model.nSV = parts.of_label.data();
  double value = 0;
  svm_predict_values(&model, x, &value);
  return Sign() * value;
}

}  // namespace fdskl::svm
