// Abstract values: what an expression can be at run time, and where its data lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "analyzer/values/lattice.h"

namespace syncfree::values {

struct Aggregate;
struct Entities;

/// A number of array dimensions: exact, or at least so many.
struct Rank {
  static constexpr std::int8_t kMaximum = 100;
  std::int8_t least = 0;
  std::int8_t most = kMaximum;

  static constexpr Rank exactly(int n) {
    return n < 0 || n > kMaximum ? Rank{} : Rank{static_cast<std::int8_t>(n), static_cast<std::int8_t>(n)};
  }
  static constexpr Rank at_least(int n) { return {static_cast<std::int8_t>(n < 0 ? 0 : n), kMaximum}; }
  constexpr bool known() const { return least == most; }
  constexpr Truth is(int n) const {
    return known() ? truth(least == n) : (least <= n && n <= most ? Truth::kMaybe : Truth::kNo);
  }
  /// The rank after adding (or removing) `n` dimensions.
  constexpr Rank plus(int n) const {
    auto shift = [n](int r) { return static_cast<std::int8_t>(r >= kMaximum ? kMaximum : (r + n < 0 ? 0 : r + n)); };
    return {shift(least), shift(most)};
  }
  friend constexpr bool operator==(Rank, Rank) = default;
};

/// A constant small enough to keep: None is Kind::kNone itself.
struct ConstantValue {
  enum class Type : std::uint8_t { kNothing, kBoolean, kInteger, kFloating, kString };
  union {
    std::int64_t integer = 0;  ///< also for kBoolean
    double floating;
    const char* characters;  ///< owned by the run's arenas
  };
  std::uint32_t length = 0;  ///< of `characters`
  Type type = Type::kNothing;

  std::string_view text() const {
    return type == Type::kString ? std::string_view(characters, length) : std::string_view();
  }
  friend bool operator==(const ConstantValue& a, const ConstantValue& b);
};

/// One abstract value; cheap to copy, immutable by convention. No kinds at all is bottom: the expression is never
/// evaluated to an end (or not yet analysed), and every operation on it gives bottom again. Pointers are owned by the
/// arenas of the run's inference.
struct Value {
  Kinds kinds;
  // The next five describe the tensor (or array) possibilities in `kinds`. If there are none, `places` says which
  // device a device or a string such as "cuda:0" denotes, or where the tensors of an object (a module, a distribution)
  // are; `elements` what a dtype denotes, or what something unknown holds if it is a tensor; and `rank` the length of a
  // shape.
  Places places;
  Elements elements = {};
  Memories memories = {};
  Extents extents = {};
  Rank rank;
  Evidence evidence = Evidence::kSeen;
  Origin origin = Origin::kUnknown;  ///< of a tensor on the CPU
  bool registered = false;           ///< a parameter, buffer or submodule: moves with the nn.Module that owns it
  bool waits_back = false;           ///< a tensor of which the gradient waits on its way back, for no mask
  bool read_back =
      false;  ///< a host number that was read from a tensor on the device; a tensor that a mask selected from one
  ConstantValue constant;
  const Aggregate* aggregate =
      nullptr;  ///< elements of the sequence, mapping and iterator possibilities; null: unknown elements
  const Entities* entities =
      nullptr;  ///< the namespaces, classes, functions, instances and library objects that it may be

  bool is_bottom() const { return kinds.empty(); }
  bool may_be(Kinds k) const { return kinds.overlaps(k); }
  bool only(Kinds k) const { return kinds.within(k); }
  bool is_anything() const { return kinds.has(Kind::kAnything); }
  bool is_unknown_mask() const { return only(Kind::kAnything) && elements == Elements(Element::kBoolean); }
  /// A node of a tree of unknown data: at its leaves are tensors, numbers and whatever else.
  static constexpr Kinds kTree = Kinds(Kind::kAnything) | Kind::kDictionary | Kind::kList;
  bool is_of_a_tree() const { return kTree.within(kinds); }
  /// Is it a tensor: kSometimes when other kinds are possible too.
  Truth is_tensor() const {
    if (only(Kind::kTensor)) return Truth::kYes;
    return may_be(Kind::kTensor) ? Truth::kSometimes : may_be(Kind::kAnything) ? Truth::kMaybe : Truth::kNo;
  }
  /// Does it hold a tensor whose data is on a GPU.
  Truth is_device_tensor() const;
  Truth is_cpu_tensor() const;

  static Value anything() { return of(Kind::kAnything, Evidence::kGuessed); }
  /// What a comparison of something unknown gives: booleans, if it is a tensor or an array.
  static Value unknown_mask() {
    Value mask = anything();
    mask.elements = Element::kBoolean;
    return mask;
  }
  static Value of(Kinds kinds, Evidence evidence = Evidence::kSeen) {
    Value v;
    v.kinds = kinds;
    v.evidence = evidence;
    return v;
  }
  static Value none() { return of(Kind::kNone); }
  static Value boolean(bool b);
  static Value integer(std::int64_t n);
  static Value floating(double x);
  static Value string(
      std::string_view text);  ///< `text` must be owned by the run; one that names a device gets its place
  static Value tensor(Places places, Elements elements = kAnyElement, Rank rank = {},
                      Evidence evidence = Evidence::kSeen);
  static Value device(Places places);
  static Value dtype(Elements elements);

  std::optional<bool> known_bool() const;
  std::optional<std::int64_t> known_integer() const;
  std::string_view known_string() const { return constant.text(); }

  friend bool operator==(const Value& a, const Value& b);
};

struct DictionaryEntry {
  ConstantValue key;
  Value value;
};

/// Elements of a container. Immutable.
struct Aggregate {
  /// Deeper nesting, and more elements one by one, are not kept: chains of joins stay finite.
  static constexpr std::uint8_t kDeepest = 5;
  static constexpr std::size_t kMostElements = 64;

  std::span<const Value> elements;           ///< in order; of a tuple that is not `exact`, what it begins with
  bool exact = false;                        ///< `elements` are all there is
  std::span<const DictionaryEntry> entries;  ///< known keys of a mapping
  Value rest;                                ///< join of the elements not listed; bottom if there are none
  std::uint8_t depth = 1;                    ///< set by the arena: 1 + that of the deepest element

  friend bool operator==(const Aggregate& a, const Aggregate& b);
};

/// Kinds whose elements an aggregate describes.
constexpr Kinds kContainer =
    Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary | Kind::kSet | Kind::kIterator | Kind::kLibraryObject;
/// Kinds that a constant can stand for.
constexpr Kinds kConstantKinds = kHostNumber | Kind::kString;

/// Which device a string such as "cuda:0" names; empty if it names none that matters here.
Places place_of_name(std::string_view device);

/// Union of two values. `arena` owns what the join has to build.
class ValueArena;
Value join(ValueArena& arena, const Value& a, const Value& b);

/// Any element of a container or iterator (what `for` binds); anything if unknown.
Value any_element(ValueArena& arena, const Value& container);

/// A part of what nothing is known of: no more, but where the tensors of the whole are said to be.
Value part_of_unknown(const Value& whole);

/// Is it a tensor that is not on the CPU, or can it hold one.
bool may_hold_device_tensor(const Value& value);

/// Structural hash that agrees with ==.
std::size_t hash_of(const Value& value);

}  // namespace syncfree::values
