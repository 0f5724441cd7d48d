// The definitions, declarations and calls of a file by name, so that calls find their functions in other files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/model/expression.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "frontends/cxx/build_conditions.h"
#include "frontends/cxx/types.h"

namespace syncfree::cxx {

/// How many arguments a function can be called with.
struct Arity {
  std::uint8_t fewest = 0;
  std::uint8_t most = 0;  ///< kAny: as many as one likes

  static constexpr std::uint8_t kAny = 255;
  bool takes(std::size_t count) const { return count >= fewest && (most == kAny || count <= most); }
  static std::uint8_t clamped(std::size_t count) { return count < kAny ? static_cast<std::uint8_t>(count) : kAny - 1; }
};

/// Of the first arguments or parameters, as far as they are known.
using ArgumentTypes = std::array<Type, 8>;

/// A function of the file. Views point into the file's text.
struct LinkedFunction {
  static constexpr std::uint32_t kDeclared = 0xFFFFFFFF;

  std::uint32_t id = kDeclared;  ///< model::Function::id; kDeclared: it is defined elsewhere
  model::Symbol called;          ///< without its class; see kConversion and kCallOperator
  std::string_view owner;        ///< the class or namespace before or around it; empty for none
  std::string_view gives;        ///< the class of its result, or of what that points to, if one is written
  Arity arity;
  ArgumentTypes types = {};
  bool is_macro = false;  ///< of a macro that other files use as they use a function
  model::Symbol renames;  ///< of a macro that is another name of a library's function: its path in the catalog
  model::Function* made = nullptr;  ///< of one that is defined outside of macros
  bool gives_setting = false;       ///< its result is where tensors are made: their options or a device
  bool is_member = false;           ///< stands for what the file stores into members of the name
};

/// Names of operators that stand for no name in a call.
inline constexpr std::string_view kConversion = "operator conversion";
inline constexpr std::string_view kCallOperator = "operator()";

enum class LinkedKind : std::uint8_t { kFunction, kMethod };

struct LinkedCall {
  static constexpr std::uint32_t kNoCall = 0xFFFFFFFF;

  model::Call* call = nullptr;  ///< its callee is set to the function that it calls
  model::Symbol called;
  LinkedKind kind = LinkedKind::kFunction;
  std::string_view owner;          ///< of a function what is written before it; of a method the class of the object
  std::string_view receiver;       ///< the member that holds the object, where its class is not known here
  std::string_view around;         ///< the class whose method calls
  std::uint32_t object = kNoCall;  ///< of a method: the call of the file that gives its object
  std::uint8_t count = 0;          ///< of arguments
  ArgumentTypes types = {};
  /// The callee is what the name means where the program has no method of it, and the argument is the object.
  bool is_guess = false;
};

/// A name, or a call of it, that may say where tensors are made: of a macro, a constant or a function of the project.
struct LinkedSetting {
  model::Symbol called;
  std::uint8_t count = 0;  ///< of arguments
  bool is_called = false;  ///< otherwise the name alone is written
  const model::Expression* value = nullptr;
  model::Call* call = nullptr;      ///< whose argument it is
  std::uint32_t position = 0;       ///< of that argument
  model::Assign* assign = nullptr;  ///< or whose value
};

/// Where the model holds a member of an object, of which other functions may say what is stored there.
struct LinkedMember {
  const model::Expression** place = nullptr;
  model::Symbol name;
};

struct LinkedClass {
  std::string_view name;
  std::vector<std::string_view> bases;
};

struct LinkedField {
  std::string_view owner;
  std::string_view name;
  std::string_view type;  ///< a class
};

/// A struct with pointers to functions.
struct LinkedTable {
  std::string_view owner;
  std::vector<std::string_view> fields;  ///< in order; empty for what is no pointer to a function
};

/// A function of the file that is put into such a struct.
struct LinkedPointer {
  std::string_view type;      ///< the struct; empty if that is not written there
  std::string_view receiver;  ///< the member that is the struct, where its type is not written
  std::string_view field;     ///< empty: the one at `position`
  std::uint32_t position = 0;
  std::string_view owner;  ///< what is written before the function
  std::string_view function;
};

/// `namespace name = space::of;`
struct LinkedNamespace {
  std::string_view name;
  std::string_view of;
};

struct FileLinks {
  std::vector<std::string_view> includes;  ///< as written between the quotes
  std::vector<LinkedFunction> functions;
  std::vector<LinkedCall> calls;
  std::vector<LinkedSetting> settings;
  std::vector<LinkedMember> members;
  std::vector<model::Symbol> open_members;  ///< that get values nobody follows
  std::vector<LinkedClass> classes;
  std::vector<LinkedField> fields;
  std::vector<LinkedTable> tables;
  std::vector<LinkedPointer> pointers;
  std::vector<LinkedNamespace> namespaces;
  BuildConditions conditions;
  bool has_main = false;                     ///< it is a program
  bool calls_cuda = false;                   ///< functions of the runtime by CUDA's names
  std::vector<source::TextRange> hip_calls;  ///< the same by HIP's: the names
  bool names_library = false;  ///< something of torch, CUDA or Thrust, or a tensor; without it nothing here waits
};

}  // namespace syncfree::cxx
