#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "runners/cell/cell.h"
#include "runners/cell/run_command.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

constexpr const char* kFooter = R"(
What is not given comes from the settings file, for this method and dataset; what is not there either: {} workers (one for dsg and
libsvm), {} of them active, split 0, all rows, {} evaluations, no limits.

  fdskl run a9a fdskl
  fdskl run phishing fdskl --splits 10 --rows 2000 --workers 4
  fdskl run a9a fdskl --launcher "mpirun --hostfile hosts" --json

Exit status: 0 when every row is ok, 1 when one is not or something is wrong, 130 when interrupted.
)";

template <class T>
std::string TypeName(const T& /*example*/) {
  if constexpr (std::is_enum_v<T>) {
    std::string names;
    for (const auto& [value, name] : base::kNames<T>.table)
      names += fmt::format("{}{}", names.empty() ? "" : "|", name);
    return names;
  } else if constexpr (std::is_same_v<T, bool>) {
    return "on|off";
  } else if constexpr (std::is_same_v<T, base::ByteCount>) {
    return "BYTES";
  } else if constexpr (std::is_same_v<T, net::LinkModel>) {
    return "LINK";
  } else {
    return std::is_integral_v<T> ? "N" : "X";
  }
}

template <class T>
std::string TypeName(const std::optional<T>& /*example*/) {
  return TypeName(T{});
}

// " (fdskl, dsg)"; nothing when all methods have it.
std::string WhoHas(MethodSet methods) {
  std::string names;
  bool all = true;
  for (const auto& [method, name] : base::kNames<MethodKind>.table) {
    all = all && methods.Has(method);
    if (methods.Has(method)) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  return all ? "" : fmt::format(" ({})", names);
}

std::string Dashed(std::string_view name) {
  std::string flag = fmt::format("--{}", name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace

void DeclareRunCommand(base::Command& command, RunRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  command.Argument("DATASET", request.dataset, "one of `fdskl datasets`")
      .Argument("METHOD", request.method, TypeName(MethodKind()))
      .Option("--splits", request.splits, "how many 3:1 splits to run, one cell each [1]", "N");
  const Cell example;
  VisitEveryOption(example, [&](const char* name, const auto& member, const char* meaning, MethodSet methods) {
    const std::function<void(const std::string&)> insert = [&request, name](const std::string& text) {
      InsertTyped(request.options, name, text);
    };
    command.Option(Dashed(name), insert, meaning + WhoHas(methods), TypeName(member));
  });
  command.Option("--settings", request.settings, "file of settings per method and dataset", "FILE")
      .Option("--results", request.results, "folder of the tables that rows are added to", "DIR")
      .Option("--save-model", request.save_model, "folder for the trained model, each worker's part a file (fdskl)",
              "DIR")
      .Option("--launcher", request.launcher,
              "command that starts the ranks, as in \"mpirun --hostfile hosts\" or srun; \"-n RANKS PROGRAM\" is added",
              "COMMAND")
      .Flag("--json", request.json, "print the rows as JSON on standard output, and nothing else there")
      .Footer(fmt::format(kFooter, example.workers, example.active, example.evaluations));
}

}  // namespace fdskl::cell
