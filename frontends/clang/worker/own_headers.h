// The headers that a worker brings along: Clang's own for the compiler's types and the processor's instructions, and
// what stands before CUDA sources.
#pragma once

#include <span>
#include <string_view>

namespace syncfree::clang_frontend {

/// Where they are, for Clang; no real folder.
constexpr std::string_view kOwnFolder = "/syncfree-lint";

struct OwnHeader {
  std::string_view path;  ///< below the folder
  std::string_view text;  ///< a zero byte follows
};
std::span<const OwnHeader> own_headers();

}  // namespace syncfree::clang_frontend
