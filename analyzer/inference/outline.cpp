#include "analyzer/inference/outline.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace syncfree::inference {

namespace {

using source::TextRange;

std::uint32_t body_of(const model::Function& function) {
  return function.body.empty() ? function.range.end : function.body.front()->range.begin;
}

TextRange whole(const model::Module& module) { return {0, static_cast<std::uint32_t>(module.text.size())}; }

}  // namespace

std::string outline_of(const model::Module& module, TextRange range) {
  std::string text;
  std::uint32_t at = range.begin;
  for (const model::Function* function : module.functions) {
    if (!function->name || function->range.begin < at || function->range.end > range.end) continue;
    text.append(text_in(module, {at, function->name_range.end}));
    at = function->range.end;
  }
  if (at < range.end) text.append(text_in(module, {at, range.end}));
  return text;
}

bool begin_alike(const model::Function& a, const model::Function& b) {
  const bool is_empty = a.parameters.empty();
  return is_empty == b.parameters.empty() && (is_empty || a.parameters.front().name == b.parameters.front().name);
}

std::string_view header_of(const model::Module& module, const model::Function& function) {
  return text_in(module, {function.range.begin, body_of(function)});
}

namespace {

template <class Definition>
bool have_same_place(const Definition* a, const Definition* b) {
  return (a == nullptr) == (b == nullptr) && (a == nullptr || a->id == b->id);
}

/// But for what they take.
bool are_same_otherwise(const model::Module& before, const model::Function& a, const model::Module& after,
                        const model::Function& b) {
  const auto same_text = [&](const model::Expression* one, const model::Expression* other) {
    return text_in(before, one->range) == text_in(after, other->range);
  };
  return a.name == b.name && begin_alike(a, b) && a.is_generator == b.is_generator && a.is_async == b.is_async &&
         have_same_place(a.enclosing, b.enclosing) && have_same_place(a.owner, b.owner) &&
         std::ranges::equal(a.globals, b.globals) && std::ranges::equal(a.decorators, b.decorators, same_text);
}

}  // namespace

std::optional<std::vector<std::uint32_t>> changed_signatures(const model::Module& before, const model::Module& after) {
  const bool have_same_definitions = before.language == after.language && before.docstring == after.docstring &&
                                     before.functions.size() == after.functions.size() &&
                                     before.classes.size() == after.classes.size();
  if (!have_same_definitions || outline_of(before, whole(before)) != outline_of(after, whole(after)))
    return std::nullopt;
  for (std::size_t i = 0; i < before.classes.size(); ++i) {
    if (outline_of(before, before.classes[i]->range) != outline_of(after, after.classes[i]->range)) return std::nullopt;
  }
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < before.functions.size(); ++i) {
    const model::Function& a = *before.functions[i];
    const model::Function& b = *after.functions[i];
    if (!are_same_otherwise(before, a, after, b)) return std::nullopt;
    if (header_of(before, a) != header_of(after, b) || a.docstring != b.docstring) changed.push_back(i);
  }
  return changed;
}

}  // namespace syncfree::inference
