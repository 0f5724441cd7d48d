// Python packages beside torch of which some calls wait whatever they are given.
#pragma once

#include <span>
#include <string_view>

namespace syncfree::catalog {

/// The generated data: their names. A file may wait that names one of them and no tensor. Those with torch in their
/// name are left out.
std::span<const std::string_view> waiting_packages();

}  // namespace syncfree::catalog
