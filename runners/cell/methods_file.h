// A user's own methods, read from a file when the program starts: --methods FILE, or $FDSKL_METHODS.
//
//   [method.my-rff]
//   command = "python3 my_rff.py"   # words as a shell would split them, though no shell sees them. A file beside this
//                                   # one may be named alone. The folder of the data is added as the last word
//   data = "npy"                    # or arrow, libsvm, csv: see docs/own_method.md
//   title = "My RFF"                # in figures and tables; the name if not given
//   placement = "central"           # or federated
//   missing = "fill"                # or keep: missing values are NaN
//   color = "#882255"
//   version = 1                     # to be raised when the program gives other results for a reason that no file named
//                                   # in the command shows: such cells run again
//   [method.my-rff.settings]        # what a user may set, with the default; the type is that of the default
//   features = 300
//
// Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_CELL_METHODS_FILE_H_
#define FDSKL_RUNNERS_CELL_METHODS_FILE_H_

#include <filesystem>
#include <string>

namespace fdskl::cell {

// The file named by the option, or else by the variable; empty when there is neither.
std::string MethodsFileOf(int argc, char** argv);

// Adds the file's methods to the registry. REQUIRES: as baselines::AddMethod(); called at most once.
void LoadMethods(const std::filesystem::path& file);

// The absolute path of the file that was loaded; empty when none was. The driver passes it on to the ranks.
const std::string& LoadedMethodsFile();

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_METHODS_FILE_H_
