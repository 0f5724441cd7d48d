#include "analyzer/engine/judging/value_words.h"

#include <array>
#include <utility>

namespace syncfree::engine {
namespace {

using values::Aggregate;
using values::ConstantValue;
using values::Element;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Rank;
using values::Value;

constexpr int kDeepest = 2;               ///< containers in containers
constexpr std::size_t kMostElements = 4;  ///< one by one
constexpr std::size_t kLongestWord = 40;

/// The language's own server says more of these.
constexpr Kinds kOfCode = Kinds(Kind::kNamespace) | Kind::kClass | Kind::kFunction | Kind::kOther | Kind::kAnything |
                          Kind::kUnbound | Kind::kEllipsis | Kind::kSlice;

constexpr std::array kWords = std::to_array<std::pair<Kind, std::string_view>>({
    {Kind::kTensor, "tensor"},
    {Kind::kArray, "NumPy array"},
    {Kind::kBoolean, "bool"},
    {Kind::kInteger, "int"},
    {Kind::kFloating, "float"},
    {Kind::kString, "text"},
    {Kind::kNone, "None"},
    {Kind::kTuple, "tuple"},
    {Kind::kList, "list"},
    {Kind::kDictionary, "dict"},
    {Kind::kSet, "set"},
    {Kind::kRange, "range"},
    {Kind::kIterator, "iterator"},
    {Kind::kShape, "shape"},
    {Kind::kDevice, "device"},
    {Kind::kDtype, "dtype"},
    {Kind::kInstance, "object"},
    {Kind::kLibraryObject, "object"},
});

constexpr std::array kPlaces = std::to_array<std::pair<Place, std::string_view>>({
    {Place::kCpu, "on the host"},
    {Place::kCuda, "on the GPU"},
    {Place::kMeta, "without data (meta)"},
    {Place::kCaller, "where the caller has put it"},
});

constexpr std::array kElements = std::to_array<std::pair<Element, std::string_view>>({
    {Element::kBoolean, "bool"},
    {Element::kByte, "byte"},
    {Element::kInteger, "integer"},
    {Element::kFloating, "floating point"},
    {Element::kComplex, "complex"},
});

/// Those of the names that `set` has, with "or" in between.
template <class Set, class Names>
std::string either(const Set& set, const Names& names) {
  std::string text;
  for (const auto& [each, name] : names) {
    if (set.has(each)) text += (text.empty() ? "" : " or ") + std::string(name);
  }
  return text;
}

std::string places_of(const Value& value) {
  std::string text = either(value.places, kPlaces);
  if (value.places.has(Place::kUnknown)) text = text.empty() ? "on an unknown device" : text + " or elsewhere";
  return text.empty() ? text : " " + text;
}

std::string rank_of(Rank rank) {
  if (!rank.known()) return rank.least > 0 ? ", at least " + std::to_string(rank.least) + " dimensions" : std::string();
  return ", " + (rank.least == 0 ? "no" : std::to_string(rank.least)) +
         (rank.least == 1 ? " dimension" : " dimensions");
}

std::string data_of(const Value& value) {
  const std::string elements =
      value.elements == values::kAnyElement ? std::string() : either(value.elements, kElements);
  return (elements.empty() ? "" : ", " + elements) + rank_of(value.rank);
}

std::string constant_of(const ConstantValue& constant) {
  switch (constant.type) {
    case ConstantValue::Type::kNothing:
    case ConstantValue::Type::kFloating:
      return {};
    case ConstantValue::Type::kBoolean:
      return constant.integer != 0 ? " (True)" : " (False)";
    case ConstantValue::Type::kInteger:
      return " (" + std::to_string(constant.integer) + ")";
    case ConstantValue::Type::kString:
      return constant.length > kLongestWord ? std::string() : " (\"" + std::string(constant.text()) + "\")";
  }
  return {};
}

std::string words_at(const Value& value, int depth);

std::string content_of(const Aggregate& content, int depth) {
  if (!content.entries.empty()) return {};
  if (!content.exact && content.elements.empty()) {
    const std::string words = words_at(content.rest, depth + 1);
    return words.empty() ? words : " of " + words;
  }
  if (content.elements.empty() || content.elements.size() > kMostElements) return {};
  std::string text;
  for (const Value& element : content.elements) {
    const std::string words = words_at(element, depth + 1);
    text += (text.empty() ? "" : "; ") + (words.empty() ? "unknown" : words);
  }
  if (!content.exact) text += "; …";
  return " of (" + text + ")";
}

std::string one_kind(const Value& value, Kind kind, std::string_view name, int depth) {
  std::string text(name);
  if (kind == Kind::kTensor) {
    text += places_of(value) + data_of(value);
    if (value.memories == values::Memories(values::Memory::kPinned)) text += ", pinned";
  } else if (kind == Kind::kArray) {
    text += data_of(value);
  } else if (kind == Kind::kDevice) {
    text += places_of(value);
  } else if (kind == Kind::kInstance || kind == Kind::kLibraryObject) {
    if (const std::string places = places_of(value); !places.empty()) text += " with tensors" + places;
  } else if (values::kHostNumber.has(kind) || kind == Kind::kString) {
    text += constant_of(value.constant);
    if (value.read_back && values::kHostNumber.has(kind)) text += ", read back from the GPU";
  } else if (value.aggregate != nullptr && values::kContainer.has(kind) && depth < kDeepest) {
    text += content_of(*value.aggregate, depth);
  }
  return text;
}

std::string words_at(const Value& value, int depth) {
  std::string text;
  for (const auto& [kind, name] : kWords) {
    if (!value.may_be(kind)) continue;
    const std::string words = one_kind(value, kind, name, depth);
    if (text.ends_with(words)) continue;  // objects of the project's classes and of libraries'
    text += (text.empty() ? "" : " | ") + words;
  }
  return text.empty() || !value.is_anything() ? text : text + " | something unknown";
}

}  // namespace

std::string words_of(const Value& value) { return value.only(kOfCode) ? std::string() : words_at(value, 0); }

std::string_view words_of(values::Evidence evidence) {
  switch (evidence) {
    case values::Evidence::kSeen:
      return "as the code makes it";
    case values::Evidence::kDeclared:
      return "by its declaration";
    case values::Evidence::kGuessed:
      return "by its name or use";
  }
  return {};
}

}  // namespace syncfree::engine
