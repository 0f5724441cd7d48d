#include "cli/version.h"

namespace syncfree::cli {

std::string_view version() { return SYNCFREE_VERSION; }

std::string version_text() { return "syncfree-lint " + std::string(version()) + " (" SYNCFREE_MADE_OF ")"; }

}  // namespace syncfree::cli
