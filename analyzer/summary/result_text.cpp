#include "analyzer/summary/result_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/values/entity.h"

namespace syncfree::summary {

namespace {

using inference::World;
using values::Element;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Places;
using values::Value;

constexpr int kDeepest = 3;
constexpr std::size_t kMostItems = 8;
constexpr std::size_t kMostParts = 5;

/// Where the tensors are. Those whose place a caller chose are where the call's operands are.
std::string device_of(Places places) {
  if (places.has(Place::kCaller)) return "join";
  if (places == Places(Place::kCuda)) return "cuda";
  if (places == Places(Place::kCpu)) return "cpu";
  return "unknown";
}

std::string element_of(const Value& value) {
  constexpr std::array<std::pair<Element, const char*>, 5> kWords = {{{Element::kBoolean, "boolean"},
                                                                      {Element::kByte, "byte"},
                                                                      {Element::kInteger, "integer"},
                                                                      {Element::kFloating, "floating"},
                                                                      {Element::kComplex, "complex"}}};
  for (const auto& [element, word] : kWords) {
    if (value.elements == values::Elements(element)) return std::string(", element=") + word;
  }
  return {};
}

std::string rank_of(const Value& value) {
  if (value.rank.known()) return ", rank=" + std::to_string(value.rank.least);
  return value.rank.least > 0 ? ", rank=at_least(" + std::to_string(value.rank.least) + ")" : std::string();
}

/// Of several, any.
std::string one_of(const std::vector<std::string>& parts) {
  if (parts.size() == 1) return parts.front();
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return "one_of(" + text + ")";
}

std::string shaped(const char* form, const Value& value) {
  return std::string(form) + "(device=" + device_of(value.places) + element_of(value) + rank_of(value) + ")";
}

}  // namespace

void ResultText::add_host_kinds(const Value& value, std::vector<std::string>& parts) const {
  constexpr std::array<std::pair<Kind, const char*>, 9> kWords = {{{Kind::kBoolean, "boolean"},
                                                                   {Kind::kInteger, "integer"},
                                                                   {Kind::kFloating, "floating"},
                                                                   {Kind::kString, "string"},
                                                                   {Kind::kNone, "none"},
                                                                   {Kind::kRange, "range"},
                                                                   {Kind::kSlice, "slice"},
                                                                   {Kind::kDtype, "dtype"},
                                                                   {Kind::kOther, "other"}}};
  for (const auto& [kind, word] : kWords) {
    if (value.may_be(kind)) parts.emplace_back(word);
  }
  if (value.may_be(Kind::kShape)) parts.emplace_back("tuple_of(integer)");
  if (value.may_be(Kind::kFunction)) parts.emplace_back("function");
  if (value.may_be(Kind::kDevice)) {
    const std::string where = device_of(value.places);
    parts.push_back("device(" + (where == "join" ? "caller" : where) + ")");
  }
}

/// Of any number of elements.
std::string ResultText::items(const Value& container, int depth) const {
  if (container.aggregate == nullptr) return kAnything;
  const values::Aggregate& held = *container.aggregate;
  std::vector<std::string> parts;
  const auto add = [&](const Value& item) {
    std::string text = of(item, depth + 1);
    if (std::ranges::find(parts, text) == parts.end()) parts.push_back(std::move(text));
  };
  for (const Value& item : held.elements) add(item);
  for (const values::DictionaryEntry& entry : held.entries) add(entry.value);
  if (!held.rest.is_bottom()) add(held.rest);
  if (parts.empty() || parts.size() > kMostParts || std::ranges::find(parts, kAnything) != parts.end())
    return kAnything;
  return one_of(parts);
}

void ResultText::add_containers(const Value& value, int depth, std::vector<std::string>& parts) const {
  // `bare`: of elements of which nothing is known.
  const auto holds = [&](Kind kind, const char* word, const char* bare) {
    if (!value.may_be(kind)) return;
    const std::string held = items(value, depth);
    parts.push_back(held == kAnything ? bare : std::string(word) + "(" + held + ")");
  };
  const bool is_record = value.only(Kind::kTuple) && value.aggregate != nullptr && value.aggregate->exact &&
                         !value.aggregate->elements.empty() && value.aggregate->elements.size() <= kMostItems;
  if (is_record) {
    std::string text;
    for (const Value& item : value.aggregate->elements) text += (text.empty() ? "" : ", ") + of(item, depth + 1);
    parts.push_back("tuple(" + text + ")");
  } else {
    holds(Kind::kTuple, "tuple_of", "tuple");
  }
  holds(Kind::kList, "list", "list");
  holds(Kind::kDictionary, "dict", "dict");
  holds(Kind::kSet, "set", "set");
  holds(Kind::kIterator, "iterator", "iterator(anything)");
}

bool ResultText::is_tensor(std::uint32_t klass) const {
  if (klass == inference::kNowhere) return false;
  return std::ranges::any_of(world_.project.classes()[klass].library_bases, [&](std::uint32_t base) {
    return world_.project.catalog().row(base).name == "torch.Tensor";
  });
}

/// False if one of them has no name that others know.
bool ResultText::add_entities(const Value& value, std::vector<std::string>& parts) const {
  if (value.entities == nullptr || value.entities->too_many()) return false;
  for (const values::Entity& entity : value.entities->items) {
    std::string name;
    switch (entity.kind) {
      case values::EntityKind::kObject: {
        const std::uint32_t klass = world_.class_of(entity.index);
        // `class EdgeIndex(Tensor)`
        if (is_tensor(klass)) {
          if (!value.may_be(Kind::kTensor)) parts.emplace_back("tensor(device=join)");
          continue;
        }
        name = names_.of_class(klass);
        break;
      }
      case values::EntityKind::kLibraryObject:
        if (entity.bound != nullptr) return false;  // what it keeps is known here and not to others
        name = world_.project.catalog().row(entity.index).name;
        break;
      case values::EntityKind::kFunction:
      case values::EntityKind::kMethod:
      case values::EntityKind::kPartial:
        continue;  // "function"
      default:
        return false;
    }
    if (name.empty()) return false;
    // What nobody has moved yet has no place of its own; what is registered in a module is where that is.
    const bool is_placed = !value.places.empty() && (value.registered || !value.places.has(Place::kCaller));
    std::string text = "instance(" + name + (is_placed ? ", device=" + device_of(value.places) : "") + ")";
    if (std::ranges::find(parts, text) == parts.end()) parts.push_back(std::move(text));
  }
  return true;
}

std::string ResultText::of_member(const Value& value) const {
  Value placed = value;
  if (value.registered) placed.places = Place::kCaller;
  return of(placed, 0);
}

std::string ResultText::of(const Value& value, int depth) const {
  const bool is_guess = value.evidence == values::Evidence::kGuessed && value.may_be(Kind::kTensor);
  if (depth > kDeepest || value.is_bottom() || value.is_anything() || is_guess) return kAnything;
  if (value.may_be(Kinds(Kind::kNamespace) | Kind::kClass | Kind::kEllipsis | Kind::kUnbound)) return kAnything;
  std::vector<std::string> parts;
  if (value.may_be(Kind::kTensor)) parts.push_back(shaped("tensor", value));
  if (value.may_be(Kind::kArray)) parts.push_back(shaped("array", value));
  add_host_kinds(value, parts);
  add_containers(value, depth, parts);
  if (value.may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject) && !add_entities(value, parts)) return kAnything;
  if (parts.empty() || parts.size() > kMostParts) return kAnything;
  return one_of(parts);
}

}  // namespace syncfree::summary
