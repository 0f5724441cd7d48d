#include "rules/rewrites/fix_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/flow/scripted.h"
#include "analyzer/model/walk.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Argument;
using model::Attribute;
using model::Call;
using model::ConstantKind;
using model::Expression;
using model::ExpressionKind;
using model::Symbol;
using model::SymbolTable;

namespace {

constexpr std::array<std::string_view, 4> kNumberTypes = {"float", "int", "bool", "len"};
constexpr std::array<std::string_view, 6> kSizeMethods = {"size",     "numel",        "dim",
                                                          "nelement", "element_size", "ndimension"};
constexpr std::array<std::string_view, 7> kLimits = {"eps",  "min",       "max", "tiny", "smallest_normal",
                                                     "bits", "resolution"};

std::string_view attribute_name(const Expression& expression, const SymbolTable& symbols) {
  const auto* attribute = expression.get_if<Attribute>();
  return attribute == nullptr ? std::string_view() : symbols.text(attribute->name);
}

bool is_name(const Expression& expression, std::string_view name, const SymbolTable& symbols) {
  const auto* node = expression.get_if<model::Name>();
  return node != nullptr && symbols.text(node->name) == name;
}

bool is_number_call(const Call& call, const SymbolTable& symbols) {
  if (const auto* name = call.callee->get_if<model::Name>()) return is_one_of(symbols.text(name->name), kNumberTypes);
  const auto* method = call.callee->get_if<Attribute>();
  if (method == nullptr) return false;
  if (is_name(*method->object, "math", symbols)) return true;
  const bool whole_size = symbols.text(method->name) == "size" && call.arguments.empty();
  return is_one_of(symbols.text(method->name), kSizeMethods) && !whole_size;
}

bool is_limit(const Attribute& attribute, const SymbolTable& symbols) {
  if (is_name(*attribute.object, "math", symbols)) return true;
  if (symbols.text(attribute.name) == "ndim") return true;
  const auto* info = attribute.object->get_if<Call>();
  if (info == nullptr || !is_one_of(symbols.text(attribute.name), kLimits)) return false;
  const std::string_view name = callee_name(*info, symbols);
  return name == "finfo" || name == "iinfo";
}

// The largest number of the narrowest floating type.
constexpr double kLargestHalf = 65504;
constexpr std::array<std::string_view, 6> kWideTypes = {"float32", "float", "float64", "double", "int64", "long"};

std::optional<double> written_number(const Expression& expression) {
  if (const auto* unary = expression.get_if<model::Unary>()) {
    const auto number = written_number(*unary->operand);
    if (!number || unary->operation != model::UnaryOperator::kNegate) return std::nullopt;
    return -*number;
  }
  const auto* constant = expression.get_if<model::Constant>();
  if (constant == nullptr) return std::nullopt;
  switch (constant->constant) {
    case ConstantKind::kTrue:
    case ConstantKind::kFalse:
      return 1;
    case ConstantKind::kInteger:
    case ConstantKind::kFloat:
      return constant->number;
    default:
      return std::nullopt;
  }
}

/// `float("inf")`, `-math.inf`.
bool is_infinite_or_nan(const Expression& expression, const FixContext& context) {
  if (const auto* unary = expression.get_if<model::Unary>()) return is_infinite_or_nan(*unary->operand, context);
  if (const auto* attribute = expression.get_if<Attribute>()) {
    const std::string_view name = context.symbols.text(attribute->name);
    return is_name(*attribute->object, "math", context.symbols) && (name == "inf" || name == "nan");
  }
  const auto* call = expression.get_if<Call>();
  if (call == nullptr || call->arguments.size() != 1 || !is_name(*call->callee, "float", context.symbols)) return false;
  const auto* text = call->arguments.front().value->get_if<model::Constant>();
  return text != nullptr && text->constant == ConstantKind::kString;
}

/// `torch.finfo(dtype).min`
bool is_limit_of(const Expression& number, const Expression& dtype, const FixContext& context) {
  const auto* limit = number.get_if<Attribute>();
  if (limit == nullptr || !is_limit(*limit, context.symbols)) return false;
  const auto* info = limit->object->get_if<Call>();
  return info != nullptr && info->arguments.size() == 1 &&
         text_of(*info->arguments.front().value, context) == text_of(dtype, context);
}

bool binds_torch(const model::Statement& statement, Symbol name, const SymbolTable& symbols) {
  const auto* import = statement.get_if<model::Import>();
  if (import == nullptr) return false;
  return std::ranges::any_of(import->names, [&](const model::ImportedName& imported) {
    if (symbols.text(imported.path.front()) != "torch") return false;
    return imported.alias ? imported.path.size() == 1 && imported.alias == name : imported.path.front() == name;
  });
}

bool imports_from_torch(const model::Statement& statement, Symbol name, const SymbolTable& symbols) {
  const auto* from = statement.get_if<model::ImportFrom>();
  if (from == nullptr || from->level != 0 || from->module.size() != 1) return false;
  if (symbols.text(from->module.front()) != "torch") return false;
  return std::ranges::any_of(from->names, [&](const model::ImportedName& imported) {
    return imported.path.front() == name && (!imported.alias || imported.alias == name);
  });
}

}  // namespace

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

