// Bytes as text, as RFC 4648 has it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace syncfree::confirm {

std::string base64(std::string_view bytes);

/// Nothing if it is no base64 with its padding.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace syncfree::confirm
