#include "tests/frontends/python/dump.h"

#include <algorithm>
#include <array>
#include <utility>

namespace syncfree::python {
namespace {

using namespace model;  // NOLINT(google-build-using-namespace): every type of the model is named here

constexpr std::array<const char*, 13> kBinary = {"+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"};
constexpr std::array<const char*, 10> kComparison = {"==", "!=", "<", "<=", ">", ">=", "is", "is-not", "in", "not-in"};
constexpr std::array<const char*, 4> kUnary = {"not", "-", "+", "~"};
constexpr std::array<const char*, 3> kSequence = {"tuple", "list", "set"};
constexpr std::array<const char*, 4> kComprehension = {"list-of", "set-of", "dict-of", "generator"};

template <class Table, class Enumerator>
const char* text_of(const Table& table, Enumerator value) {
  return table[static_cast<std::size_t>(value)];
}

/// Writes the model out, and notes on the way which nodes there are.
class Dumper {
 public:
  Dumper(const Module& module, const SymbolTable& symbols) : module_(module), symbols_(symbols) {}

  std::string all() {
    std::string out;
    for (const Statement* statement : module_.body) out += one(*statement, whole()) + "\n";
    return out;
  }

  std::vector<std::pair<const Expression*, TextRange>> expressions;  ///< with the parent's range
  std::vector<std::pair<const Statement*, TextRange>> statements;

 private:
  TextRange whole() const { return {0, static_cast<std::uint32_t>(module_.text.size())}; }
  std::string name(Symbol symbol) const { return std::string(symbols_.text(symbol)); }
  std::string names(std::span<const Symbol> list) const {
    std::string out;
    for (const Symbol symbol : list) out += (out.empty() ? "" : " ") + name(symbol);
    return out;
  }
  std::string path(std::span<const Symbol> list) const {
    std::string out;
    for (const Symbol symbol : list) out += (out.empty() ? "" : ".") + name(symbol);
    return out;
  }

  std::string one(const Expression* node, TextRange parent) {
    if (node == nullptr) return "_";
    expressions.emplace_back(node, parent);
    return expression(*node);
  }
  std::string list(Expressions nodes, TextRange parent) {
    std::string out;
    for (const Expression* node : nodes) out += " " + one(node, parent);
    return out;
  }
  std::string arguments(std::span<const Argument> items) {
    std::string out;
    for (const Argument& argument : items) {
      out += ' ' + std::string(argument.stars, '*') + (argument.keyword ? name(argument.keyword) + "=" : "") +
             one(argument.value, argument.range);
    }
    return out;
  }
  std::string parameters(std::span<const Parameter> items) {
    std::string out;
    for (const Parameter& parameter : items) {
      if (!out.empty()) out += ' ';
      switch (parameter.kind) {
        case ParameterKind::kPositionalOnly:
          out += "/";
          break;
        case ParameterKind::kNormal:
          break;
        case ParameterKind::kStar:
          out += "*";
          break;
        case ParameterKind::kKeywordOnly:
          out += "k:";
          break;
        case ParameterKind::kDoubleStar:
          out += "**";
          break;
      }
      out += name(parameter.name);
      if (parameter.annotation != nullptr) out += ":" + one(parameter.annotation, parameter.range);
      if (parameter.default_value != nullptr) out += "=" + one(parameter.default_value, parameter.range);
    }
    return "(" + out + ")";
  }

  std::string constant(const Constant& node) {
    switch (node.constant) {
      case ConstantKind::kNone:
        return "None";
      case ConstantKind::kTrue:
        return "True";
      case ConstantKind::kFalse:
        return "False";
      case ConstantKind::kInteger:
        return std::to_string(node.integer);
      case ConstantKind::kFloat:
        return "float:" + std::to_string(node.number);
      case ConstantKind::kComplex:
        return "complex";
      case ConstantKind::kString:
        return "\"" + std::string(node.text) + "\"";
      case ConstantKind::kBytes:
        return "b\"" + std::string(node.text) + "\"";
      case ConstantKind::kEllipsis:
        return "...";
    }
    return "?";
  }

  std::string comprehension(const Comprehension& node) {
    std::string out = std::string("(") + text_of(kComprehension, node.comprehension) + " ";
    if (node.key != nullptr) out += one(node.key, node.range) + ": ";
    out += one(node.element, node.range);
    for (const ComprehensionClause& clause : node.clauses) {
      out += clause.is_async ? " (async-for " : " (for ";
      out += one(clause.target, node.range) + " " + one(clause.iterable, node.range);
      for (const Expression* condition : clause.conditions) out += " if " + one(condition, node.range);
      out += ")";
    }
    return out + ")";
  }

