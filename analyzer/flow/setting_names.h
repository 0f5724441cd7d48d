// What people call the objects that hold the settings of a program.
#pragma once

#include <array>
#include <string_view>

namespace syncfree::flow {

constexpr std::array<std::string_view, 12> kOptionNames = {"args", "cfg",   "config", "conf",    "opt",     "opts",
                                                           "hp",   "flags", "FLAGS",  "options", "hparams", "settings"};
/// What holds settings beside other things.
constexpr std::array<std::string_view, 8> kHolderNames = {"self",    "params", "accelerator", "fabric",
                                                          "trainer", "engine", "state",       "ctx"};

}  // namespace syncfree::flow
