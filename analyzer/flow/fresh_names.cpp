#include "analyzer/flow/fresh_names.h"

#include <algorithm>
#include <unordered_set>

#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::Expression;
using model::Statement;
using model::StatementKind;
using Names = std::unordered_set<std::uint32_t>;

class LoopReader {
 public:
  void read_loop(const Statement& loop) {
    Names bound;
    read_round(loop, bound);
  }

  std::vector<model::Symbol> fresh() const {
    std::vector<model::Symbol> names;
    for (const std::uint32_t name : bound_somewhere_) {
      if (!read_before_.contains(name)) names.push_back(model::Symbol{name});
    }
    return names;
  }

 private:
  /// `bound`: what is bound on every way that leads here; it grows by what the round binds on every way.
  void read_round(const Statement& loop, Names& bound) {
    if (const auto* each = loop.get_if<model::For>()) {
      bind(*each->target, bound);
      read(each->body, bound);
    } else {
      const auto& repeated = loop.as<model::While>();
      read(*repeated.condition, bound);
      read(repeated.body, bound);
    }
  }

  void read(model::Block block, Names& bound) {
    for (const Statement* statement : block) read(*statement, bound);
  }

  void read(const Statement& statement, Names& bound) {
    switch (statement.kind) {
      case StatementKind::kAssign: {
        const auto& assign = statement.as<model::Assign>();
        if (assign.value == nullptr) return;
        read(*assign.value, bound);
        for (const Expression* target : assign.targets) bind(*target, bound);
        return;
      }
      case StatementKind::kIf: {
        const auto& branch = statement.as<model::If>();
        read(*branch.condition, bound);
        Names otherwise = bound;
        read(branch.then, bound);
        read(branch.otherwise, otherwise);
        std::erase_if(bound, [&](std::uint32_t name) { return !otherwise.contains(name); });
        return;
      }
      case StatementKind::kFor:
      case StatementKind::kWhile: {
        if (const auto* each = statement.get_if<model::For>()) read(*each->iterable, bound);
        Names inside = bound;
        read_round(statement, inside);
        Names behind = bound;
        const auto* each = statement.get_if<model::For>();
        read(each != nullptr ? each->otherwise : statement.as<model::While>().otherwise, behind);
        return;
      }
      case StatementKind::kFunction:
      case StatementKind::kClass:
        return mention(statement);
      default: {
        // Of a `with`, a `try` and a `match` nothing is taken to be bound behind it: an exception may have ended it.
        const bool may_end_early = statement.kind == StatementKind::kTry || statement.kind == StatementKind::kMatch;
        Names inside = bound;
        model::for_each_part(
            statement, [&](const Expression* part) { read(*part, inside); },
            [&](model::Block block) {
              Names of_block = may_end_early ? bound : inside;
              read(block, of_block);
            });
      }
    }
  }

  void read(const Expression& expression, const Names& bound) {
    model::walk(expression, [&](const Expression& part) {
      const auto* name = part.get_if<model::Name>();
      if (name != nullptr && !bound.contains(name->name.id)) read_before_.insert(name->name.id);
    });
  }

  /// `x`, `x, (y, z)`; what is stored into is read.
  void bind(const Expression& target, Names& bound) {
    if (const auto* name = target.get_if<model::Name>()) {
      bound.insert(name->name.id);
      bound_somewhere_.insert(name->name.id);
    } else if (const auto* parts = target.get_if<model::Sequence>()) {
      for (const Expression* part : parts->elements) bind(*part, bound);
    } else if (const auto* rest = target.get_if<model::Starred>()) {
      bind(*rest->value, bound);
    } else {
      read(target, bound);
    }
  }

  /// It may be called in any round.
  void mention(const Statement& definition) {
    model::for_each_part(
        definition, [&](const Expression* part) { read(*part, Names()); },
        [&](model::Block block) {
          for (const Statement* statement : block) mention(*statement);
        });
  }

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

std::vector<model::Symbol> fresh_names(const Statement& loop) {
  LoopReader rounds;
  rounds.read_loop(loop);
  return rounds.fresh();
}

}  // namespace syncfree::flow
