#include "frontends/python/render_edits.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::python {
namespace {

using fixes::Code;
using fixes::CodeArgument;
using fixes::CodeKind;
using fixes::Slot;
using fixes::TextEdit;
using model::Expression;
using model::ExpressionKind;
using model::StatementKind;

/// Binds as tightly as a name: something can be applied to it without parentheses.
bool is_primary(const Expression& node, std::string_view text) {
  switch (node.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kAttribute:
    case ExpressionKind::kCall:
    case ExpressionKind::kSubscript:
    case ExpressionKind::kDictionary:
    case ExpressionKind::kFormatted:
      return true;
    case ExpressionKind::kConstant:
      return node.as<model::Constant>().constant == model::ConstantKind::kString;
    case ExpressionKind::kSequence:
    case ExpressionKind::kComprehension:
      return text.starts_with('[') || text.starts_with('{');
    default:
      return false;
  }
}

/// Has a line end outside of all brackets. Strings and comments may hold brackets of their own: with them it counts as
/// open.
bool is_open(std::string_view text) {
  if (text.find_first_of("\r\n") == std::string_view::npos) return false;
  if (text.find_first_of("#'\"") != std::string_view::npos) return true;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == '\r' || c == '\n') && depth == 0) return true;
  }
  return false;
}

/// Cannot be an argument as it is.
bool needs_parentheses_as_argument(const Expression& node, std::string_view text) {
  switch (node.kind) {
    case ExpressionKind::kNamed:
    case ExpressionKind::kYield:
    case ExpressionKind::kStarred:
      return true;
    case ExpressionKind::kSequence:
    case ExpressionKind::kComprehension:
      return !text.starts_with('(') && !text.starts_with('[') && !text.starts_with('{');
    default:
      return false;
  }
}

/// Binds more tightly than `and` and `or`.
bool stands_between_logical(const Expression& node) {
  switch (node.kind) {
    case ExpressionKind::kComparison:
    case ExpressionKind::kBinary:
    case ExpressionKind::kUnary:
    case ExpressionKind::kConstant:
      return true;
    default:
      return false;
  }
}

class PythonPrinter : public fixes::Printer {
 public:
  PythonPrinter(const fixes::Source& source, const model::Location& location)
      : module_(source.module), symbols_(source.symbols), location_(location) {}

  std::optional<std::string> print(const Code& code, Slot slot) override {
    switch (code.kind) {
      case CodeKind::kKept:
        return print_kept(code, slot);
      case CodeKind::kName:
        return code.text;
      case CodeKind::kSlice:
        return code.text;
      case CodeKind::kNumber:
        return slot == Slot::kOperand ? "(" + code.text + ")" : code.text;
      case CodeKind::kTrue:
        return "True";
      case CodeKind::kFalse:
        return "False";
      case CodeKind::kString:
        return '"' + code.text + '"';
      case CodeKind::kLibrary:
        return full_name(code.text);
      case CodeKind::kTuple:
        return print_tuple(code);
      case CodeKind::kList:
        return joined({"[", print_parts(code), "]"});
      case CodeKind::kAttribute:
        return joined({print(code.parts[0], Slot::kOperand), ".", code.text});
      case CodeKind::kCall:
        return print_call(code);
      case CodeKind::kSubscript:
        return joined({print(code.parts[0], Slot::kOperand), "[", print_index(code.parts[1]), "]"});
      case CodeKind::kBinary:
        return parenthesized(
            joined({print_term(code.parts[0], code.text), " " + code.text + " ", print_term(code.parts[1], code.text)}),
            slot);
      case CodeKind::kAssign:
        return joined({print_target(code.parts[0]), " = ", print(code.parts[1], Slot::kStatement)});
      case CodeKind::kReturn:
        return joined({"return ", print(code.parts[0], Slot::kStatement)});
    }
    return std::nullopt;
  }

  std::optional<std::string> keyword(std::string_view name) override { return std::string(name) + "="; }

  /// As this file spells it: `import torch as th` makes it `th.full`.
  std::optional<std::string> full_name(const std::string& name) override {
    const std::size_t dot = name.find('.');
    const std::string package = name.substr(0, dot);
    return joined({name_of_package(package), dot == std::string::npos ? "" : name.substr(dot)});
  }

