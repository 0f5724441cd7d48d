// How a project is built, by source: compile_commands.json as CMake, ninja and bear write it, or compile_flags.txt.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::clang_frontend {

struct CompileCommand {
  std::string directory;           ///< absolute
  std::vector<std::string> words;  ///< the compiler's name first
};

struct CompilationDatabase {
  std::string path;                                ///< absolute, of the file that says it
  std::map<std::string, CompileCommand> commands;  ///< by the absolute path of the source
  std::vector<std::string> flags;                  ///< of compile_flags.txt, for every source
  std::string flags_directory;                     ///< empty without one

  /// Nothing if the source is not built. `source` is absolute.
  std::optional<CompileCommand> command_for(const std::string& source) const;
};

/// `where` is a folder that holds one of the files, or the file itself. The error is one line.
std::expected<CompilationDatabase, std::string> load_compilation_database(const std::string& where);

/// A command line in words, as a shell takes it apart.
std::vector<std::string> shell_words(std::string_view command);

}  // namespace syncfree::clang_frontend
