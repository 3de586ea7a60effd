#include "runners/cell/failure_reason.h"

#include <arrow/util/utf8.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <regex>

namespace fdskl::cell {
namespace {

// The results are UTF-8; what another program wrote may be anything.
std::string Printable(std::string text) {
  arrow::util::InitializeUTF8();
  const bool valid = arrow::util::ValidateUTF8(text);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte > 0x7f && !valid)) c = '?';
  }
  return text;
}

std::string HowItEnded(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::string FailureReason(const std::vector<std::string>& lines, int status) {
  constexpr std::string_view kMark = "fdskl-error: ";
  for (const std::string& line : lines) {
    if (const auto at = line.find(kMark); at != std::string::npos) return Printable(line.substr(at + kMark.size()));
  }
  // Open MPI: "mpirun noticed that process rank 3 with PID 0 on node x exited on signal 9 (Killed)."
  static const std::regex kDeadRank("process rank ([0-9]+) .*exited on (signal [0-9]+ \\([^)]*\\))");
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_search(line, match, kDeadRank)) return fmt::format("rank {} died of {}", match.str(1), match.str(2));
  }
  const auto text = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find_first_not_of("- \t") != std::string::npos;
  });
  const std::string said = text == lines.end() ? "" : fmt::format("; it said: {}", Printable(*text));
  return fmt::format("the launcher ended with {}{}", HowItEnded(status), said);
}

}  // namespace fdskl::cell
