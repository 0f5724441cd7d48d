// Paths without `.`, `..` and slashes that say nothing.
#pragma once

#include <filesystem>
#include <string>

namespace syncfree::driver {

/// It is absolute, and sure to be normal.
bool is_normal(const std::string& path);
/// `(base / path).lexically_normal()`, of a normal base. Most paths are normal already, and are taken as they are.
std::filesystem::path normal_path(const std::filesystem::path& base, const std::string& path);

}  // namespace syncfree::driver