  std::optional<Condition> condition(const Code& code, std::string_view indentation) override {
    return head("if ", code, indentation);
  }

  std::optional<Condition> context(const Code& code, std::string_view indentation) override {
    return head("with ", code, indentation);
  }

  bool may_stand_in(std::span<const Expression* const> parents, std::string_view text) const override {
    const bool formatted = std::ranges::any_of(
        parents, [](const Expression* parent) { return parent->kind == ExpressionKind::kFormatted; });
    // Before Python 3.12 these end the string, or are no part of it.
    return !formatted || text.find_first_of("'\"\\\r\n#{}") == std::string_view::npos;
  }

  std::vector<TextEdit> elsewhere() const override { return imports_; }

 private:
  using Part = std::optional<std::string>;

  static Part joined(std::initializer_list<Part> parts) {
    std::string text;
    for (const Part& part : parts) {
      if (!part) return std::nullopt;
      text += *part;
    }
    return text;
  }

  static Part parenthesized(Part text, Slot slot) {
    return text && slot == Slot::kOperand ? Part("(" + *text + ")") : text;
  }

  std::optional<Condition> head(std::string_view keyword, const Code& code, std::string_view indentation) {
    const Part test = print(code, Slot::kArgument);
    if (!test) return std::nullopt;
    const bool tabs = indentation.ends_with('\t');
    return Condition{std::string(keyword) + *test + ":", std::string(indentation) + (tabs ? "\t" : "    ")};
  }

  Part print_kept(const Code& code, Slot slot) {
    const Expression& node = *code.kept;
    const Part written = fixes::text_of_kept(module_, code, *this);
    if (!written) return std::nullopt;
    const std::string& text = *written;
    const bool open = slot != Slot::kArgument && is_open(text);
    const bool wrap = slot == Slot::kOperand    ? open || !is_primary(node, text)
                      : slot == Slot::kArgument ? needs_parentheses_as_argument(node, text)
                                                : open;
    return wrap ? "(" + text + ")" : text;
  }

  Part print_parts(const Code& code) {
    std::string text;
    for (const Code& part : code.parts) {
      const Part printed = print(part, Slot::kArgument);
      if (!printed) return std::nullopt;
      text += (text.empty() ? "" : ", ") + *printed;
    }
    return text;
  }

  Part print_index(const Code& code) {
    const bool several = code.kind == CodeKind::kTuple && code.parts.size() > 1;
    return several ? print_parts(code) : print(code, Slot::kArgument);
  }

  Part print_tuple(const Code& code) { return joined({"(", print_parts(code), code.parts.size() == 1 ? ",)" : ")"}); }

  /// What a rule nests binds in that order without parentheses, and so does what is written between `and` and `or`.
  Part print_term(const Code& code, std::string_view operation) {
    const bool is_logical = operation == "and" || operation == "or";
    const bool plain = code.kind == CodeKind::kBinary || code.kind == CodeKind::kNumber ||
                       (is_logical && code.kind == CodeKind::kKept && stands_between_logical(*code.kept));
    return print(code, plain ? Slot::kValue : Slot::kOperand);
  }

  /// What is on the left of `=`: several need no parentheses there.
  Part print_target(const Code& code) {
    return code.kind == CodeKind::kTuple && code.parts.size() > 1 ? print_parts(code) : print(code, Slot::kStatement);
  }

  Part print_call(const Code& code) {
    const Part callee = print(code.parts[0], Slot::kOperand);
    if (!callee) return std::nullopt;
    std::string text = *callee + "(";
    bool first = true;
    for (const CodeArgument& argument : code.arguments) {
      const Part value = print(argument.value, Slot::kArgument);
      if (!value) return std::nullopt;
      text += first ? "" : ", ";
      if (!argument.keyword.empty()) text += argument.keyword + "=";
      text += *value;
      first = false;
    }
    return text + ")";
  }

