// The packages of the catalog that the model of a C++ file imports, and what of them has nothing to do with a GPU.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace syncfree::cxx {

/// What models of C++ say of the language itself.
inline constexpr std::string_view kLanguage = "cxx";

inline constexpr std::array<std::string_view, 8> kPackages = {"torch", "cuda_runtime", "aten_cuda", "thrust",
                                                              "raft",  "dh",           "spconv",    kLanguage};

/// Does the name of `cxx` say something of the program alone: what is made from it does not wait.
inline bool is_neutral(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNeutral = {"number",  "pointer", "test",        "once",
                                                         "debug",   "given",   "items",       "clock",
                                                         "forward", "Object",  "constructor", "device_pointer"};
  return std::ranges::find(kNeutral, name) != kNeutral.end();
}

}  // namespace syncfree::cxx
