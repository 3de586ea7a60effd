#include "runners/program.h"

int main(int argc, char** argv) { return fdskl::runners::RunProgram(argc, argv); }
