// For tests: two hosts on this machine. Each is a network namespace with its own host name. A veth pair is their cable.
//
// A launcher starts ranks on both over TCP: Open MPI calls a script in place of ssh, and the script enters the
// namespace. The destructor removes everything. Needs root, or other rights to run `ip netns add`.
#ifndef FDSKL_RUNNERS_CELL_HOST_NAMESPACES_H_
#define FDSKL_RUNNERS_CELL_HOST_NAMESPACES_H_

#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/testing.h"

namespace fdskl::cell::testing {

class HostNamespaces {
 public:
  static constexpr int kSlots = 4;  // ranks on each host

  // why_not() says whether it worked.
  HostNamespaces() {
    for (const std::string& name : names_) Ip({"netns", "add", name});
    Ip({"link", "add", "cable", "netns", names_[0], "type", "veth", "peer", "name", "cable", "netns", names_[1]});
    for (std::size_t host = 0; host < names_.size(); ++host) {
      Ip({"-n", names_[host], "addr", "add", Address(host) + "/24", "dev", "cable"});
      for (const char* device : {"lo", "cable"}) Ip({"-n", names_[host], "link", "set", device, "up"});
    }
    Script("enter",
           "host=$1; shift\n"
           "exec ip netns exec $host unshare --uts sh -c 'hostname $0; exec sh -c \"$*\"' $host \"$@\"\n");
    Script("agent", fmt::format("case $1 in {}) host={} ;; *) host={} ;; esac; shift\n"
                                "exec {} $host \"$@\"\n",
                                Address(0), names_[0], names_[1], File("enter")));
    base::WriteText(File("hosts"), fmt::format("{} slots={}\n{} slots={}\n", Address(0), kSlots, Address(1), kSlots));
  }
  HostNamespaces(const HostNamespaces&) = delete;
  HostNamespaces& operator=(const HostNamespaces&) = delete;
  ~HostNamespaces() {
    for (const std::string& name : names_) Ip({"netns", "del", name});
  }

  // Why the hosts could not be made; empty when they are there.
  const std::string& why_not() const { return why_not_; }

  // A launcher that runs on the first host; `agent` is what it calls instead of ssh.
  std::string Launcher(const std::string& agent, const std::string& more = "") const {
    return fmt::format(
        "{} {} mpirun --hostfile {} --bind-to none --mca mpi_yield_when_idle 1 --mca plm_rsh_agent {} --mca btl "
        "tcp,self --mca btl_tcp_if_include cable --mca oob_tcp_if_include cable {}",
        File("enter"), names_[0], File("hosts"), agent, more);
  }
  std::string Launcher() const { return Launcher(File("agent")); }

  // The hosts' names, separated by a space.
  std::string Names() const { return names_[0] + " " + names_[1]; }
  std::string agent() const { return File("agent"); }
  void PullCable() { Ip({"-n", names_[1], "link", "set", "cable", "down"}); }

  // A shell script for this test; returns its file.
  std::string Script(const std::string& name, const std::string& text) const {
    base::WriteText(File(name), "#!/bin/sh\n" + text);
    std::filesystem::permissions(File(name), std::filesystem::perms::owner_all);
    return File(name);
  }

 private:
  std::string File(const std::string& name) const { return (folder_.path() / name).string(); }
  static std::string Address(std::size_t host) { return fmt::format("10.255.77.{}", host + 1); }

  // Runs `ip`. Keeps the message of the first failure.
  void Ip(std::vector<std::string> words) {
    words.insert(words.begin(), "ip");
    try {
      const base::testing::Finished finished = base::testing::RunToEnd(words);
      if (finished.exit_status != 0 && why_not_.empty()) why_not_ = finished.error;
    } catch (const base::Error& error) {
      if (why_not_.empty()) why_not_ = error.what();
    }
  }

  base::testing::TempFolder folder_;
  std::array<std::string, 2> names_ = {fmt::format("fdskl-{}-a", getpid()), fmt::format("fdskl-{}-b", getpid())};
  std::string why_not_;
};

}  // namespace fdskl::cell::testing

#endif  // FDSKL_RUNNERS_CELL_HOST_NAMESPACES_H_
