#include "analyzer/context/run_order.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analyzer/flow/attempts.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {
namespace {

using model::Expression;
using model::Statement;
using model::StatementKind;

// C++ has no imports; these name namespaces there.
constexpr std::array<std::string_view, 9> kNamespaces = {"torch", "at",  "c10",    "std", "cxx",
                                                         "cuda",  "cub", "thrust", "aten"};

/// "a.b.c" of names and attributes; empty for anything else.
std::string dotted(const Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return std::string(symbols.text(name->name));
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute == nullptr) return {};
  std::string object = dotted(*attribute->object, symbols);
  return object.empty() ? object : object + "." + std::string(symbols.text(attribute->name));
}

/// The round, or the call outside of loops, goes on without what stands behind it. What ends a loop does so once.
bool skips_rest(model::Block block, bool in_loop) {
  if (block.empty()) return false;
  return block.back()->kind == (in_loop ? StatementKind::kContinue : StatementKind::kReturn);
}

/// `range(4)`
std::optional<std::uint32_t> rounds_of(const Expression& iterable, const model::SymbolTable& symbols) {
  const auto* call = iterable.get_if<model::Call>();
  if (call == nullptr || call->arguments.size() != 1 || flow::last_name(*call, symbols) != "range") return std::nullopt;
  const auto* count = call->arguments.front().value->get_if<model::Constant>();
  const bool is_known = count != nullptr && count->constant == model::ConstantKind::kInteger && count->integer >= 0 &&
                        count->integer <= std::numeric_limits<std::int32_t>::max();
  return is_known ? std::optional(static_cast<std::uint32_t>(count->integer)) : std::nullopt;
}

class OrderReader {
 public:
  OrderReader(model::Block body, const model::Function* function, const model::SymbolTable& symbols,
              const std::unordered_set<std::uint32_t>& imported,
              const std::function<bool(source::TextRange)>& is_wanted)
      : symbols_(symbols), imported_(imported), is_wanted_(is_wanted), seldom_(body, function, symbols, {}) {
    block(body);
  }

  RunOrder result() && { return std::move(order_); }

 private:
  /// `inside` stands in a new scope.
  template <class Inside>
  void in_scope(RunScope scope, const Inside& inside) {
    const std::uint32_t outer = scope_;
    enter(scope);
    inside();
    leave(outer);
  }

  /// All scopes up to `outer`.
  void leave(std::uint32_t outer) {
    for (; scope_ != outer; scope_ = order_.scopes[scope_].parent)
      order_.scopes[scope_].end_part = static_cast<std::uint32_t>(order_.parts.size());
  }

  void enter(RunScope scope) {
    scope.parent = scope_;
    scope.first_part = static_cast<std::uint32_t>(order_.parts.size());
    order_.scopes.push_back(scope);
    scope_ = static_cast<std::uint32_t>(order_.scopes.size() - 1);
  }

  void block(model::Block statements) {
    const std::uint32_t outer = scope_;
    bool is_rest_seldom = false;
    // Of several that the rest depends on, the last or a seldom one stands for all: scopes are as deep as the text.
    const auto enter_rest = [&](const Expression& condition, Chance chance) {
      leave(outer);
      enter({.range = condition.range, .head = {}, .rounds = {}, .chance = chance});
      is_rest_seldom = chance == Chance::kSeldom;
    };
    for (std::size_t i = 0; i < statements.size(); ++i) {
      statement(*statements[i]);
      if (is_rest_seldom) continue;
      const auto* test = statements[i]->get_if<model::If>();
      if (test == nullptr || i + 1 == statements.size()) continue;
      if (seldom_.runs_rest(statements, i)) {
        enter_rest(*test->condition, Chance::kSeldom);
      } else if (skips_rest(test->then, loops_ > 0) && test->otherwise.empty() &&
                 !seldom_.runs(test->then, *test->condition, true)) {
        enter_rest(*test->condition, Chance::kSometimes);
      }
    }
    leave(outer);
  }

  void branch(model::Block statements, const Expression& condition, bool positive) {
    if (statements.empty()) return;
    const Chance chance = seldom_.runs(statements, condition, positive) ? Chance::kSeldom : Chance::kSometimes;
    in_scope({.range = condition.range, .head = {}, .rounds = {}, .chance = chance}, [&] { block(statements); });
  }

