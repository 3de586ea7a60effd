// The processes of one cell on this machine, however they were started: all that inherited a mark in their environment.
//
// A launcher puts its ranks into groups and sessions of their own, and they outlive it when it is killed. The mark
// finds them all the same.
#ifndef FDSKL_BASE_MARKED_PROCESSES_H_
#define FDSKL_BASE_MARKED_PROCESSES_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fdskl::base {

// The processes that have `mark`, a "NAME=value", in the environment they were started with.
std::vector<pid_t> MarkedProcesses(const std::string& mark);

// Their memory that is not merely a file's: private and shared pages in use. A page that several of them share counts
// once in all.
std::int64_t ResidentBytes(const std::vector<pid_t>& processes);

// Ends them at once, and those that they start meanwhile; returns when none is left.
void KillMarked(const std::string& mark);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MARKED_PROCESSES_H_
