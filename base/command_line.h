// A program's commands and their options, as a user types them. The one place that knows CLI11, whose header takes half
// a minute to compile.
//
//   CommandLine line("fdskl", "what it is for", "0.1");
//   RunRequest request;
//   line.Add("run", "run a method", [&] { return RunCommand(request); }).Option("--rows", request.rows, "...", "N");
//   return line.ParseAndRun(argc, argv);
//
// Lifetime: the variables that options fill must outlive ParseAndRun().
// Repeats:  an option that is given twice takes its last value; a list takes all of them.
// Errors:   Error for a wrong command, option or value, with the nearest right names.
#ifndef FDSKL_BASE_COMMAND_LINE_H_
#define FDSKL_BASE_COMMAND_LINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fdskl::base {

// The options and arguments of one command. CommandLine::Add() makes it; each call returns it, so that calls chain.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  // `type` follows the option's name in the help: N, DIR, a|b.
  // Value: std::string, int, double, std::optional<std::int64_t>, std::optional<double>.
  template <class Value>
  Command& Option(const std::string& name, Value& value, const std::string& meaning, const std::string& type);
  // Calls take(text) with the text that the user typed.
  Command& Option(const std::string& name, const std::function<void(const std::string&)>& take,
                  const std::string& meaning, const std::string& type);
  // A list: values separated by commas, or the option repeated. Value: std::string, int.
  template <class Value>
  Command& List(const std::string& name, std::vector<Value>& values, const std::string& meaning,
                const std::string& type);
  // A list whose values may contain commas: the option is repeated for each.
  Command& Repeated(const std::string& name, std::vector<std::string>& values, const std::string& meaning,
                    const std::string& type);
  Command& Flag(const std::string& name, bool& value, const std::string& meaning);

  // A positional argument, in the order of these calls. Value: std::string, double, std::vector<std::string>.
  template <class Value>
  Command& Argument(const std::string& name, Value& value, const std::string& meaning = "");
  template <class Value>
  Command& OptionalArgument(const std::string& name, Value& value, const std::string& meaning);

  // Text below the options in the help.
  Command& Footer(const std::string& text);
  // Leaves the command out of the help: no user types it.
  Command& Hide();

 private:
  CLI::App& app_;
};

class CommandLine {
 public:
  // `version` makes what --version prints after the name.
  CommandLine(const std::string& name, const std::string& meaning, std::function<std::string()> version);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  // Adds a command that calls run() and exits with its result. The reference is valid as long as this object.
  Command& Add(const std::string& name, const std::string& meaning, std::function<int()> run);

  // Adds an option to every command that was added so far. Calls take(text) while the command line is read.
  void Everywhere(const std::string& name, const std::function<void(const std::string&)>& take,
                  const std::string& meaning, const std::string& type);

  // Runs the command that the user typed and returns its result. Prints the help where --help asks for it, and returns
  // 1 with the help on standard error when no command was typed.
  int ParseAndRun(int argc, char** argv);

 private:
  struct Entry;

  std::unique_ptr<CLI::App> app_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_COMMAND_LINE_H_
