// The list of all methods, in the order of the paper.
//
// To add a rival, add a folder beside this file with a MethodEntry in it (fdskl/method_entry.h), and one line in
// methods.cc.
// Threads: lookups are thread-safe once the last AddMethod() has returned.
#ifndef FDSKL_BASELINES_METHODS_H_
#define FDSKL_BASELINES_METHODS_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "fdskl/method_entry.h"

namespace fdskl::baselines {

// A reference to a method that can be stored and compared. Never null; valid as long as the program runs.
using MethodRef = const MethodEntry*;

const std::vector<MethodRef>& Methods();

// The method of this name, or null.
const MethodEntry* TryFindMethod(std::string_view name);
// Errors: Error names the nearest valid names when no method has this name.
MethodRef FindMethod(std::string_view name);

// The place of a method in Methods().
std::size_t PlaceOf(MethodRef method);

// Adds a method at the end of the list. For programs with a method of their own, and for methods that a user describes
// in a file (runners/cell/methods_file.h).
// REQUIRES: the list has been used only to check names so far; the entry lives as long as the program.
void AddMethod(const MethodEntry& method);

}  // namespace fdskl::baselines

#endif  // FDSKL_BASELINES_METHODS_H_