  std::string formatted(const Formatted& node) {
    std::string out = node.is_template ? "(template" : "(format";
    for (const FormattedField& field : node.fields) {
      out += " {" + one(field.value, node.range);
      if (field.conversion != 0) out += std::string("!") + field.conversion;
      if (field.has_format) out += ":";
      out += "}";
    }
    return out + ")";
  }

  std::string expression(const Expression& node) {
    const TextRange range = node.range;
    switch (node.kind) {
      case ExpressionKind::kName:
        return name(node.as<Name>().name);
      case ExpressionKind::kAttribute:
        return "(. " + one(node.as<Attribute>().object, range) + " " + name(node.as<Attribute>().name) + ")";
      case ExpressionKind::kCall:
        return "(call " + one(node.as<Call>().callee, range) + arguments(node.as<Call>().arguments) + ")";
      case ExpressionKind::kSubscript:
        return "([] " + one(node.as<Subscript>().object, range) + " " + one(node.as<Subscript>().index, range) + ")";
      case ExpressionKind::kSlice: {
        const auto& slice = node.as<Slice>();
        return "(: " + one(slice.start, range) + " " + one(slice.stop, range) + " " + one(slice.step, range) + ")";
      }
      case ExpressionKind::kConstant:
        return constant(node.as<Constant>());
      case ExpressionKind::kUnary:
        return std::string("(") + text_of(kUnary, node.as<Unary>().operation) + " " +
               one(node.as<Unary>().operand, range) + ")";
      case ExpressionKind::kBinary: {
        const auto& binary = node.as<Binary>();
        return std::string("(") + text_of(kBinary, binary.operation) + " " + one(binary.left, range) + " " +
               one(binary.right, range) + ")";
      }
      case ExpressionKind::kComparison: {
        const auto& comparison = node.as<Comparison>();
        std::string out = "(" + one(comparison.operands.front(), range);
        for (std::size_t at = 0; at < comparison.operators.size(); ++at) {
          out += std::string(" ") + text_of(kComparison, comparison.operators[at]) + " " +
                 one(comparison.operands[at + 1], range);
        }
        return out + ")";
      }
      case ExpressionKind::kBoolean:
        return std::string("(") + (node.as<Boolean>().is_and ? "and" : "or") +
               list(node.as<Boolean>().operands, range) + ")";
      case ExpressionKind::kConditional: {
        const auto& conditional = node.as<Conditional>();
        const std::string then_value = one(conditional.then_value, range);
        return "(if " + one(conditional.condition, range) + " " + then_value + " " +
               one(conditional.else_value, range) + ")";
      }
      case ExpressionKind::kSequence:
        return std::string("(") + text_of(kSequence, node.as<Sequence>().sequence) +
               list(node.as<Sequence>().elements, range) + ")";
      case ExpressionKind::kDictionary: {
        std::string out = "(dict";
        for (const DictionaryItem& item : node.as<Dictionary>().items) {
          out += item.key == nullptr ? " **" : " " + one(item.key, range) + ":";
          out += one(item.value, range);
        }
        return out + ")";
      }
      case ExpressionKind::kComprehension:
        return comprehension(node.as<Comprehension>());
      case ExpressionKind::kFormatted:
        return formatted(node.as<Formatted>());
      case ExpressionKind::kLambda:
        return "(lambda " + parameters(node.as<Lambda>().parameters) + " " + one(node.as<Lambda>().body, range) + ")";
      case ExpressionKind::kStarred:
        return "(" + std::string(node.as<Starred>().stars, '*') + " " + one(node.as<Starred>().value, range) + ")";
      case ExpressionKind::kAwait:
        return "(await " + one(node.as<Await>().value, range) + ")";
      case ExpressionKind::kYield:
        return (node.as<Yield>().is_from ? "(yield-from " : "(yield ") + one(node.as<Yield>().value, range) + ")";
      case ExpressionKind::kNamed:
        return "(:= " + one(node.as<Named>().target, range) + " " + one(node.as<Named>().value, range) + ")";
      case ExpressionKind::kUnknown:
        return "unknown";
    }
    return "?";
  }

  std::string one(const Statement& node, TextRange parent) {
    statements.emplace_back(&node, parent);
    return statement(node);
  }
  std::string block(Block body, TextRange parent) {
    std::string out;
    for (const Statement* node : body) out += (out.empty() ? "" : " ") + one(*node, parent);
    return "[" + out + "]";
  }
  std::string imported(std::span<const ImportedName> items) {
    std::string out;
    for (const ImportedName& item : items) out += " " + path(item.path) + (item.alias ? "=" + name(item.alias) : "");
    return out;
  }
  std::string decorators(Expressions nodes) {
    std::string out;
    for (const Expression* node : nodes) out += "@" + one(node, whole()) + " ";
    return out;
  }

