#include "rules/rewrites/read_before_loop.h"

#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::Statement;

namespace {

/// `x` of `x`, `x[i]` and `x[i][j]`.
const Expression& stored_object(const Expression& target) {
  const auto* element = target.get_if<model::Subscript>();
  return element == nullptr ? target : stored_object(*element->object);
}

/// Something in the loop binds it, stores into it, or gets hold of all of it.
class Changes {
 public:
  Changes(const Expression& tensor, const FixContext& context)
      : tensor_(tensor), text_(text_of(tensor, context)), context_(context) {}

  bool in(const Statement& loop) const {
    const Expression& root = root_of(tensor_);
    if (root.kind != model::ExpressionKind::kName || binding_count(loop, root, context_) > 0) return true;
    return stores(loop) || hands_on(loop);
  }

 private:
  static const Expression& root_of(const Expression& expression) {
    const auto* attribute = expression.get_if<model::Attribute>();
    return attribute == nullptr ? expression : root_of(*attribute->object);
  }

  bool is_tensor(const Expression& expression) const {
    return expression.kind == tensor_.kind && text_of(expression, context_) == text_;
  }

  bool stores_to(const Expression& target) const {
    if (const auto* several = target.get_if<model::Sequence>())
      return std::ranges::any_of(several->elements, [&](const Expression* one) { return stores_to(*one); });
    return is_tensor(stored_object(target));
  }

  bool stores(const Statement& statement) const {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      if (std::ranges::any_of(assign->targets, [&](const Expression* target) { return stores_to(*target); }))
        return true;
    }
    if (const auto* update = statement.get_if<model::AugmentedAssign>();
        update != nullptr && stores_to(*update->target))
      return true;
    bool found = false;
    model::for_each_part(
        statement, [](const Expression*) {},
        [&](model::Block block) {
          found = found || std::ranges::any_of(block, [&](const Statement* inner) { return stores(*inner); });
        });
    return found;
  }

  /// `f(x)`, `x.add_(1)`, `y = x`: what is done to it there is not looked at.
  bool hands_on(const Statement& loop) const {
    std::size_t mentions = 0;
    std::size_t reads = 0;
    const Statement* const one[] = {&loop};
    model::walk_expressions(one, [&](const Expression& part) {
      mentions += is_tensor(part) ? 1 : 0;
      if (const auto* element = part.get_if<model::Subscript>()) reads += is_tensor(*element->object) ? 1 : 0;
      const auto* attribute = part.get_if<model::Attribute>();
      constexpr std::string_view kLooks[] = {"shape", "device", "dtype", "size", "numel", "ndim"};
      if (attribute != nullptr && is_tensor(*attribute->object))
        reads += is_one_of(context_.symbols.text(attribute->name), kLooks) ? 1 : 0;
      if (const auto* call = part.get_if<model::Call>()) {
        const bool measures = call->callee->kind == model::ExpressionKind::kName && call->arguments.size() == 1 &&
                              callee_name(*call, context_.symbols) == "len";
        reads += measures && is_tensor(*call->arguments.front().value) ? 1 : 0;
        // `x[i].add_(1)`
        const Expression* object = receiver_of(*call);
        const bool changes = object != nullptr && callee_name(*call, context_.symbols).ends_with('_');
        if (changes && is_tensor(stored_object(*object))) mentions += 2;
      }
    });
    return mentions != reads;
  }

  const Expression& tensor_;
  std::string_view text_;
  const FixContext& context_;
};

/// The outermost loop around that leaves the tensor alone.
const Statement* loop_that_leaves_alone(const Expression& tensor, const FixContext& context) {
  const Statement* found = nullptr;
  for (const Statement* around : context.location.around) {
    if (context.location.function != nullptr && !context.location.function->range.contains(around->range)) break;
    if (around->kind == model::StatementKind::kFunction || around->kind == model::StatementKind::kClass) break;
    const auto* loop = around->get_if<model::For>();
    if (loop == nullptr) continue;
    if (loop->iterable->range.contains(context.location.node->range) || Changes(tensor, context).in(*around)) break;
    found = around;
  }
  return found;
}

