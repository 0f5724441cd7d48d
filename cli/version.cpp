#include "cli/version.h"

#include "frontends/clang/worker_process.h"

namespace syncfree::cli {

std::string_view version() { return SYNCFREE_VERSION; }

std::string version_text() {
  std::string text = "syncfree-lint " + std::string(version()) + " (" SYNCFREE_MADE_OF ")\n";
  if (const auto clang = clang_frontend::clang_version()) text += "Clang " + *clang + " (for -p)\n";
  return text;
}

}  // namespace syncfree::cli
