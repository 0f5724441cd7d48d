#include "analyzer/flow/graph.h"

#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::Expression;
using model::ExpressionKind;
using model::Statement;
using model::StatementKind;

bool is_true(const Expression& condition) {
  const auto* constant = condition.get_if<model::Constant>();
  return constant != nullptr && (constant->constant == model::ConstantKind::kTrue ||
                                 (constant->constant == model::ConstantKind::kInteger && constant->integer != 0));
}

class Builder {
 public:
  Graph run(model::Block body) {
    new_block();
    new_block();
    current_ = new_block();
    link(Graph::kEntry, current_);
    execute(body);
    link(current_, Graph::kExit);
    for (std::uint32_t block = 0; block < graph_.blocks.size(); ++block) {
      for (std::uint32_t at = graph_.blocks[block].loop; at != kNone; at = graph_.loops[at].parent)
        graph_.loops[at].blocks_end = block + 1;
      for (const std::uint32_t next : graph_.blocks[block].successors)
        graph_.blocks[next].predecessors.push_back(block);
    }
    return std::move(graph_);
  }

 private:
  struct Jump {
    std::uint32_t target;
    std::size_t finals;  ///< how many `finally` are around the loop
  };

  std::uint32_t new_block() {
    graph_.blocks.emplace_back().loop = loop_;
    return static_cast<std::uint32_t>(graph_.blocks.size() - 1);
  }

  void link(std::uint32_t from, std::uint32_t to) {
    auto& successors = graph_.blocks[from].successors;
    for (const std::uint32_t known : successors) {
      if (known == to) return;
    }
    successors.push_back(to);
  }

  std::uint32_t next_block(std::uint32_t from) {
    const std::uint32_t block = new_block();
    link(from, block);
    return block;
  }

  void step(StepKind kind, const Expression& expression, const Expression* value = nullptr, bool partial = false) {
    auto& steps = graph_.blocks[current_].steps;
    if (kind == StepKind::kEvaluate) {
      graph_.evaluated.insert_or_assign(&expression, Point{current_, static_cast<std::uint32_t>(steps.size())});
      if (const auto* name = expression.get_if<model::Name>()) ++graph_.reads[name->name.id];
    } else if (kind == StepKind::kBind || kind == StepKind::kUpdate) {
      const Point here{current_, static_cast<std::uint32_t>(steps.size())};
      graph_.bound.try_emplace(&expression, here);
      const auto* name = kind == StepKind::kBind ? expression.get_if<model::Name>() : nullptr;
      if (name != nullptr) graph_.binds[name->name.id].push_back(here);
    }
    steps.push_back({kind, &expression, value, partial});
  }

  void evaluate(const Expression* expression) {
    if (expression != nullptr) evaluate(*expression);
  }

