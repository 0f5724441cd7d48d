// The language server: the way in for the program.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "driver/file_settings.h"
#include "lsp/json.h"

namespace syncfree::lsp {

struct ServerSetup {
  std::string version;
  unsigned jobs = 1;  ///< threads of an analysis
  /// What runs of the command line have kept of projects; nothing is added.
  std::optional<std::filesystem::path> cache;
  /// What holds for the files of a workspace, with `options` (keys of a configuration file) before the files' own. The
  /// error is one line.
  std::function<std::expected<driver::SettingsSource, std::string>(const Json& options)> settings;
};

/// Serves one client over two descriptors until it asks to exit, or is gone. The exit status that the protocol wants: 0
/// after a `shutdown`, else 1.
int serve(ServerSetup setup, int input, int output);

}  // namespace syncfree::lsp
