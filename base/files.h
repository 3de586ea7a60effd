// Small files and the folders of this project.
#ifndef FDSKL_BASE_FILES_H_
#define FDSKL_BASE_FILES_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace fdskl::base {

// Errors: Error names the file.
std::string ReadText(const std::filesystem::path& file);
void WriteText(const std::filesystem::path& file, std::string_view text);

// The same, written aside and renamed: a kill leaves the old text or the new. Creates the folder where it is missing.
void WriteTextWhole(const std::filesystem::path& file, std::string_view text);

// This program's own file.
std::filesystem::path ProgramFile();

// The source tree: the one that the program's build folder stands in, or else the one it was built from.
std::filesystem::path SourceFolder();

}  // namespace fdskl::base

#endif  // FDSKL_BASE_FILES_H_
