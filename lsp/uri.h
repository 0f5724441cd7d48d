// Files as URIs, and the way back.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace syncfree::lsp {

/// Of a `file` URI of this machine, absolute and normal; nothing for any other.
std::optional<std::filesystem::path> path_of_uri(std::string_view uri);

std::string uri_of_path(const std::filesystem::path& path);

}  // namespace syncfree::lsp
