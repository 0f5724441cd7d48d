// Where what a module holds is, once the module has been moved.
#include <algorithm>
#include <vector>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// A parameter, buffer or submodule lives where its owner lives; a plain tensor attribute stays where it was made.
Value Members::moved_with(const Value& owner, const Value& attribute) const {
  if (owner.places.empty()) return attribute;
  if (!attribute.registered) return with_parts_moved(owner, attribute);
  // A module that was never moved has what its constructor put on the GPU there.
  if (attribute.places.within(values::Place::kCuda) && attribute.evidence == values::Evidence::kSeen) return attribute;
  // So is what it made on a device that its caller names.
  const bool is_never_moved = owner.places == values::Places(values::Place::kCpu) && !attribute.places.empty();
  if (is_never_moved && attribute.places.within(values::kOnDevice) && attribute.evidence != values::Evidence::kGuessed)
    return attribute;
  Value moved = attribute;
  moved.places = owner.places;
  // What was only guessed is the device that the constructor was given, and that says nothing any more. That an object
  // is a module at all may be a guess, too: such a one is of no class in particular.
  const bool is_made =
      attribute.only(Kind::kLibraryObject) && attribute.entities != nullptr &&
      std::ranges::none_of(attribute.entities->items, [&](const Entity& part) { return part.index == known_.module; });
  if (is_made || attribute.only(Kind::kTensor)) moved.evidence = std::max(moved.evidence, values::Evidence::kDeclared);
  return moved;
}

/// `self.levels = [self.first, self.second]`: the parameters in the list are the module's own.
Value Members::with_parts_moved(const Value& owner, const Value& whole) const {
  constexpr Kinds kPlain = Kinds(Kind::kList) | Kind::kTuple | Kind::kDictionary;
  if (whole.aggregate == nullptr || !whole.only(kPlain)) return whole;
  const values::Aggregate& content = *whole.aggregate;
  std::vector<Value> elements(content.elements.begin(), content.elements.end());
  std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
  Value rest = content.rest;
  bool any = false;
  const auto move = [&](Value& part) {
    any |= part.registered;
    if (part.registered) part = moved_with(owner, part);
  };
  std::ranges::for_each(elements, move);
  std::ranges::for_each(entries, move, &values::DictionaryEntry::value);
  move(rest);
  if (!any) return whole;
  Value moved = whole;
  moved.aggregate = arena_.aggregate({.elements = elements, .exact = content.exact, .entries = entries, .rest = rest});
  return moved;
}

}  // namespace syncfree::inference
