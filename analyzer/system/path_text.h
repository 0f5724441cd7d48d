// Paths as texts.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <type_traits>

namespace syncfree::sys {

/// Whether the system's own paths are texts with slashes.
inline constexpr bool kPathsAreTexts = std::is_same_v<std::filesystem::path::string_type, std::string>;

/// Where they are not. Half of a character, which a name may have, becomes U+FFFD.
std::string utf8_text(const std::filesystem::path& path);

/// UTF-8 with slashes, on every system. Where paths are such texts, it is the path's own.
inline decltype(auto) path_text(const std::filesystem::path& path) {
  if constexpr (kPathsAreTexts) {
    return (path.native());
  } else {
    std::string text = utf8_text(path);
    std::ranges::replace(text, '\\', '/');
    return text;
  }
}

/// Of a path that does not live on.
inline std::string path_text(std::filesystem::path&& path) {
  const std::filesystem::path& kept = path;
  return path_text(kept);
}

}  // namespace syncfree::sys
