#include "analyzer/model/mention_index.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::model {
namespace {

std::uint32_t begin_of(const Expression* expression) { return expression->range.begin; }

}  // namespace

Expressions MentionIndex::names(Symbol name, source::TextRange range) { return within(names_, name, range); }

Expressions MentionIndex::attributes(Symbol name, source::TextRange range) { return within(attributes_, name, range); }

Expressions MentionIndex::within(const Mentions& mentions, Symbol name, source::TextRange range) {
  if (!is_read_) read();
  const auto found = mentions.find(name.id);
  if (found == mentions.end()) return {};
  const auto first = std::ranges::lower_bound(found->second, range.begin, {}, begin_of);
  return {first, std::ranges::lower_bound(first, found->second.end(), range.end, {}, begin_of)};
}

void MentionIndex::read() {
  is_read_ = true;
  walk_expressions(module_.body, [&](const Expression& expression) {
    if (const auto* name = expression.get_if<Name>()) names_[name->name.id].push_back(&expression);
    if (const auto* attribute = expression.get_if<Attribute>()) attributes_[attribute->name.id].push_back(&expression);
  });
  // A loop's target is visited behind what it goes over.
  for (Mentions* mentions : {&names_, &attributes_}) {
    for (auto& [symbol, places] : *mentions) std::ranges::stable_sort(places, {}, begin_of);
  }
}

}  // namespace syncfree::model
