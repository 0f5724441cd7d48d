// Functions that a program hands on instead of calling them: `return resample, {"order": 3}`. Whoever calls such a
// function gives it the options that stand beside it, and everything else is what it is by default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// The parameter of a free function that names a device, and by default the CPU: `device="cpu"`.
std::optional<std::size_t> cpu_by_default(const FunctionInfo& info, const model::SymbolTable& symbols);

/// A function that has such a parameter.
struct OnCpuByDefault {
  const FunctionInfo* function;
  std::size_t device;
};
std::vector<OnCpuByDefault> functions_on_cpu_by_default(const Project& project);

/// What the code of some modules does with a function's name.
struct HandedOn {
  bool is_value = false;      ///< uses it without calling it
  bool gives_device = false;  ///< may give a call of it the parameter
  friend bool operator==(const HandedOn&, const HandedOn&) = default;
};

/// The calls and names of some modules, read once. The project must outlive it.
class HandedOnNames {
 public:
  HandedOnNames(const Project& project, std::span<const std::uint32_t> modules)
      : HandedOnNames(project, modules, functions_on_cpu_by_default(project)) {}
  /// `asked`: the functions that will be asked for.
  HandedOnNames(const Project& project, std::span<const std::uint32_t> modules, std::span<const OnCpuByDefault> asked);

  /// `parameter`: what `cpu_by_default` says. A call of a variable may be one of the function, if it takes such
  /// arguments: `density([n], device=device)`.
  HandedOn of(const FunctionInfo& info, std::size_t parameter) const;

 private:
  void read(std::uint32_t module);
  bool is_variable(std::uint32_t module, const model::Call& call);

  const Project& project_;
  // By symbol:
  std::optional<std::vector<bool>> function_names_;                           ///< of the project; read when needed
  std::vector<bool> wanted_;                                                  ///< those that can be asked for
  std::unordered_set<std::uint32_t> values_;                                  ///< that are used and not called
  std::unordered_map<std::uint32_t, std::vector<const model::Call*>> calls_;  ///< that are called
  std::vector<const model::Call*> of_variables_;                              ///< with a device by its name
};

}  // namespace syncfree::inference
