// What the inference knows between two rounds: one entry for each function in each calling context, one for each
// abstract object.
//
// A round evaluates the entries whose inputs changed, each against the world as the last round left it, so that the
// result depends neither on threads nor on any order. Rounds go on until nothing changes (see fixpoint.h), for one
// layer of the project after the other (see layers.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/inference/event.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/reach.h"
#include "analyzer/inference/stored_names.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/hash_index.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using values::Value;

/// Code that is evaluated as a whole: a function, or (with this bit) the top level of a module.
inline constexpr std::uint32_t kModuleBody = 0x80000000;

/// Of one function, before its calls share fewer of them: when all has come to rest, and on the way there.
inline constexpr std::uint32_t kMostContexts = 6;
inline constexpr std::uint32_t kMostContextsMeanwhile = 16;
/// Where somebody asks about a call, its own arguments are to be kept apart from what else the functions are given.
inline constexpr std::uint32_t kMostContextsWhereAsked = 24;
inline constexpr std::uint32_t kMostContextsWhereAskedMeanwhile = 48;

/// What tells the contexts of one function apart. A function that has too many takes the next step.
enum class Detail : std::uint8_t {
  kFull,    ///< all that is kept of the arguments
  kCoarse,  ///< what the arguments are and where they live (Binding::coarse)
  kNone,    ///< nothing: all calls share the declared context
};

/// Specific objects of one class, before all its constructor calls share the generic object.
inline constexpr std::size_t kMostObjects = 4;

/// A function with what it is called with.
struct ContextKey {
  std::uint32_t code = 0;         ///< function number, or kModuleBody | module number
  std::uint32_t environment = 0;  ///< for a nested function: context number of the enclosing function + 1
  bool declared = false;          ///< called from nowhere known: `arguments` are what the signature says
  bool coarse = false;            ///< little of the arguments is kept (Detail::kCoarse)
  std::vector<Value> arguments;   ///< by parameter; empty for a module body
  std::size_t hash = 0;

  /// Too many ways to be called: the declared one stands for all.
  void declare() {
    declared = true;
    coarse = false;
    arguments.clear();
  }
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
  bool elsewhere = false;  ///< it runs where no CUDA is
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

/// One attribute of one object (without a name: all of them), or of the instances of a class's direct subclasses, or
/// one variable of one context, or which objects the constructor calls of a class make.
struct Cell {
  std::uint32_t owner = 0;  ///< object, or kSubclasses | class, or kVariables | context, or kInstances | class
  model::Symbol name;

  friend bool operator==(const Cell&, const Cell&) = default;
  friend bool operator<(const Cell& a, const Cell& b) {
    return std::pair(a.owner, a.name.id) < std::pair(b.owner, b.name.id);
  }
};
inline constexpr std::uint32_t kVariables = 0x80000000;
inline constexpr std::uint32_t kSubclasses = 0x40000000;
inline constexpr std::uint32_t kInstances = 0x20000000;
/// What texts alone say of a name: which classes store (StoredNames), use and declare attributes of the name, and what
/// it means in modules and in the project as a whole; without a name: of hidden attributes.
inline constexpr std::uint32_t kNamesInText = 0x1FFFFFFF;
/// The signature of a function, which a cell names by its number.
inline constexpr std::uint32_t kSignatures = 0x1FFFFFFE;
/// The direct subclasses of a class, which a cell names by its number.
inline constexpr std::uint32_t kChildren = 0x1FFFFFFD;
constexpr bool is_in_text(const Cell& cell) { return cell.owner >= kChildren && cell.owner <= kNamesInText; }
/// Of an object: whether it is there. No name that a program has.
inline constexpr model::Symbol kIsThere{0xFFFFFFFF};

/// What a call takes from the context that it leads to.
enum class Given : std::uint8_t {
  kResult,
  kGrown,  ///< what the callee added to its arguments
};
using GivenParts = values::Set<Given, std::uint8_t>;
inline constexpr GivenParts kAllGiven = GivenParts(Given::kResult) | Given::kGrown;

/// A context that was called, and what of it counted. Nothing: as a call whose result nobody looks at.
struct ContextRead {
  std::uint32_t context;  ///< kRequested + a place in `new_contexts` where the world has none
  GivenParts parts;

