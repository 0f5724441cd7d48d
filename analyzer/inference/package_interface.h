// Packages that say what others may use of them.
#pragma once

#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// By module: it stands in a package of which some `__init__` holds something of the package's own, as those of
/// libraries do: they import it, define it or list it in `__all__`. In a package without, an application, what its own
/// code calls is called by nobody else. True for modules outside of packages, of packages whose
/// `__init__` is not here, and of C++.
std::vector<bool> in_package_with_interface(const Project& project);

}  // namespace syncfree::inference
