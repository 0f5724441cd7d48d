// String literals: plain, joined and formatted.
#include <functional>
#include <string>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::ConstantKind;
using model::FormattedField;

const model::Expression* Lowering::string() {
  const TextRange range = cursor_.range();
  const StringLiteral literal = split_string(text_of(range));
  if (literal.is_format || literal.is_template) {
    auto* node = make_expression<model::Formatted>(range);
    node->is_template = literal.is_template;
    node->begins = literal.content.substr(0, literal.content.find('{'));
    Gather<FormattedField> gathered(scratch_.fields);
    fields(gathered);
    node->fields = gathered.keep(arena_);
    return node;
  }
  if (literal.quote == '`') return unknown(range);  // Python 2's repr
  return text_constant(range, literal.is_bytes ? ConstantKind::kBytes : ConstantKind::kString, content(literal));
}

const model::Expression* Lowering::text_constant(TextRange range, ConstantKind kind, std::string_view text) {
  auto* node = make_expression<model::Constant>(range);
  node->constant = kind;
  node->text = text;
  return node;
}

/// Decoded if it has escapes; those with escapes that cannot be decoded stay as they are.
std::string_view Lowering::content(const StringLiteral& literal) {
  if (literal.is_raw || literal.content.find('\\') == std::string_view::npos) return literal.content;
  const auto decoded = decode_escapes(literal.content, literal.is_bytes);
  return decoded ? arena_.copy(std::string_view(*decoded)) : literal.content;
}

/// `"a" f"{b}" "c"` is one string; formatted if one of its parts is.
const model::Expression* Lowering::concatenated_string() {
  const TextRange range = cursor_.range();
  bool is_formatted = false;
  bool is_template = false;
  bool is_bytes = false;
  std::string joined;
  std::string_view begins;
  cursor_.each_child([&] {
    const StringLiteral literal = split_string(text_of(cursor_.range()));
    if (begins.empty()) begins = literal.content.substr(0, literal.content.find('{'));
    is_formatted |= literal.is_format || literal.is_template;
    is_template |= literal.is_template;
    is_bytes |= literal.is_bytes;
    if (!is_formatted) joined += content(literal);
  });
  if (!is_formatted) {
    return text_constant(range, is_bytes ? ConstantKind::kBytes : ConstantKind::kString,
                         arena_.copy(std::string_view(joined)));
  }
  auto* node = make_expression<model::Formatted>(range);
  node->is_template = is_template;
  node->begins = begins;
  Gather<FormattedField> gathered(scratch_.fields);
  cursor_.each_child([&] { fields(gathered); });
  node->fields = gathered.keep(arena_);
  return node;
}

/// The fields of the string or of the format specification that the cursor is on.
void Lowering::fields(Gather<FormattedField>& gathered) {
  if (is_too_deep()) return;
  enter_level();
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kInterpolation || cursor_.kind() == Syntax::kFormatExpression) field(gathered);
  });
  leave_level();
}

void Lowering::field(Gather<FormattedField>& gathered) {
  FormattedField field{};
  field.range = cursor_.range();
  bool is_pushed = false;
  bool shows_itself = false;
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kOpenBrace:
      case Syntax::kCloseBrace:
        break;
      case Syntax::kEqualToken:
        shows_itself = true;
        break;
      case Syntax::kTypeConversion:
        field.conversion = text_[cursor_.begin() + 1];
        break;
      case Syntax::kFormatSpecifier:
        field.has_format = true;
        gathered.push(field);
        is_pushed = true;
        fields(gathered);
        break;
      case Syntax::kNamedExpression:  // `{x:=3}` is x in the format `=3`
        cursor_.enter();
        field.value = expression();
        field.has_format = true;
        cursor_.leave();
        break;
      default:
        field.value = expression();
    }
  });
  if (is_pushed) return;
  if (shows_itself && field.conversion == 0) field.conversion = 'r';  // `{x=}` without a format shows the repr
  gathered.push(field);
}

/// Raw and without quotes, if the body begins with a string.
std::string_view Lowering::docstring(model::Block body) const {
  if (body.empty()) return {};
  const auto* first = body.front()->get_if<model::ExpressionStatement>();
  if (first == nullptr) return {};
  const auto* constant = first->value->get_if<model::Constant>();
  if (constant == nullptr || constant->constant != ConstantKind::kString) return {};
  const std::less<const char*> before;
  const bool is_decoded =
      before(constant->text.data(), text_.data()) || !before(constant->text.data(), text_.data() + text_.size());
  if (!is_decoded) return constant->text;
  // One literal, or several joined? One has no second pair of its quotes inside.
  const StringLiteral literal = split_string(text_of(constant->range));
  const std::string quotes(literal.content.data() - literal.prefix.data() - literal.prefix.size(), literal.quote);
  std::size_t at = 0;
  while ((at = literal.content.find_first_of(std::string{'\\', literal.quote}, at)) != std::string_view::npos) {
    if (literal.content[at] == '\\') {
      at += 2;
    } else if (literal.content.substr(at).starts_with(quotes)) {
      return constant->text;
    } else {
      ++at;
    }
  }
  return literal.content;
}

}  // namespace syncfree::python