  void evaluate(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::kBoolean:
        evaluate_boolean(expression.as<model::Boolean>());
        break;
      case ExpressionKind::kConditional:
        evaluate_conditional(expression.as<model::Conditional>());
        break;
      case ExpressionKind::kComprehension:
        evaluate_comprehension(expression.as<model::Comprehension>());
        break;
      case ExpressionKind::kLambda:
        break;
      case ExpressionKind::kNamed:
        evaluate(expression.as<model::Named>().value);
        bind(*expression.as<model::Named>().target, expression.as<model::Named>().value, false);
        break;
      case ExpressionKind::kUnary:
        evaluate(expression.as<model::Unary>().operand);
        if (expression.as<model::Unary>().operation == model::UnaryOperator::kNot)
          step(StepKind::kTest, *expression.as<model::Unary>().operand);
        break;
      default:
        model::for_each_child(expression, [&](const Expression* child) { evaluate(*child); });
        break;
    }
    step(StepKind::kEvaluate, expression);
  }

  void evaluate_boolean(const model::Boolean& boolean) {
    std::vector<std::uint32_t> exits;
    for (std::size_t i = 0; i < boolean.operands.size(); ++i) {
      evaluate(boolean.operands[i]);
      if (i + 1 == boolean.operands.size()) break;
      step(StepKind::kTest, *boolean.operands[i]);
      exits.push_back(current_);
      current_ = next_block(current_);
    }
    const std::uint32_t join = next_block(current_);
    for (const std::uint32_t exit : exits) link(exit, join);
    current_ = join;
  }

  void evaluate_conditional(const model::Conditional& conditional) {
    evaluate(conditional.condition);
    step(StepKind::kTest, *conditional.condition);
    const std::uint32_t test = current_;
    current_ = next_block(test);
    evaluate(conditional.then_value);
    const std::uint32_t then_end = current_;
    current_ = next_block(test);
    evaluate(conditional.else_value);
    const std::uint32_t join = next_block(current_);
    link(then_end, join);
    current_ = join;
  }

  void evaluate_comprehension(const model::Comprehension& comprehension) {
    const std::uint32_t outer = loop_;
    std::vector<std::uint32_t> heads;
    for (const model::ComprehensionClause& clause : comprehension.clauses) {
      evaluate(clause.iterable);
      const std::uint32_t before = current_;
      const std::uint32_t after_source = heads.empty() ? kNone : heads.back();
      enter_loop({.kind = LoopKind::kComprehension,
                  .parent = loop_,
                  .range = comprehension.range,
                  .body = {},
                  .comprehension = &comprehension});
      const std::uint32_t head = current_;
      link(before, head);
      if (after_source != kNone) link(head, after_source);
      heads.push_back(head);
      current_ = next_block(head);
      bind(*clause.target, clause.iterable, true);
      for (const Expression* condition : clause.conditions) {
        evaluate(condition);
        step(StepKind::kTest, *condition);
        link(current_, head);
        current_ = next_block(current_);
      }
    }
    evaluate(comprehension.key);
    evaluate(comprehension.element);
    if (!heads.empty()) link(current_, heads.back());
    loop_ = outer;
    const std::uint32_t after = new_block();
    link(heads.empty() ? current_ : heads.front(), after);
    current_ = after;
  }

  void enter_loop(Loop loop) {
    graph_.loops.push_back(loop);
    loop_ = static_cast<std::uint32_t>(graph_.loops.size() - 1);
    current_ = new_block();
    graph_.loops.back().head = current_;
  }

  /// The parts of a target that are evaluated, then the binding.
  void bind(const Expression& target, const Expression* value, bool partial) {
    switch (target.kind) {
      case ExpressionKind::kSequence: {
        const auto targets = target.as<model::Sequence>().elements;
        const auto* values = value == nullptr || partial ? nullptr : value->get_if<model::Sequence>();
        const bool one_to_one = values != nullptr && values->elements.size() == targets.size();
        for (std::size_t i = 0; i < targets.size(); ++i) {
          bind(*targets[i], one_to_one ? values->elements[i] : value, !one_to_one);
        }
        return;
      }
      case ExpressionKind::kStarred:
        bind(*target.as<model::Starred>().value, value, true);
        return;
      case ExpressionKind::kSubscript:
        evaluate(target.as<model::Subscript>().object);
        evaluate(target.as<model::Subscript>().index);
        break;
      case ExpressionKind::kAttribute:
        evaluate(target.as<model::Attribute>().object);
        break;
      default:
        break;
    }
    step(StepKind::kBind, target, value, partial);
  }

  void execute(model::Block block) {
    for (const Statement* statement : block) execute(*statement);
  }

  void execute(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kExpression:
        evaluate(statement.as<model::ExpressionStatement>().value);
        return;
      case StatementKind::kAssign: {
        const auto& assign = statement.as<model::Assign>();
        if (assign.value == nullptr) return;
        evaluate(assign.value);
        for (const Expression* target : assign.targets) bind(*target, assign.value, false);
        return;
      }
      case StatementKind::kAugmentedAssign: {
        const auto& assign = statement.as<model::AugmentedAssign>();
        evaluate(assign.target);
        evaluate(assign.value);
        step(StepKind::kUpdate, *assign.target, assign.value);
        return;
      }
      case StatementKind::kIf:
        execute_if(statement.as<model::If>());
        return;
      case StatementKind::kWhile:
        execute_while(statement.as<model::While>());
        return;
      case StatementKind::kFor:
        execute_for(statement.as<model::For>());
        return;
      case StatementKind::kWith:
        execute_with(statement.as<model::With>());
        return;
      case StatementKind::kTry:
        execute_try(statement.as<model::Try>());
        return;
      case StatementKind::kMatch:
        execute_match(statement.as<model::Match>());
        return;
      case StatementKind::kReturn:
        evaluate(statement.as<model::Return>().value);
        leave(Graph::kExit, 0);
        return;
      case StatementKind::kRaise:
        evaluate(statement.as<model::Raise>().value);
        evaluate(statement.as<model::Raise>().cause);
        link(current_, handlers_.empty() ? Graph::kExit : handlers_.back());
        current_ = new_block();
        return;
      case StatementKind::kAssert:
        execute_assert(statement.as<model::Assert>());
        return;
      case StatementKind::kDelete:
        for (const Expression* target : statement.as<model::Delete>().targets) bind(*target, nullptr, false);
        return;
      case StatementKind::kFunction:
        for (const Expression* decorator : statement.as<model::Function>().decorators) evaluate(decorator);
        for (const model::Parameter& parameter : statement.as<model::Function>().parameters)
          evaluate(parameter.default_value);
        return;
      case StatementKind::kClass:
        for (const Expression* decorator : statement.as<model::Class>().decorators) evaluate(decorator);
        for (const model::Argument& base : statement.as<model::Class>().bases) evaluate(base.value);
        return;
      case StatementKind::kBreak:
        if (!breaks_.empty()) leave(breaks_.back().target, breaks_.back().finals);
        return;
      case StatementKind::kContinue:
        if (!continues_.empty()) leave(continues_.back().target, continues_.back().finals);
        return;
      case StatementKind::kImport:
      case StatementKind::kImportFrom:
      case StatementKind::kGlobal:
      case StatementKind::kPass:
        return;
    }
  }

  void execute_assert(const model::Assert& assertion) {
    evaluate(assertion.condition);
    step(StepKind::kTest, *assertion.condition);
    const std::uint32_t test = current_;
    if (assertion.message != nullptr) {
      current_ = next_block(test);
      evaluate(assertion.message);
      link(current_, Graph::kExit);
    }
    current_ = next_block(test);
  }

  /// A jump out of `finally` clauses runs the innermost first; where control goes after it is then one of its ways on.
  void leave(std::uint32_t target, std::size_t finals) {
    if (finals_.size() > finals) {
      link(current_, finals_.back().block);
      finals_.back().onward.push_back(target);
    } else {
      link(current_, target);
    }
    current_ = new_block();
  }

  /// A chain of `elif`, each of which stands in the one before, is read without recursion.
  void execute_if(const model::If& first) {
    struct Open {
      Branch branch;
      std::uint32_t then_last;
    };
    std::vector<Open> chain;
    for (const model::If* statement = &first; statement != nullptr;) {
      evaluate(statement->condition);
      step(StepKind::kTest, *statement->condition);
      const std::uint32_t test = current_;
      Branch branch{.condition = statement->condition,
                    .then_begin = count(),
                    .then_end = 0,
                    .else_begin = 0,
                    .else_end = 0,
                    .join = 0};
      current_ = next_block(test);
      execute(statement->then);
      const std::uint32_t then_last = current_;
      branch.then_end = branch.else_begin = count();
      current_ = next_block(test);
      chain.push_back({branch, then_last});
      const model::Block otherwise = statement->otherwise;
      const bool goes_on = otherwise.size() == 1 && otherwise.front()->kind == StatementKind::kIf;
      statement = goes_on ? &otherwise.front()->as<model::If>() : nullptr;
      if (!goes_on) execute(otherwise);
    }
    for (; !chain.empty(); chain.pop_back()) {
      auto& [branch, then_last] = chain.back();
      branch.else_end = count();
      branch.join = next_block(current_);
      link(then_last, branch.join);
      current_ = branch.join;
      graph_.branches.push_back(branch);
    }
  }

  void execute_while(const model::While& statement) {
    const std::uint32_t outer = loop_;
    const std::uint32_t before = current_;
    const bool endless = is_true(*statement.condition);
    enter_loop({.kind = LoopKind::kWhile,
                .parent = outer,
                .range = statement.range,
                .body = statement.body,
                .endless = endless});
    const std::uint32_t head = current_;
    link(before, head);
    evaluate(statement.condition);
    if (!endless) step(StepKind::kTest, *statement.condition);
    finish_loop(head, current_, !endless, outer, statement.body, statement.otherwise);
  }

  void execute_for(const model::For& statement) {
    evaluate(statement.iterable);
    const std::uint32_t outer = loop_;
    const std::uint32_t before = current_;
    enter_loop({.kind = LoopKind::kFor, .parent = outer, .range = statement.range, .body = statement.body});
    const std::uint32_t head = current_;
    link(before, head);
    current_ = next_block(head);
    bind(*statement.target, statement.iterable, true);
    finish_loop(head, head, true, outer, statement.body, statement.otherwise);
  }

  /// `test` is the block that control leaves the loop from, if it `ends` by itself.
  void finish_loop(std::uint32_t head, std::uint32_t test, bool ends, std::uint32_t outer, model::Block body,
                   model::Block otherwise) {
    const std::uint32_t inner = loop_;
    loop_ = outer;
    const std::uint32_t after = new_block();
    loop_ = inner;
    breaks_.push_back({after, finals_.size()});
    continues_.push_back({head, finals_.size()});
    if (test == current_) current_ = next_block(current_);
    execute(body);
    link(current_, head);
    breaks_.pop_back();
    continues_.pop_back();
    loop_ = outer;
    current_ = new_block();
    if (ends) link(test, current_);
    execute(otherwise);
    link(current_, after);
    current_ = next_block(after);
  }

  void execute_with(const model::With& statement) {
    for (const model::WithItem& item : statement.items) {
      evaluate(item.context);
      step(StepKind::kEnter, *item.context);
      if (item.target != nullptr) bind(*item.target, item.context, false);
    }
    execute(statement.body);
    for (auto item = statement.items.rbegin(); item != statement.items.rend(); ++item)
      step(StepKind::kLeave, *item->context);
  }

  void execute_try(const model::Try& statement) {
    const bool has_final = !statement.finally.empty();
    std::uint32_t final_block = kNone;
    if (has_final) {
      final_block = new_block();
      finals_.push_back({final_block, {}});
    }
    const std::uint32_t handler = statement.handlers.empty() ? final_block : new_block();
    const std::uint32_t first = count();
    // Any step may raise: the handlers start from before the body, and from every block of it.
    if (handler != kNone) link(current_, handler);
    current_ = next_block(current_);
    if (handler != kNone) handlers_.push_back(handler);
    execute(statement.body);
    if (handler != kNone) handlers_.pop_back();
    if (handler != kNone) {
      for (std::uint32_t block = first, last = count(); block < last; ++block) link(block, handler);
    }
    execute(statement.otherwise);
    const std::uint32_t after = new_block();
    link(current_, after);
    for (const model::ExceptHandler& choice : statement.handlers) {
      current_ = next_block(handler);
      evaluate(choice.type);
      execute(choice.body);
      link(current_, after);
    }
    current_ = after;
    if (!has_final) return;
    const std::vector<std::uint32_t> onward = std::move(finals_.back().onward);
    finals_.pop_back();
    link(after, final_block);
    current_ = final_block;
    execute(statement.finally);
    for (const std::uint32_t target : onward) link(current_, target);
    current_ = next_block(current_);
  }

  void execute_match(const model::Match& statement) {
    evaluate(statement.subject);
    const std::uint32_t subject = current_;
    const std::uint32_t after = new_block();
    link(subject, after);
    for (const model::MatchCase& choice : statement.cases) {
      current_ = next_block(subject);
      evaluate(choice.class_pattern);
      if (choice.guard != nullptr) {
        evaluate(choice.guard);
        step(StepKind::kTest, *choice.guard);
        current_ = next_block(current_);
      }
      execute(choice.body);
      link(current_, after);
    }
    current_ = after;
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(graph_.blocks.size()); }

  struct Final {
    std::uint32_t block;
    std::vector<std::uint32_t> onward;
  };

  Graph graph_;
  std::uint32_t current_ = 0;
  std::uint32_t loop_ = kNone;
  std::vector<Jump> breaks_, continues_;
  std::vector<Final> finals_;
  std::vector<std::uint32_t> handlers_;
};

}  // namespace

std::optional<Point> Graph::point_of(const model::Expression& expression) const {
  const auto found = evaluated.find(&expression);
  return found == evaluated.end() ? std::nullopt : std::optional(found->second);
}

bool Graph::inside(std::uint32_t block, std::uint32_t loop) const {
  for (std::uint32_t at = blocks[block].loop; at != kNone; at = loops[at].parent) {
    if (at == loop) return true;
  }
  return false;
}

Graph build_graph(model::Block body) { return Builder().run(body); }

std::vector<bool> reached_from(const Graph& graph, std::uint32_t from) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::uint32_t> todo = graph.blocks[from].successors;
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    todo.insert(todo.end(), graph.blocks[at].successors.begin(), graph.blocks[at].successors.end());
  }
  return seen;
}

}  // namespace syncfree::flow
