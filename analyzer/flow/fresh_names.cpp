#include "analyzer/flow/fresh_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "analyzer/model/walk.h"
#include "analyzer/work/work.h"

namespace syncfree::flow {

namespace {

using model::Expression;
using model::Statement;
using model::StatementKind;
using Names = std::unordered_set<std::uint32_t>;

/// What is bound on every way that leads to a place. Each name is added and taken back once for each block.
class BoundNames {
 public:
  using Mark = std::size_t;

  bool contains(model::Symbol name) const { return names_.contains(name.id); }
  void add(model::Symbol name) {
    if (names_.insert(name.id).second) added_.push_back(name.id);
  }
  Mark mark() const { return added_.size(); }
  /// What was added since then, which is taken back.
  std::vector<std::uint32_t> take_back(Mark since) {
    std::vector<std::uint32_t> taken(added_.begin() + static_cast<std::ptrdiff_t>(since), added_.end());
    added_.resize(since);
    for (const std::uint32_t name : taken) names_.erase(name);
    work::count(work::Counted::kVariables, taken.size());
    return taken;
  }

 private:
  Names names_;
  std::vector<std::uint32_t> added_;  ///< in order
};

class LoopReader {
 public:
  std::vector<model::Symbol> fresh_in(const Statement& loop) {
    read_round(loop);
    std::vector<model::Symbol> names;
    for (const std::uint32_t name : bound_somewhere_) {
      if (!read_before_.contains(name)) names.push_back(model::Symbol{name});
    }
    return names;
  }

 private:
  void read_round(const Statement& loop) {
    if (const auto* each = loop.get_if<model::For>()) {
      bind(*each->target);
      read(each->body);
    } else {
      const auto& repeated = loop.as<model::While>();
      read(*repeated.condition);
      read(repeated.body);
    }
  }

  void read(model::Block block) {
    for (const Statement* statement : block) read(*statement);
  }

  void read(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kAssign:
        return read_assign(statement.as<model::Assign>());
      case StatementKind::kIf:
        return read_if(statement.as<model::If>());
      case StatementKind::kFor:
      case StatementKind::kWhile:
        return read_loop(statement);
      case StatementKind::kFunction:
      case StatementKind::kClass:
        return mention(statement);
      default:
        // An exception may end a block before it has bound anything, and one case of several runs.
        model::for_each_part(
            statement, [&](const Expression* part) { read(*part); },
            [&](model::Block block) {
              const BoundNames::Mark before = bound_.mark();
              read(block);
              bound_.take_back(before);
            });
    }
  }

  void read_assign(const model::Assign& assign) {
    if (assign.value == nullptr) return;
    read(*assign.value);
    for (const Expression* target : assign.targets) bind(*target);
  }

  void read_if(const model::If& branch) {
    read(*branch.condition);
    const BoundNames::Mark before = bound_.mark();
    read(branch.then);
    const std::vector<std::uint32_t> then = bound_.take_back(before);
    read(branch.otherwise);
    const std::vector<std::uint32_t> otherwise = bound_.take_back(before);
    const Names also(otherwise.begin(), otherwise.end());
    for (const std::uint32_t name : then) {
      if (also.contains(name)) bound_.add(model::Symbol{name});
    }
  }

  void read_loop(const Statement& loop) {
    const auto* each = loop.get_if<model::For>();
    if (each != nullptr) read(*each->iterable);
    const BoundNames::Mark before = bound_.mark();
    read_round(loop);
    bound_.take_back(before);
    read(each != nullptr ? each->otherwise : loop.as<model::While>().otherwise);
    bound_.take_back(before);
  }

  void read(const Expression& expression) {
    model::walk(expression, [&](const Expression& part) {
      const auto* name = part.get_if<model::Name>();
      if (name != nullptr && !bound_.contains(name->name)) read_before_.insert(name->name.id);
    });
  }

  /// `x`, `x, (y, z)`; what is stored into is read.
  void bind(const Expression& target) {
    if (const auto* name = target.get_if<model::Name>()) {
      bound_.add(name->name);
      bound_somewhere_.insert(name->name.id);
    } else if (const auto* parts = target.get_if<model::Sequence>()) {
      for (const Expression* part : parts->elements) bind(*part);
    } else if (const auto* rest = target.get_if<model::Starred>()) {
      bind(*rest->value);
    } else {
      read(target);
    }
  }

  /// It may be called in any round.
  void mention(const Statement& definition) {
    model::for_each_part(
        definition,
        [&](const Expression* whole) {
          model::walk(*whole, [&](const Expression& part) {
            if (const auto* name = part.get_if<model::Name>()) read_before_.insert(name->name.id);
          });
        },
        [&](model::Block block) {
          for (const Statement* statement : block) mention(*statement);
        });
  }

  BoundNames bound_;
  Names read_before_;
  Names bound_somewhere_;
};

}  // namespace

bool holds_functions(model::Block block) {
  return std::ranges::any_of(block, [](const Statement* statement) {
    if (statement->kind == StatementKind::kFunction || statement->kind == StatementKind::kClass) return true;
    bool found = false;
    model::for_each_part(
        *statement,
        [&](const Expression* whole) {
          model::walk(*whole, [&](const Expression& part) { found |= part.kind == model::ExpressionKind::kLambda; });
        },
        [&](model::Block inner) { found = found || holds_functions(inner); });
    return found;
  });
}

std::vector<model::Symbol> fresh_names(const Statement& loop) { return LoopReader().fresh_in(loop); }

}  // namespace syncfree::flow
