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

/// The text without what functions take and do.
std::string outline(const model::Module& module, TextRange range) {
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
  return a.name == b.name && a.docstring == b.docstring && a.is_generator == b.is_generator &&
         a.is_async == b.is_async && have_same_place(a.enclosing, b.enclosing) && have_same_place(a.owner, b.owner) &&
         std::ranges::equal(a.decorators, b.decorators, same_text);
}

bool is_constant(const model::Expression* expression) {
  return expression != nullptr && expression->kind == model::ExpressionKind::kConstant;
}

/// But for the constant that it is where it is not given.
bool are_same_otherwise(const model::Module& before, const model::Parameter& a, const model::Module& after,
                        const model::Parameter& b) {
  if (text_in(before, a.range) == text_in(after, b.range)) return true;
  return is_constant(a.default_value) && is_constant(b.default_value) &&
         text_in(before, {a.range.begin, a.default_value->range.begin}) ==
             text_in(after, {b.range.begin, b.default_value->range.begin});
}

/// `def f(x): …` has become `def f(x, y=None): …`.
bool takes_more(const model::Module& before, const model::Function& a, const model::Module& after,
                const model::Function& b) {
  const std::size_t count = a.parameters.size();
  if (!a.name || count == 0 || b.parameters.size() < count) return false;
  std::uint32_t at = a.range.begin;
  std::uint32_t now_at = b.range.begin;
  for (std::size_t i = 0; i < count; ++i) {
    const model::Parameter& old = a.parameters[i];
    const model::Parameter& now = b.parameters[i];
    const bool is_same = text_in(before, {at, old.range.begin}) == text_in(after, {now_at, now.range.begin}) &&
                         old.kind == now.kind && are_same_otherwise(before, old, after, now);
    if (!is_same) return false;
    at = old.range.end;
    now_at = now.range.end;
  }
  for (const model::Parameter& added : b.parameters.subspan(count)) {
    if (added.annotation != nullptr || !is_constant(added.default_value)) return false;
    now_at = added.range.end;
  }
  return text_in(before, {at, body_of(a)}) == text_in(after, {now_at, body_of(b)});
}

}  // namespace

std::optional<std::vector<std::uint32_t>> changed_signatures(const model::Module& before, const model::Module& after) {
  const bool have_same_definitions = before.language == after.language && before.docstring == after.docstring &&
                                     before.functions.size() == after.functions.size() &&
                                     before.classes.size() == after.classes.size();
  if (!have_same_definitions || outline(before, whole(before)) != outline(after, whole(after))) return std::nullopt;
  for (std::size_t i = 0; i < before.classes.size(); ++i) {
    if (outline(before, before.classes[i]->range) != outline(after, after.classes[i]->range)) return std::nullopt;
  }
  const auto header = [](const model::Module& module, const model::Function& function) {
    return text_in(module, {function.range.begin, body_of(function)});
  };
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < before.functions.size(); ++i) {
    const model::Function& a = *before.functions[i];
    const model::Function& b = *after.functions[i];
    if (!are_same_otherwise(before, a, after, b)) return std::nullopt;
    if (header(before, a) == header(after, b)) continue;
    if (!takes_more(before, a, after, b)) return std::nullopt;
    changed.push_back(i);
  }
  return changed;
}

}  // namespace syncfree::inference
