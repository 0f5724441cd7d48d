// What the text of one module says that decides about others of its project, wherever in the text it stands. A project
// that is linked again (Project::again) is the same only if these are.
#pragma once

#include <span>
#include <string_view>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// Words of code that may run on a GPU (cpu_programs.cpp).
bool names_gpu(std::string_view text);
/// It puts something on a GPU, or hands work to who does (cpu_programs.cpp).
bool moves_something(std::string_view text);
/// What raises for a tensor on a GPU (cpu_programs.cpp).
bool reads_on_cpu(std::string_view text);
/// TorchScript compiles something in it (scripted_modules.cpp).
bool may_be_scripted(std::string_view text);
/// It may set torch's default device, whether distributions check their arguments, or anomaly detection
/// (default_device.cpp).
bool speaks_of_defaults(std::string_view text);
/// A library of data that has transforms (host_code.cpp).
bool names_library_of_data(std::string_view text);
/// What its functions do may say of classes that they are code of the host (host_code.cpp). `functions`: its own.
bool decides_on_host_code(const ModuleInfo& module, std::span<const FunctionInfo> functions,
                          const model::SymbolTable& symbols);

}  // namespace syncfree::inference