  friend bool operator==(const ContextRead&, const ContextRead&) = default;
  friend bool operator<(const ContextRead& a, const ContextRead& b) {
    return std::pair(a.context, a.parts.bits) < std::pair(b.context, b.parts.bits);
  }
};

constexpr std::uint32_t role_bit(catalog::Role role) { return 1U << static_cast<unsigned>(role); }

/// What one evaluation of a context found.
struct Outcome {
  Value result;                  ///< what comes back; for a generator an iterator; bottom if it never returns
  std::vector<Value> variables;  ///< by slot, join over the whole run; only where others can read them
  std::vector<Event> events;
  std::uint32_t roles = 0;  ///< `role_bit`s of what it calls: the notable ones, and asynchronous copies
  std::vector<std::pair<std::uint32_t, Value>>
      grown;                    ///< containers that came in as arguments and were added to: slot, content now
  std::vector<CallEdge> calls;  ///< `context` is kRequested + a place in `new_contexts` where the world has none
  std::vector<AttributeStore> stores;
  std::vector<GlobalStore> globals;
  bool takes_tensor = false;               ///< a parameter is a tensor on the GPU, or may be
  bool met_nothing = false;                ///< read what exists and holds nothing so far
  std::vector<ContextKey> new_contexts;    ///< called, and not in the world yet
  std::vector<ObjectKey> new_objects;      ///< made, and not in the world yet
  std::vector<ContextRead> read_contexts;  ///< sorted
  std::vector<Cell> read_cells;            ///< what was looked up, found or not; sorted
  ReachedBlocks reached;                   ///< of a function

  /// As a new one, with the memory of this one for what comes next.
  void clear();
};
inline constexpr std::uint32_t kRequested = 0x80000000;

/// What all evaluations of a context gave, in place of what the last one gave.
void take_joined(Outcome& joined, Outcome& last);

struct Context {
  ContextKey key;
  Outcome outcome;
  std::uint32_t evaluations = 0;
  std::uint32_t layer = 0;    ///< whose code called it first
  bool is_abandoned = false;  ///< its layer left it half evaluated, so that no other one may use it
  bool is_made = true;        ///< otherwise its number is free: nothing has asked for it so far (see memo.h)
  std::uint32_t place = 0;    ///< in World::in_order
};

struct Object {
  std::uint32_t layer = 0;                          ///< whose code made it
  ObjectKey key;                                    ///< of a generic object only the class
  model::FlatMap<model::Symbol, Value> attributes;  ///< of a generic object: with those of all instances that are made
  bool is_made = true;                              ///< as of contexts
};

/// What an attribute may hold after one more assignment.
Value with_store(values::ValueArena& arena, const Value& before, const Value& stored);

struct World {
  const Project& project;
  const StoredNames stored_names;
  /// By layer: all has come to rest there, so that what exists by its text and was never stored is open, not unreached.
  std::vector<bool> is_open;
  bool keep_variables = false;  ///< of every context, for someone who wants to look
  bool is_asked = false;        ///< somebody asks about calls: what their arguments make true is not seldom true
  bool notes_all = false;       ///< evaluations note whatever they read that is not text, for a memo (memo.h)
  std::uint32_t most_contexts() const { return is_asked ? kMostContextsWhereAsked : kMostContexts; }
  /// The arguments of C++ have types that stay what they are: what has too many contexts once seldom has fewer later.
  std::uint32_t most_contexts_meanwhile(std::uint32_t code) const {
    if (is_asked) return kMostContextsWhereAskedMeanwhile;
    return project.is_cxx(project.functions()[code].module) ? kMostContexts : kMostContextsMeanwhile;
  }
  std::vector<Context> contexts;
  /// Those that are made, as they were made. The order is a function of the program; numbers also depend on what was
  /// analysed before (memo.h).
  std::vector<std::uint32_t> in_order;
  model::HashIndex context_index;               ///< of the made ones; in a replay of all that will be made
  std::vector<std::uint8_t> pending;            ///< by context: what it depends on has changed since it was evaluated
  std::vector<std::uint32_t> contexts_of_code;  ///< by function: how many contexts it has
  /// By function: the layers that have too many contexts of it, and what tells those apart that they use.
  std::vector<std::vector<std::pair<std::uint32_t, Detail>>> merged;
  std::vector<Object> objects;                                      ///< by object number
  std::vector<model::FlatMap<model::Symbol, Value>> of_subclasses;  ///< by class: attributes of direct subclasses
  std::vector<std::vector<std::uint32_t>> parents;                  ///< by class: its direct base classes
  model::HashIndex object_index;                                    ///< of the specific ones, by their keys
  std::vector<std::uint32_t> objects_of_class;                      ///< by class: how many specific ones there are
  /// By class: the layers that have too many objects of it, so that each of their constructor calls makes the generic
  /// one.
  std::vector<std::vector<std::uint32_t>> crowded;

