#include "fdskl/model_file.h"

#include <arrow/api.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/names.h"
#include "base/option.h"
#include "fdskl/expansion.h"
#include "fdskl/private_model.h"
#include "results/arrow_io.h"

namespace fdskl {
namespace {

// Columns that older models do not have.
constexpr std::array<std::string_view, 8> kNewer = {"sweeps",
                                                    "intercept",
                                                    "shares",
                                                    "shares_bits",
                                                    "shares_norm",
                                                    "intercept_share",
                                                    "intercept_share_bits",
                                                    "intercept_share_norm"};

constexpr int kMostBits = 1023;  // bits of a shared number after the binary point, or before it

// While this object lives, only this user can read files that the process creates (mode 0600), from their first byte.
class OwnerOnly {
 public:
  OwnerOnly() : before_(umask(S_IRWXG | S_IRWXO)) {}
  OwnerOnly(const OwnerOnly&) = delete;
  OwnerOnly& operator=(const OwnerOnly&) = delete;
  ~OwnerOnly() { umask(before_); }

 private:
  mode_t before_;
};

// Calls visit(name, member) for each column of the file, in order.
template <class Part, class Visit>
void VisitPart(Part& part, const Visit& visit) {
  visit("worker", part.worker);
  visit("workers", part.workers);
  visit("active", part.active);
  visit("seed", part.settings.seed);
  visit("kernel", part.settings.kernel);
  visit("sigma", part.settings.sigma);
  visit("block", part.settings.block);
  visit("masking", part.settings.masking);
  visit("ring_bits", part.settings.ring_bits);
  visit("sweeps", part.settings.sweeps);
  visit("iterations", part.iterations);
  visit("columns", part.columns);
  visit("shift", part.shift);
  visit("factor", part.factor);
  visit("fill", part.fill);
  visit("coefficients", part.coefficients);
  visit("intercept", part.intercept);
  visit("shares", part.shares.share);
  visit("shares_bits", part.shares.bits);
  visit("shares_norm", part.shares.norm);
  visit("intercept_share", part.intercept_share.share);
  visit("intercept_share_bits", part.intercept_share.bits);
  visit("intercept_share_norm", part.intercept_share.norm);
  visit("phase_key", part.secrets.phase_key);
  visit("mask_key", part.secrets.mask_key);
}

template <class T>
std::shared_ptr<arrow::Array> OneList(std::span<const T> values) {
  using Traits = arrow::CTypeTraits<T>;
  auto items = std::make_shared<typename Traits::BuilderType>();
  arrow::ListBuilder builder(arrow::default_memory_pool(), items);
  results::ThrowIfError(builder.Append());
  if (!values.empty())
    results::ThrowIfError(items->AppendValues(values.data(), static_cast<std::int64_t>(values.size())));
  return results::ValueOrThrow(builder.Finish());
}

template <class T>
std::shared_ptr<arrow::Array> ToColumn(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    arrow::StringBuilder builder;
    results::ThrowIfError(builder.Append(base::NameOf(value)));
    return results::ValueOrThrow(builder.Finish());
  } else if constexpr (requires { value.size(); }) {
    return OneList(std::span<const typename T::value_type>(value));
  } else {
    typename arrow::CTypeTraits<T>::BuilderType builder;
    results::ThrowIfError(builder.Append(value));
    return results::ValueOrThrow(builder.Finish());
  }
}

template <class T>
void FromColumn(const arrow::Array& column, T& value) {
  if constexpr (std::is_enum_v<T>) {
    value = base::ParseName<T>(static_cast<const arrow::StringArray&>(column).GetView(0));
  } else if constexpr (requires { value.size(); }) {
    using Array = typename arrow::CTypeTraits<typename T::value_type>::ArrayType;
    const auto slice = static_cast<const arrow::ListArray&>(column).value_slice(0);
    const auto& items = static_cast<const Array&>(*slice);
    if constexpr (requires { value.resize(0); }) value.resize(static_cast<std::size_t>(items.length()));
    if (static_cast<std::size_t>(items.length()) != value.size()) base::Fail("a list has the wrong length");
    std::copy_n(items.raw_values(), value.size(), value.begin());
  } else {
    value = static_cast<const typename arrow::CTypeTraits<T>::ArrayType&>(column).Value(0);
  }
}

// Restores a shared vector that was saved.
sharing::SharedVector Loaded(sharing::SharedVector saved, std::size_t size) {
  saved.size = size;
  saved.largest = saved.norm;
  return saved;
}

void Check(const ModelPart& part) {
  const bool fits = part.workers >= 1 && 0 <= part.worker && part.worker < part.workers && 1 <= part.active &&
                    part.active <= part.workers && part.settings.block >= 1 && part.iterations >= 0;
  if (!fits) base::Fail("there is no worker {} of {} with {} active", part.worker, part.workers, part.active);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (part.settings.block > kMost || part.iterations > kMost)
    base::Fail("there are {} iterations with blocks of {}", part.iterations, part.settings.block);
  const bool has_helpers = part.settings.masking == Masking::kShared || part.settings.masking == Masking::kPrivate;
  if (has_helpers && part.active + 2 > part.workers)
    base::Fail("masking {} needs two workers that are not active, beside {}", base::NameOf(part.settings.masking),
               part.active);
  base::RequirePositive("sigma", part.settings.sigma);
  if (part.settings.ring_bits < masking::kLeastRingBits || part.settings.ring_bits > masking::kMostRingBits)
    base::Fail("ring_bits is {}", part.settings.ring_bits);
  if (std::ranges::adjacent_find(part.columns, std::greater_equal<>()) != part.columns.end() ||
      (!part.columns.empty() && part.columns.front() < 0))
    base::Fail("the columns do not ascend");
  const FeatureOrder order{part.settings.block, part.active};
  const bool shared = part.settings.masking == Masking::kPrivate;
  const std::int64_t owned = part.worker < part.active && !shared ? order.Owned(part.worker, part.iterations) : 0;
  if (static_cast<std::int64_t>(part.coefficients.size()) != owned)
    base::Fail("there are {} coefficients for {} features", part.coefficients.size(), owned);
  const bool helps = shared && part.worker >= part.workers - 2;
  const std::int64_t shares = helps ? part.iterations * part.settings.block : 0;
  if (std::ssize(part.shares.share) != shares || part.intercept_share.share.size() != (helps ? 1 : 0))
    base::Fail("there are {} shares for {} features", part.shares.share.size(), shares);
  for (const auto* vector : {&part.shares, &part.intercept_share})
    if (vector->bits < -kMostBits || vector->bits > kMostBits || !std::isfinite(vector->norm) || vector->norm < 0)
      base::Fail("shares of numbers with {} bits, of norm {}", vector->bits, vector->norm);
  for (const auto* of_columns : {&part.shift, &part.factor, &part.fill})
    if (!of_columns->empty() && of_columns->size() != part.columns.size())
      base::Fail("scaling does not fit the columns");
}

// Sends `f` of this many samples from one worker to another.
void Forward(net::Channel& channel, int from, int to, std::int64_t samples, std::vector<double>& f) {
  if (channel.rank() == from) {
    channel.Send<double>(to, f);
    f.clear();
  } else if (channel.rank() == to) {
    f.resize(base::Index(samples));
    channel.Receive<double>(from, f);
  }
}

}  // namespace

