#include "runners/cell/cell.h"

#include <algorithm>
#include <list>

#include "base/seed.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/trainer.h"

namespace fdskl::cell {
namespace {

constexpr std::int64_t kLeastRows = 8;

base::TextValue LinkValue(net::LinkModel& link) {
  return {[&link] { return std::optional(net::StoredLinkText(link)); },
          [&link](const std::string& text) { link = net::ParseLink(text); }, "LINK"};
}

base::TextValue PartitionValue(datasets::PartitionRule& partition) {
  return {[&partition] { return std::optional(partition.Text()); },
          [&partition](const std::string& text) { partition = datasets::PartitionRule::Parse(text); },
          std::string(datasets::kPartitionForms)};
}

std::string ReadersOfRows() {
  std::string names;
  for (const MethodRef method : baselines::Methods()) {
    if (method->reads_rows) names += fmt::format("{}{}", names.empty() ? "" : ", ", method->name);
  }
  return names;
}

}  // namespace

Cell::Cell(MethodRef method) : method_(method), settings_(method->settings()) {}

Cell::Cell(const Cell& other)
    : dataset(other.dataset),
      data_file(other.data_file),
      model_folder(other.model_folder),
      parties(other.parties),
      all_rows(other.all_rows),
      scratch(other.scratch),
      party_cores(other.party_cores),
      split_rule(other.split_rule),
      workers(other.workers),
      active(other.active),
      split(other.split),
      rows(other.rows),
      edition(other.edition),
      partition(other.partition),
      link(other.link),
      evaluations(other.evaluations),
      time_limit(other.time_limit),
      memory_limit(other.memory_limit),
      seed(other.seed),
      hold(other.hold),
      method_(other.method_),
      settings_(other.settings_->Clone()) {}

Cell& Cell::operator=(const Cell& other) {
  Cell copy(other);
  return *this = std::move(copy);
}

std::vector<base::Option> Cell::Options() {
  std::vector<base::Option> options = {
      {"workers", &workers, "parties, each an MPI rank that holds some of the columns"},
      {"active", &active, "parties that also hold labels, each label with one of them"},
      {"split", &split, "number of the first 3:1 split, from 0"},
      {"rows", &rows, "use at most so many samples"},
      {"edition", base::Named(edition), "the dataset's edition, instead of the best one that is here"},
      {"partition", PartitionValue(partition),
       "how columns are dealt to workers: equal shares, weights as in 3,1,1,1, or each worker's columns as in "
       "1-3,8;4-7"},
      {"evaluations", &evaluations, "how often the test error is measured while training, at most"},
      {"time_limit", &time_limit, "seconds a cell may take from start to end"},
      {"memory_limit", &memory_limit, "memory that all ranks of a cell on this machine may use together, as in 8G"},
      {"seed", &seed, "public seed of the run: random features, batches, subsets"},
      {kHold, base::Named(hold),
       "where a worker's columns are while it trains: in memory, or in the mapped store, of which it reads the rows of "
       "a batch; if not given, the store when they do not fit into half of its share of memory"}};
  if (!method_->is_central()) {
    options.push_back({"link", LinkValue(link),
                       "simulate this network: delay each message as a link of this latency and bandwidth would, as in "
                       "wan or latency=20ms,bandwidth=100Mbit"});
  }
  for (base::Option& own : settings_->Options()) options.push_back(std::move(own));
  return options;
}

const std::vector<KnownOption>& KnownOptions() {
  static std::list<Cell> examples;
  static const std::vector<KnownOption> known = [] {
    std::vector<KnownOption> options;
    for (const MethodRef method : baselines::Methods()) {
      for (const base::Option& option : examples.emplace_back(method).Options()) {
        const auto same = std::ranges::find(options, option.name, [](const auto& other) { return other.option.name; });
        if (same != options.end()) {
          same->methods.push_back(method);
        } else {
          options.push_back({option, {method}});
        }
      }
    }
    return options;
  }();
  return known;
}

void Validate(const Cell& cell, std::int64_t columns) {
  base::RequireAtLeast("workers", cell.workers, 1);
  if (cell.method()->is_central() && cell.workers != 1) {
    base::Fail("{} runs in one process, which holds all columns: workers must be 1, not {}", cell.method()->name,
               cell.workers);
  }
  if (cell.workers > columns) {
    base::Fail("{} has {} columns, so at most {} workers can hold one each; {} were asked for", cell.dataset, columns,
               columns, cell.workers);
  }
  if (const int wanted = cell.partition.workers();
      wanted > 0 && !cell.method()->is_central() && cell.workers != wanted) {
    base::Fail("the partition {} is for {} workers: workers must be {}, not {}", cell.partition.Text(), wanted, wanted,
               cell.workers);
  }
  if (cell.active < 1 || cell.active > cell.workers) {
    base::Fail("active must be from 1 to the number of workers, {}, not {}", cell.workers, cell.active);
  }
  base::RequireAtLeast("split", cell.split, 0);
  if (cell.rows) base::RequireAtLeast("rows", *cell.rows, kLeastRows);
  base::RequireAtLeast("party_cores", cell.party_cores, 1);
  base::RequireAtLeast("evaluations", cell.evaluations, 1);
  if (cell.time_limit) base::RequirePositive("time_limit", *cell.time_limit);
  if (cell.memory_limit) base::RequireAtLeast("memory_limit", cell.memory_limit->bytes, 1);
  if (cell.hold == datasets::Hold::kStore && !cell.method()->reads_rows) {
    base::Fail("{} needs all its columns in memory: hold must be memory, not store, which is for {}",
               cell.method()->name, ReadersOfRows());
  }
  cell.settings().Validate({.workers = cell.workers, .active = cell.active});
}

std::unique_ptr<Method> MakeMethod(const Cell& cell, net::Channel& channel, const datasets::Holding& data) {
  RunFacts facts{.dataset = cell.dataset,
                 .regression = data.task == datasets::Task::kRegression,
                 .seed = base::Seed("run", cell.seed, cell.dataset, cell.split),
                 .evaluations = cell.evaluations,
                 .folder = cell.scratch};
  if (cell.memory_limit) facts.memory_limit_bytes = cell.memory_limit->bytes;
  if (!cell.parties.empty()) {
    Settings settings = cell.As<Settings>();
    settings.seed = facts.seed;
    settings.memory_limit_bytes = facts.memory_limit_bytes;
    return MakeTrainer(channel, settings, data.View(), masking::Secrets::FromSystem());
  }
  return cell.settings().Make(channel, data.View(), facts);
}

datasets::Missing MissingFor(MethodRef method) {
  return method->keeps_missing_values ? datasets::Missing::kKeep : datasets::Missing::kFill;
}

}  // namespace fdskl::cell
