// Values that a function is given and keeps: conditions on them are decided where a call passes a constant.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// `+=` and its like.
bool changes(const Token& token) {
  constexpr std::string_view kOperators = "+-*/%&|^";
  return token.text.size() == 2 && token.text[1] == '=' && kOperators.contains(token.text[0]);
}

constexpr std::array<std::string_view, 4> kNoTypes = {"return", "else", "do", "case"};

/// May the token end a type, so that a name behind it is declared?
bool ends_type(const Token& token) {
  if (token.is_name()) return std::ranges::find(kNoTypes, token.text) == kNoTypes.end();
  return token.is("*") || token.is("&") || token.is("&&") || token.is(">");
}

}  // namespace

/// Names behind which `=` stands but in their declaration, and those that are counted up or down or of which an address
/// is taken, wherever in the file. Whose they are is not asked.
void Reader::find_changed() {
  const auto add = [&](std::size_t index) {
    if (token(index).is_name()) changed_[token(index).text].push_back(index);
  };
  for (std::size_t i = 1; i < tokens_.size(); ++i) {
    const Token& here = tokens_[i];
    if (here.kind != TokenKind::kPunctuation) continue;
    if (here.is("++") || here.is("--")) {
      add(i - 1);
      add(i + 1);
    } else if (here.is("&")) {
      if (!ends_type(tokens_[i - 1])) add(i + 1);
    } else if (here.is("=")) {
      if (i < 2 || !ends_type(tokens_[i - 2])) add(i - 1);
    } else if (changes(here)) {
      add(i - 1);
    }
  }
}

bool Reader::is_changed(std::string_view variable, std::size_t from, std::size_t to) const {
  const auto found = changed_.find(variable);
  if (found == changed_.end()) return false;
  const auto first = std::ranges::lower_bound(found->second, from);  // they are in order
  return first != found->second.end() && *first < to;
}

/// The parameters of a function whose names nothing in its body changes, and that refer to no variable of the caller.
void Reader::take_given(const std::vector<model::Parameter>& given, std::size_t from, std::size_t to) {
  given_.clear();
  for (const model::Parameter& parameter : given) {
    const std::string_view called = symbols_.text(parameter.name);
    const std::string_view written = module_.text.substr(parameter.range.begin, parameter.range.size());
    const bool refers = written.contains('&') && !written.contains("const");
    if (!refers && !is_changed(called, from, to)) given_.insert(called);
  }
}

/// `flag`, `mode == "none"`, `stream != nullptr`
bool Reader::is_given(const Expression& value) const {
  if (const auto* parameter = value.get_if<model::Name>()) return given_.contains(symbols_.text(parameter->name));
  const auto* compared = value.get_if<model::Comparison>();
  if (compared == nullptr) return false;
  bool is_one = false;
  for (const Expression* operand : compared->operands) {
    if (operand->kind == model::ExpressionKind::kConstant) continue;
    if (operand->kind != model::ExpressionKind::kName || !is_given(*operand)) return false;
    is_one = true;
  }
  return is_one;
}

/// `= true`, `= nullptr`: what is no literal is not known.
const model::Expression* Reader::default_value(const syntax::Expression& read) {
  const Typed value = expression(read);
  return value.node->kind == model::ExpressionKind::kConstant ? value.node : nullptr;
}

}  // namespace syncfree::cxx
