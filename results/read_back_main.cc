// For read_back_test.mjs: appends two rows to the store in the folder given.

#include <array>
#include <cstdio>
#include <exception>

#include "results/store.h"
#include "results/testing.h"

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  fdskl::results::ResultStore store(argv[1]);
  const std::array<fdskl::results::CurveRow, 2> curve = {
      {{"one", 1, 256, 0.5, 20.25, std::nullopt}, {"one", 2, 512, 1.5, std::nullopt, 0.125}}};
  store.Append(fdskl::results::testing::SampleRun("one"), curve);
  store.Append(fdskl::results::testing::SampleRun("two"), {});
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
