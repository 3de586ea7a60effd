#include "baselines/external/external.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"

namespace fdskl::external {
namespace {

constexpr auto kRead = std::chrono::milliseconds(50);
constexpr double kLookSeconds = 0.5;  // between checks of the time limit
constexpr std::size_t kKeptLines = 100;

std::string TextOf(const Setting& setting) {
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, setting.value);
}

class ExternalSettings : public MethodSettings {
 public:
  explicit ExternalSettings(const Program& program) : program_(program), settings_(program.settings) {}

  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<ExternalSettings>(*this); }

  std::vector<base::Option> Options() override {
    std::vector<base::Option> options;
    for (Setting& setting : settings_) {
      const auto add = [&](auto value) {
        options.push_back({setting.name, std::move(value), "of a method of your own"});
      };
      if (auto* const text = std::get_if<std::string>(&setting.value)) {
        add(base::TextValue{[text] { return std::optional(*text); },
                            [text](const std::string& value) { *text = value; }, "TEXT"});
      } else if (auto* const whole = std::get_if<std::int64_t>(&setting.value)) {
        add(whole);
      } else if (auto* const number = std::get_if<double>(&setting.value)) {
        add(number);
      } else {
        add(&std::get<bool>(setting.value));
      }
    }
    return options;
  }

  void Validate(const Parties& /*parties*/) const override {}

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    return std::make_unique<External>(program_, settings_, channel, view, facts);
  }

  // The memory of the program itself is not known, but it will read its files.
  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    const double bytes = sizeof(float) * size.rows() * size.columns;
    return {{"data that are handed over", 0, 2 * bytes}};
  }

  double RunFileBytes(const WorkerSize& size) const override {
    switch (program_.data) {
      case DataFormat::kArrow:
      case DataFormat::kNpy:
        return sizeof(float) * size.rows() * size.columns;
      case DataFormat::kLibsvm:
        return 4 * size.least_nonzeros;  // "1:1 "
      case DataFormat::kCsv:
        return 2 * size.rows() * size.columns;  // "0,"
    }
    return 0;
  }

 private:
  const Program& program_;
  std::vector<Setting> settings_;
};

// A new folder that only this user can open.
std::filesystem::path TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "fdskl-method-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) base::Fail("cannot create the folder {}", name);
  return name;
}

void MakePrivate(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

// "exit status 3; it said: LINE".
std::string HowItEnded(int status, const std::vector<std::string>& errors) {
  std::string text = WIFSIGNALED(status) ? fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
                                         : fmt::format("exit status {}", WEXITSTATUS(status));
  const auto last = std::find_if(errors.rbegin(), errors.rend(), [](const std::string& line) {
    return line.find_first_not_of(" \t\r") != std::string::npos;
  });
  if (last != errors.rend()) text += fmt::format("; it said: {}", *last);
  return text;
}

}  // namespace

MethodEntry MakeEntry(const Program& program) {
  return {.name = program.name,
          .title = program.title,
          .own_messages = true,
          .settings = [&program]() -> std::unique_ptr<MethodSettings> {
            return std::make_unique<ExternalSettings>(program);
          },
          .rough_seconds = [](const RunSize& size) { return 2 + 1e-6 * size.rows * size.entries; }};
}

bool IsProgram(const MethodEntry& method) {
  return dynamic_cast<const ExternalSettings*>(method.settings().get()) != nullptr;
}

External::External(const Program& program, const std::vector<Setting>& settings, net::Channel& channel,
                   const WorkerView& view, const RunFacts& facts)
    : program_(program), channel_(channel), view_(view) {
  if (view.watched == nullptr) base::Fail("{} needs test samples before it trains", program.name);
  if (facts.folder.empty()) temporary_ = std::make_unique<base::ScratchFolder>(TemporaryFolder());
  const std::filesystem::path all = temporary_ ? temporary_->path() : facts.folder;
  folder_ = temporary_ ? all : all / fmt::format("party-{}", channel.rank());
  MakePrivate(folder_);
  const std::filesystem::path meet = all / "meet";
  MakePrivate(meet);
  environment_ = {fmt::format("FDSKL_DATASET={}", facts.dataset),
                  fmt::format("FDSKL_TASK={}", facts.regression ? "regression" : "classification"),
                  fmt::format("FDSKL_SEED={}", facts.seed),
                  fmt::format("FDSKL_PARTY={}", channel.rank()),
                  fmt::format("FDSKL_PARTIES={}", channel.size()),
                  fmt::format("FDSKL_ACTIVE={}", view.active),
                  fmt::format("FDSKL_EVALUATIONS={}", facts.evaluations),
                  fmt::format("FDSKL_THREADS={}", base::Cores()),
                  fmt::format("FDSKL_MEET={}", meet.string())};
  for (const Setting& setting : settings) {
    environment_.push_back(fmt::format("FDSKL_SETTING_{}={}", setting.name, TextOf(setting)));
  }
  WriteData(program.data, view, folder_);
}

