// All methods that the harness knows, in the order of the paper.
//
// A new rival is a folder beside this file with a MethodEntry in it (fdskl/method_entry.h), and one line in methods.cc.
#ifndef FDSKL_BASELINES_METHODS_H_
#define FDSKL_BASELINES_METHODS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fdskl/method_entry.h"

namespace fdskl::baselines {

// A method, for who stores or compares it. Never null.
using MethodRef = const MethodEntry*;

const std::vector<MethodRef>& Methods();

// Errors: Error with the nearest names when there is none of this name.
MethodRef FindMethod(std::string_view name);

// Its place in Methods().
std::size_t PlaceOf(MethodRef method);

// "fdskl|dsg|libsvm".
std::string MethodNames();

// Adds a method at the end, for a program that brings one of its own. To be called before anything else here; the entry
// lives as long as the program.
void AddMethod(const MethodEntry& method);

}  // namespace fdskl::baselines

#endif  // FDSKL_BASELINES_METHODS_H_
