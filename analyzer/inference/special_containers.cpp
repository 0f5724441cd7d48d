// Library calls that make containers and iterators, or take from them.
#include "analyzer/inference/special_call.h"

namespace syncfree::inference {

namespace {

/// What `dict` keeps of `(key, value)`.
Value value_of_pair(values::ValueArena& arena, const Value& pair) {
  const values::Aggregate* content = pair.aggregate;
  if (content != nullptr && content->exact && content->elements.size() == 2) return content->elements[1];
  return pair.is_bottom() ? pair : values::any_element(arena, pair);
}

}  // namespace

std::optional<Value> SpecialCall::container_of_elements() {
  if (first_ == nullptr) return std::nullopt;
  if (first_->may_be(Kind::kInstance)) {
    const Value element = iterate(*first_);
    return arena_.container(name_ == "builtins.list"    ? Kind::kList
                            : name_ == "builtins.tuple" ? Kind::kTuple
                                                        : Kind::kIterator,
                            element);
  }
  return std::nullopt;
}

std::optional<Value> SpecialCall::next() {
  if (first_ == nullptr) return std::nullopt;
  bool found = false;
  Value value;
  if (first_->may_be(Kind::kInstance)) value = all_.calls.call_method(*first_, known_.next, {}, range_, found);
  if (!found) value = iterate(*first_);
  if (second_ != nullptr) value = join(value, *second_);
  return value;
}

std::optional<Value> SpecialCall::enumerate() {
  if (first_ == nullptr) return std::nullopt;
  const Value pair[] = {Value::of(Kind::kInteger), iterate(*first_)};
  if (pair[1].is_bottom()) return arena_.container(Kind::kIterator, Value{});
  return arena_.container(Kind::kIterator, arena_.sequence(Kind::kTuple, pair));
}

std::optional<Value> SpecialCall::dictionary() {
  // `dict(a=x, b=y)`, `dict(pairs, b=y)`
  std::vector<values::DictionaryEntry> entries;
  Value rest;
  for (const ArgumentValue& argument : arguments_) {
    if (argument.stars == 2 && argument.value.only(Kind::kDictionary) && argument.value.aggregate != nullptr) {
      const values::Aggregate& more = *argument.value.aggregate;
      entries.insert(entries.end(), more.entries.begin(), more.entries.end());
      rest = join(rest, more.rest);
      continue;
    }
    if (argument.keyword.empty()) {
      constexpr Kinds kPairs = Kinds(Kind::kList) | Kind::kTuple | Kind::kSet | Kind::kIterator;
      if (argument.stars != 0 || !argument.value.only(kPairs)) return std::nullopt;
      rest = join(rest, value_of_pair(arena_, iterate(argument.value)));
      continue;
    }
    entries.push_back({Value::string(arena_.copy(argument.keyword)).constant, argument.value});
  }
  return arena_.dictionary(entries, rest);
}

std::optional<Value> SpecialCall::zip() {
  std::vector<Value> elements;
  for (const ArgumentValue& argument : arguments_) {
    if (!argument.keyword.empty()) continue;
    if (argument.stars != 0) {
      const Value inner = values::any_element(arena_, values::any_element(arena_, argument.value));
      return arena_.container(Kind::kIterator, arena_.container(Kind::kTuple, inner));
    }
    elements.push_back(iterate(argument.value));
    if (elements.back().is_bottom()) return arena_.container(Kind::kIterator, Value{});
  }
  return arena_.container(Kind::kIterator, arena_.sequence(Kind::kTuple, elements));
}

std::optional<Value> SpecialCall::sample() {
  return first_ == nullptr ? std::nullopt : std::optional(arena_.container(Kind::kList, iterate(*first_)));
}

}  // namespace syncfree::inference
