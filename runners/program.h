// The program `fdskl`: its commands, each declared by its own room.
#ifndef FDSKL_RUNNERS_PROGRAM_H_
#define FDSKL_RUNNERS_PROGRAM_H_

namespace fdskl::runners {

// For main(): parses the command line, runs the command and returns the exit status. Call once. Every exception becomes
// one paragraph on standard error and status 1.
int RunProgram(int argc, char** argv);

}  // namespace fdskl::runners

#endif  // FDSKL_RUNNERS_PROGRAM_H_