  Part name_of_package(const std::string& package) {
    if (Part name = imported_in(module_.body, package)) return name;
    if (Part name = imported_here(package)) return name;
    // `if is_torch_available(): import torch`: what needs it runs only where it is.
    for (const model::Statement* statement : module_.body) {
      const auto* branch = statement->get_if<model::If>();
      const auto* attempt = statement->get_if<model::Try>();
      const bool for_types = branch != nullptr && text_of(*branch->condition).ends_with("TYPE_CHECKING");
      if (branch != nullptr && !for_types) {
        if (Part name = imported_in(branch->then, package)) return name;
      }
      if (attempt != nullptr) {
        if (Part name = imported_in(attempt->body, package)) return name;
      }
    }
    return add_import(package) ? Part(package) : std::nullopt;
  }

  /// By the function itself, so that the module can be imported without the package.
  Part imported_here(const std::string& package) const {
    if (location_.function == nullptr || location_.statement == nullptr) return std::nullopt;
    const model::Block body = location_.function->body;
    const auto later = std::ranges::find_if(body, [&](const model::Statement* statement) {
      return statement->range.end > location_.statement->range.begin;
    });
    return imported_in(body.first(static_cast<std::size_t>(later - body.begin())), package);
  }

  Part imported_in(model::Block block, const std::string& package) const {
    for (const model::Statement* statement : block) {
      const auto* import = statement->get_if<model::Import>();
      if (import == nullptr) continue;
      for (const model::ImportedName& imported : import->names) {
        if (symbols_.text(imported.path.front()) != package) continue;
        if (!imported.alias) return package;
        if (imported.path.size() == 1) return std::string(symbols_.text(imported.alias));
      }
    }
    return std::nullopt;
  }

  std::string_view text_of(const Expression& expression) const {
    return std::string_view(module_.text).substr(expression.range.begin, expression.range.size());
  }

  /// Before the first import that may stand anywhere: behind the docstring and what is imported from the future.
  bool add_import(const std::string& package) {
    const std::string line = "import " + package + std::string(fixes::line_end_of(module_.text));
    const auto is_old = [&](const TextEdit& edit) { return edit.text == line; };
    if (std::ranges::any_of(imports_, is_old)) return true;
    if (means_another(module_.body, package)) return false;
    for (const model::Statement* statement : module_.body) {
      if (is_docstring(*statement) || is_from_future(*statement)) continue;
      const auto start = fixes::blank_line_start(module_.text, statement->range.begin);
      const bool decorated = statement->kind == StatementKind::kFunction || statement->kind == StatementKind::kClass;
      if (!start || decorated) return false;
      imports_.push_back({{*start, *start}, line});
      return true;
    }
    return false;
  }

  /// `import slowfast.utils.logging as logging`, `from loguru import logger as logging`: the name is taken.
  bool means_another(model::Block block, const std::string& package) const {
    bool found = false;
    for (const model::Statement* statement : block) {
      const auto* import = statement->get_if<model::Import>();
      const auto* from = statement->get_if<model::ImportFrom>();
      if (import != nullptr) {
        for (const model::ImportedName& name : import->names) found |= name.alias && is_called(name.alias, package);
      } else if (from != nullptr) {
        for (const model::ImportedName& name : from->names)
          found |= is_called(name.alias ? name.alias : name.path.front(), package);
      }
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { found |= means_another(inner, package); });
    }
    return found;
  }

  bool is_called(model::Symbol name, const std::string& package) const { return symbols_.text(name) == package; }

  static bool is_docstring(const model::Statement& statement) {
    const auto* expression = statement.get_if<model::ExpressionStatement>();
    return expression != nullptr && expression->value->kind == ExpressionKind::kConstant;
  }

  bool is_from_future(const model::Statement& statement) const {
    const auto* from = statement.get_if<model::ImportFrom>();
    return from != nullptr && from->module.size() == 1 && symbols_.text(from->module.front()) == "__future__";
  }

  const model::Module& module_;
  const model::SymbolTable& symbols_;
  const model::Location& location_;
  std::vector<TextEdit> imports_;
};

}  // namespace

std::optional<std::vector<TextEdit>> render_edits(const fixes::Source& source, const model::Location& location,
                                                  std::span<const fixes::Edit> edits) {
  PythonPrinter printer(source, location);
  return fixes::write_edits(source, edits, printer);
}

}  // namespace syncfree::python
