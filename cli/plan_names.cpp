#include "cli/plan_names.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "analyzer/engine/suggestion.h"
#include "driver/language.h"
#include "driver/module_name.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 5;  // of several that fit

/// Of a lambda nothing: nobody can name it.
std::string_view plain_name(const engine::RunFunction& run) {
  if (run.key.function == 0) return kTopLevel;
  return run.name_range.empty() ? std::string_view() : run.name;
}

/// "step" of "app::Trainer::step"
std::string_view last_part(std::string_view name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

fs::path normal_path(const std::string& path) { return (fs::current_path() / path).lexically_normal(); }

}  // namespace

FunctionNames::FunctionNames(const engine::Report& report, std::span<const engine::RunFunction> runs)
    : report_(report), runs_(runs) {
  driver::ModuleNamer namer;
  for (const engine::ReportedFile& file : report.files)
    modules_.push_back(driver::is_cxx(file.path) ? std::string() : namer.name_of(normal_path(file.path)).dotted);
}

bool FunctionNames::is_in(std::size_t function, const std::string& module) const {
  const std::uint32_t file = runs_[function].key.file;
  if (module.empty()) return true;
  const std::string& own = modules_[file];
  return own == module || own.starts_with(module + ".") || normal_path(report_.files[file].path) == normal_path(module);
}

std::string FunctionNames::name_of(std::size_t function) const {
  const std::uint32_t file = runs_[function].key.file;
  return (modules_[file].empty() ? report_.files[file].path : modules_[file]) + ":" +
         std::string(plain_name(runs_[function]));
}

std::expected<std::size_t, std::string> FunctionNames::find(const std::string& word) const {
  // The names of C++ have colons of their own.
  std::size_t colon = word.find(':');
  while (colon != std::string::npos && word.compare(colon, 2, "::") == 0) colon = word.find(':', colon + 2);
  const std::string module = colon == std::string::npos ? std::string() : word.substr(0, colon);
  const std::string name = colon == std::string::npos ? word : word.substr(colon + 1);
  if (name.empty()) return std::unexpected("`--from` is MODULE:FUNCTION, not `" + word + "`");
  std::vector<std::size_t> found;
  std::set<std::string_view> near;
  bool is_module_known = false;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!is_in(i, module)) continue;
    is_module_known = true;
    const std::string_view own = plain_name(runs_[i]);
    // Functions of C++ are known without their classes and namespaces.
    const bool is_cxx = modules_[runs_[i].key.file].empty();
    if (own == (is_cxx ? last_part(name) : std::string_view(name))) found.push_back(i);
    if (!own.empty()) near.insert(own);
  }
  // The package of a name may have another one of that name deeper in it.
  if (found.size() > 1) {
    const auto exact =
        std::ranges::find_if(found, [&](std::size_t i) { return modules_[runs_[i].key.file] == module; });
    if (exact != found.end()) found = {*exact};
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    if (!is_module_known) return std::unexpected("`--from`: no module `" + module + "` in the analysed files");
    std::string message = "`--from`: no function `" + name + "`" + (module.empty() ? "" : " in `" + module + "`");
    const std::vector<std::string_view> words(near.begin(), near.end());
    if (const auto closest = engine::closest_word(name, words))
      message += "; did you mean `" + std::string(*closest) + "`?";
    return std::unexpected(std::move(message));
  }
  std::string message = "`--from`: " + std::to_string(found.size()) + " functions are called `" + name + "`: ";
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i)
    message += (i > 0 ? ", " : "") + name_of(found[i]);
  return std::unexpected(message + (found.size() > kMostNamed ? ", …" : ""));
}

}  // namespace syncfree::cli