const Call* plain_call(const FixContext& context) {
  const auto* call = context.location.node->get_if<Call>();
  return call == nullptr || has_stars(*call) ? nullptr : call;
}

bool has_stars(const Call& call) {
  return std::ranges::any_of(call.arguments, [](const Argument& argument) { return argument.stars != 0; });
}

const Expression* receiver_of(const Call& call) {
  const auto* method = call.callee->get_if<Attribute>();
  return method == nullptr ? nullptr : method->object;
}

std::string_view callee_name(const Call& call, const SymbolTable& symbols) {
  if (const auto* name = call.callee->get_if<model::Name>()) return symbols.text(name->name);
  return attribute_name(*call.callee, symbols);
}

bool is_torch(const Expression& expression, const FixContext& context) {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return false;
  return context.symbols.text(name->name) == "torch" ||
         std::ranges::any_of(context.module.body, [&](const model::Statement* statement) {
           return binds_torch(*statement, name->name, context.symbols);
         });
}

bool calls_torch_function(const Call& call, const FixContext& context) {
  if (const Expression* object = receiver_of(call)) return is_torch(*object, context);
  const auto* name = call.callee->get_if<model::Name>();
  return name != nullptr && std::ranges::any_of(context.module.body, [&](const model::Statement* statement) {
           return imports_from_torch(*statement, name->name, context.symbols);
         });
}

const Argument* keyword_argument(const Call& call, std::string_view keyword, const SymbolTable& symbols) {
  for (const Argument& argument : call.arguments) {
    if (argument.keyword && symbols.text(argument.keyword) == keyword) return &argument;
  }
  return nullptr;
}

std::size_t positional_count(const Call& call) {
  return static_cast<std::size_t>(
      std::ranges::count_if(call.arguments, [](const Argument& argument) { return !argument.keyword; }));
}

const Expression& innermost_of(const Expression& path) {
  if (const auto* attribute = path.get_if<model::Attribute>()) return innermost_of(*attribute->object);
  if (const auto* element = path.get_if<model::Subscript>()) return innermost_of(*element->object);
  return path;
}

bool is_stable(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kConstant:
      return true;
    case ExpressionKind::kAttribute:
      return is_stable(*expression.as<Attribute>().object);
    case ExpressionKind::kSubscript:
      return is_stable(*expression.as<model::Subscript>().object) &&
             is_stable(*expression.as<model::Subscript>().index);
    case ExpressionKind::kUnary:
      return is_stable(*expression.as<model::Unary>().operand);
    case ExpressionKind::kBinary:
      return is_stable(*expression.as<model::Binary>().left) && is_stable(*expression.as<model::Binary>().right);
    case ExpressionKind::kComparison:
      return std::ranges::all_of(expression.as<model::Comparison>().operands,
                                 [](const Expression* e) { return is_stable(*e); });
    case ExpressionKind::kSequence:
      return std::ranges::all_of(expression.as<model::Sequence>().elements,
                                 [](const Expression* e) { return is_stable(*e); });
    case ExpressionKind::kSlice: {
      const auto& slice = expression.as<model::Slice>();
      const auto stable = [](const Expression* e) { return e == nullptr || is_stable(*e); };
      return stable(slice.start) && stable(slice.stop) && stable(slice.step);
    }
    default:
      return false;
  }
}

