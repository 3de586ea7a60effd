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

// A method, for code that stores or compares methods. Never null.
using MethodRef = const MethodEntry*;

const std::vector<MethodRef>& Methods();

// Errors: Error names the nearest valid names when no method has this name.
MethodRef FindMethod(std::string_view name);

// The place of a method in Methods().
std::size_t PlaceOf(MethodRef method);

// The names of all methods: "fdskl|dsg|libsvm".
std::string MethodNames();

// Adds a method at the end of the list, for a program that brings its own and for those that a user describes in a file
// (runners/cell/methods_file.h). REQUIRES: nobody has used the list yet but to check names; the entry lives as long as
// the program.
void AddMethod(const MethodEntry& method);

}  // namespace fdskl::baselines

#endif  // FDSKL_BASELINES_METHODS_H_
