// The names of C++ libraries in the catalog, and the meaning of their constants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontends/cxx/types.h"

namespace syncfree::cxx {

enum class NameKind : std::uint8_t {
  kPlain,    ///< of the program, or unknown
  kLibrary,  ///< `path` of the catalog
  kDevice,   ///< the constant `path`: "cuda" or "cpu"
  kElement,  ///< element type: `path` of the catalog
  kText,     ///< a constant that stands for itself: "cudaMemcpyHostToDevice"
  kPolicy,   ///< a Thrust policy: `path` is "par", "par_nosync" or "host"
  kFormat,   ///< memory format or layout: says nothing of devices
};

struct KnownName {
  NameKind kind = NameKind::kPlain;
  std::string path;
};

/// Of a qualified name written as "at::kCUDA", without template arguments and leading colons.
KnownName known_name(std::string_view written, bool is_called);

/// Does Python have a built-in of this name? A C++ function of that name is another one.
bool is_python_builtin(std::string_view name);

/// What the first function of a name is called in the model: where Python has a function of that name, with a number,
/// as further overloads have.
std::string symbol_of_function(std::string_view name);

/// Methods that only tensors have, with which C++ code shows that something is one.
bool is_tensor_method(std::string_view name);

/// Functions of ATen that are methods in Python, and read as such: `at::native::expand(x, …)`.
bool is_method_only(std::string_view name);

/// What the catalog calls a method of C++'s Tensor: "nonzero" for "nonzero_numpy"; "detach", which is a view, for those
/// of C++ alone that give another view of the tensor.
std::string_view method_name(std::string_view name);

/// Methods of nested tensors whose result is a tensor in host memory.
bool is_host_metadata(std::string_view name);

/// Functions of ATen whose result is an element type: "result_type", "promoteTypes".
bool is_element_type_function(std::string_view name);

/// Constructors of torch that take a device among their options.
bool is_creation(std::string_view name);

}  // namespace syncfree::cxx
