#include "cli/goal_targets.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/system/path_text.h"
#include "driver/goal_call.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// The file of a dotted name below a folder; a package stands for its `__init__`.
std::optional<fs::path> module_in(const fs::path& folder, std::string module) {
  std::ranges::replace(module, '.', '/');
  for (const fs::path& path : {folder / (module + ".py"), folder / module / "__init__.py"}) {
    if (is_file(path)) return path;
  }
  return std::nullopt;
}

bool is_dotted_name(const std::string& text) {
  return !text.empty() && text.find("..") == std::string::npos && text.front() != '.' && text.back() != '.' &&
         std::ranges::all_of(text,
                             [](unsigned char c) { return c == '_' || c == '.' || c >= 0x80 || std::isalnum(c); });
}

class TargetReader {
 public:
  TargetReader(const std::vector<std::string>& words, const driver::EnvironmentSettings& environment)
      : environment_(environment) {
    folders_ = {fs::current_path(), fs::current_path() / "src", fs::current_path() / "lib"};
    for (const std::string& word : words) {
      std::error_code ignored;
      if (fs::is_directory(word, ignored)) folders_.push_back(fs::absolute(word));
    }
  }

  /// The file of `place`.
  std::expected<fs::path, std::string> file_of(const std::string& place) {
    if (is_file(place)) return fs::path(place);
    if (place.ends_with(".py") || place.find('/') != std::string::npos)
      return std::unexpected(place + ": no such file");
    if (!is_dotted_name(place)) return std::unexpected("`" + place + "` is neither a file nor the name of a module");
    std::vector<fs::path> found;
    for (const fs::path& folder : folders_) {
      const auto path = module_in(folder, place);
      if (path && std::ranges::find(found, path->lexically_normal()) == found.end())
        found.push_back(path->lexically_normal());
    }
    if (found.size() > 1) {
      return std::unexpected("`" + place + "` may be " + sys::path_text(shown(found[0])) + " or " +
                             sys::path_text(shown(found[1])) + ": name the file");
    }
    if (found.size() == 1) return shown(found.front());
    const driver::Environment environment = driver::find_environment(environment_, fs::current_path());
    if (!environment.fault.empty()) return std::unexpected(environment.fault);
    for (const fs::path& folder : environment.folders) {
      if (const auto path = module_in(folder, place)) return *path;
    }
    return std::unexpected("no module `" + place + "` in " + sys::path_text(fs::current_path()) +
                           " or among the installed packages");
  }

 private:
  /// As the user would type it.
  static fs::path shown(const fs::path& path) {
    const fs::path relative = path.lexically_relative(fs::current_path());
    return relative.empty() || *relative.begin() == ".." ? path : relative;
  }

  const driver::EnvironmentSettings& environment_;
  std::vector<fs::path> folders_;
};

}  // namespace

std::expected<driver::GoalRequest, std::string> take_targets(engine::Goal goal, std::vector<std::string>& words,
                                                             const driver::EnvironmentSettings& environment) {
  driver::GoalRequest request{.goal = goal, .targets = {}};
  TargetReader reader(words, environment);
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    const std::size_t colon = word.rfind(':', word.find('('));
    if (exists(word) || colon == std::string::npos) {
      paths.push_back(word);
      continue;
    }
    std::string call = word.substr(colon + 1);
    if (call.empty()) return std::unexpected("`--goal` takes MODULE:FUNCTION, not `" + word + "`");
    model::SymbolTable symbols;
    const auto read = driver::read_goal_call(call, symbols);
    if (!read) return std::unexpected(read.error());
    const auto file = reader.file_of(word.substr(0, colon));
    if (!file) return std::unexpected(file.error());
    request.targets.push_back(
        {.path = sys::path_text(fs::absolute(*file).lexically_normal()), .name = read->name, .call = std::move(call)});
    if (std::ranges::find(paths, file->string()) == paths.end()) paths.push_back(file->string());
  }
  words = std::move(paths);
  return request;
}

}  // namespace syncfree::cli