  void statement(const Statement& statement) {
    ++statement_;
    switch (statement.kind) {
      case StatementKind::kFunction:
        return;
      case StatementKind::kClass:
        block(statement.as<model::Class>().body);
        return;
      case StatementKind::kIf: {
        const auto& test = statement.as<model::If>();
        expression(test.condition);
        branch(test.then, *test.condition, true);
        branch(test.otherwise, *test.condition, false);
        break;
      }
      case StatementKind::kFor:
        loop(statement.as<model::For>());
        break;
      case StatementKind::kWhile:
        loop(statement.as<model::While>());
        break;
      case StatementKind::kTry:
        attempt(statement.as<model::Try>());
        break;
      case StatementKind::kMatch:
        choose(statement.as<model::Match>());
        break;
      default:
        model::for_each_part(
            statement, [&](const Expression* part) { expression(part); }, [&](model::Block inner) { block(inner); });
        bind(statement);
    }
    add(statement.range, nullptr);
  }

  void loop(const model::For& loop) {
    expression(loop.iterable);
    in_scope({.is_loop = true,
              .range = loop.range,
              .head = {loop.range.begin, loop.iterable->range.end},
              .rounds = rounds_of(*loop.iterable, symbols_)},
             [&] {
               count_up(*loop.target);
               ++loops_;
               block(loop.body);
               --loops_;
             });
    block(loop.otherwise);
  }

  void loop(const model::While& loop) {
    in_scope({.is_loop = true,
              .range = loop.range,
              .head = {loop.range.begin, std::max(loop.range.begin, loop.condition->range.end)},
              .rounds = {}},
             [&] {
               expression(loop.condition);
               ++loops_;
               block(loop.body);
               --loops_;
             });
    block(loop.otherwise);
  }

  void attempt(const model::Try& attempt) {
    block(attempt.body);
    for (const model::ExceptHandler& handler : attempt.handlers) {
      in_scope({.range = handler.type != nullptr ? handler.type->range : handler.range,
                .head = {},
                .rounds = {},
                .chance = flow::is_seldom_handled(attempt) ? Chance::kSeldom : Chance{}},
               [&] { block(handler.body); });
    }
    block(attempt.otherwise);
    block(attempt.finally);
  }

  void choose(const model::Match& match) {
    expression(match.subject);
    for (const model::MatchCase& choice : match.cases) {
      in_scope({.range = match.subject->range, .head = {}, .rounds = {}}, [&] {
        expression(choice.guard);
        block(choice.body);
      });
    }
  }

  void expression(const Expression* part) {
    if (part == nullptr) return;
    switch (part->kind) {
      case model::ExpressionKind::kLambda:
        break;  // it runs where it is called
      case model::ExpressionKind::kConditional: {
        const auto& choice = part->as<model::Conditional>();
        expression(choice.condition);
        behind(*choice.condition, *choice.then_value);
        behind(*choice.condition, *choice.else_value);
        break;
      }
      case model::ExpressionKind::kBoolean: {
        const auto& boolean = part->as<model::Boolean>();
        expression(boolean.operands.front());
        for (const Expression* operand : boolean.operands.subspan(1)) behind(*boolean.operands.front(), *operand);
        break;
      }
      case model::ExpressionKind::kComprehension:
        comprehension(part->as<model::Comprehension>());
        break;
      case model::ExpressionKind::kFormatted:
        for (const model::FormattedField& field : part->as<model::Formatted>().fields) {
          expression(field.value);
          add(field.range, field.value);
        }
        break;
      default:
        model::for_each_child(*part, [&](const Expression* child) { expression(child); });
    }
    add(part->range, part);
  }

  void behind(const Expression& condition, const Expression& part) {
    in_scope({.range = condition.range, .head = {}, .rounds = {}}, [&] { expression(&part); });
  }

