#include "rules/rewrites/meaning.h"

#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Expression;
using model::ExpressionKind;
using model::Statement;

namespace {

bool is_path(const Expression& expression) {
  if (const auto* attribute = expression.get_if<model::Attribute>()) return is_path(*attribute->object);
  if (const auto* element = expression.get_if<model::Subscript>()) return is_path(*element->object);
  return expression.kind == ExpressionKind::kName;
}

void collect_leaves(const Expression& expression, std::vector<const Expression*>& leaves) {
  if (!is_path(expression)) {
    model::for_each_child(expression, [&](const Expression* child) { collect_leaves(*child, leaves); });
    return;
  }
  leaves.push_back(&expression);
  for (const Expression* path = &expression; path->kind != ExpressionKind::kName;) {
    const auto* element = path->get_if<model::Subscript>();
    if (element != nullptr) collect_leaves(*element->index, leaves);
    path = element != nullptr ? element->object : path->as<model::Attribute>().object;
  }
}

/// A key, by which one part of a dictionary is another than the rest.
bool is_key(const Expression& index) {
  const auto* constant = index.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString;
}

/// A tensor of its own, which nothing else has a name for.
bool makes_tensor(const Expression& value) {
  return value.kind == ExpressionKind::kComparison || value.kind == ExpressionKind::kUnary ||
         value.kind == ExpressionKind::kBinary || value.kind == ExpressionKind::kCall;
}

/// Whatever binds the name gives it a tensor of its own.
bool is_always_made(const Expression& name, const FixContext& context) {
  const model::Function* function = context.location.function;
  const model::Symbol symbol = name.as<model::Name>().name;
  if (std::ranges::any_of(function->parameters, [&](const auto& parameter) { return parameter.name == symbol; }))
    return false;
  std::size_t made = 0;
  const auto look = [&](const auto& self, model::Block block) -> void {
    for (const Statement* statement : block) {
      const auto* assign = statement->get_if<model::Assign>();
      const bool binds = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                         assign->targets.front()->kind == ExpressionKind::kName &&
                         assign->targets.front()->as<model::Name>().name == symbol;
      if (binds && makes_tensor(*assign->value)) ++made;
      model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, function->body);
  return made > 0 && made == binding_count(function->body, name, context);
}

constexpr std::string_view kAsksTensor[] = {"shape", "device", "dtype", "size", "numel", "ndim", "dim", "is_cuda"};
constexpr std::string_view kViewsOfTensor[] = {
    "view", "reshape", "flatten",    "squeeze", "unsqueeze", "expand", "t",      "permute", "detach", "to",   "bool",
    "cpu",  "cuda",    "contiguous", "data",    "T",         "narrow", "select", "unbind",  "chunk",  "split"};

}  // namespace

Meaning::Meaning(const Expression& of, const FixContext& context) : context_(context), shares_memory_(true) {
  collect_leaves(of, leaves_);
  if (of.kind == ExpressionKind::kName && context.location.function != nullptr)
    shares_memory_ = !is_always_made(of, context);
}

bool Meaning::is_part(const Expression& path) const {
  const std::string_view text = text_of(path, context_);
  return std::ranges::any_of(leaves_, [&](const Expression* leaf) {
    const std::string_view whole = text_of(*leaf, context_);
    return whole.starts_with(text) &&
           (whole.size() == text.size() || whole[text.size()] == '.' || whole[text.size()] == '[');
  });
}

bool Meaning::escapes_in(const Expression& expression) const {
  switch (expression.kind) {
    case ExpressionKind::kName:
      return is_part(expression);
    case ExpressionKind::kAttribute: {
      const auto& attribute = expression.as<model::Attribute>();
      if (is_path(expression) && is_part(expression)) return true;
      // Of a tensor some attributes are tensors of the same memory.
      const std::string_view name = context_.symbols.text(attribute.name);
      return is_one_of(name, kViewsOfTensor) && escapes_in(*attribute.object);
    }
    case ExpressionKind::kSubscript: {
      if (is_path(expression) && is_part(expression)) return true;
      const auto& element = expression.as<model::Subscript>();
      return !is_key(*element.index) && escapes_in(*element.object);
    }
    case ExpressionKind::kCall: {
      const Expression* receiver = receiver_of(expression.as<model::Call>());
      return receiver != nullptr &&
             is_one_of(callee_name(expression.as<model::Call>(), context_.symbols), kViewsOfTensor) &&
             escapes_in(*receiver);
    }
    case ExpressionKind::kConstant:
    case ExpressionKind::kComparison:
    case ExpressionKind::kUnary:
    case ExpressionKind::kBinary:
    case ExpressionKind::kFormatted:
      return false;
    default: {
      bool escapes = false;
      model::for_each_child(expression, [&](const Expression* child) { escapes = escapes || escapes_in(*child); });
      return escapes;
    }
  }
}

bool Meaning::hands_on(const Statement& statement) const {
  bool found = false;
  const Statement* const one[] = {&statement};
  model::walk_expressions(one, [&](const Expression& part) {
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr || found || context_.view.only_computes(*call)) return;
    const Expression* receiver = receiver_of(*call);
    const bool looks = receiver != nullptr && is_one_of(callee_name(*call, context_.symbols), kAsksTensor);
    const bool writes = receiver != nullptr && callee_name(*call, context_.symbols).ends_with('_');
    found = (writes && shares_memory_) || (receiver != nullptr && !looks && escapes_in(*receiver)) ||
            std::ranges::any_of(call->arguments,
                                [&](const model::Argument& argument) { return escapes_in(*argument.value); });
  });
  return found;
}

