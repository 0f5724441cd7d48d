// What a value can refer to: names outside the project, and its own modules, functions, classes and objects.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/values/value.h"

namespace syncfree::values {

enum class EntityKind : std::uint8_t {
  kLibraryName,    ///< a name the catalog knows: namespace, function or class; `index` = its catalog node
  kLibraryObject,  ///< an object of a class the catalog knows; `index` = the class's catalog node
  kModule,         ///< a module of the project; `index` = module number
  kFolder,         ///< a folder of modules without `__init__`; `index` = its node among the names of modules
  kFunction,       ///< a function of the project; `module`, `index` = Function::id
  kClass,          ///< a class of the project; `module`, `index` = Class::id
  kObject,         ///< an instance of a class of the project; `index` = number of the abstract object
  kMethod,         ///< a method of a built-in, tensor or library value, not yet called; `name`, receiver in `self`
  kPartial,        ///< functools.partial; `self` is the callable, `bound` the arguments
  kRecordType,     ///< a class made by collections.namedtuple; `bound` is the tuple of its field names
  kSuper,          ///< `super()`: `self` is the receiver, `index` the class after which its ancestors are searched
};

/// Immutable; compared by content.
struct Entity {
  EntityKind kind;
  std::uint32_t module = 0;
  std::uint32_t index = 0;
  std::uint32_t environment = 0;  ///< for kFunction: number of the enclosing function's context + 1, 0 at module level
  std::uint32_t name = 0;         ///< for kMethod: the symbol's id
  const Value* self = nullptr;    ///< bound receiver of a method
  const Value* bound =
      nullptr;  ///< for kPartial: a tuple of the positional and a mapping of the keyword arguments; for
                ///< kLibraryObject: a mapping of what the catalog keeps of the constructor's arguments

  friend bool operator==(const Entity& a, const Entity& b);
};

/// Do both refer to the same thing, whatever is bound to it. A set of entities holds one of each.
constexpr bool same_thing(const Entity& a, const Entity& b) {
  return a.kind == b.kind && a.module == b.module && a.index == b.index && a.environment == b.environment &&
         a.name == b.name;
}

/// A few possibilities (at most kMost, or kMostObjects where all are objects or their methods; more become "anything").
struct Entities {
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kMostObjects = 48;  ///< of a table of parts, of which each is asked in turn
  std::span<const Entity> items;

  /// More than kMost were joined: which ones is no longer known.
  bool too_many() const { return items.empty(); }
  /// As sets: the order does not count.
  friend bool operator==(const Entities& a, const Entities& b);
};

}  // namespace syncfree::values