  void comprehension(const model::Comprehension& comprehension) {
    const std::uint32_t outer = scope_;
    for (const model::ComprehensionClause& clause : comprehension.clauses) {
      expression(clause.iterable);
      enter({.is_loop = true,
             .range = comprehension.range,
             .head = comprehension.range,
             .rounds = rounds_of(*clause.iterable, symbols_)});
      count_up(*clause.target);
      for (const Expression* condition : clause.conditions) expression(condition);
    }
    expression(comprehension.key);
    expression(comprehension.element);
    leave(outer);
  }

  void bind(const Statement& statement) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      for (const Expression* target : assign->targets) count_up(*target);
    } else if (const auto* update = statement.get_if<model::AugmentedAssign>()) {
      count_up(*update->target);
    }
  }

  void count_up(const Expression& target) {
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const Expression* element : several->elements) count_up(*element);
      return;
    }
    const auto* entry = target.get_if<model::Subscript>();
    const std::string name = dotted(entry != nullptr ? *entry->object : target, symbols_);
    if (!name.empty()) ++versions_[name];
  }

  /// Children first, so that of parts with one range the innermost counts.
  void add(source::TextRange range, const Expression* part) {
    if (!is_wanted_(range) || !seen_.insert({range.begin, range.end}).second) return;
    RunPart made{.range = range, .scope = scope_, .statement = statement_, .values = {}};
    if (part != nullptr) read_values(*part, made.values);
    order_.parts.push_back(std::move(made));
  }

  void read_values(const Expression& part, std::vector<ReadValue>& values) const {
    if (const auto* call = part.get_if<model::Call>()) {
      // A function's own name is no value, nor is the object of a method that works on others: `group.gather(x)`.
      std::vector<ReadValue> given;
      for (const model::Argument& argument : call->arguments) read_values(*argument.value, given);
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method != nullptr && given.empty()) read_values(*method->object, values);
      for (ReadValue& value : given) add_value(std::move(value), values);
      return;
    }
    // Which element it is says nothing of when it is there.
    if (const auto* entry = part.get_if<model::Subscript>()) return read_values(*entry->object, values);
    const std::string name = dotted(part, symbols_);
    if (name.empty()) {
      if (part.kind != model::ExpressionKind::kLambda)
        model::for_each_child(part, [&](const Expression* child) { read_values(*child, values); });
      return;
    }
    const model::Name* root = flow::root_name(part);
    if (root != nullptr && (imported_.contains(root->name.id) ||
                            std::ranges::find(kNamespaces, symbols_.text(root->name)) != kNamespaces.end()))
      return;
    const auto version = versions_.find(name);
    if (name != "self") add_value({name, version == versions_.end() ? 0 : version->second}, values);
  }

  static void add_value(ReadValue value, std::vector<ReadValue>& values) {
    if (std::ranges::find(values, value) == values.end()) values.push_back(std::move(value));
  }

  const model::SymbolTable& symbols_;
  const std::unordered_set<std::uint32_t>& imported_;
  const std::function<bool(source::TextRange)>& is_wanted_;
  flow::Seldom seldom_;
  RunOrder order_;
  std::uint32_t scope_ = kNoScope;
  std::uint32_t statement_ = 0;
  std::uint32_t loops_ = 0;  ///< of statements, around what is read
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  std::unordered_map<std::string, std::uint32_t> versions_;
};

void take_imports(model::Block block, std::unordered_set<std::uint32_t>& names) {
  const auto take = [&](const model::ImportedName& imported) {
    const model::Symbol name = imported.alias ? imported.alias : imported.path.front();
    names.insert(name.id);
  };
  for (const Statement* statement : block) {
    if (const auto* import = statement->get_if<model::Import>()) std::ranges::for_each(import->names, take);
    if (const auto* from = statement->get_if<model::ImportFrom>()) std::ranges::for_each(from->names, take);
    model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { take_imports(inner, names); });
  }
}

}  // namespace

RunOrder run_order(model::Block body, const model::Function* function, const model::SymbolTable& symbols,
                   const std::unordered_set<std::uint32_t>& imported,
                   const std::function<bool(source::TextRange)>& is_wanted) {
  return OrderReader(body, function, symbols, imported, is_wanted).result();
}

std::unordered_set<std::uint32_t> imported_names(model::Block block) {
  std::unordered_set<std::uint32_t> names;
  take_imports(block, names);
  return names;
}

}  // namespace syncfree::context
