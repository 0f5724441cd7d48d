// Statements of function bodies.
#include <algorithm>
#include <array>
#include <deque>
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

void Reader::statements(std::size_t end) {
  while (at_ < end) {
    const std::size_t before = at_;
    statement(end);
    resynchronize(before);
  }
  at_ = end;
}

model::Block Reader::sub_statement(std::size_t end) {
  Statements body;
  Statements* outer = sink_;
  sink_ = &body;
  ++branch_depth_;
  scopes_.emplace_back();
  statement(end);
  scopes_.pop_back();
  --branch_depth_;
  sink_ = outer;
  return module_.arena.copy(body);
}

void Reader::statement(std::size_t end) {
  if (at_ >= end || accept(";")) return;
  if (++depth_ > limits_.max_depth) {
    tell_too_deep(look().range);
    at_ = std::min(find(at_, end, {";"}) + 1, end);
    --depth_;
    return;
  }
  const Token& first = look();
  if (first.is("{")) {
    const std::size_t close = closing(at_, end);
    ++at_;
    scopes_.emplace_back();
    statements(close);
    scopes_.pop_back();
    at_ = std::min(close + 1, end);
  } else if (first.is("if")) {
    if_statement(end);
  } else if (first.is("for") && token(at_ + 1).is("(")) {
    for_statement(end);
  } else if (first.is("while")) {
    while_statement(end);
  } else if (first.is("do")) {
    do_statement(end);
  } else if (first.is("switch")) {
    switch_statement(end);
  } else if (first.is("try") && token(at_ + 1).is("{")) {
    try_statement(end);
  } else if (first.is("return") || first.is("throw") || first.is("co_return")) {
    return_statement(end);
  } else if (first.is("break") || first.is("continue")) {
    if (switch_depth_ == 0 && lambda_depth_ == 0) {
      if (first.is("break"))
        sink_->push_back(make_statement<model::Break>(first.range));
      else
        sink_->push_back(make_statement<model::Continue>(first.range));
    }
    at_ = std::min(find(at_, end, {";"}) + 1, end);
  } else if (first.is("case") || first.is("default")) {
    at_ = std::min(find(at_, end, {":"}) + 1, end);
  } else if (first.is("using") || first.is("typedef")) {
    alias(end);
  } else if (first.is("static_assert") || first.is("goto") || first.is("asm") || first.is("namespace")) {
    at_ = std::min(find(at_, end, {";"}) + 1, end);
  } else if (first.is("else")) {
    ++at_;  // its `if` was lost
  } else if ((first.is("struct") || first.is("class") || first.is("enum") || first.is("union")) &&
             token(find(at_, end, {"{", ";", "=", "("})).is("{")) {
    const std::size_t open = find(at_, end, {"{"});
    at_ = std::min(find(closing(open, end), end, {";"}) + 1, end);
  } else if (first.is_name() && token(at_ + 1).is(":") && !token(at_ + 2).is(":")) {
    at_ += 2;  // a label
  } else if (first.is("__shared__")) {
    at_ = std::min(find(at_, end, {";"}) + 1, end);
  } else {
    simple_statement(end);
  }
  --depth_;
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

/// A chain of `else if` nests in the model and is read without recursion. One that would nest too deeply goes on as a
/// statement of its own behind the first.
void Reader::if_statement(std::size_t end) {
  Statements* const outer = sink_;
  const std::size_t scopes = scopes_.size();
  const int branches = branch_depth_;
  const std::uint32_t links = links_;
  std::deque<Statements> bodies;  // of the `else` of each but the last
  std::vector<model::If*> chain;
  while (model::If* const branch = branch_of_if(end)) {
    sink_->push_back(branch);
    chain.push_back(branch);
    if (at_ >= end || !look().is("else")) break;
    ++at_;
    const bool goes_on = at_ < end && look().is("if");
    if (goes_on && links_ >= limits_.max_links) break;  // and is read as the next statement
    if (!goes_on) {
      branch->otherwise = sub_statement(end);
      break;
    }
    ++links_;
    ++branch_depth_;
    sink_ = &bodies.emplace_back();
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) chain[i]->otherwise = module_.arena.copy(bodies[i]);
  for (model::If* branch : chain) branch->range.end = std::max(branch->range.end, token(at_ - 1).range.end);
  scopes_.resize(scopes);
  branch_depth_ = branches;
  links_ = links;
  sink_ = outer;
}

/// `if (condition) statement`; null if it is none after all. What the condition declares stays in scope.
model::If* Reader::branch_of_if(std::size_t end) {
  const std::size_t begin = at_++;
  if (look().is_name()) ++at_;  // `constexpr`, or a macro
  if (!look().is("(")) return nullptr;
  const std::size_t close = closing(at_, end);
  ++at_;
  scopes_.emplace_back();
  if (const std::size_t initial = find(at_, close, {";"}); initial < close) {
    statement(initial + 1);
    at_ = initial + 1;
  }
  const Expression* condition = nullptr;
  // What a condition declares has an initialiser: `if (flag && wait(stream))` declares no reference.
  const bool may_declare = find(at_, close, {"=", "{"}) < close;
  if (may_declare && declaration_statement(close)) {
    condition = call(library("cxx.test", range_of(begin, close)), {}, range_of(begin, close), {});
  } else {
    condition = tested(expression(close));
  }
  at_ = std::min(close + 1, end);
  if (scopes_.back().empty()) scopes_.pop_back();
  const model::Block then = sub_statement(end);
  auto* const branch = make_statement<model::If>(range_of(begin, at_));
  branch->condition = condition;
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

const model::Expression* Reader::loop_test(std::size_t end) {
  const bool outer = std::exchange(in_test_, true);
  const Expression* test = tested(expression(end));
  in_test_ = outer;
  return test;
}

void Reader::for_statement(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t open = at_ + 1;
  const std::size_t close = closing(open, end);
  const int switches = std::exchange(switch_depth_, 0);
  at_ = open + 1;
  scopes_.emplace_back();
  const std::size_t initial = find(at_, close, {";"});
  if (initial == close) {
    range_for(begin, close, end);
  } else {
    statement(initial + 1);
    at_ = initial + 1;
    const std::size_t middle = find(at_, close, {";"});
    const Expression* condition = nullptr;
    if (at_ < middle)
      condition = loop_test(middle);
    else
      condition = tested({boolean(true, token(middle).range)});
    const std::size_t step = middle + 1;
    at_ = std::min(close + 1, end);
    Statements body;
    Statements* outer = std::exchange(sink_, &body);
    scopes_.emplace_back();
    statement(end);
    scopes_.pop_back();
    const std::size_t after = at_;
    at_ = step;
    if (at_ < close) add_expression(expression(close).node);
    at_ = after;
    sink_ = outer;
    add_loop(range_of(begin, at_), condition, module_.arena.copy(body));
  }
  scopes_.pop_back();
  switch_depth_ = switches;
}

/// `for (auto& x : items)`, from behind its `(`.
void Reader::range_for(std::size_t begin, std::size_t close, std::size_t end) {
  const std::size_t colon = find(at_, close, {":"});
  const std::size_t called = declarator_name(at_, colon);
  const std::string_view variable = called < colon ? token(called).text : std::string_view("_");
  const Type type = called < colon ? seen_value(called, written_type({&tokens_[at_], called - at_})) : Type::kUnknown;
  const TextRange variable_range = called < colon ? token(called).range : look().range;
  at_ = std::min(colon + 1, close);
  const Typed items = expression(close);
  declare(variable, type_of_item(items, type));
  at_ = std::min(close + 1, end);
  auto* statement = make_statement<model::For>({});
  statement->target = name(variable, variable_range);
  bind(statement->target);
  // Only lists are walked as such: in C++ nothing iterates over a tensor.
  statement->iterable = items.type == Type::kTensorList
                            ? items.node
                            : call(library("cxx.items", items.node->range),
                                   {{.value = items, .range = items.node->range}}, items.node->range, {});
  statement->body = sub_statement(end);
  statement->range = range_of(begin, at_);
  sink_->push_back(statement);
}

/// Of what is iterated over. `data_loader`, `*train_loader`: a loader, if nothing else is known of it.
Type Reader::type_of_item(Typed items, Type declared) const {
  if (items.type == Type::kTensorList) return Type::kTensor;
  const std::string_view written = module_.text.substr(items.node->range.begin, items.node->range.size());
  const bool is_loader = items.type == Type::kLoader || written.ends_with("loader") || written.ends_with("Loader");
  return declared == Type::kUnknown && is_loader ? Type::kBatch : declared;
}

void Reader::while_statement(std::size_t end) {
  const std::size_t begin = at_++;
  if (!look().is("(")) return;
  const std::size_t close = closing(at_, end);
  ++at_;
  const int switches = std::exchange(switch_depth_, 0);
  const Expression* condition = loop_test(close);
  at_ = std::min(close + 1, end);
  const model::Block body = sub_statement(end);
  add_loop(range_of(begin, at_), condition, body);
  switch_depth_ = switches;
}

void Reader::do_statement(std::size_t end) {
  const std::size_t begin = at_++;
  const int switches = std::exchange(switch_depth_, 0);
  const std::size_t body_start = at_;
  const model::Block body = sub_statement(end);
  const bool is_loop = look().is("while");
  const Expression* condition = nullptr;
  bool repeats = false;
  if (is_loop) {
    ++at_;
    const std::size_t close = closing(at_, end);
    // `do { … } while (0)` is how macros make one statement of several.
    repeats = !(close == at_ + 2 && (token(at_ + 1).is("0") || token(at_ + 1).is("false")));
    ++at_;
    condition = loop_test(close);
    at_ = std::min(close + 1, end);
    accept(";");
  }
  switch_depth_ = switches;
  if (repeats) {
    add_loop(range_of(begin, at_), condition, body);
  } else if (body_start < at_) {
    sink_->insert(sink_->end(), body.begin(), body.end());
  }
}

void Reader::switch_statement(std::size_t end) {
  const std::size_t begin = at_++;
  if (!look().is("(")) return;
  const std::size_t close = closing(at_, end);
  ++at_;
  const Typed subject = expression(close);
  at_ = std::min(close + 1, end);
  std::vector<model::MatchCase> cases;
  ++switch_depth_;
  if (look().is("{") && at_ < end) {
    const std::size_t stop = closing(at_++, end);
    scopes_.emplace_back();
    while (at_ < stop) cases.push_back(switch_section(stop));
    scopes_.pop_back();
    at_ = std::min(stop + 1, end);
  } else {
    model::MatchCase all{};
    all.body = sub_statement(end);
    all.range = range_of(begin, at_);
    cases.push_back(all);
  }
  --switch_depth_;
  auto* statement = make_statement<model::Match>(range_of(begin, at_));
  statement->subject = subject.node;
  statement->cases = module_.arena.copy(cases);
  sink_->push_back(statement);
}

/// From one label to the next. What it leaves to the next one by going on there is not followed.
model::MatchCase Reader::switch_section(std::size_t end) {
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  ++branch_depth_;
  const std::size_t begin = at_;
  do {
    const std::size_t before = at_;
    statement(end);
    resynchronize(before);
  } while (at_ < end && !look().is("case") && !look().is("default"));
  --branch_depth_;
  sink_ = outer;
  model::MatchCase section{};
  section.body = module_.arena.copy(body);
  section.range = range_of(begin, std::min(at_, end));
  return section;
}

void Reader::try_statement(std::size_t end) {
  const std::size_t begin = at_++;
  auto* statement = make_statement<model::Try>({});
  statement->body = sub_statement(end);
  std::vector<model::ExceptHandler> handlers;
  while (look().is("catch") && at_ < end) {
    model::ExceptHandler handler{};
    const std::size_t start = at_++;
    if (look().is("(")) at_ = std::min(closing(at_, end) + 1, end);
    handler.body = sub_statement(end);
    handler.range = range_of(start, at_);
    handlers.push_back(handler);
  }
  statement->handlers = module_.arena.copy(handlers);
  statement->range = range_of(begin, at_);
  sink_->push_back(statement);
}

void Reader::return_statement(std::size_t end) {
  const std::size_t begin = at_;
  const bool throws = look().is("throw");
  ++at_;
  const std::size_t stop = find(at_, end, {";"});
  const Expression* value = at_ < stop ? expression(stop).node : nullptr;
  rest_of_expression(stop);
  at_ = std::min(stop + 1, end);
  const TextRange range = range_of(begin, at_);
  if (throws) {
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

// What was not understood as part of an expression is read as others.
void Reader::rest_of_expression(std::size_t end) {
  while (at_ < end) {
    const std::size_t before = at_;
    add_expression(expression(end).node);
    resynchronize(before);
  }
}

/// `std::abort()`, or a macro of that name, as a whole statement.
bool Reader::ends_the_process(std::size_t end) const {
  std::size_t called = at_;
  while (token(called).is("::") || token(called).is("std")) ++called;
  const bool ends = token(called).is("abort") || token(called).is("exit") || token(called).is("terminate") ||
                    token(called).is("ABORT") || token(called).is("UNREACHABLE");
  return ends && token(called + 1).is("(") && closing(called + 1, end) + 1 >= end && lambda_depth_ == 0;
}

void Reader::simple_statement(std::size_t end) {
  const std::size_t stop = find(at_, end, {";"});
  if (declaration_statement(stop)) {
    at_ = std::min(stop + 1, end);
    return;
  }
  while (at_ < stop) {
    const std::size_t before = at_;
    const bool ends = ends_the_process(stop);
    const Typed value = expression(stop);
    if (value.node != nullptr) add_expression(value.node);
    if (ends) sink_->push_back(make_statement<model::Raise>(range_of(before, at_)));
    // A macro that ends a statement by itself: what follows on is another one.
    if (at_ < stop && (look().is("{") || look().is("if") || look().is("for") || look().is("while") ||
                       look().is("return") || look().is("auto"))) {
      return;
    }
    resynchronize(before);
  }
  at_ = std::min(stop + 1, end);
}

}  // namespace syncfree::cxx
