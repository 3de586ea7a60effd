// The settings file of runners/defaults.h as `fdskl tune` writes it: methods, datasets and settings in the program's
// order, a comment above each section that says where it comes from. Sections that are not set stay as they were, with
// the comment lines above them.
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
#include "runners/cell/cell.h"

namespace fdskl::tune {

class SettingsFile {
 public:
  // Empty when there is no such file.
  explicit SettingsFile(std::filesystem::path path);

  // Adds to, or changes, what holds on all datasets. Settings that the method does not have are passed over.
  void SetCommon(baselines::MethodRef method, const toml::table& settings);
  // What holds on this dataset, instead of what was there; `comment` is one line.
  void Set(baselines::MethodRef method, std::string_view dataset, const toml::table& settings,
           std::string_view comment);

  std::string Text() const;
  // Aside, then renamed.
  void Write() const;

 private:
  // "[name]" with the comment above it and the table's values.
  std::string Section(const std::string& name, baselines::MethodRef method, const toml::table& table) const;

  std::filesystem::path path_;
  toml::table whole_;
  std::map<std::string, std::string> comments_;  // by section, lines with their ends
};

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SETTINGS_FILE_H_
