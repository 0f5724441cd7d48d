// JSON as the protocol's messages hold it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <nlohmann/json.hpp>

namespace syncfree::lsp {

using Json = nlohmann::json;

/// Throws as nlohmann's `get` does where it is no whole number; a double would be converted into whatever it may be.
inline std::int64_t integer_of(const Json& json) { return json.get_ref<const Json::number_integer_t&>(); }

/// The same, as the nearest number that fits.
inline std::uint32_t count_of(const Json& json) {
  static constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(integer_of(json), 0, kMost));
}

}  // namespace syncfree::lsp
