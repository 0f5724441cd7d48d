// `syncfree-lint lsp`.
#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/json_options.h"
#include "cli/settings.h"
#include "cli/version.h"
#include "driver/cache_folder.h"
#include "lsp/serve.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

/// Codes and patterns are looked at now, so that they are not wrong in every file.
std::expected<driver::SettingsSource, std::string> source_for(const nlohmann::json& options) {
  auto read = options_from_json(options);
  if (!read) return std::unexpected(read.error());
  std::vector<Options> layers = {std::move(*read)};
  const auto settings = make_settings(rules::rule_table(), std::nullopt, layers, std::filesystem::current_path());
  if (!settings) return std::unexpected(settings.error());
  return settings_source(std::move(layers));
}

}  // namespace

ExitStatus run_lsp(const LspArguments& arguments) {
  lsp::ServerSetup setup{.version = std::string(version()),
                         .jobs = arguments.jobs,
                         .cache = driver::cache_folder(std::nullopt),
                         .settings = source_for};
  if (setup.jobs == 0) setup.jobs = std::max(1U, std::thread::hardware_concurrency());
  return lsp::serve(std::move(setup), STDIN_FILENO, STDOUT_FILENO) == 0 ? kNothingFound : kFindings;
}

}  // namespace syncfree::cli
