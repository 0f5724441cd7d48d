// The parts of expressions: literals, names, brackets, lambdas, and what follows on them.
#include <algorithm>
#include <charconv>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

// Chains nest in the model as deep as they are long; longer ones are generated data.
constexpr int kLongestNesting = 400;
constexpr std::size_t kLongestText = 16;  // of a string that something may be compared with

}  // namespace

// Index of the `>` that closes template arguments opened at `open`; 0 if these are none.
std::size_t Reader::template_end(std::size_t open, std::size_t end) const {
  constexpr std::size_t kLongest = 400;
  int depth = 0;
  for (std::size_t i = open; i < end && i < open + kLongest; ++i) {
    const Token& here = token(i);
    if (here.is("<"))
      ++depth;
    else if (here.is(">")) {
      if (--depth == 0) return i;
    } else if (here.is("(") || here.is("[") || here.is("{")) {
      const std::size_t close = closing(i, end);
      if (close >= end) return 0;
      i = close;
    } else if (here.is(";") || here.is("&&") || here.is("||") || here.is("<<") || here.is("<<<") || here.is("}") ||
               here.is(")") || here.is("]") || here.is("?") || here.is("+=") ||
               (here.is("=") && token(i + 1).kind == TokenKind::kString)) {
      return 0;
    }
  }
  return 0;
}

std::vector<Reader::Argument> Reader::arguments(std::size_t close) {
  std::vector<Argument> given;
  while (at_ < close) {
    const std::size_t before = at_;
    if (accept(",")) continue;
    const std::size_t begin = at_;
    const Typed value = look().is("{") ? braced(close) : assignment(close);
    while (look().is("...") && at_ < close) ++at_;
    given.push_back({.value = value, .range = range_of(begin, at_)});
    if (at_ < close && !look().is(",")) {  // not understood: read on after it
      const std::size_t next = find(at_, close, {","});
      while (at_ < next) {
        const std::size_t stuck = at_;
        add_expression(assignment(next).node);
        resynchronize(stuck);
      }
    }
    resynchronize(before);
  }
  at_ = close;
  return given;
}

Reader::Typed Reader::braced(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = closing(at_, end);
  if (depth_ >= limits_.max_depth) {
    tell_too_deep(look().range);
    at_ = std::min(close + 1, end);
    return {unknown(range_of(begin, at_))};
  }
  ++at_;
  ++depth_;
  const std::vector<Argument> given = arguments(close);
  --depth_;
  at_ = std::min(close + 1, end);
  if (given.size() == 1 &&
      (given.front().value.type == Type::kDevice || given.front().value.type == Type::kElementType))
    return given.front().value;
  std::vector<const Expression*> elements;
  for (const Argument& argument : given) elements.push_back(argument.value.node);
  const bool tensors = !given.empty() && given.front().value.type == Type::kTensor;
  return {sequence(model::SequenceKind::kList, elements, range_of(begin, at_)),
          tensors ? Type::kTensorList : Type::kUnknown};
}

Reader::Typed Reader::literal() {
  const Token& here = look();
  ++at_;
  if (here.kind == TokenKind::kString) {
    bool is_whole = true;
    for (; look().kind == TokenKind::kString; ++at_) is_whole = false;
    const std::string_view content = here.text.starts_with('"') && here.text.size() >= 2
                                         ? here.text.substr(1, here.text.size() - 2)
                                         : std::string_view();
    const bool is_device = is_whole && (content == "cpu" || content == "cuda" || content.starts_with("cuda:"));
    const bool is_kept = is_whole && (is_device || content.size() <= kLongestText);
    return {text(is_kept ? content : std::string_view(), here.range), is_device ? Type::kDevice : Type::kUnknown};
  }
  auto* node = make_expression<model::Constant>(here.range);
  node->constant = model::ConstantKind::kInteger;
  const bool hexadecimal = here.text.starts_with("0x") || here.text.starts_with("0X");
  if (here.kind == TokenKind::kNumber && !hexadecimal && here.text.find_first_of(".eE") != std::string_view::npos) {
    node->constant = model::ConstantKind::kFloat;
    std::from_chars(here.text.data(), here.text.data() + here.text.size(), node->number);
  } else if (here.kind == TokenKind::kNumber) {
    const std::string_view digits = hexadecimal ? here.text.substr(2) : here.text;
    std::from_chars(digits.data(), digits.data() + digits.size(), node->integer, hexadecimal ? 16 : 10);
    node->number = static_cast<double>(node->integer);
  }
  return {node, Type::kNumber};
}

