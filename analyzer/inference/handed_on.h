// Functions that a program hands on instead of calling them: `return resample, {"order": 3}`. Whoever calls such a
// function gives it the options that stand beside it, and everything else is what it is by default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// The parameter of a free function that names a device, and by default the CPU: `device="cpu"`.
std::optional<std::size_t> cpu_by_default(const FunctionInfo& info, const model::SymbolTable& symbols);

/// What the code of a module does with a function's name.
struct HandedOn {
  bool is_value = false;      ///< uses it without calling it
  bool gives_device = false;  ///< may give a call of it the parameter
  friend bool operator==(const HandedOn&, const HandedOn&) = default;
};
/// A call of a variable may be one of the function, if it takes such arguments: `density([n], device=device)`.
HandedOn handed_on(const Project& project, std::uint32_t module, const FunctionInfo& info, std::size_t parameter);

}  // namespace syncfree::inference
