#include "rules/rewrites/computed_there.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/move_target.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/tensor_maker.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Proposal;
using model::Call;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

constexpr int kMostParts = 60;

/// The computation of one tensor, back to the constructors that it begins with.
class Computation {
 public:
  explicit Computation(const FixContext& context) : context_(context) {}

  /// Each part of it is a number of the host, a constructor without a device, or an operator on such that waits for no
  /// GPU.
  bool takes(const Expression& part) {
    if (++steps_ > kMostParts) return false;
    const Value* value = value_of(part, context_);
    if (value != nullptr && value->only(kOfHost)) return true;
    switch (part.kind) {
      case model::ExpressionKind::kConstant:
        return true;
      case model::ExpressionKind::kName:
        return takes_name(part);
      case model::ExpressionKind::kAttribute:
        return takes(*part.as<model::Attribute>().object);  // `x.T`
      case model::ExpressionKind::kUnary:
        return takes(*part.as<model::Unary>().operand);
      case model::ExpressionKind::kBinary:
        return takes(*part.as<model::Binary>().left) && takes(*part.as<model::Binary>().right);
      case model::ExpressionKind::kComparison:
        return all_of(part.as<model::Comparison>().operands);
      case model::ExpressionKind::kSequence:
        return all_of(part.as<model::Sequence>().elements);
      case model::ExpressionKind::kSubscript:
        return takes_element(part.as<model::Subscript>());
      case model::ExpressionKind::kCall:
        return takes_call(part.as<Call>());
      default:
        return false;
    }
  }

  /// Nothing but it and the move reads the names that it goes over; behind the move one may stand for what that gave.
  bool is_nobody_elses() const {
    const model::Function* function = context_.location.function;
    const source::TextRange move = context_.location.node->range;
    if (function == nullptr) return names_.empty();
    const auto is_alone = [&](model::Symbol name) {
      const bool is_new = binds_anew(name);
      return std::ranges::all_of(context_.mentions.names(name, function->range), [&](const Expression* part) {
        const bool is_own = move.contains(part->range) || std::ranges::any_of(steps_taken_, [&](const auto* assign) {
                              return assign->range.contains(part->range);
                            });
        return is_own || (is_new && (is_target(*part) || part->range.begin >= context_.location.statement->range.end));
      });
    };
    return std::ranges::all_of(names_, is_alone);
  }

  const std::vector<const Call*>& makers() const { return makers_; }

 private:
  static constexpr values::Kinds kOfHost =
      values::kHostNumber | Kind::kShape | Kind::kDtype | Kind::kString | Kind::kNone;

  bool all_of(model::Expressions parts) {
    return std::ranges::all_of(parts, [&](const Expression* part) { return takes(*part); });
  }

  bool is_target(const Expression& part) const {
    const auto* assign = context_.location.statement->get_if<model::Assign>();
    return assign != nullptr && std::ranges::find(assign->targets, &part) != assign->targets.end();
  }

  /// The move gives the name to what it gives.
  bool binds_anew(model::Symbol name) const {
    const auto* assign = context_.location.statement->get_if<model::Assign>();
    return assign != nullptr && std::ranges::any_of(assign->targets, [&](const Expression* target) {
             const auto* bound = target->get_if<model::Name>();
             return bound != nullptr && bound->name == name;
           });
  }

  /// The one assignment of a name (`x = …`, `y, x = …`), beside that of the moved tensor.
  const model::Assign* assignment_of(model::Symbol name) const {
    const model::Function* function = context_.location.function;
    const auto is_wanted = [&](const model::Parameter& parameter) { return parameter.name == name; };
    if (function == nullptr || std::ranges::any_of(function->parameters, is_wanted)) return nullptr;
    const source::TextRange end = context_.location.statement->range;
    if (const model::Binding* only = context_.bindings.only(function->body, name)) {
      const bool is_on_way = holds(only->block, end, context_) && only->statement->range.end <= end.begin;
      return is_on_way ? binding(*only->statement, name) : nullptr;
    }
    if (!binds_anew(name) || context_.bindings.count(function->body, name) != 2) return nullptr;
    const auto all = context_.bindings.bindings(function->body, name);
    const auto other = std::ranges::find_if(all, [&](const model::Binding& each) {
      return each.block.data() == context_.location.block.data() && each.statement->range.begin < end.begin;
    });
    return other == all.end() ? nullptr : binding(*other->statement, name);
  }