  static bool among(const std::vector<std::uint32_t>& layers, std::uint32_t layer) {
    return std::ranges::find(layers, layer) != layers.end();
  }
  Detail detail(std::uint32_t code, std::uint32_t layer) const {
    for (const auto& [merging, kept] : merged[code]) {
      if (merging == layer) return kept;
    }
    return Detail::kFull;
  }
  bool is_crowded(std::uint32_t klass, std::uint32_t layer) const { return among(crowded[klass], layer); }
  /// Of a function whose detail is not kNone.
  void keep_less_of(std::uint32_t code, std::uint32_t layer) {
    if (detail(code, layer) == Detail::kFull) {
      merged[code].emplace_back(layer, Detail::kCoarse);
    } else {
      merged[code].back().second = Detail::kNone;
    }
  }

  /// By sealed key, of what the layer sees; model::HashIndex::kAbsent if there is none.
  std::uint32_t find(const ContextKey& key, std::uint32_t layer) const {
    return context_index.find(key.hash, [&](std::uint32_t number) {
      const Context& context = contexts[number];
      return context.is_made && !context.is_abandoned && context.key == key &&
             project.layers().sees(layer, context.layer);
    });
  }
  /// The object that a constructor call makes; model::HashIndex::kAbsent if it is new.
  std::uint32_t find(const ObjectKey& key, std::uint32_t layer) const {
    if (is_crowded(key.klass, layer)) return key.klass;
    return object_index.find(key.hash, [&](std::uint32_t number) {
      const Object& object = objects[number];
      return object.is_made && object.key == key && project.layers().sees(layer, object.layer);
    });
  }
  std::uint32_t layer_of_code(std::uint32_t code) const {
    const bool is_body = (code & kModuleBody) != 0;
    return project.layers().of_module(is_body ? code & ~kModuleBody : project.functions()[code].module);
  }
  /// Does what happens in one context count for the code of another.
  bool decides(std::uint32_t caller, std::uint32_t callee) const {
    return project.layers().decides(contexts[caller].layer, layer_of_code(contexts[callee].key.code));
  }
  std::uint32_t module_of(std::uint32_t context) const {
    const std::uint32_t code = contexts[context].key.code;
    return (code & kModuleBody) != 0 ? code & ~kModuleBody : project.functions()[code].module;
  }
  /// Of a context's variables.
  const Scope& scope_of(std::uint32_t context) const {
    const std::uint32_t code = contexts[context].key.code;
    return (code & kModuleBody) != 0 ? project.modules()[code & ~kModuleBody].scope : project.functions()[code].scope;
  }
  const Object& object(std::uint32_t number) const { return objects[number]; }
  Object& object(std::uint32_t number) { return objects[number]; }
  std::uint32_t class_of(std::uint32_t object) const { return objects[object].key.klass; }
};

}  // namespace syncfree::inference
