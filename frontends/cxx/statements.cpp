// Statements of function bodies.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

bool is_true(const model::Expression& value) {
  const auto* constant = value.get_if<model::Constant>();
  if (constant == nullptr) return false;
  return constant->constant == model::ConstantKind::kTrue ||
         (constant->constant == model::ConstantKind::kInteger && constant->integer != 0);
}

}  // namespace

void Reader::statements(syntax::Statements read) {
  for (const syntax::Statement* one : read) {
    statement(one);
    if (one != nullptr && one->kind == syntax::StatementKind::kIf) place_what_follows(one->as<syntax::If>(), read);
  }
}

model::Block Reader::sub_statement(const syntax::Statement* read, bool is_on_host) {
  Statements body;
  Statements* outer = sink_;
  sink_ = &body;
  ++branch_depth_;
  scopes_.emplace_back();
  if (is_on_host && read != nullptr) {
    statement_on_host(*read);
  } else {
    statement(read);
  }
  scopes_.pop_back();
  --branch_depth_;
  sink_ = outer;
  return module_.arena.copy(body);
}

void Reader::statement(const syntax::Statement* read) {
  if (read == nullptr) return;
  using enum syntax::StatementKind;
  switch (read->kind) {
    case kBlock:
      scopes_.emplace_back();
      statements(read->as<syntax::Block>().body);
      scopes_.pop_back();
      break;
    case kIf:
      return if_statement(read->as<syntax::If>());
    case kFor:
      return for_statement(read->as<syntax::For>());
    case kRangeFor:
      return range_for(read->as<syntax::RangeFor>());
    case kWhile:
      return while_statement(read->as<syntax::While>());
    case kDo:
      return do_statement(read->as<syntax::Do>());
    case kSwitch:
      return switch_statement(read->as<syntax::Switch>());
    case kTry:
      return try_statement(read->as<syntax::Try>());
    case kReturn:
      return return_statement(read->as<syntax::Return>());
    case kJump:
      return jump(read->as<syntax::Jump>());
    case kAlias:
      return alias(read->as<syntax::Alias>());
    case kVariables:
      return variables(read->as<syntax::Variables>());
    case kExpressions:
      return expression_statement(read->as<syntax::ExpressionStatement>());
  }
}

void Reader::jump(const syntax::Jump& read) {
  if (switch_depth_ != 0 || lambda_depth_ != 0) return;
  const TextRange range = token(read.begin).range;
  if (read.is_break)
    sink_->push_back(make_statement<model::Break>(range));
  else
    sink_->push_back(make_statement<model::Continue>(range));
}

/// `cxx.test(…)` or `cxx.given(…)`: so it is already.
bool Reader::is_test(const Expression& node) const {
  const auto* call = node.get_if<model::Call>();
  const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const auto* package = callee == nullptr ? nullptr : callee->object->get_if<model::Name>();
  if (package == nullptr || symbols_.text(package->name) != "cxx") return false;
  const std::string_view function = symbols_.text(callee->name);
  return function == "test" || function == "given";
}

// The truth of a C++ condition never is a tensor's: it is a host boolean by then. Tests of where a tensor is are kept
// as such.
const model::Expression* Reader::tested(Typed value) {
  const Expression* node = value.node;
  const auto asks_device = [&](const auto& self, const Expression& part) -> bool {
    if (const auto* attribute = part.get_if<model::Attribute>()) return symbols_.text(attribute->name) == "is_cuda";
    if (const auto* unary = part.get_if<model::Unary>())
      return unary->operation == model::UnaryOperator::kNot && self(self, *unary->operand);
    if (const auto* both = part.get_if<model::Boolean>()) {
      return std::ranges::all_of(both->operands, [&](const Expression* operand) { return self(self, *operand); });
    }
    const auto* compared = part.get_if<model::Comparison>();
    if (compared == nullptr || compared->operands.size() != 2) return false;
    const auto* constant = compared->operands[1]->get_if<model::Constant>();
    const auto* kind = compared->operands[0]->get_if<model::Attribute>();
    return constant != nullptr && kind != nullptr && constant->constant == model::ConstantKind::kString &&
           symbols_.text(kind->name) == "type";
  };
  if (is_test(*node) || asks_device(asks_device, *node)) return node;
  if (const auto* both = node->get_if<model::Boolean>()) {
    std::vector<const Expression*> operands;
    for (const Expression* operand : both->operands) operands.push_back(tested({operand}));
    auto* lowered = make_expression<model::Boolean>(node->range);
    lowered->is_and = both->is_and;
    lowered->operands = module_.arena.copy(operands);
    return lowered;
  }
  if (const auto* unary = node->get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot) {
    return not_of(tested({unary->operand}));
  }
  return call(library(is_given(*node) ? "cxx.given" : "cxx.test", node->range),
              {{.value = {node}, .range = node->range}}, node->range, node->range);
}