  std::string function(const Function& node) {
    std::string out =
        "(" + decorators(node.decorators) + (node.is_async ? "async-def " : "def ") + name(node.name) + " ";
    out += parameters(node.parameters);
    if (node.return_annotation != nullptr) out += " -> " + one(node.return_annotation, node.range);
    if (node.is_generator) out += " generator";
    if (!node.globals.empty()) out += " global:" + names(node.globals);
    if (!node.nonlocals.empty()) out += " nonlocal:" + names(node.nonlocals);
    if (!node.locals.empty()) out += " local:" + names(node.locals);
    if (!node.docstring.empty()) out += " doc:'" + std::string(node.docstring) + "'";
    return out + " " + block(node.body, node.range) + ")";
  }
  std::string class_definition(const Class& node) {
    std::string out = "(" + decorators(node.decorators) + "class " + name(node.name) + arguments(node.bases);
    if (!node.docstring.empty()) out += " doc:'" + std::string(node.docstring) + "'";
    return out + " " + block(node.body, node.range) + ")";
  }
  std::string otherwise(Block body, TextRange parent) { return body.empty() ? "" : " else " + block(body, parent); }

  std::string try_statement(const Try& node) {
    std::string out = "(try " + block(node.body, node.range);
    for (const ExceptHandler& handler : node.handlers) {
      out += " (except " + one(handler.type, handler.range) + (handler.name ? " " + name(handler.name) : "") + " " +
             block(handler.body, handler.range) + ")";
    }
    out += otherwise(node.otherwise, node.range);
    if (!node.finally.empty()) out += " finally " + block(node.finally, node.range);
    return out + ")";
  }
  std::string match(const Match& node) {
    std::string out = "(match " + one(node.subject, node.range);
    for (const MatchCase& match_case : node.cases) {
      out += " (case";
      if (match_case.class_pattern != nullptr) out += " class:" + one(match_case.class_pattern, match_case.range);
      if (!match_case.captures.empty()) out += " captures:" + names(match_case.captures);
      if (match_case.guard != nullptr) out += " if " + one(match_case.guard, match_case.range);
      out += " " + block(match_case.body, match_case.range) + ")";
    }
    return out + ")";
  }
  std::string with(const With& node) {
    std::string out = node.is_async ? "(async-with" : "(with";
    for (const WithItem& item : node.items) {
      out += " " + one(item.context, node.range);
      if (item.target != nullptr) out += " as " + one(item.target, node.range);
    }
    return out + " " + block(node.body, node.range) + ")";
  }
  std::string import_from(const ImportFrom& node) {
    return "(from " + std::string(node.level, '.') + path(node.module) + (node.is_star ? " *" : "") +
           imported(node.names) + ")";
  }

  std::string statement(const Statement& node) {
    const TextRange range = node.range;
    switch (node.kind) {
      case StatementKind::kExpression:
        return one(node.as<ExpressionStatement>().value, range);
      case StatementKind::kAssign: {
        const auto& assign = node.as<Assign>();
        std::string out = "(assign" + list(assign.targets, range);
        if (assign.annotation != nullptr) out += " : " + one(assign.annotation, range);
        return out + (assign.value == nullptr ? "" : " = " + one(assign.value, range)) + ")";
      }
      case StatementKind::kAugmentedAssign: {
        const auto& assign = node.as<AugmentedAssign>();
        return std::string("(") + text_of(kBinary, assign.operation) + "= " + one(assign.target, range) + " " +
               one(assign.value, range) + ")";
      }
      case StatementKind::kIf: {
        const auto& branch = node.as<If>();
        const std::string head = "(if " + one(branch.condition, range) + " " + block(branch.then, range);
        return head + otherwise(branch.otherwise, range) + ")";
      }
      case StatementKind::kWhile: {
        const auto& loop = node.as<While>();
        const std::string head = "(while " + one(loop.condition, range) + " " + block(loop.body, range);
        return head + otherwise(loop.otherwise, range) + ")";
      }
      case StatementKind::kFor: {
        const auto& loop = node.as<For>();
        std::string head = (loop.is_async ? "(async-for " : "(for ") + one(loop.target, range);
        head += " " + one(loop.iterable, range) + " " + block(loop.body, range);
        return head + otherwise(loop.otherwise, range) + ")";
      }
      case StatementKind::kWith:
        return with(node.as<With>());
      case StatementKind::kTry:
        return try_statement(node.as<Try>());
      case StatementKind::kMatch:
        return match(node.as<Match>());
      case StatementKind::kReturn:
        return "(return " + one(node.as<Return>().value, range) + ")";
      case StatementKind::kRaise: {
        const auto& raise = node.as<Raise>();
        const std::string head = "(raise " + one(raise.value, range);
        return head + (raise.cause == nullptr ? "" : " from " + one(raise.cause, range)) + ")";
      }
      case StatementKind::kAssert:
        return "(assert " + one(node.as<Assert>().condition, range) + " " + one(node.as<Assert>().message, range) + ")";
      case StatementKind::kDelete:
        return "(del" + list(node.as<Delete>().targets, range) + ")";
      case StatementKind::kImport:
        return "(import" + imported(node.as<Import>().names) + ")";
      case StatementKind::kImportFrom:
        return import_from(node.as<ImportFrom>());
      case StatementKind::kFunction:
        return function(node.as<Function>());
      case StatementKind::kClass:
        return class_definition(node.as<Class>());
      case StatementKind::kGlobal:
        return "(global)";
      case StatementKind::kBreak:
        return "(break)";
      case StatementKind::kContinue:
        return "(continue)";
      case StatementKind::kPass:
        return "(pass)";
    }
    return "?";
  }

