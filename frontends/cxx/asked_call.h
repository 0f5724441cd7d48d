// What tells the calls of one file apart when their functions are looked for, without and with what is known of the
// arguments.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "frontends/cxx/links.h"

namespace syncfree::cxx {

struct AskedCall {
  /// `klass`: of the object of a method's call.
  AskedCall(const LinkedCall& call, std::string_view klass)
      : called(call.called.id),
        kind(call.kind),
        count(call.count),
        of(call.kind == LinkedKind::kMethod ? klass : call.owner),
        around(call.kind == LinkedKind::kMethod ? std::string_view() : call.around) {}

  std::uint32_t called;
  LinkedKind kind;
  std::uint8_t count;
  std::string_view of;
  std::string_view around;
  friend bool operator==(const AskedCall&, const AskedCall&) = default;
};

struct HashAskedCall {
  std::size_t operator()(const AskedCall& call) const {
    const std::hash<std::string_view> text;
    return (text(call.of) + 3 * text(call.around) + call.count) ^ (call.called * std::size_t{0x9E3779B97F4A7C15});
  }
};

/// With all that decides what the call means.
struct TypedCall {
  TypedCall(const LinkedCall& call, std::string_view klass)
      : asked(call, klass), types(call.types), is_guess(call.is_guess) {}

  AskedCall asked;
  ArgumentTypes types;
  bool is_guess;
  friend bool operator==(const TypedCall&, const TypedCall&) = default;
};

struct HashTypedCall {
  std::size_t operator()(const TypedCall& call) const {
    static_assert(sizeof(ArgumentTypes) == sizeof(std::uint64_t));
    return HashAskedCall{}(call.asked) + std::bit_cast<std::uint64_t>(call.types) * std::size_t{0x9E3779B97F4A7C15};
  }
};

}  // namespace syncfree::cxx