bool is_python_number(const Expression& expression, const SymbolTable& symbols) {
  switch (expression.kind) {
    case ExpressionKind::kConstant: {
      const ConstantKind kind = expression.as<model::Constant>().constant;
      return kind == ConstantKind::kInteger || kind == ConstantKind::kFloat || kind == ConstantKind::kTrue ||
             kind == ConstantKind::kFalse;
    }
    case ExpressionKind::kUnary:
      return is_python_number(*expression.as<model::Unary>().operand, symbols);
    case ExpressionKind::kBinary:
      return is_python_number(*expression.as<model::Binary>().left, symbols) &&
             is_python_number(*expression.as<model::Binary>().right, symbols);
    case ExpressionKind::kConditional:
      return is_python_number(*expression.as<model::Conditional>().then_value, symbols) &&
             is_python_number(*expression.as<model::Conditional>().else_value, symbols);
    case ExpressionKind::kCall:
      return is_number_call(expression.as<Call>(), symbols);
    case ExpressionKind::kAttribute:
      return is_limit(expression.as<Attribute>(), symbols);
    case ExpressionKind::kSubscript: {
      const auto& subscript = expression.as<model::Subscript>();
      return attribute_name(*subscript.object, symbols) == "shape" && subscript.index->kind != ExpressionKind::kSlice;
    }
    default:
      return false;
  }
}

bool is_whole_number(const Expression& expression, const SymbolTable& symbols) {
  if (!is_python_number(expression, symbols)) return false;
  switch (expression.kind) {
    case ExpressionKind::kConstant:
      return expression.as<model::Constant>().constant == ConstantKind::kInteger;
    case ExpressionKind::kUnary:
      return is_whole_number(*expression.as<model::Unary>().operand, symbols);
    case ExpressionKind::kBinary: {
      const auto& binary = expression.as<model::Binary>();
      return binary.operation != model::BinaryOperator::kDivide && binary.operation != model::BinaryOperator::kPower &&
             is_whole_number(*binary.left, symbols) && is_whole_number(*binary.right, symbols);
    }
    case ExpressionKind::kSubscript:
      return true;
    case ExpressionKind::kCall:
      return !is_name(*expression.as<Call>().callee, "float", symbols) &&
             (receiver_of(expression.as<Call>()) == nullptr ||
              !is_name(*receiver_of(expression.as<Call>()), "math", symbols));
    default:
      return false;
  }
}

bool does_nothing(const Expression& expression, const SymbolTable& symbols) {
  if (is_stable(expression)) return true;
  if (const auto* call = expression.get_if<Call>()) {
    if (!is_number_call(*call, symbols)) return false;
  } else if (!is_python_number(expression, symbols)) {
    return false;
  }
  bool nothing = true;
  model::for_each_child(expression,
                        [&](const Expression* child) { nothing = nothing && does_nothing(*child, symbols); });
  return nothing;
}

bool fits(const Expression& number, ElementType type, const Expression* dtype, const FixContext& context) {
  if (type == ElementType::kOfNumber) return true;
  if (const std::optional<double> written = written_number(number)) return std::abs(*written) <= kLargestHalf;
  if (is_infinite_or_nan(number, context)) return true;
  if (type != ElementType::kGiven || dtype == nullptr) return false;
  const std::string_view name = attribute_name(*dtype, context.symbols);
  if (is_one_of(name, kWideTypes)) return is_torch(*dtype->as<Attribute>().object, context);
  return is_limit_of(number, *dtype, context);
}

std::optional<std::int64_t> written_integer(const Expression& expression) {
  if (const auto* unary = expression.get_if<model::Unary>()) {
    const auto number = written_integer(*unary->operand);
    if (!number || unary->operation != model::UnaryOperator::kNegate) return std::nullopt;
    return -*number;
  }
  const auto* constant = expression.get_if<model::Constant>();
  if (constant == nullptr || constant->constant != ConstantKind::kInteger) return std::nullopt;
  constexpr std::int64_t kReasonable = 1'000'000'000;
  return constant->integer < kReasonable ? std::optional(constant->integer) : std::nullopt;
}

std::string_view text_of(const Expression& expression, const FixContext& context) {
  return context.module.text.substr(expression.range.begin, expression.range.size());
}

bool mentions(const Expression& in, const Expression& what, const FixContext& context) {
  bool found = false;
  model::walk(in, [&](const Expression& node) {
    found = found || (node.kind == what.kind && text_of(node, context) == text_of(what, context));
  });
  return found;
}

namespace {

using model::is_word_character;

}  // namespace

bool occurs_in(std::string_view word, std::string_view text) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_character(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word_character(text[end]))) return true;
  }
  return false;
}