void WriteModelPart(const std::filesystem::path& path, const ModelPart& part) {
  arrow::FieldVector fields;
  arrow::ArrayVector columns;
  VisitPart(part, [&](const char* name, const auto& value) {
    columns.push_back(ToColumn(value));
    fields.push_back(arrow::field(name, columns.back()->type(), false));
  });
  const OwnerOnly mode;
  results::WriteTable(path, *arrow::Table::Make(arrow::schema(fields), columns, 1));
}

ModelPart ReadModelPart(const std::filesystem::path& path) {
  const auto table = results::ReadTable(path);
  try {
    ModelPart part;
    results::ThrowIfError(table->ValidateFull());
    if (table->num_rows() != 1) base::Fail("it has {} rows, not one", table->num_rows());
    VisitPart(part, [&](const char* name, auto& value) {
      const auto column = table->GetColumnByName(name);
      if (column == nullptr && std::ranges::find(kNewer, name) != kNewer.end()) return;
      if (column == nullptr) base::Fail("column '{}' is missing", name);
      const auto expected = ToColumn(value)->type();
      if (!column->type()->Equals(expected)) base::Fail("column '{}' is {}", name, column->type()->ToString());
      // An empty chunk may come before the one with the row.
      const auto chunk = std::ranges::find_if(column->chunks(), [](const auto& one) { return one->length() == 1; });
      if ((*chunk)->null_count() != 0) base::Fail("column '{}' is null", name);
      FromColumn(**chunk, value);
    });
    Check(part);
    return part;
  } catch (const base::Error& error) {
    base::Fail("{} is not a part of a model: {}", path.string(), error.what());
  }
}

ModelPart PartOf(const net::Channel& channel, const Settings& settings, const WorkerView& view,
                 const masking::Secrets& secrets) {
  ModelPart part;
  part.worker = channel.rank();
  part.workers = channel.size();
  part.active = view.active;
  part.settings = settings;
  part.columns.assign(view.columns.begin(), view.columns.end());
  part.secrets = secrets;
  part.secrets.agreement_key.reset();  // predictions use fresh keys, so that no word of a stream is used twice
  return part;
}

std::vector<double> PredictWith(net::Channel& channel, const ModelPart& part, const base::Matrix& x, int asker) {
  if (part.workers != channel.size() || part.worker != channel.rank())
    base::Fail("the model part is that of worker {} of {}, but this is worker {} of {}", part.worker, part.workers,
               channel.rank(), channel.size());
  if (part.settings.masking != Masking::kPrivate) {
    Expansion model(channel, part.settings, part.columns, part.active, part.secrets);
    model.Restore(part.iterations, part.coefficients);
    Partials& partials = model.KeepPartials(x.rows());
    model.BringAllUpToDate(x, partials);
    const int root = asker < part.active ? asker : 0;
    std::vector<double> f = model.Sum(base::AllRows(x), partials, root);
    if (root != asker) Forward(channel, root, asker, x.rows(), f);
    for (double& value : f) value += part.intercept;
    return f;
  }
  Settings settings = part.settings;
  settings.features = part.iterations * settings.block;
  PrivateModel model(channel, settings, part.columns, part.active, part.secrets);
  model.coefficients = Loaded(part.shares, model.coefficients.size);
  model.intercept = Loaded(part.intercept_share, 1);
  return model.Predict(x, asker);
}

}  // namespace fdskl