Reader::Typed Reader::primary(std::size_t end) {
  const Token& here = look();
  const std::size_t begin = at_;
  if (here.kind == TokenKind::kNumber || here.kind == TokenKind::kString || here.kind == TokenKind::kCharacter)
    return literal();
  if (here.is("(")) {
    const std::size_t close = closing(at_, end);
    ++at_;
    const Typed inner = at_ < close ? expression(close) : Typed{unknown(here.range)};
    while (at_ < close) {
      const std::size_t stuck = at_;
      add_expression(expression(close).node);
      resynchronize(stuck);
    }
    at_ = std::min(close + 1, end);
    return inner;
  }
  if (here.is("[")) return lambda(end);
  if (here.is("{")) return braced(end);
  if (here.is("true") || here.is("false")) {
    ++at_;
    return {boolean(here.is("true"), here.range), Type::kNumber};
  }
  if (here.is("nullptr") || here.is("NULL")) {
    ++at_;
    return {none(here.range), Type::kPointer};
  }
  if (here.is("this")) {
    ++at_;
    return {name("this", here.range), Type::kPointer};
  }
  if (here.is("static_cast") || here.is("reinterpret_cast") || here.is("const_cast") || here.is("dynamic_cast")) {
    ++at_;
    Type type = Type::kUnknown;
    if (look().is("<")) {
      const std::size_t close = template_end(at_, end);
      if (close != 0) {
        type = written_type({&tokens_[at_ + 1], close - at_ - 1});
        at_ = close + 1;
      }
    }
    if (!look().is("(")) return {unknown(here.range)};
    const Typed operand = primary(end);
    return converted(operand, type, range_of(begin, at_));
  }
  if (here.is_name() || here.is("::")) return qualified_name(end);
  ++at_;
  return {unknown(range_of(begin, at_))};
}

Reader::Typed Reader::lambda(std::size_t end) {
  const std::size_t begin = at_;
  at_ = closing(at_, end) + 1;
  const std::size_t head = at_;
  scopes_.emplace_back();
  if (look().is("<")) {
    if (const std::size_t close = template_end(at_, end); close != 0) at_ = close + 1;
  }
  std::vector<model::Parameter> given;
  if (look().is("(")) {
    const std::size_t close = closing(at_, end);
    parameters(at_, close, given);
    at_ = std::min(close + 1, end);
  }
  const std::size_t open = find(at_, end, {"{", ",", ";", ")"});
  if (!token(open).is("{") || open >= end) {
    at_ = std::max(open, begin + 1);
    scopes_.pop_back();
    return {unknown(range_of(begin, at_))};
  }
  const std::size_t close = closing(open, end);
  if (!is_device_code(head, open) && !is_device_code_at(begin)) {
    Statements body;
    Statements* outer = std::exchange(sink_, &body);
    for (const model::Parameter& parameter : given) {
      if (parameter.annotation == nullptr) continue;
      add_declaration(name(symbols_.text(parameter.name), parameter.range), unknown(parameter.range), parameter.range,
                      parameter.annotation);
    }
    at_ = open + 1;
    ++lambda_depth_;
    const int switches = std::exchange(switch_depth_, 0);
    const bool test = std::exchange(in_test_, false);
    statements(close);
    in_test_ = test;
    switch_depth_ = switches;
    --lambda_depth_;
    sink_ = outer;
    hoisted_block(module_.arena.copy(body), range_of(begin, close + 1));
    lambda_ = {.begin = begin, .head = head, .open = open, .close = close};
  }
  at_ = std::min(close + 1, end);
  scopes_.pop_back();
  return {call(library("cxx.items", range_of(begin, at_)), {}, range_of(begin, at_), {})};
}

