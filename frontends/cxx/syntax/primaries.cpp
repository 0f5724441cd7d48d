// The parts of expressions: literals, names, brackets, lambdas, and what follows on them.
#include <algorithm>
#include <array>
#include <string>

#include "frontends/cxx/syntax/parser.h"
#include "frontends/cxx/syntax/words.h"

namespace syncfree::cxx::syntax {

Arguments Parser::arguments(std::size_t close) {
  std::vector<Argument> given;
  while (at_ < close) {
    const std::size_t begin = at_;
    if (accept(",")) continue;
    const Expression* value = look().is("{") ? braced(close) : assignment(close);
    while (look().is("...") && at_ < close) ++at_;
    Argument read{.value = value, .begin = static_cast<Index>(begin), .end = static_cast<Index>(at_), .rest = {}};
    if (at_ < close && !look().is(",")) read.rest = rest_of(tokens_.find(at_, close, {","}), &Parser::assignment);
    given.push_back(read);
    resynchronize(begin);
  }
  at_ = close;
  return arena_.copy(given);
}

const Expression* Parser::braced(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = tokens_.closing(at_, end);
  if (depth_ >= limits_.max_depth) {
    tell_too_deep();
    at_ = std::min(close + 1, end);
    return missing(begin, tokens_.range_of(begin, at_));
  }
  ++at_;
  ++depth_;
  const Arguments elements = arguments(close);
  --depth_;
  at_ = std::min(close + 1, end);
  auto* node = make<Braces>(begin);
  node->elements = elements;
  return node;
}

const Expression* Parser::literal() {
  const std::size_t begin = at_++;
  if (tokens_[begin].kind == TokenKind::kString) {
    while (look().kind == TokenKind::kString) ++at_;
  }
  return make<Literal>(begin);
}

const Expression* Parser::primary(std::size_t end) {
  constexpr std::array<std::string_view, 5> kWords = {"true", "false", "nullptr", "NULL", "this"};
  constexpr std::array<std::string_view, 4> kCasts = {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};
  const Token& here = look();
  if (here.kind == TokenKind::kNumber || here.kind == TokenKind::kString || here.kind == TokenKind::kCharacter)
    return literal();
  if (here.is("(")) return group(end);
  if (here.is("[")) return lambda(end);
  if (here.is("{")) return braced(end);
  if (among(kWords, here.text)) {
    const std::size_t begin = at_++;
    return make<Word>(begin);
  }
  if (among(kCasts, here.text)) return named_cast(end);
  if (here.is_name() || here.is("::")) return qualified_name(end);
  const std::size_t begin = at_++;
  return missing(begin, tokens_.range_of(begin, at_));
}

const Expression* Parser::group(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = tokens_.closing(at_, end);
  ++at_;
  const Expression* inner = at_ < close ? expression(close) : nullptr;
  const Expressions rest = rest_of(close, &Parser::expression);
  at_ = std::min(close + 1, end);
  auto* node = make<Group>(begin);
  node->inner = inner;
  node->rest = rest;
  return node;
}

const Expression* Parser::named_cast(std::size_t end) {
  const std::size_t begin = at_++;
  Index type_begin = kNoToken;
  Index type_end = kNoToken;
  if (look().is("<")) {
    if (const std::size_t close = tokens_.template_end(at_, end); close != 0) {
      type_begin = static_cast<Index>(at_ + 1);
      type_end = static_cast<Index>(close);
      at_ = close + 1;
    }
  }
  const Expression* operand = look().is("(") ? primary(end) : nullptr;
  auto* node = make<NamedCast>(begin);
  node->type_begin = type_begin;
  node->type_end = type_end;
  node->operand = operand;
  return node;
}

const Expression* Parser::lambda(std::size_t end) {
  const std::size_t begin = at_;
  at_ = tokens_.closing(at_, end) + 1;
  const std::size_t head = at_;
  if (look().is("<")) {
    if (const std::size_t close = tokens_.template_end(at_, end); close != 0) at_ = close + 1;
  }
  Parameters given;
  if (look().is("(")) {
    const std::size_t open = at_;
    const std::size_t close = tokens_.closing(at_, end);
    given = parameters(open, close);
    at_ = std::min(close + 1, end);
  }
  const std::size_t open = tokens_.find(at_, end, {"{", ",", ";", ")"});
  const bool has_body = tokens_[open].is("{") && open < end;
  const std::size_t close = has_body ? tokens_.closing(open, end) : 0;
  Statements body;
  if (has_body) {
    at_ = open + 1;
    body = statements(close);
    at_ = std::min(close + 1, end);
  } else {
    at_ = std::max(open, begin + 1);
  }
  auto* node = make<Lambda>(begin);
  node->head = static_cast<Index>(head);
  node->open = has_body ? static_cast<Index>(open) : kNoToken;
  node->close = static_cast<Index>(close);
  node->parameters = given;
  node->body = body;
  return node;
}

const Expression* Parser::qualified_name(std::size_t end) {
  const std::size_t begin = at_;
  std::string written;
  accept("::");
  std::size_t last = at_;
  std::size_t template_open = 0;
  bool is_one = true;
  while (at_ < end && look().is_name()) {
    if (look().is("template") || look().is("typename")) {
      ++at_;
      continue;
    }
    is_one = is_one && written.empty();
    last = at_++;
    written += tokens_[last].text;
    template_open = 0;
    if (look().is("<") && at_ < end) {
      const std::size_t close = tokens_.template_end(at_, end);
      const Token& next = tokens_[close + 1];
      if (close != 0 && (next.is("(") || next.is("::") || next.is("{") || next.is(")") || next.is(",") ||
                         next.is("<<<") || close + 1 >= end)) {
        template_open = at_;
        at_ = close + 1;
      }
    }
    if (!look().is("::") || at_ >= end || !look(1).is_name()) break;
    ++at_;
    written += "::";
  }
  if (written.empty()) {
    ++at_;
    return missing(begin, tokens_.range_of(begin, at_));
  }
  Name read{};
  read.written = is_one && !written.ends_with(':') ? tokens_[last].text : arena_.copy(std::string_view(written));
  read.last = static_cast<Index>(last);
  read.template_open = static_cast<Index>(template_open);
  read.open = kNoToken;
  if (at_ < end && look().is("<<<")) {
    launch(read, end);
  } else if (at_ < end && (look().is("(") || look().is("{"))) {
    read.use = Name::Use::kCall;
    read.open = static_cast<Index>(at_);
    const std::size_t close = tokens_.closing(at_, end);
    ++at_;
    read.given = arguments(close);
    at_ = std::min(close + 1, end);
  }
  read.kind = Name::kKind;
  read.begin = static_cast<Index>(begin);
  read.end = static_cast<Index>(at_);
  return arena_.make<Name>(read);
}

/// `kernel<<<grid, block>>>(arguments)`
void Parser::launch(Name& name, std::size_t end) {
  name.use = Name::Use::kLaunch;
  std::size_t close = at_ + 1;
  while (close < end && !(tokens_[close].is(">") && tokens_[close + 1].is(">") && tokens_[close + 2].is(">"))) {
    close = tokens_[close].is("(") ? tokens_.closing(close, end) + 1 : close + 1;
  }
  ++at_;
  name.configuration = arguments(close);
  at_ = std::min(close + 3, end);
  if (!look().is("(")) return;
  name.open = static_cast<Index>(at_);
  const std::size_t after = tokens_.closing(at_, end);
  ++at_;
  name.given = arguments(after);
  at_ = std::min(after + 1, end);
}

const Expression* Parser::postfix(std::size_t end) {
  using enum Postfix::SuffixKind;
  const std::size_t begin = at_;
  const Expression* value = primary(end);
  std::vector<Postfix::Suffix> suffixes;
  while (at_ < end) {
    const Token& here = look();
    Postfix::Suffix suffix{.kind = kStep, .end = 0};
    if (here.is(".") || here.is("->")) {
      ++at_;
      suffix = member(end);
    } else if (here.is("[") || here.is("(")) {
      const bool is_index = here.is("[");
      suffix.kind = is_index ? kIndex : kCall;
      suffix.open = static_cast<Index>(at_);
      const std::size_t close = tokens_.closing(at_, end);
      ++at_;
      if (!is_index)
        suffix.given = arguments(close);
      else if (at_ < close)
        suffix.index = expression(close);
      at_ = std::min(close + 1, end);
    } else if (here.is("++") || here.is("--") || here.is("...")) {
      ++at_;
    } else {
      break;
    }
    suffix.end = static_cast<Index>(at_);
    suffixes.push_back(suffix);
  }
  if (suffixes.empty()) return value;
  auto* node = make<Postfix>(begin);
  node->value = value;
  node->suffixes = arena_.copy(suffixes);
  return node;
}

/// What follows on a `.` or `->`.
Postfix::Suffix Parser::member(std::size_t end) {
  Postfix::Suffix read{.kind = Postfix::SuffixKind::kMember, .end = 0};
  if (look().is("template")) ++at_;
  if (look().is("~")) ++at_;
  if (!look().is_name()) return read;
  read.name = static_cast<Index>(at_++);
  if (look().is("<") && at_ < end) {
    const std::size_t close = tokens_.template_end(at_, end);
    if (close != 0 && tokens_[close + 1].is("(")) at_ = close + 1;
  }
  while (look().is("::") && look(1).is_name() && at_ < end) at_ += 2;
  if (!look().is("(") || at_ >= end) return read;
  read.open = static_cast<Index>(at_);
  const std::size_t close = tokens_.closing(at_, end);
  ++at_;
  read.given = arguments(close);
  at_ = std::min(close + 1, end);
  return read;
}

}  // namespace syncfree::cxx::syntax