/// What a condition is that somebody wrote as a number or a word: `0`, `false && x`, `!true`. What a macro stands for
/// may be another thing in another build.
std::optional<bool> Reader::written_answer(const Expression& condition) const {
  if (const auto* constant = condition.get_if<model::Constant>()) {
    const std::string_view word = std::string_view(module_.text).substr(condition.range.begin, condition.range.size());
    if (word == "0" || word == "1" || word == "false" || word == "true") return is_true(*constant);
  } else if (const auto* unary = condition.get_if<model::Unary>()) {
    const std::optional<bool> answer = written_answer(*unary->operand);
    if (answer && unary->operation == model::UnaryOperator::kNot) return !*answer;
  } else if (const auto* boolean = condition.get_if<model::Boolean>()) {
    // One part that settles it is enough.
    for (const Expression* part : boolean->operands) {
      if (written_answer(*part) == std::optional(!boolean->is_and)) return !boolean->is_and;
    }
  } else if (is_test(condition)) {
    const auto& asked = condition.as<model::Call>();
    if (asked.arguments.size() == 1) return written_answer(*asked.arguments.front().value);
  }
  return std::nullopt;
}

/// A chain of `else if` nests in the model and is lowered without recursion.
void Reader::if_statement(const syntax::If& read) {
  Statements* const outer = sink_;
  const std::size_t scopes = scopes_.size();
  const int branches = branch_depth_;
  std::deque<Statements> bodies;  // of the `else` of each but the last
  std::vector<model::If*> chain;
  for (const syntax::If::Branch& branch : read.branches) {
    if (!chain.empty()) {
      ++branch_depth_;
      sink_ = &bodies.emplace_back();
    }
    chain.push_back(branch_of_if(branch));
    sink_->push_back(chain.back());
  }
  const bool is_on_host = read.branches.size() == 1 && gpu_takes(*chain.back()->condition) == std::optional(true);
  if (read.has_otherwise) chain.back()->otherwise = sub_statement(read.otherwise, is_on_host);
  for (std::size_t i = 0; i < bodies.size(); ++i) chain[i]->otherwise = module_.arena.copy(bodies[i]);
  for (model::If* branch : chain) branch->range.end = std::max(branch->range.end, token(read.end - 1).range.end);
  scopes_.resize(scopes);
  branch_depth_ = branches;
  sink_ = outer;
}

/// What the condition declares stays in scope.
model::If* Reader::branch_of_if(const syntax::If::Branch& read) {
  scopes_.emplace_back();
  statement(read.initial);
  const Expression* condition = nullptr;
  if (read.declared != nullptr) {
    variables(*read.declared);
    const TextRange range = range_of(read.begin, read.close);
    condition = call(library("cxx.test", range), {}, range, {});
  } else {
    const Typed asked = expression(*read.condition);
    const std::optional<bool> answer = written_answer(*asked.node);
    condition = answer ? boolean(*answer, asked.node->range) : tested(asked);
  }
  if (scopes_.back().empty()) scopes_.pop_back();
  const model::Block then = sub_statement(read.then, gpu_takes(*condition) == std::optional(false));
  auto* const branch = make_statement<model::If>(range_of(read.begin, read.end));
  branch->condition = with_rarity(condition, read);
  branch->then = then;
  return branch;
}

// Whether a `break` ends the loop of this body. One in a switch ends that.
bool Reader::has_break(model::Block body) const {
  return std::ranges::any_of(body, [&](const Statement* statement) {
    if (statement->kind == model::StatementKind::kBreak) return true;
    const auto* branch = statement->get_if<model::If>();
    return branch != nullptr && (has_break(branch->then) || has_break(branch->otherwise));
  });
}

void Reader::add_loop(TextRange range, const Expression* condition, model::Block body) {
  auto* statement = make_statement<model::While>(range);
  // `while (true)`; without a break a `goto` may leave it, which the model does not know.
  const auto* asked = condition->get_if<model::Call>();
  const bool forever = asked != nullptr && asked->arguments.size() == 1 && is_true(*asked->arguments.front().value);
  if (forever && has_break(body)) condition = boolean(true, condition->range);
  statement->condition = condition;
  statement->body = body;
  sink_->push_back(statement);
}

const model::Expression* Reader::loop_test(const syntax::Expression& read) {
  const bool outer = std::exchange(in_test_, true);
  const Expression* test = tested(expression(read));
  in_test_ = outer;
  return test;
}

void Reader::for_statement(const syntax::For& read) {
  const int switches = std::exchange(switch_depth_, 0);
  scopes_.emplace_back();
  statement(read.initial);
  const Expression* condition =
      read.condition != nullptr ? loop_test(*read.condition) : tested({boolean(true, token(read.middle).range)});
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  scopes_.emplace_back();
  statement(read.body);
  scopes_.pop_back();
  if (read.step != nullptr) add_expression(expression(*read.step).node);
  sink_ = outer;
  add_loop(range_of(read.begin, read.end), condition, module_.arena.copy(body));
  scopes_.pop_back();
  switch_depth_ = switches;
}

