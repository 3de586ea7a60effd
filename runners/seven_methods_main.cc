// The program with one more method, for registry_program_test.cc: this line is all that a method of your own needs,
// besides its folder.
#include "baselines/methods.h"
#include "baselines/nearest_centroid/nearest_centroid.h"
#include "runners/program.h"

int main(int argc, char** argv) {
  fdskl::baselines::AddMethod(fdskl::nearest_centroid::kNearestCentroid);
  return fdskl::runners::RunProgram(argc, argv);
}
