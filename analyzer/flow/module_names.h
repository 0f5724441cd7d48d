// What people call modules, and functions that build them.
#pragma once

#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"

namespace syncfree::flow {

/// By its last word: `create_model`, `self._model`, `resnet50`.
inline bool names_a_module(std::string_view name) {
  constexpr std::array<std::string_view, 10> kModules = {"model",    "module",   "encoder",   "decoder",
                                                         "backbone", "policy",   "generator", "discriminator",
                                                         "critic",   "criterion"};
  const std::string_view last = name.substr(name.rfind('_') + 1);
  return last.find("net") != std::string_view::npos || is_among(kModules, last);
}

}  // namespace syncfree::flow
