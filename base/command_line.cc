#include "base/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "base/error.h"
#include "base/names.h"

namespace fdskl::base {
namespace {

// Throws an Error for the first option, or else the first argument, that nothing took.
void RejectExtras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const auto option = std::find_if(extras.begin(), extras.end(), [](const auto& extra) { return extra[0] == '-'; });
  std::vector<std::string> names;
  if (option != extras.end()) {
    for (const CLI::Option* known : app.get_options()) {
      if (!known->get_positional()) names.push_back(known->get_name());
    }
  } else {
    for (const CLI::App* known : app.get_subcommands({})) {
      if (!known->get_group().empty()) names.push_back(known->get_name());
    }
  }
  if (names.empty()) Fail("unexpected argument '{}'", extras.front());
  const std::vector<std::string_view> valid(names.begin(), names.end());
  if (option == extras.end()) throw Error(UnknownName("command", extras.front(), valid));
  throw Error(UnknownName("option", option->substr(0, option->find('=')), valid));
}

}  // namespace

template <class Value>
Command& Command::Option(const std::string& name, Value& value, const std::string& meaning, const std::string& type) {
  app_.add_option(name, value, meaning)->type_name(type)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return *this;
}
template Command& Command::Option(const std::string&, std::string&, const std::string&, const std::string&);
template Command& Command::Option(const std::string&, int&, const std::string&, const std::string&);
template Command& Command::Option(const std::string&, double&, const std::string&, const std::string&);
template Command& Command::Option(const std::string&, std::optional<std::int64_t>&, const std::string&,
                                  const std::string&);
template Command& Command::Option(const std::string&, std::optional<double>&, const std::string&, const std::string&);

Command& Command::Option(const std::string& name, const std::function<void(const std::string&)>& take,
                         const std::string& meaning, const std::string& type) {
  app_.add_option_function<std::string>(name, take, meaning)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return *this;
}

template <class Value>
Command& Command::List(const std::string& name, std::vector<Value>& values, const std::string& meaning,
                       const std::string& type) {
  app_.add_option(name, values, meaning)->type_name(type)->delimiter(',')->allow_extra_args(false);
  return *this;
}
template Command& Command::List(const std::string&, std::vector<std::string>&, const std::string&, const std::string&);
template Command& Command::List(const std::string&, std::vector<int>&, const std::string&, const std::string&);

Command& Command::Repeated(const std::string& name, std::vector<std::string>& values, const std::string& meaning,
                           const std::string& type) {
  app_.add_option(name, values, meaning)->type_name(type)->allow_extra_args(false);
  return *this;
}

Command& Command::Flag(const std::string& name, bool& value, const std::string& meaning) {
  app_.add_flag(name, value, meaning);
  return *this;
}

template <class Value>
Command& Command::OptionalArgument(const std::string& name, Value& value, const std::string& meaning) {
  app_.add_option(name, value, meaning)->type_name("");
  return *this;
}
template <class Value>
Command& Command::Argument(const std::string& name, Value& value, const std::string& meaning) {
  app_.add_option(name, value, meaning)->type_name("")->required();
  return *this;
}
template Command& Command::Argument(const std::string&, std::string&, const std::string&);
template Command& Command::Argument(const std::string&, double&, const std::string&);
template Command& Command::Argument(const std::string&, std::vector<std::string>&, const std::string&);
template Command& Command::OptionalArgument(const std::string&, std::string&, const std::string&);
template Command& Command::OptionalArgument(const std::string&, std::vector<std::string>&, const std::string&);

Command& Command::Footer(const std::string& text) {
  app_.footer(text);
  return *this;
}

Command& Command::Hide() {
  app_.group("");
  return *this;
}

struct CommandLine::Entry {
  CLI::App* app;
  Command command;
  std::function<int()> run;
};

CommandLine::CommandLine(const std::string& name, const std::string& meaning, std::function<std::string()> version)
    : app_(std::make_unique<CLI::App>(meaning, name)) {
  app_->set_version_flag("--version",
                         [name, version = std::move(version)] { return fmt::format("{} {}", name, version()); });
  app_->allow_extras();
}

CommandLine::~CommandLine() = default;

Command& CommandLine::Add(const std::string& name, const std::string& meaning, std::function<int()> run) {
  CLI::App* const app = app_->add_subcommand(name, meaning)->allow_extras();
  entries_.push_back(std::make_unique<Entry>(Entry{app, Command(*app), std::move(run)}));
  return entries_.back()->command;
}

void CommandLine::Everywhere(const std::string& name, const std::function<void(const std::string&)>& take,
                             const std::string& meaning, const std::string& type) {
  for (const auto& entry : entries_) entry->command.Option(name, take, meaning, type);
}

int CommandLine::ParseAndRun(int argc, char** argv) {
  const auto reject_extras = [&] {
    for (const auto& entry : entries_) RejectExtras(*entry->app);
  };
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app_->exit(request);
  } catch (const CLI::ParseError& error) {
    reject_extras();
    Fail("{} ({} --help shows what there is)", error.what(), app_->get_name());
  }
  reject_extras();
  RejectExtras(*app_);
  for (const auto& entry : entries_)
    if (entry->app->parsed()) return entry->run();
  fmt::print(stderr, "{}", app_->help());
  return 1;
}

}  // namespace fdskl::base
