// The program with one more method, for registry_program_test.cc. Besides its folder, a method of your own needs only
// this line.
#include "baselines/methods.h"
#include "baselines/nearest_centroid/nearest_centroid.h"
#include "runners/program.h"

int main(int argc, char** argv) {
  fdskl::baselines::AddMethod(fdskl::nearest_centroid::kNearestCentroid);
  return fdskl::runners::RunProgram(argc, argv);
}
