// What tells the calls of one file apart when their functions are looked for, but for the types of the arguments.
#pragma once

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

}  // namespace syncfree::cxx