  const Module& module_;
  const SymbolTable& symbols_;
};

}  // namespace

std::string dump(const Module& module, const SymbolTable& symbols) { return Dumper(module, symbols).all(); }

std::vector<std::string_view> expression_texts(const Module& module, const SymbolTable& symbols) {
  Dumper dumper(module, symbols);
  dumper.all();
  std::ranges::stable_sort(dumper.expressions, [](const auto& left, const auto& right) {
    const TextRange a = left.first->range;
    const TextRange b = right.first->range;
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<std::string_view> texts;
  for (const auto& [expression, parent] : dumper.expressions) {
    texts.push_back(module.text.substr(expression->range.begin, expression->range.size()));
  }
  return texts;
}

std::vector<std::string> violations(const Module& module, const SymbolTable& symbols) {
  Dumper dumper(module, symbols);
  dumper.all();
  std::vector<std::string> found;
  const auto describe = [&](TextRange range) {
    return std::to_string(range.begin) + ".." + std::to_string(range.end) + " `" +
           std::string(module.text.substr(range.begin, std::min<std::size_t>(range.size(), 60))) + "`";
  };
  const TextRange whole{0, static_cast<std::uint32_t>(module.text.size())};
  std::vector<bool> seen(module.expression_count);
  for (const auto& [expression, parent] : dumper.expressions) {
    // An Unknown stands for all of the line that was not understood.
    const bool is_unknown = expression->kind == ExpressionKind::kUnknown;
    if (!(is_unknown ? whole : parent).contains(expression->range))
      found.push_back("outside of its parent: " + describe(expression->range));
    if (expression->range.empty()) found.push_back("empty expression: " + describe(expression->range));
    if (expression->id >= module.expression_count) {
      found.push_back("id out of range: " + describe(expression->range));
    } else if (seen[expression->id]) {
      found.push_back("id used twice: " + describe(expression->range));
    } else {
      seen[expression->id] = true;
    }
  }
  std::uint32_t last_end = 0;
  for (const auto& [statement, parent] : dumper.statements) {
    if (!parent.contains(statement->range))
      found.push_back("statement outside of its parent: " + describe(statement->range));
    if (statement->range.empty()) found.push_back("empty statement: " + describe(statement->range));
  }
  for (const Statement* statement : module.body) {
    if (statement->range.begin < last_end) found.push_back("statements overlap: " + describe(statement->range));
    last_end = statement->range.end;
  }
  for (std::size_t id = 0; id < module.functions.size(); ++id) {
    if (module.functions[id] == nullptr || module.functions[id]->id != id)
      found.push_back("function ids are not dense");
  }
  for (std::size_t id = 0; id < module.classes.size(); ++id) {
    if (module.classes[id] == nullptr || module.classes[id]->id != id) found.push_back("class ids are not dense");
  }
  for (std::size_t at = 1; at < module.comments.size(); ++at) {
    if (module.comments[at].range.begin < module.comments[at - 1].range.end) found.push_back("comments out of order");
  }
  for (std::size_t at = 1; at < module.problems.size(); ++at) {
    if (module.problems[at].range.begin < module.problems[at - 1].range.begin) found.push_back("problems out of order");
  }
  return found;
}

}  // namespace syncfree::python
