#include "analyzer/model/binding_index.h"

#include <algorithm>
#include <functional>

#include "analyzer/model/walk.h"
#include "analyzer/model/word_index.h"

namespace syncfree::model {
namespace {

bool binds_without_expressions(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kImport:
    case StatementKind::kImportFrom:
    case StatementKind::kFunction:
    case StatementKind::kClass:
    case StatementKind::kGlobal:
      return true;
    default:
      return false;
  }
}

/// Calls `visit(word)` for each word between two offsets.
template <class Visit>
void for_each_word(std::string_view text, std::uint32_t begin, std::uint32_t end, Visit&& visit) {
  for (std::uint32_t at = begin; at < end; ++at) {
    const std::uint32_t first = at;
    while (at < end && is_word_character(text[at])) ++at;
    if (at > first) visit(text.substr(first, at - first));
  }
}

/// Adds the ranges of the outermost statements in `block` that bind names without expressions, in order.
void add_definitions(Block block, std::vector<source::TextRange>& ranges) {
  for (const Statement* statement : block) {
    if (binds_without_expressions(*statement)) {
      ranges.push_back(statement->range);
    } else {
      for_each_part(*statement, [](const Expression*) {}, [&](Block inner) { add_definitions(inner, ranges); });
    }
  }
}

}  // namespace

const Binding* BindingIndex::only(Block block, Symbol name) {
  return count(block, name) == 1 ? &bindings(block, name).front() : nullptr;
}

std::span<const Binding> BindingIndex::bindings(Block block, Symbol name) {
  if (!is_read_) read();
  const auto found = bindings_.find(name.id);
  if (found == bindings_.end()) return {};
  const auto [begin, end] = interval_of(block, nullptr);
  const auto first = std::ranges::lower_bound(found->second, begin, {}, &Binding::number);
  return {first, std::ranges::lower_bound(first, found->second.end(), end, {}, &Binding::number)};
}

std::size_t BindingIndex::count(Block block, const Statement* statement, Symbol name) {
  if (!is_read_) read();
  const auto [begin, end] = interval_of(block, statement);
  const auto within = [begin, end](const auto& sorted, auto number_of) {
    const auto first = std::ranges::lower_bound(sorted, begin, {}, number_of);
    return static_cast<std::size_t>(std::ranges::lower_bound(first, sorted.end(), end, {}, number_of) - first);
  };
  std::size_t count = 0;
  if (const auto bound = bindings_.find(name.id); bound != bindings_.end())
    count += within(bound->second, &Binding::number);
  if (const auto mentioned = mentions_.find(symbols_.text(name)); mentioned != mentions_.end())
    count += 2 * within(mentioned->second, std::identity());
  return count;
}

BindingIndex::Interval BindingIndex::interval_of(Block block, const Statement* statement) {
  if (statement != nullptr) return intervals_.at(statement);
  if (block.empty()) return {0, 0};
  return {intervals_.at(block.front()).first, intervals_.at(block.back()).second};
}

void BindingIndex::read() {
  is_read_ = true;
  read(module_.body);
}

void BindingIndex::read(Block block) {
  for (const Statement* statement : block) read(*statement, block);
}

void BindingIndex::read(const Statement& statement, Block block) {
  const std::uint32_t number = next_++;
  read_own(statement, {number, &statement, block});
  if (binds_without_expressions(statement)) read_words(statement, number);
  for_each_part(statement, [](const Expression*) {}, [&](Block inner) { read(inner); });
  intervals_.insert_or_assign(&statement, Interval{number, next_});
}

void BindingIndex::read_own(const Statement& statement, const Binding& here) {
  if (const auto* assign = statement.get_if<Assign>()) {
    for (const Expression* target : assign->targets) bind(target, here);
  } else if (const auto* update = statement.get_if<AugmentedAssign>()) {
    bind(update->target, here);
  } else if (const auto* loop = statement.get_if<For>()) {
    bind(loop->target, here);
  } else if (const auto* with = statement.get_if<With>()) {
    for (const WithItem& item : with->items) bind(item.target, here);
  } else if (const auto* deletion = statement.get_if<Delete>()) {
    for (const Expression* target : deletion->targets) bind(target, here);
  } else if (const auto* tried = statement.get_if<Try>()) {
    for (const ExceptHandler& handler : tried->handlers) bindings_[handler.name.id].push_back(here);
  } else if (const auto* match = statement.get_if<Match>()) {
    for (const MatchCase& one : match->cases) {
      for (const Symbol capture : one.captures) bindings_[capture.id].push_back(here);
    }
  }
  for_each_part(
      statement,
      [&](const Expression* expression) {
        walk(*expression, [&](const Expression& part) {
          if (const auto* named = part.get_if<Named>()) bind(named->target, here);
        });
      },
      [](Block) {});
}

void BindingIndex::bind(const Expression* target, const Binding& here) {
  if (target == nullptr) return;
  if (const auto* one = target->get_if<Name>()) bindings_[one->name.id].push_back(here);
  if (const auto* star = target->get_if<Starred>()) bind(star->value, here);
  if (const auto* several = target->get_if<Sequence>()) {
    for (const Expression* element : several->elements) bind(element, here);
  }
}

/// Without those of the definitions in it, which come by themselves.
void BindingIndex::read_words(const Statement& statement, std::uint32_t number) {
  std::vector<source::TextRange> inner;
  for_each_part(statement, [](const Expression*) {}, [&](Block block) { add_definitions(block, inner); });
  const auto note = [&](std::string_view word) {
    std::vector<std::uint32_t>& numbers = mentions_[word];
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
  };
  std::uint32_t at = statement.range.begin;
  for (const source::TextRange& definition : inner) {
    for_each_word(module_.text, at, std::max(at, definition.begin), note);
    at = std::max(at, definition.end);
  }
  for_each_word(module_.text, at, std::max(at, statement.range.end), note);
}

}  // namespace syncfree::model