const Expression* bound_in(const Expression& target, model::Symbol name) {
  if (const auto* bound = target.get_if<model::Name>()) return bound->name == name ? &target : nullptr;
  if (const auto* starred = target.get_if<model::Starred>()) return bound_in(*starred->value, name);
  const auto* several = target.get_if<model::Sequence>();
  if (several == nullptr) return nullptr;
  for (const Expression* element : several->elements) {
    if (const Expression* found = bound_in(*element, name)) return found;
  }
  return nullptr;
}

std::size_t binding_count(const model::Statement& statement, const Expression& name, const FixContext& context) {
  return context.bindings.count(statement, name.as<model::Name>().name);
}

std::size_t binding_count(model::Block block, const Expression& name, const FixContext& context) {
  return context.bindings.count(block, name.as<model::Name>().name);
}

std::string fresh_name(const Expression& expression, std::string_view ending, const FixContext& context,
                       std::span<const std::string> taken) {
  constexpr std::size_t kLongest = 28;
  constexpr std::string_view kSelf = "self_";
  std::string words;
  for (const char c : text_of(expression, context)) {
    if (words.size() > kLongest + kSelf.size() + 1) break;  // too long, whatever follows
    if (is_word_character(c) && c != '_') {
      words += c;
    } else if (!words.empty() && words.back() != '_') {
      words += '_';
    }
  }
  while (words.ends_with('_')) words.pop_back();
  if (words.starts_with(kSelf)) words.erase(0, kSelf.size());
  const bool is_name = !words.empty() && (words.front() < '0' || words.front() > '9');
  if (words.size() > kLongest || !is_name) words = "tensor";
  const std::string wish = words + "_" + std::string(ending);
  std::string name = wish;
  for (int number = 2; context.words.contains(name) || std::ranges::find(taken, name) != taken.end(); ++number)
    name = wish + "_" + std::to_string(number);
  return name;
}

bool holds(model::Block block, source::TextRange place, const FixContext& context) {
  const auto has_it = [&](const model::Statement* statement) { return statement->range.contains(place); };
  return std::ranges::any_of(context.locator.candidates(block, place), has_it);
}

model::Block before_in(model::Block block, const model::Statement& statement, const FixContext& context) {
  const model::Block near = context.locator.candidates(block, statement.range);
  const auto found = std::ranges::find(near, &statement);
  if (found == near.end()) return block;
  return block.first(static_cast<std::size_t>(&*found - block.data()));
}

const model::Assign* only_assignment(const Expression& name, const FixContext& context) {
  const model::Function* function = context.location.function;
  const auto* wanted = name.get_if<model::Name>();
  if (wanted == nullptr || function == nullptr) return nullptr;
  const auto is_wanted = [&](const model::Parameter& parameter) { return parameter.name == wanted->name; };
  if (std::ranges::any_of(function->parameters, is_wanted)) return nullptr;
  const model::Binding* binding = context.bindings.only(function->body, wanted->name);
  if (binding == nullptr) return nullptr;
  // In one of the blocks around the finding.
  if (!holds(binding->block, context.location.statement->range, context)) return nullptr;
  const auto* assign = binding->statement->get_if<model::Assign>();
  const bool binds = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                     assign->targets.front()->kind == ExpressionKind::kName &&
                     assign->targets.front()->as<model::Name>().name == wanted->name;
  // Before the name too: whoever follows names from one assignment to the next goes back in the source, and ends.
  const std::uint32_t end = std::min(context.location.statement->range.begin, name.range.begin);
  return binds && assign->range.end <= end ? assign : nullptr;
}