/// Under another name it is followed no further.
bool Meaning::is_named_by(const Statement& statement) const {
  const auto* assign = statement.get_if<model::Assign>();
  return assign != nullptr && assign->value != nullptr && is_path(*assign->value) && escapes_in(*assign->value);
}

bool Meaning::stores_to(const Expression& target, bool in_place) const {
  if (const auto* several = target.get_if<model::Sequence>())
    return std::ranges::any_of(several->elements, [&](const Expression* one) { return stores_to(*one, in_place); });
  const auto* element = target.get_if<model::Subscript>();
  const bool is_element = element != nullptr && !is_key(*element->index);
  if (shares_memory_ && (is_element || in_place)) {
    const values::Value* known = context_.view.observation().value_of(is_element ? *element->object : target);
    if (known == nullptr || known->may_be(values::Kind::kTensor) || known->is_anything()) return true;
  }
  if (is_path(target) && is_part(target)) return true;
  return is_element && stores_to(*element->object, true);
}

bool Meaning::stores(const Statement& statement) const {
  if (const auto* assign = statement.get_if<model::Assign>())
    return std::ranges::any_of(assign->targets, [&](const Expression* target) { return stores_to(*target, false); });
  if (const auto* update = statement.get_if<model::AugmentedAssign>()) return stores_to(*update->target, true);
  if (const auto* gone = statement.get_if<model::Delete>())
    return std::ranges::any_of(gone->targets, [&](const Expression* target) { return stores_to(*target, false); });
  return false;
}

bool Meaning::stores_below(const Statement& statement) const {
  bool found = false;
  model::for_each_part(
      statement, [](const Expression*) {},
      [&](model::Block block) {
        for (const Statement* inner : block)
          found = found || stores(*inner) || is_named_by(*inner) || stores_below(*inner);
      });
  return found;
}

bool Meaning::may_change_before_end_of(const Statement& statement) const {
  const bool is_simple =
      statement.kind == model::StatementKind::kAssign || statement.kind == model::StatementKind::kAugmentedAssign ||
      statement.kind == model::StatementKind::kExpression || statement.kind == model::StatementKind::kReturn;
  if (is_simple) return hands_on(statement) || is_named_by(statement);
  return may_change_in(statement);
}

bool Meaning::may_change_in(const Statement& statement) const {
  const bool binds = std::ranges::any_of(
      leaves_, [&](const Expression* leaf) { return binding_count(statement, innermost_of(*leaf), context_) > 0; });
  return binds || stores(statement) || is_named_by(statement) || hands_on(statement) || stores_below(statement);
}

}  // namespace syncfree::rules
