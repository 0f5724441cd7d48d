// The small lattices whose product is an abstract value. Each is a set of possibilities; join is union.
#pragma once

#include <cstdint>

namespace syncfree::values {

/// A set over the enumerators of `E`, which are bit positions.
template <class E, class Bits = std::uint32_t>
struct Set {
  Bits bits = 0;

  constexpr Set() = default;
  constexpr Set(E element)
      : bits(static_cast<Bits>(Bits{1} << static_cast<unsigned>(element))) {}  // NOLINT(google-explicit-constructor)
  static constexpr Set raw(Bits bits) {
    Set set;
    set.bits = bits;
    return set;
  }

  constexpr bool empty() const { return bits == 0; }
  constexpr bool has(E element) const { return (bits & Set(element).bits) != 0; }
  constexpr bool overlaps(Set other) const { return (bits & other.bits) != 0; }
  /// Not empty, and nothing outside `other`.
  constexpr bool within(Set other) const { return bits != 0 && (bits & ~other.bits) == 0; }

  friend constexpr bool operator==(Set, Set) = default;
  friend constexpr Set operator|(Set a, Set b) { return raw(static_cast<Bits>(a.bits | b.bits)); }
  friend constexpr Set operator&(Set a, Set b) { return raw(static_cast<Bits>(a.bits & b.bits)); }
  friend constexpr Set operator-(Set a, Set b) { return raw(static_cast<Bits>(a.bits & ~b.bits)); }
  constexpr Set& operator|=(Set other) { return *this = *this | other; }
};

/// What a value can be at run time.
enum class Kind : std::uint8_t {
  kTensor,
  kArray,     ///< NumPy array
  kBoolean,   ///< host bool
  kInteger,   ///< host int
  kFloating,  ///< host float or complex
  kString,
  kNone,
  kTuple,
  kList,
  kDictionary,
  kSet,
  kRange,
  kIterator,  ///< generator, zip, map, enumerate, …: elements come one by one
  kSlice,
  kEllipsis,
  kShape,  ///< torch.Size: a tuple of host integers
  kDevice,
  kDtype,
  kNamespace,  ///< Python module or package
  kClass,
  kFunction,
  kInstance,       ///< object of a class of the project
  kLibraryObject,  ///< object of a class that the catalog knows (nn.Linear, DataLoader, a distribution, a stream, an
                   ///< optimizer…)
  kOther,          ///< a host object that is none of the above and certainly no tensor
  kAnything,       ///< nothing is known; may be a tensor
  kUnbound,        ///< a variable before its first assignment; never a value of an expression
};
using Kinds = Set<Kind>;

constexpr Kinds kHostNumber = Kinds(Kind::kBoolean) | Kind::kInteger | Kind::kFloating;
constexpr Kinds kHostSequence = Kinds(Kind::kTuple) | Kind::kList | Kind::kRange | Kind::kShape;

/// Where a tensor's data may live; for a Kind::kDevice value: which device it may denote.
enum class Place : std::uint8_t {
  kCpu,
  kCuda,
  kMeta,
  kCaller,  ///< chosen by the caller of the analysed code (a forward argument, a module's parameters): on the GPU in
            ///< real use
  kUnknown,
};
using Places = Set<Place, std::uint8_t>;
constexpr Places kOnDevice = Places(Place::kCuda) | Place::kCaller;

/// The wider later. Bytes (`torch.uint8`) select as booleans do, and are whole numbers otherwise.
enum class Element : std::uint8_t { kBoolean, kByte, kInteger, kFloating, kComplex };
using Elements = Set<Element, std::uint8_t>;
constexpr Elements kAnyElement = Elements::raw(0b11111);
constexpr Elements kWholeNumbers = Elements(Element::kByte) | Element::kInteger;
constexpr Elements kSelecting = Elements(Element::kBoolean) | Element::kByte;

enum class Memory : std::uint8_t { kPageable, kPinned };
using Memories = Set<Memory, std::uint8_t>;
constexpr Memories kAnyMemory = Memories::raw(0b11);

/// Bytes of a tensor. The measured limit: a pageable copy of 1 MiB with non_blocking returns at once, one of 4 MiB
/// waits.
enum class Extent : std::uint8_t { kSmall, kLarge };
using Extents = Set<Extent, std::uint8_t>;
constexpr Extents kAnyExtent = Extents::raw(0b11);
constexpr std::int64_t kLargeBytes = std::int64_t{1} << 20;

/// How a tensor on the CPU came to be, for what a copy of it to the GPU means. Views and changes of the element type
/// keep it.
enum class Origin : std::uint8_t {
  kUnknown,
  kConstructor,  ///< by a constructor that takes `device=`
  kHostData,     ///< from Python or NumPy data
  kOneNumber,    ///< from one host number
  kDevice,       ///< copied from the GPU
  kNoElements,   ///< made with none: a copy of it has nothing to wait for
};

/// How it is known that a value is what `kinds` says. Ordered: weaker evidence is smaller.
enum class Evidence : std::uint8_t {
  kGuessed,   ///< by a name or by how it is used
  kDeclared,  ///< by an annotation, a docstring, or the position (arguments of forward)
  kSeen,      ///< by construction
};

/// Does something hold. A value that is a GPU tensor on one way through the code and a host number on another is
/// *sometimes* a tensor, and sometimes not: that is knowledge. Maybe is the lack of it.
enum class Truth : std::uint8_t { kNo, kMaybe, kSometimes, kYes };
constexpr Truth operator&&(Truth a, Truth b) { return a < b ? a : b; }
constexpr Truth operator||(Truth a, Truth b) { return a < b ? b : a; }
constexpr Truth operator!(Truth a) { return a == Truth::kYes ? Truth::kNo : a == Truth::kNo ? Truth::kYes : a; }
/// Known to hold on some way at least.
constexpr bool known(Truth a) { return a >= Truth::kSometimes; }
constexpr Truth truth(bool b) { return b ? Truth::kYes : Truth::kNo; }

}  // namespace syncfree::values
