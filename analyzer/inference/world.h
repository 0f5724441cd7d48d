// What the inference knows between two rounds: one entry for each function in each calling context, one for each
// abstract object.
//
// A round evaluates the entries whose inputs changed, each against the world as the last round left it, so that the
// result does not depend on the number of threads or on their order. Rounds go on until nothing changes (see
// fixpoint.h).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/engine/event.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/hash_index.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

using values::Value;

/// Code that is evaluated as a whole: a function, or (with this bit) the top level of a module.
inline constexpr std::uint32_t kModuleBody = 0x80000000;

/// Specific objects of one class; further constructor calls share the generic object.
inline constexpr std::uint32_t kMostObjects = 4;

/// A function with what it is called with.
struct ContextKey {
  std::uint32_t code = 0;         ///< function number, or kModuleBody | module number
  std::uint32_t environment = 0;  ///< for a nested function: context number of the enclosing function + 1
  bool declared = false;          ///< called from nowhere known: `arguments` are what the signature says
  std::vector<Value> arguments;   ///< by parameter; empty for a module body
  std::size_t hash = 0;

  void seal();
  friend bool operator==(const ContextKey& a, const ContextKey& b);
};

/// An instance of a class of the project. Numbers below Project::classes().size() are the generic objects: what is
/// known of any instance of that class (and its class attributes). Others stand for the instances made by one kind of
/// constructor call.
struct ObjectKey {
  std::uint32_t klass = 0;
  std::vector<Value> arguments;
  std::size_t hash = 0;

  void seal();
  friend bool operator==(const ObjectKey& a, const ObjectKey& b);
};

/// A call that was followed.
struct CallEdge {
  std::uint32_t context;  ///< number of the callee's context
  source::TextRange range;
  std::uint16_t loop_depth = 0;
  bool guarded = false;
};

struct AttributeStore {
  std::uint32_t object;
  model::Symbol name;
  Value value;
};

struct GlobalStore {
  std::uint32_t module;
  std::uint32_t slot;
  Value value;
};

/// One attribute of one object; without a name: all of them.
struct AttributeCell {
  std::uint32_t object = 0;
  model::Symbol name;

  friend bool operator==(const AttributeCell&, const AttributeCell&) = default;
  friend bool operator<(const AttributeCell& a, const AttributeCell& b) {
    return std::pair(a.object, a.name.id) < std::pair(b.object, b.name.id);
  }
};

constexpr std::uint32_t role_bit(catalog::Role role) { return 1U << static_cast<unsigned>(role); }

/// What one evaluation of a context found.
struct Outcome {
  Value result;                  ///< what comes back; for a generator an iterator; bottom if it never returns
  std::vector<Value> variables;  ///< by slot, join over the whole run; only where others can read them
  std::vector<engine::Event> events;
  std::uint32_t roles = 0;  ///< `role_bit`s of what it calls: the notable ones, and asynchronous copies
  std::vector<std::pair<std::uint32_t, Value>>
      grown;                    ///< containers that came in as arguments and were added to: slot, content now
  std::vector<CallEdge> calls;  ///< `context` is an index into `requests` + kRequested where the context is new
  std::vector<AttributeStore> stores;
  std::vector<GlobalStore> globals;
  std::vector<ContextKey> requests;  ///< contexts that do not exist yet
  std::vector<ObjectKey> object_requests;
  std::vector<std::uint32_t> read_contexts;    ///< whose result or variables were used
  std::vector<AttributeCell> read_attributes;  ///< what was looked up, found or not
};
inline constexpr std::uint32_t kRequested = 0x80000000;

struct Context {
  ContextKey key;
  Outcome outcome;
  std::uint32_t evaluations = 0;
};

struct Object {
  ObjectKey key;  ///< of a generic object only the class
  model::FlatMap<model::Symbol, Value> attributes;
};

struct World {
  const Project& project;
  bool keep_variables = false;  ///< of every context, for someone who wants to look
  std::vector<Context> contexts;
  model::HashIndex context_index;
  std::vector<std::uint32_t> contexts_of_code;  ///< by function: how many contexts it has
  std::vector<bool> merged;                     ///< by function: too many contexts; every call uses the declared one
  std::vector<Object> objects;
  model::HashIndex object_index;                             ///< of the specific ones, by their keys
  std::vector<std::vector<std::uint32_t>> objects_of_class;  ///< the specific ones, by class

  /// By sealed key; model::HashIndex::kAbsent if there is none.
  std::uint32_t find(const ContextKey& key) const {
    return context_index.find(key.hash, [&](std::uint32_t number) { return contexts[number].key == key; });
  }
  std::uint32_t find(const ObjectKey& key) const {
    return object_index.find(key.hash, [&](std::uint32_t number) { return objects[number].key == key; });
  }
  std::uint32_t module_of(std::uint32_t context) const {
    const std::uint32_t code = contexts[context].key.code;
    return (code & kModuleBody) != 0 ? code & ~kModuleBody : project.functions()[code].module;
  }
  std::uint32_t class_of(std::uint32_t object) const { return objects[object].key.klass; }
};

}  // namespace syncfree::inference
