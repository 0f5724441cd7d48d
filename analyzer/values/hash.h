// Hashes of values and their parts.
#pragma once

#include <cstddef>

#include "analyzer/values/value.h"

namespace syncfree::values {

constexpr std::size_t mixed(std::size_t seed, std::size_t more) {
  return (seed ^ more) * std::size_t{0x9E3779B97F4A7C15} + (seed >> 29U);
}

std::size_t hash_of(const ConstantValue& constant);

/// Of all but what the value points to; agrees with has_same_head().
std::size_t hash_of_head(const Value& value);
bool has_same_head(const Value& a, const Value& b);

}  // namespace syncfree::values