/// `i` of `for i in trange(n)`, also where nothing is known of the package that counts.
bool counts(const Expression& name, const FixContext& context) {
  constexpr std::string_view kCounting[] = {"range", "trange", "prange"};
  return std::ranges::any_of(context.location.around, [&](const Statement* around) {
    const auto* loop = around->get_if<model::For>();
    const auto* call = loop == nullptr ? nullptr : loop->iterable->get_if<model::Call>();
    return call != nullptr && loop->target->kind == name.kind &&
           text_of(*loop->target, context) == text_of(name, context) &&
           is_one_of(callee_name(*call, context.symbols), kCounting);
  });
}

/// A number of the host: what is counted, and what is computed from that and from numbers.
bool is_position(const Expression& index, const FixContext& context) {
  const values::Value* value = context.view.observation().value_of(index);
  if (value != nullptr && value->only(values::Kind::kInteger)) return true;
  if (written_integer(index)) return true;
  if (const auto* sum = index.get_if<model::Binary>())
    return is_position(*sum->left, context) && is_position(*sum->right, context);
  return index.kind == model::ExpressionKind::kName && counts(index, context);
}

/// `x[i]` with a number of the host.
const model::Subscript* element_of_tensor(const Expression& expression, const FixContext& context) {
  const auto* element = expression.get_if<model::Subscript>();
  if (element == nullptr || !is_stable(*element->object) || !does_nothing(*element->index, context.symbols))
    return nullptr;
  const bool named = element->object->kind == model::ExpressionKind::kName ||
                     element->object->kind == model::ExpressionKind::kAttribute;
  const values::Value* tensor = context.view.observation().value_of(*element->object);
  const bool reads =
      named && tensor != nullptr && tensor->only(values::Kind::kTensor) && is_position(*element->index, context);
  return reads ? element : nullptr;
}

std::optional<Proposal> with_list(const model::Subscript& element, const FixContext& context) {
  const Statement* loop = loop_that_leaves_alone(*element.object, context);
  if (loop == nullptr || context.module.language != model::Language::kPython) return std::nullopt;
  Proposal proposal{fixes::Applicability::kSuggestion, "read all of them with one wait before the loop", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  const Code list = fixes::name(fresh_name(*element.object, "list", context));
  // Of each element one number is asked for: there are as many as elements, whatever other dimensions say.
  const Code numbers = fixes::method(fixes::method(fixes::kept(*element.object), "flatten", {}), "tolist", {});
  proposal.edits.emplace_back(fixes::InsertBefore{loop, fixes::assign(list, numbers)});
  return proposal;
}

Code number_of(const model::Subscript& element, const FixContext& context) {
  return fixes::subscript(fixes::name(fresh_name(*element.object, "list", context)), fixes::kept(*element.index));
}

}  // namespace

std::optional<Proposal> read_before_loop(const Expression& read, const Expression& replaced,
                                         const FixContext& context) {
  const model::Subscript* element = element_of_tensor(read, context);
  auto proposal = element == nullptr ? std::nullopt : with_list(*element, context);
  if (proposal) proposal->edits.emplace_back(fixes::Replace{&replaced, number_of(*element, context)});
  return proposal;
}

std::optional<Proposal> tested_before_loop(const model::Comparison& comparison, const FixContext& context) {
  if (comparison.operands.size() != 2) return std::nullopt;
  const bool left = written_integer(*comparison.operands[1]).has_value();
  if (!left && !written_integer(*comparison.operands[0])) return std::nullopt;
  const Expression& read = *comparison.operands[left ? 0 : 1];
  return read_before_loop(read, read, context);
}

}  // namespace syncfree::rules