  static const model::Assign* binding(const model::Statement& statement, model::Symbol name) {
    const auto* assign = statement.get_if<model::Assign>();
    const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr;
    return plain && bound_in(*assign->targets.front(), name) != nullptr ? assign : nullptr;
  }

  bool takes_name(const Expression& part) {
    const model::Symbol name = part.as<model::Name>().name;
    if (std::ranges::find(names_, name) != names_.end()) return true;
    const model::Assign* assign = assignment_of(name);
    if (assign == nullptr) return false;
    names_.push_back(name);
    steps_taken_.push_back(assign);
    return takes(*assign->value);
  }

  bool takes_element(const model::Subscript& part) {
    const auto is_whole = [&](const auto& self, const Expression& index) -> bool {
      if (index.kind == model::ExpressionKind::kSlice || index.kind == model::ExpressionKind::kConstant) return true;
      if (const auto* several = index.get_if<model::Sequence>())
        return std::ranges::all_of(several->elements, [&](const Expression* each) { return self(self, *each); });
      const Value* value = value_of(index, context_);
      return value != nullptr && value->only(values::kHostNumber);
    };
    return is_whole(is_whole, *part.index) && takes(*part.object);
  }

  /// No way of calling it waits for a GPU, but to read a number from there; here all numbers are the host's.
  bool never_waits(const Call& call) const {
    const auto operations = engine::operators_of(context_.view, call);
    const auto reads_number = [](const catalog::Block& block) { return block.rule == "SF203"; };
    return !operations.empty() && std::ranges::all_of(operations, [&](const catalog::Operator* operation) {
      return std::ranges::all_of(operation->blocks, reads_number) && operation->name.starts_with("torch.");
    });
  }

  bool takes_call(const Call& call) {
    const bool is_function = calls_torch_function(call, context_);
    const std::string_view name = callee_name(call, context_.symbols);
    if (has_stars(call) || keyword_argument(call, "device", context_.symbols) != nullptr) return false;
    const Call* made = name.ends_with("_like") ? nullptr : tensor_maker(call, context_);
    if (made != nullptr) {
      makers_.push_back(made);
    } else {
      constexpr std::array<std::string_view, 4> kBringing = {"pin_memory", "share_memory_", "from_numpy", "numpy"};
      if (is_one_of(name, kBringing) || !never_waits(call)) return false;
      if (!is_function && (receiver_of(call) == nullptr || !takes(*receiver_of(call)))) return false;
    }
    return std::ranges::all_of(call.arguments, [&](const model::Argument& argument) { return takes(*argument.value); });
  }

  const FixContext& context_;
  int steps_ = 0;
  std::vector<model::Symbol> names_;
  std::vector<const model::Assign*> steps_taken_;
  std::vector<const Call*> makers_;
};

}  // namespace

std::optional<Proposal> computed_there(const engine::Event& event, const FixContext& context) {
  const Call* move = plain_call(context);
  const Expression* receiver = move == nullptr ? nullptr : receiver_of(*move);
  if (receiver == nullptr || calls_torch_function(*move, context)) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, *move, context);
  Computation computation(context);
  if (!target || !target->stable || !computation.takes(*receiver) || !computation.is_nobody_elses())
    return std::nullopt;
  Proposal proposal{fixes::Applicability::kSuggestion, "compute it on the GPU: `device=` for what it is made of", {}};
  for (const Call* made : computation.makers()) {
    if (!is_known_at(target->device, made->range, context)) return std::nullopt;
    give_device(*made, target->device, context, proposal);
  }
  if (proposal.edits.empty()) return std::nullopt;
  // What else the move does, it does there.
  if (!drop_move(*move, *target, context, proposal)) proposal.title += ", and nothing is left to copy";
  return proposal;
}

}  // namespace syncfree::rules