/// The last lambda as a function of its variable's name: what it does is told at its calls, too.
void Reader::local_function(std::string_view called, TextRange name_range) {
  if (in_local_function_ || scopes_.empty()) return;
  scopes_.back()[called].is_lambda = true;
  const std::size_t resume = at_;
  const int depth = std::exchange(lambda_depth_, 0);
  const int switches = std::exchange(switch_depth_, 0);
  std::vector<model::Symbol> outer_bound = std::exchange(bound_, {});
  in_local_function_ = true;
  scopes_.emplace_back();
  std::vector<model::Parameter> given;
  if (token(lambda_.head).is("(")) parameters(lambda_.head, closing(lambda_.head, lambda_.open), given);
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  at_ = lambda_.open + 1;
  const Lambda read = lambda_;
  statements(read.close);
  sink_ = outer;
  scopes_.pop_back();
  const model::Symbol name = symbols_.intern(called);
  sink_->push_back(new_function(std::string(called) + " (lambda)", range_of(read.begin, read.close + 1), name_range,
                                given, body, name));
  in_local_function_ = false;
  bound_ = std::move(outer_bound);
  switch_depth_ = switches;
  lambda_depth_ = depth;
  at_ = resume;
}

// The body of a lambda, where it is written: it runs there, later, or never.
void Reader::hoisted_block(model::Block body, TextRange range) {
  auto* statement = make_statement<model::If>(range);
  statement->condition = call(library("cxx.test", range), {}, range, {});
  statement->then = body;
  sink_->push_back(statement);
}

Reader::Typed Reader::postfix(std::size_t end) {
  const std::size_t begin = at_;
  Typed value = primary(end);
  for (int links = 0; at_ < end; ++links) {
    if (links == kLongestNesting) {
      add_expression(value.node);
      value = {unknown(value.node->range)};
      links = 0;
    }
    const Token& here = look();
    if (here.is(".") || here.is("->")) {
      ++at_;
      value = member(value, begin, end);
    } else if (here.is("[")) {
      const std::size_t close = closing(at_, end);
      ++at_;
      const Typed index = at_ < close ? expression(close) : Typed{unknown(here.range)};
      at_ = std::min(close + 1, end);
      const TextRange range = range_of(begin, at_);
      // An element of device memory has no members that the host could name: that was another class's field.
      const bool has_members = at_ < end && (look().is("->") || look().is("."));
      if (has_members && value.type == Type::kDeviceVector) value.type = Type::kUnknown;
      if (value.type == Type::kDeviceVector || value.type == Type::kDeviceIterator) {
        const Expression* object = value.node;
        value = {call(library("thrust.read_element", range),
                      {{.value = {object}, .range = range}, {.value = index, .range = range}}, range, range)};
        continue;
      }
      if (value.type == Type::kTensorMap) {
        value = tensor_of_map(value, index, range);
        continue;
      }
      auto* node = make_expression<model::Subscript>(range);
      node->object = value.node;
      node->index = index.node;
      const bool tensor = value.type == Type::kTensor || value.type == Type::kTensorList;
      const bool batch = value.type == Type::kBatch;  // `batch[i]` of one that is not stacked
      value = {node, tensor ? Type::kTensor : batch ? Type::kBatch : Type::kUnknown};
    } else if (here.is("(")) {
      const std::size_t close = closing(at_, end);
      const std::size_t open = at_++;
      const std::vector<Argument> given = arguments(close);
      at_ = std::min(close + 1, end);
      const auto* made = value.node->get_if<model::Call>();
      const auto* klass = made == nullptr ? nullptr : made->callee->get_if<model::Name>();
      const Expression* result = call(value.node, given, range_of(begin, at_), range_of(open, at_));
      if (klass != nullptr) {  // `Functor{}(x)`
        linked(result, {.called = symbols_.intern(kCallOperator),
                        .kind = LinkedKind::kMethod,
                        .owner = symbols_.text(klass->name),
                        .count = Arity::clamped(given.size()),
                        .types = types_of(given)});
      }
      value = {result};
    } else if (here.is("++") || here.is("--") || here.is("...")) {
      ++at_;
    } else {
      return value;
    }
  }
  return value;
}

}  // namespace syncfree::cxx