namespace {

/// The file includes something of libtorch, which has a current stream.
bool sees_libtorch(const FixContext& context) {
  constexpr std::string_view kIncludes[] = {"#include <torch/", "#include <ATen/", "#include <c10/"};
  return std::ranges::any_of(kIncludes, [&](std::string_view include) { return context.words.has_text(include); });
}

/// What stands behind the name of a declaration says that there are several: `streams[4]`, `first, second;`.
bool declares_several(std::string_view behind) {
  const auto skip_spaces = [&] { behind.remove_prefix(std::min(behind.find_first_not_of(" \t\n"), behind.size())); };
  skip_spaces();
  if (behind.starts_with('[')) return true;
  if (!behind.starts_with(',')) return false;
  behind.remove_prefix(1);
  skip_spaces();
  while (!behind.empty() && is_word_character(behind.front())) behind.remove_prefix(1);
  skip_spaces();  // of the next parameter, a name follows here
  return !behind.empty() && std::string_view(",;=[{").contains(behind.front());
}

/// The names that are declared with `type` before the statement, and in scope there; "*" for a pointer or several.
std::vector<std::string> declared_with(std::string_view type, const FixContext& context) {
  std::vector<std::string> names;
  const std::uint32_t begin = context.location.function == nullptr ? 0 : context.location.function->range.begin;
  const std::uint32_t end = context.location.statement->range.begin;
  if (begin >= end) return names;
  const std::string_view text = context.module.text.substr(0, end);
  const std::span<const std::uint32_t> places = context.words.places_of(type);
  for (auto place = std::ranges::lower_bound(places, begin); place != places.end() && *place < end; ++place) {
    if (names.size() > 1) break;  // which one is meant is unknown already
    const std::size_t at = *place;
    std::size_t first = at + type.size();
    while (first < text.size() && (text[first] == ' ' || text[first] == '&' || text[first] == '*')) ++first;
    std::size_t last = first;
    while (last < text.size() && is_word_character(text[last])) ++last;
    if (last == first || context.words.end_of_block(static_cast<std::uint32_t>(last)) < end) continue;
    const bool is_pointer = text.substr(at, first - at).contains('*');
    names.emplace_back(is_pointer || declares_several(text.substr(last)) ? "*" : text.substr(first, last - first));
  }
  return names;
}

}  // namespace

std::optional<fixes::Code> stream_here(const FixContext& context) {
  if (context.location.function == nullptr) return std::nullopt;
  const std::vector<std::string> names = declared_with("cudaStream_t", context);
  if (names.size() > 1 || std::ranges::find(names, "*") != names.end()) return std::nullopt;
  if (names.size() == 1) return fixes::name(names.front());
  if (!sees_libtorch(context)) return std::nullopt;
  return fixes::call(fixes::library("at.cuda.getCurrentCUDAStream"), {});
}

bool is_always_evaluated(const model::Location& location) {
  const Expression* inner = location.node;
  for (const Expression* parent : location.parents) {
    switch (parent->kind) {
      case ExpressionKind::kConditional:
        if (parent->as<model::Conditional>().condition != inner) return false;
        break;
      case ExpressionKind::kBoolean:
        if (parent->as<model::Boolean>().operands.front() != inner) return false;
        break;
      case ExpressionKind::kComparison:  // a chain ends at what does not hold
        if (parent->as<model::Comparison>().operands.size() > 2) return false;
        break;
      case ExpressionKind::kComprehension:
      case ExpressionKind::kLambda:
        return false;
      default:
        break;
    }
    inner = parent;
  }
  return true;
}

bool is_tried(const model::Location& location) {
  return std::ranges::any_of(location.around, [&](const model::Statement* around) {
    const auto* tried = around->get_if<model::Try>();
    return tried != nullptr && !tried->handlers.empty() &&
           std::ranges::any_of(tried->body, [&](const model::Statement* statement) {
             return statement->range.contains(location.statement->range);
           });
  });
}

bool is_scripted(const FixContext& context) {
  const model::Function* function = context.location.function;
  return function != nullptr && flow::is_scripted(*function, context.symbols);
}

bool is_only_tested(engine::TruthUse use) {
  return use == engine::TruthUse::kIf || use == engine::TruthUse::kConditional || use == engine::TruthUse::kAssert ||
         use == engine::TruthUse::kNot || use == engine::TruthUse::kComprehension;
}

bool promises_number(const FixContext& context) {
  constexpr std::array<std::string_view, 4> kNumbers = {"bool", "int", "float", "None"};
  const model::Function* function = context.location.function;
  return function != nullptr && function->return_annotation != nullptr &&
         context.location.statement->kind == model::StatementKind::kReturn &&
         is_one_of(text_of(*function->return_annotation, context), kNumbers);
}

const model::Assign* assignment_to(const FixContext& context) {
  const model::Statement* statement = context.location.statement;
  const auto* assign = statement == nullptr ? nullptr : statement->get_if<model::Assign>();
  if (assign == nullptr || assign->targets.size() != 1 || assign->value == nullptr || assign->annotation != nullptr)
    return nullptr;
  return assign->targets.front() == context.location.node ? assign : nullptr;
}

}  // namespace syncfree::rules
