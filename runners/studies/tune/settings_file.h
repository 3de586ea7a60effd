// Writes the settings file (runners/cell/defaults.h) for `fdskl tune`: methods, datasets and settings in the program's
// order, and above each section a comment that says where it comes from. Sections that are not set stay as they were,
// with the comment lines above them.
//
// Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_SETTINGS_FILE_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_SETTINGS_FILE_H_

#include <toml++/toml.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "baselines/methods.h"
#include "runners/cell/arm.h"

namespace fdskl::tune {

class SettingsFile {
 public:
  // Reads the file; starts empty when there is none.
  explicit SettingsFile(std::filesystem::path path);

  // Adds or changes settings of an arm for all datasets. Settings that its method does not have are ignored.
  void SetCommon(cell::ArmRef arm, const toml::table& settings);
  // Replaces the settings of an arm for this dataset; `comment` is one line.
  void Set(cell::ArmRef arm, std::string_view dataset, const toml::table& settings, std::string_view comment);

  std::string Text() const;
  // Writes a new file beside the old one, then renames it, so that a reader sees either.
  void Write() const;

 private:
  // "[name]" with the comment above it and the table's values.
  std::string Section(const std::string& name, baselines::MethodRef method, const toml::table& table) const;

  std::filesystem::path path_;
  toml::table whole_;
  std::map<std::string, std::string> comments_;  // by section: the lines above it
};

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SETTINGS_FILE_H_