/// `for (auto& x : items)`
void Reader::range_for(const syntax::RangeFor& read) {
  const int switches = std::exchange(switch_depth_, 0);
  scopes_.emplace_back();
  const bool is_named = read.name != syntax::kNoToken;
  const std::string_view variable = is_named ? token(read.name).text : std::string_view("_");
  const Type type =
      is_named ? seen_value(read.name, written_type(tokens_.slice(read.type_begin, read.name))) : Type::kUnknown;
  const Typed items = expression(*read.items);
  declare(variable, type_of_item(items, type));
  auto* statement = make_statement<model::For>({});
  statement->target = name(variable, token(is_named ? read.name : read.type_begin).range);
  bind(statement->target);
  // Only lists are walked as such: in C++ nothing iterates over a tensor.
  statement->iterable = items.type == Type::kTensorList
                            ? items.node
                            : call(library("cxx.items", items.node->range),
                                   {{.value = items, .range = items.node->range}}, items.node->range, {});
  statement->body = sub_statement(read.body);
  statement->range = range_of(read.begin, read.end);
  sink_->push_back(statement);
  scopes_.pop_back();
  switch_depth_ = switches;
}

/// Of what is iterated over. `data_loader`, `*train_loader`: a loader, if nothing else is known of it.
Type Reader::type_of_item(Typed items, Type declared) const {
  if (items.type == Type::kTensorList) return Type::kTensor;
  if (items.type == Type::kPickled && declared == Type::kUnknown) return items.type;
  const std::string_view written = module_.text.substr(items.node->range.begin, items.node->range.size());
  const bool is_loader = items.type == Type::kLoader || written.ends_with("loader") || written.ends_with("Loader");
  return declared == Type::kUnknown && is_loader ? Type::kBatch : declared;
}

void Reader::while_statement(const syntax::While& read) {
  const int switches = std::exchange(switch_depth_, 0);
  const Expression* condition = loop_test(*read.condition);
  const model::Block body = sub_statement(read.body);
  add_loop(range_of(read.begin, read.end), condition, body);
  switch_depth_ = switches;
}

void Reader::do_statement(const syntax::Do& read) {
  const int switches = std::exchange(switch_depth_, 0);
  const model::Block body = sub_statement(read.body);
  const Expression* condition = read.condition == nullptr ? nullptr : loop_test(*read.condition);
  switch_depth_ = switches;
  if (read.repeats) {
    add_loop(range_of(read.begin, read.end), condition, body);
  } else {
    sink_->insert(sink_->end(), body.begin(), body.end());
  }
}

void Reader::switch_statement(const syntax::Switch& read) {
  const Typed subject = expression(*read.subject);
  std::vector<model::MatchCase> cases;
  ++switch_depth_;
  if (read.is_braced) {
    scopes_.emplace_back();
    for (const syntax::Switch::Section& section : read.sections) cases.push_back(switch_section(section));
    scopes_.pop_back();
  } else {
    model::MatchCase all{};
    all.body = sub_statement(read.whole);
    all.range = range_of(read.begin, read.end);
    cases.push_back(all);
  }
  --switch_depth_;
  auto* statement = make_statement<model::Match>(range_of(read.begin, read.end));
  statement->subject = subject.node;
  statement->cases = module_.arena.copy(cases);
  sink_->push_back(statement);
}

/// What it leaves to the next one by going on there is not followed.
model::MatchCase Reader::switch_section(const syntax::Switch::Section& read) {
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  ++branch_depth_;
  statements(read.body);
  --branch_depth_;
  sink_ = outer;
  model::MatchCase section{};
  section.body = module_.arena.copy(body);
  section.range = range_of(read.begin, read.end);
  return section;
}

void Reader::try_statement(const syntax::Try& read) {
  auto* statement = make_statement<model::Try>({});
  statement->body = sub_statement(read.body);
  std::vector<model::ExceptHandler> handlers;
  for (const syntax::Try::Handler& one : read.handlers) {
    model::ExceptHandler handler{};
    handler.body = sub_statement(one.body);
    handler.range = range_of(one.begin, one.end);
    handlers.push_back(handler);
  }
  statement->handlers = module_.arena.copy(handlers);
  statement->range = range_of(read.begin, read.end);
  sink_->push_back(statement);
}

void Reader::return_statement(const syntax::Return& read) {
  const Expression* value = read.value == nullptr ? nullptr : expression(*read.value).node;
  add_expressions(read.rest);
  const TextRange range = range_of(read.begin, read.end);
  if (read.throws) {
    auto* statement = make_statement<model::Raise>(range);
    statement->value = value;
    sink_->push_back(statement);
  } else if (lambda_depth_ > 0) {
    add_expression(value);
  } else {
    auto* statement = make_statement<model::Return>(range);
    statement->value = value;
    sink_->push_back(statement);
  }
}

/// What was not understood as part of an expression.
void Reader::add_expressions(syntax::Expressions read) {
  for (const syntax::Expression* one : read) add_expression(expression(*one).node);
}

void Reader::expression_statement(const syntax::ExpressionStatement& read) {
  for (const syntax::ExpressionStatement::Item& item : read.items) {
    add_expression(expression(*item.value).node);
    if (item.ends_process && lambda_depth_ == 0)
      sink_->push_back(make_statement<model::Raise>(range_of(item.begin, item.end)));
  }
}

}  // namespace syncfree::cxx
