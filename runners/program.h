// The program: its commands, each declared by its own room.
#ifndef FDSKL_RUNNERS_PROGRAM_H_
#define FDSKL_RUNNERS_PROGRAM_H_

namespace fdskl::runners {

// For main(): returns the exit status. Every exception becomes one paragraph on standard error and status 1.
int RunProgram(int argc, char** argv);

}  // namespace fdskl::runners

#endif  // FDSKL_RUNNERS_PROGRAM_H_
