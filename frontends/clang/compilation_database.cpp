#include "frontends/clang/compilation_database.h"

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/path_text.h"

namespace syncfree::clang_frontend {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kCommands = "compile_commands.json";
constexpr std::uint64_t kLargest = 500'000'000;  ///< bytes
constexpr const char* kFlags = "compile_flags.txt";

std::optional<std::string> read_file(const fs::path& path) {
  auto read = source::read_bytes(sys::path_text(path), kLargest);
  if (!read) return std::nullopt;
  return std::move(read->bytes);
}

/// As Clang names files: links resolved, so that both find one file under one name.
std::string real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? sys::path_text(path.lexically_normal()) : sys::path_text(real);
}

std::optional<CompileCommand> read_command(const json& entry, const fs::path& folder) {
  CompileCommand command;
  const fs::path directory = entry.contains("directory") && entry["directory"].is_string()
                                 ? fs::path(entry["directory"].get<std::string>())
                                 : fs::path();
  command.directory = sys::path_text((folder / directory).lexically_normal());
  if (entry.contains("arguments") && entry["arguments"].is_array()) {
    for (const json& word : entry["arguments"]) {
      if (word.is_string()) command.words.push_back(word.get<std::string>());
    }
  } else if (entry.contains("command") && entry["command"].is_string()) {
    command.words = shell_words(entry["command"].get<std::string>());
  }
  if (command.words.empty()) return std::nullopt;
  return command;
}

std::expected<CompilationDatabase, std::string> read_commands(const fs::path& path) {
  const auto text = read_file(path);
  if (!text) return std::unexpected("cannot read `" + sys::path_text(path) + "`");
  const json entries = json::parse(*text, nullptr, false);
  if (!entries.is_array()) return std::unexpected("`" + sys::path_text(path) + "` is no compilation database");
  CompilationDatabase database;
  const fs::path folder = fs::absolute(path).parent_path();
  for (const json& entry : entries) {
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) continue;
    auto command = read_command(entry, folder);
    if (!command) continue;
    const fs::path file = fs::path(command->directory) / entry["file"].get<std::string>();
    // A source of several targets is read as the first of them builds it.
    database.commands.try_emplace(real_path(file), std::move(*command));
  }
  return database;
}

std::expected<CompilationDatabase, std::string> read_flags(const fs::path& path) {
  const auto text = read_file(path);
  if (!text) return std::unexpected("cannot read `" + sys::path_text(path) + "`");
  CompilationDatabase database;
  database.flags_directory = sys::path_text(fs::absolute(path).parent_path());
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (!line.empty()) database.flags.emplace_back(line);
  }
  return database;
}

}  // namespace

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool is_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[i + 1];
      // Within double quotes a backslash stands for itself but before these.
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') {
        word += c;
        continue;
      }
      word += next;
      is_word = true;
      ++i;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      is_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (is_word) words.push_back(std::exchange(word, {}));
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) words.push_back(std::move(word));
  return words;
}

std::optional<CompileCommand> CompilationDatabase::command_for(const std::string& source) const {
  if (const auto found = commands.find(source); found != commands.end()) return found->second;
  if (flags_directory.empty()) return std::nullopt;
  CompileCommand command{.directory = flags_directory, .words = {source.ends_with(".cu") ? "nvcc" : "c++"}};
  command.words.insert(command.words.end(), flags.begin(), flags.end());
  return command;
}

std::expected<CompilationDatabase, std::string> load_compilation_database(const std::string& where) {
  fs::path path(where);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    const bool has_commands = fs::exists(path / kCommands, ignored);
    if (!has_commands && !fs::exists(path / kFlags, ignored))
      return std::unexpected("`" + where + "` holds neither " + kCommands + " nor " + kFlags);
    path /= has_commands ? kCommands : kFlags;
  }
  if (!fs::exists(path, ignored)) return std::unexpected("`" + where + "` does not exist");
  auto database = path.filename() == kFlags ? read_flags(path) : read_commands(path);
  if (database) database->path = real_path(path);
  return database;
}

}  // namespace syncfree::clang_frontend
