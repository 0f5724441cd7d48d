// "Did you mean …?" for a word that nothing knows.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace syncfree::engine {

/// The candidate that most likely was meant: few letters differ, whatever their case. Nothing if none is near; the
/// first of several that are equally near.
std::optional<std::string_view> closest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace syncfree::engine