void External::Fit(const Observer& observer) {
  std::vector<std::string> command = program_.command;
  command.push_back(folder_.string());
  const base::Stopwatch watch;
  base::ChildProcess child(command, environment_);
  std::vector<std::string> errors;
  std::optional<double> seconds;  // the time at which this worker's program ended
  while (true) {
    const bool ended = Listen(child, errors);
    if (ended && !seconds) seconds = watch.Seconds();
    const Step step = Agree(ended);
    if (step.kind == Step::Kind::kWait) continue;
    if (step.kind != Step::Kind::kLook) last_ = step;
    if (step.kind == Step::Kind::kEnd && channel_.rank() == 0) ReadFinalValues();
    const bool has_values = step.kind == Step::Kind::kPoint || step.kind == Step::Kind::kEnd;
    const bool go_on = observer({.iteration = last_.iteration,
                                 .iterations = last_.iterations,
                                 .seconds = seconds.value_or(watch.Seconds()),
                                 .evaluation = has_values ? Evaluation::kNow : Evaluation::kNotNow});
    if (!go_on || step.kind == Step::Kind::kEnd) return;  // the destructor ends the child
  }
}

std::vector<double> External::Predict(const base::Matrix& x) {
  FDSKL_REQUIRE(&x == view_.watched);
  return channel_.rank() == 0 ? values_ : std::vector<double>();
}

void External::Take(std::string_view line) {
  if (!line.starts_with("fdskl ") && line != "fdskl") return;
  std::istringstream words{std::string(line)};
  std::string mark;
  std::string what;
  Step step{.iterations = iterations_};
  words >> mark >> what >> step.iteration;
  if (what == "progress" && words) {
    step.kind = Step::Kind::kProgress;
    if (words >> step.iterations) iterations_ = step.iterations;
    told_.emplace_back(step, "");
    return;
  }
  std::string file;
  if (what != "point" || !(words >> file)) {
    base::Fail("{} wrote '{}', which is neither 'fdskl progress ITERATION [OF]' nor 'fdskl point ITERATION FILE'",
               program_.name, line.substr(0, 80));
  }
  step.kind = Step::Kind::kPoint;
  told_.emplace_back(step, folder_ / file);
}

bool External::Listen(base::ChildProcess& child, std::vector<std::string>& errors) {
  const auto take = [&](std::string_view line) { Take(line); };
  const auto keep = [&](std::string_view line) {
    if (errors.size() == kKeptLines) errors.erase(errors.begin());
    errors.emplace_back(line);
  };
  const bool open = child.Read(kRead, take, keep);
  const auto status = child.Status();
  if (!status) return false;
  // Reads what is still in the pipes, but does not wait for a grandchild that keeps them open.
  const base::Stopwatch watch;
  while (open && watch.Seconds() < kLookSeconds && child.Read(kRead, take, keep)) continue;
  if (*status != 0) base::Fail("{} ended with {}", program_.name, HowItEnded(*status, errors));
  return true;
}

External::Step External::Agree(bool ended) {
  Step step;
  if (channel_.rank() != 0) {
    const std::int64_t own = ended ? 1 : 0;
    channel_.Send(0, std::span(&own, 1));
    channel_.Receive(0, std::span(&step, 1));
    return step;
  }
  bool all_ended = ended;
  for (int worker = 1; worker < channel_.size(); ++worker) {
    std::int64_t other = 0;
    channel_.Receive(worker, std::span(&other, 1));
    all_ended = all_ended && other != 0;
  }
  if (!told_.empty()) {
    step = told_.front().first;
    if (step.kind == Step::Kind::kPoint) values_ = ReadDecisionValues(told_.front().second, view_.watched->rows());
    told_.erase(told_.begin());
  } else if (all_ended) {
    step = last_;
    step.kind = Step::Kind::kEnd;
  } else if (since_look_.Seconds() > kLookSeconds) {
    step.kind = Step::Kind::kLook;
    since_look_.Lap();
  }
  for (int worker = 1; worker < channel_.size(); ++worker) channel_.Send(worker, std::span<const Step>(&step, 1));
  return step;
}

void External::ReadFinalValues() {
  for (const char* const name : {"decision.npy", "decision.txt"}) {
    if (!std::filesystem::exists(folder_ / name)) continue;
    values_ = ReadDecisionValues(folder_ / name, view_.watched->rows());
    return;
  }
  base::Fail("{} left no decision.npy or decision.txt in its folder", program_.name);
}

}  // namespace fdskl::external
