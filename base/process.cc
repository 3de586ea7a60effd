#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"

namespace fdskl::base {
namespace {

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe MakePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) Fail("cannot create a pipe: {}", std::generic_category().message(errno));
  return {ends[0], ends[1]};
}

// Makes marks differ when several threads start children at the same moment.
int NextNumber() {
  static std::atomic<int> number = 0;
  return ++number;
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The environment of a process. Empty when the process is gone, is another user's, or is a zombie.
std::string Environment(pid_t pid) {
  std::ostringstream text;
  text << std::ifstream(fmt::format("/proc/{}/environ", pid), std::ios::binary).rdbuf();
  return text.str();
}

// Runs in the child. Between fork() and exec() only async-signal-safe functions may be called. If exec() fails, sends
// errno through `failure`.
[[noreturn]] void Exec(char** argv, char** envp, int output, int error, int failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(126);  // it died before it could be told
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  if (error >= 0) dup2(error, STDERR_FILENO);
  execvpe(argv[0], argv, envp);
  const int code = errno;
  if (write(failure, &code, sizeof code) != sizeof code) _exit(126);
  _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                           Errors errors)
    : mark_(fmt::format("FDSKL_CELL_{}_{}_{}=1", getpid(), std::chrono::steady_clock::now().time_since_epoch().count(),
                        NextNumber())) {
  FDSKL_REQUIRE(!command.empty());
  std::vector<std::string> variables = environment;
  variables.push_back(mark_);
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  const std::vector<char*> argv = Pointers(command);
  const std::vector<char*> envp = Pointers(variables);
  const Pipe output = MakePipe();
  const Pipe error = errors == Errors::kRead ? MakePipe() : Pipe();
  const Pipe failure = MakePipe();
  const pid_t self = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    Exec(const_cast<char**>(argv.data()), const_cast<char**>(envp.data()), output.write_end, error.write_end,
         failure.write_end, self);
  }
  int code = pid_ < 0 ? errno : 0;
  for (const Pipe& pipe : {output, error, failure}) {
    if (pipe.write_end >= 0) close(pipe.write_end);
  }
  ssize_t got = 0;
  do {
    got = pid_ > 0 ? read(failure.read_end, &code, sizeof code) : 0;
  } while (got < 0 && errno == EINTR);
  if (got == sizeof code) waitpid(pid_, nullptr, 0);
  close(failure.read_end);
  if (code != 0) {
    close(output.read_end);
    if (error.read_end >= 0) close(error.read_end);
    Fail("cannot start '{}': {}", command[0], std::generic_category().message(code));
  }
  streams_[0].fd = output.read_end;
  streams_[1].fd = error.read_end;
}

ChildProcess::~ChildProcess() {
  Kill();
  for (const Stream& stream : streams_) {
    if (stream.fd >= 0) close(stream.fd);
  }
}

bool ChildProcess::Read(std::chrono::milliseconds timeout, const LineSink& on_output, const LineSink& on_error) {
  std::array<pollfd, 2> polled = {{{streams_[0].fd, POLLIN, 0}, {streams_[1].fd, POLLIN, 0}}};
  if (poll(polled.data(), polled.size(), static_cast<int>(timeout.count())) > 0) {
    if (polled[0].revents != 0) streams_[0].Take(on_output);
    if (polled[1].revents != 0) streams_[1].Take(on_error);
  }
  return streams_[0].fd >= 0 || streams_[1].fd >= 0;
}

void ChildProcess::Stream::Take(const LineSink& on_line) {
  std::array<char, 4096> bytes{};
  const ssize_t count = read(fd, bytes.data(), bytes.size());
  if (count < 0) return;
  text.append(bytes.data(), static_cast<std::size_t>(count));
  for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
    on_line(std::string_view(text).substr(0, end));
  }
  if (count > 0) return;
  if (!text.empty()) on_line(text);
  close(std::exchange(fd, -1));
}

int ChildProcess::Wait(const LineSink& on_output, const LineSink& on_error) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  while (Read(kLook, on_output, on_error) || !Status()) continue;
  return *status_;
}

std::optional<int> ChildProcess::Status() {
  int status = 0;
  if (!status_ && waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

void ChildProcess::Terminate() {
  if (!Status()) kill(pid_, SIGTERM);
}

void ChildProcess::Kill() {
  KillMarked(mark_);
  int status = 0;
  while (!status_) {
    if (waitpid(pid_, &status, 0) == pid_) status_ = status;
  }
}

bool ChildProcess::HasDescendants() const {
  return std::ranges::any_of(MarkedProcesses(mark_), [&](pid_t process) { return process != pid_; });
}

std::int64_t ChildProcess::MemoryBytes() const { return ResidentBytes(MarkedProcesses(mark_)); }

Finished RunToEnd(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                  const std::function<void(std::string_view)>& on_error_line) {
  Finished finished;
  ChildProcess child(command, environment);
  const auto keep_output = [&](std::string_view line) { finished.output += fmt::format("{}\n", line); };
  const auto keep_error = [&](std::string_view line) {
    finished.error += fmt::format("{}\n", line);
    if (on_error_line) on_error_line(line);
  };
  const int status = child.Wait(keep_output, keep_error);
  finished.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

std::string HostName() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::vector<pid_t> MarkedProcesses(const std::string& mark) {
  const std::string entry = '\0' + mark + '\0';
  std::vector<pid_t> marked;
  for (const auto& folder : std::filesystem::directory_iterator("/proc")) {
    const std::string name = folder.path().filename().string();
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    if (('\0' + Environment(pid) + '\0').find(entry) != std::string::npos) marked.push_back(pid);
  }
  return marked;
}

std::int64_t ResidentBytes(const std::vector<pid_t>& processes) {
  std::int64_t kilobytes = 0;
  for (const pid_t pid : processes) {
    std::ifstream rollup(fmt::format("/proc/{}/smaps_rollup", pid));
    for (std::string name; rollup >> name;) {
      std::int64_t value = 0;
      if ((name == "Pss_Anon:" || name == "Pss_Shmem:") && rollup >> value) kilobytes += value;
      std::getline(rollup, name);
    }
  }
  return kilobytes * 1024;
}

void KillMarked(const std::string& mark) {
  for (auto marked = MarkedProcesses(mark); !marked.empty(); marked = MarkedProcesses(mark)) {
    for (const pid_t pid : marked) kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace fdskl::base
