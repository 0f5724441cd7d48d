#include "rules/rewrites/places_once.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/asked_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/joined_truths.h"
#include "rules/rewrites/meaning.h"
#include "rules/rewrites/other_callers.h"
#include "rules/shared/flow_match.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Call;
using model::Expression;
using model::Statement;
using values::Value;

namespace {

/// What asks for the places, and what it becomes.
enum class Asks : std::uint8_t { kIndex, kIndexPart, kAny, kNone, kCount, kPlaces, kPositions };

struct Use {
  const Expression* node;  ///< what waits
  const Expression* replaced;
  Asks asks;
  bool waits;
};

/// `mask` of `mask.name()` and `torch.name(mask)`, without other arguments.
const Expression* operand_of(const Expression& expression, std::string_view name, const FixContext& context) {
  const auto* call = expression.get_if<Call>();
  if (call == nullptr || has_stars(*call) || callee_name(*call, context.symbols) != name) return nullptr;
  if (!calls_torch_function(*call, context)) return call->arguments.empty() ? receiver_of(*call) : nullptr;
  return call->arguments.size() == 1 && positional_count(*call) == 1 ? call->arguments.front().value : nullptr;
}

/// `mask` of `mask.nonzero(as_tuple=True)`.
const Expression* asked_as_tuple(const Expression& expression, const FixContext& context) {
  const auto* call = expression.get_if<Call>();
  if (call == nullptr || has_stars(*call) || callee_name(*call, context.symbols) != "nonzero") return nullptr;
  const model::Argument* tuple = keyword_argument(*call, "as_tuple", context.symbols);
  if (tuple == nullptr || text_of(*tuple->value, context) != "True") return nullptr;
  const bool is_function = calls_torch_function(*call, context);
  if (positional_count(*call) != (is_function ? 1U : 0U) || call->arguments.size() != (is_function ? 2U : 1U))
    return nullptr;
  return is_function ? call->arguments.front().value : receiver_of(*call);
}

/// `mask` of `mask.sum().item()` and `int(mask.sum())`.
const Expression* counted_by(const Expression& expression, const FixContext& context) {
  const Expression* sum = operand_of(expression, "item", context);
  const auto* call = expression.get_if<Call>();
  const bool converts = call != nullptr && call->callee->kind == model::ExpressionKind::kName &&
                        callee_name(*call, context.symbols) == "int" && call->arguments.size() == 1 &&
                        positional_count(*call) == 1 && !has_stars(*call);
  if (converts) sum = call->arguments.front().value;
  return sum == nullptr ? nullptr : operand_of(*sum, "sum", context);
}

/// `mask.sum()` of `mask.sum() > 0`: compared with a number of the host.
const Expression* compared_sum(const Expression& expression, const FixContext& context) {
  const auto* comparison = expression.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operands.size() != 2) return nullptr;
  for (const std::size_t side : {0U, 1U}) {
    const bool number = is_python_number(*comparison->operands[1 - side], context.symbols);
    if (number && operand_of(*comparison->operands[side], "sum", context) != nullptr) return comparison->operands[side];
  }
  return nullptr;
}

/// What else than a subscript asks for a mask's places, with the mask.
std::optional<std::pair<Use, const Expression*>> asked_by(const Expression& node, const FixContext& context) {
  const auto use = [&](const Expression& replaced, Asks asks, const Expression* mask) {
    return std::pair(Use{&node, &replaced, asks, true}, mask);
  };
  if (const Expression* sum = compared_sum(node, context))
    return use(*sum, Asks::kCount, operand_of(*sum, "sum", context));
  if (const Expression* mask = counted_by(node, context)) return use(node, Asks::kCount, mask);
  if (const Expression* mask = operand_of(node, "any", context)) return use(node, Asks::kAny, mask);
  if (const Expression* mask = operand_of(node, "sum", context)) return use(node, Asks::kAny, mask);
  if (const Expression* mask = asked_as_tuple(node, context)) return use(node, Asks::kPlaces, mask);
  if (const Expression* mask = operand_of(node, "where", context)) return use(node, Asks::kPlaces, mask);
  if (const Expression* mask = operand_of(node, "nonzero", context)) return use(node, Asks::kPositions, mask);
  return std::nullopt;
}

const Value* value_here(const Expression& expression, const FixContext& context) {
  return context.view.observation().value_of(expression);
}

bool is_made_of_bools(const Expression& mask, const FixContext& context) {
  const Value* value = value_here(mask, context);
  return value != nullptr && value->only(values::Kind::kTensor) && value->elements.within(values::Element::kBoolean);
}

bool is_row(const Expression& mask, const FixContext& context) {
  const Value* value = value_here(mask, context);
  return value != nullptr && value->only(values::Kind::kTensor) && value->rank.is(1) == values::Truth::kYes;
}

/// A condition, no mask: `x[condition]` gives `x` a dimension more.
bool has_no_dimensions(const Expression& mask, const FixContext& context) {
  const Value* value = value_here(mask, context);
  return value != nullptr && value->only(values::Kind::kTensor) && value->rank.is(0) == values::Truth::kYes;
}

/// `:`, which the mask's places can have beside them as `slice(None)`.
bool takes_whole_dimension(const Expression& part) {
  const auto* slice = part.get_if<model::Slice>();
  return slice != nullptr && slice->start == nullptr && slice->stop == nullptr && slice->step == nullptr;
}

/// Written twice it means the same: nothing is drawn by chance, and nothing happens.
bool is_same_each_time(const Expression& mask, const FixContext& context) {
  if (is_stable(mask)) return true;
  bool random = false;
  model::walk(mask, [&](const Expression& part) {
    constexpr std::string_view kRandom[] = {"bernoulli", "normal", "multinomial", "dropout", "poisson", "empty"};
    const auto* call = part.get_if<Call>();
    const std::string_view name = call == nullptr ? std::string_view() : callee_name(*call, context.symbols);
    random = random || name.contains("rand") || is_one_of(name, kRandom);
  });
  return !random && only_computes(context.view, mask);
}

constexpr std::size_t kMostUses = 64;  ///< nobody reads an edit of more places

class Places {
 public:
  Places(const Expression& mask, const FixContext& context)
      : mask_(mask),
        text_(text_of(mask, context)),
        context_(context),
        meaning_(mask, context),
        is_boolean_(is_made_of_bools(mask, context)),
        is_row_(is_row(mask, context)),
        is_on_host_for_some_(
            for_some_caller(mask, context, [](const Value& value) { return values::known(value.is_cpu_tensor()); })) {}

  std::optional<Proposal> proposal() {
    return asked_once(
        context_, {&meaning_, 1}, [&](const Statement& statement) { return asks(statement); },
        [&](model::Block block) { return in(block); });
  }

 private:
  static bool is_wait(const Event& event) {
    if (!values::known(event.blocks) || event.evidence == values::Evidence::kGuessed) return false;
    // What may be a number is no tensor that could be put into places.
    if (event.kind == EventKind::kSubscriptStore && !event.operands[2].only(values::Kind::kTensor)) return false;
    const bool is_mask = (event.kind == EventKind::kSubscriptLoad || event.kind == EventKind::kSubscriptStore) &&
                         judge_subscript(event).cause == SubscriptCause::kMask;
    return is_mask || event.kind == EventKind::kTruth || event.kind == EventKind::kCall;
  }

  bool waits(const Expression& node) const {
    return std::ranges::any_of(context_.view.events_at(node.range), [](const Event* event) { return is_wait(*event); });
  }

  bool is_mask(const Expression& expression) const { return text_of(expression, context_) == text_; }

  std::optional<Use> use_of(const Expression& node) const {
    const auto* subscript = node.get_if<model::Subscript>();
    if (subscript == nullptr) {
      const auto asked = asked_by(node, context_);
      const bool same = asked && waits(node) && is_mask(*asked->second) && (is_boolean_ || !counts(asked->first));
      return same && (!becomes_bool(asked->first) || is_only_asked(node)) ? std::optional(asked->first) : std::nullopt;
    }
    if (is_elsewhere(*subscript->object)) return std::nullopt;
    // Of what may be whole numbers, the index is one of positions.
    if (!is_boolean_) return std::nullopt;
    if (is_mask(*subscript->index)) return Use{&node, subscript->index, Asks::kIndex, waits(node)};
    const auto* several = subscript->index->get_if<model::Sequence>();
    if (several == nullptr || several->sequence != model::SequenceKind::kTuple) return std::nullopt;
    const auto part = std::ranges::find_if(several->elements, [&](const Expression* one) { return is_mask(*one); });
    if (part == several->elements.end() || (!is_row_ && !may_be_tuple(*several))) return std::nullopt;
    return Use{&node, is_row_ ? *part : subscript->index, Asks::kIndexPart, waits(node)};
  }

  /// `not mask.any()`
  std::optional<Use> use_of_not(const Expression& node) const {
    const auto* negated = node.get_if<model::Unary>();
    if (negated == nullptr || negated->operation != model::UnaryOperator::kNot) return std::nullopt;
    const auto use = use_of(*negated->operand);
    if (!use || use->asks != Asks::kAny) return std::nullopt;
    return Use{use->node, &node, Asks::kNone, true};
  }

  /// With the places of each dimension unpacked in it; what stands beside them is kept as it is.
  bool may_be_tuple(const model::Sequence& index) const {
    return std::ranges::all_of(index.elements, [&](const Expression* part) {
      return is_mask(*part) || takes_whole_dimension(*part) ||
             (part->kind != model::ExpressionKind::kSlice && part->kind != model::ExpressionKind::kStarred &&
              !mentions(*part, mask_, context_));
    });
  }

  /// The mask may be on the host, and what it selects from is not: its places would be an index of the host.
  bool is_elsewhere(const Expression& object) const {
    const Value* mask = value_here(mask_, context_);
    const Value* selected = value_here(object, context_);
    const bool on_device = selected == nullptr || selected->is_device_tensor() == values::Truth::kYes;
    return mask != nullptr && (is_on_host_for_some_ || (mask->is_cpu_tensor() != values::Truth::kNo && on_device));
  }

  /// A tensor becomes a bool of the host.
  static bool becomes_bool(const Use& use) { return use.asks == Asks::kAny || use.replaced != use.node; }

  bool is_only_asked(const Expression& node) const {
    const model::Location location = context_.locator.locate(node.range);
    return location.node == &node && is_only_asked_for_truth(node, location.parents, *location.statement, context_);
  }

  static bool counts(const Use& use) { return use.asks == Asks::kCount || use.asks == Asks::kAny; }

  /// What a statement stores into, and whether it may be a number that it stores there.
  struct Stores {
    std::unordered_set<const Expression*> targets;
    bool may_be_number = false;
  };

  /// Through places a number of the host would be copied to the GPU: what is stored has to be known to wait as it is.
  bool may_become_places(const Use& use, const Stores& stores) const {
    if (stores.targets.contains(use.node)) return use.waits && !stores.may_be_number;
    if (use.waits) return true;
    const Value* object = value_here(*use.node->as<model::Subscript>().object, context_);
    return object != nullptr && object->only(values::Kind::kTensor);
  }

  /// Uses below an expression, but for those that another function or another meaning of the mask's names has.
  void collect(const Expression& expression, const Stores& stores, std::vector<Use>& uses) const {
    if (expression.kind == model::ExpressionKind::kLambda || expression.kind == model::ExpressionKind::kComprehension)
      return;
    if (const auto none = use_of_not(expression)) return uses.push_back(*none);
    const auto use = use_of(expression);
    if (use && may_become_places(*use, stores)) uses.push_back(*use);
    model::for_each_child(expression, [&](const Expression* child) {
      if (!use || child != use->replaced) collect(*child, stores, uses);
    });
  }

  static void add_target(const Expression& target, std::unordered_set<const Expression*>& targets) {
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const Expression* one : several->elements) add_target(*one, targets);
    } else {
      targets.insert(&target);
    }
  }

  /// A name that is given several values may stand for a number where another way leads here.
  bool may_be_number(const Expression& value) const {
    return value.kind == model::ExpressionKind::kName && only_assignment(value, context_) == nullptr;
  }

  void collect(const Statement& statement, std::vector<Use>& uses, bool inside) const {
    if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return;
    Stores stores;
    if (const auto* assign = statement.get_if<model::Assign>()) {
      for (const Expression* target : assign->targets) add_target(*target, stores.targets);
      stores.may_be_number = assign->value != nullptr && may_be_number(*assign->value);
    }
    if (const auto* update = statement.get_if<model::AugmentedAssign>()) stores.targets.insert(update->target);
    if (const auto* gone = statement.get_if<model::Delete>())
      stores.targets.insert(gone->targets.begin(), gone->targets.end());
    model::for_each_part(
        statement, [&](const Expression* expression) { collect(*expression, stores, uses); },
        [&](model::Block block) {
          if (!inside) return;
          for (const Statement* inner : block) collect(*inner, uses, true);
        });
  }

  /// Whoever runs the block asks for the places in this statement itself.
  bool asks(const Statement& statement) const {
    const bool is_loop = statement.kind == model::StatementKind::kWhile || statement.kind == model::StatementKind::kFor;
    const bool continues =
        statement.kind == model::StatementKind::kIf && context_.module.text.substr(statement.range.begin, 4) == "elif";
    if (is_loop || continues) return false;
    std::vector<Use> uses;
    collect(statement, uses, false);
    return std::ranges::any_of(uses, [&](const Use& use) {
      return use.waits && is_always_evaluated(context_.locator.locate(use.node->range));
    });
  }

  std::optional<Proposal> in(model::Block block) const {
    std::vector<Use> uses;
    for (const Statement* statement : block) collect(*statement, uses, true);
    return of(uses, *block.front());
  }

  std::optional<Proposal> of(std::span<const Use> uses, const Statement& first) const {
    const auto waiting = std::ranges::count_if(uses, [](const Use& use) { return use.waits; });
    const bool holds = std::ranges::any_of(uses, [&](const Use& use) { return use.node == context_.location.node; });
    const bool selects = std::ranges::any_of(
        uses, [](const Use& use) { return use.asks == Asks::kIndex || use.asks == Asks::kIndexPart; });
    // What is the same in each round of a loop is better asked before it.
    const bool enough = waiting > (is_same_in_loop() ? 2 : 1);
    if (!enough || !holds || uses.size() > kMostUses || (selects && has_no_dimensions(mask_, context_)))
      return std::nullopt;
    const Named named{fixes::name(fresh_name(mask_, "places", context_)), is_row_};
    Proposal proposal{
        fixes::Applicability::kSuggestion,
        "ask once where the mask, of one dimension or more, is true: one wait in place of " + std::to_string(waiting),
        {}};
    proposal.waits_left = fixes::WaitsLeft::kFewer;
    proposal.hint =
        "each use of the mask as an index waits: find the places where it is true once, and index with those";
    const Code all = fixes::call(fixes::library("torch.where"), {{{}, fixes::kept(mask_)}});
    proposal.edits.emplace_back(fixes::InsertBefore{
        &first, fixes::assign(named.places, named.is_row ? fixes::subscript(all, fixes::number("0")) : all)});
    for (const Use& use : uses) proposal.edits.emplace_back(fixes::Replace{use.replaced, code_of(use, named)});
    return proposal;
  }

  bool is_same_in_loop() const {
    return std::ranges::any_of(context_.location.around, [&](const Statement* around) {
      const bool is_loop = around->kind == model::StatementKind::kFor || around->kind == model::StatementKind::kWhile;
      return is_loop && context_.location.function->range.contains(around->range) && !meaning_.may_change_in(*around);
    });
  }

  /// The places under their name: a tensor for each dimension of the mask, or the one of a row.
  struct Named {
    Code places;
    bool is_row;
  };

  Code code_of(const Use& use, const Named& named) const {
    const Code row = named.is_row ? named.places : fixes::subscript(named.places, fixes::number("0"));
    const Code count = fixes::call(fixes::name("len"), {{{}, row}});
    switch (use.asks) {
      case Asks::kIndex:
        return named.places;
      case Asks::kIndexPart:
        return named.is_row ? named.places : as_tuple(*use.node->as<model::Subscript>().index, named.places.text);
      case Asks::kAny:
        return fixes::binary(count, ">", fixes::number("0"));
      case Asks::kNone:
        return fixes::binary(count, "==", fixes::number("0"));
      case Asks::kCount:
        return count;
      case Asks::kPlaces:
        return named.is_row ? fixes::tuple({named.places}) : named.places;
      case Asks::kPositions:
        break;
    }
    return named.is_row ? fixes::method(named.places, "unsqueeze", {{{}, fixes::number("1")}})
                        : fixes::call(fixes::library("torch.stack"), {{{}, named.places}, {{}, fixes::number("1")}});
  }

  /// `(*places, 0)` for `mask, 0`.
  Code as_tuple(const Expression& index, const std::string& name) const {
    std::vector<Code> parts;
    for (const Expression* part : index.as<model::Sequence>().elements) {
      if (is_mask(*part)) {
        parts.push_back(fixes::name("*" + name));
      } else {
        parts.push_back(part->kind == model::ExpressionKind::kSlice ? fixes::name("slice(None)") : fixes::kept(*part));
      }
    }
    return fixes::tuple(std::move(parts));
  }

  const Expression& mask_;
  std::string_view text_;
  const FixContext& context_;
  Meaning meaning_;
  bool is_boolean_;
  bool is_row_;
  bool is_on_host_for_some_;
};

}  // namespace

std::optional<Proposal> places_once(const Expression& mask, const FixContext& context) {
  // TorchScript takes no tuple of tensors as an index.
  const bool is_compiled = is_scripted(context) || (context.words.has_text("torch.jit") && !is_row(mask, context));
  const bool can = context.module.language == model::Language::kPython && context.location.function != nullptr &&
                   !is_compiled && is_same_each_time(mask, context);
  return can ? Places(mask, context).proposal() : std::nullopt;
}

std::optional<Proposal> places_once(const FixContext& context) {
  const auto asked = asked_by(*context.location.node, context);
  return asked ? places_once(*asked->second, context) : std::nullopt;
}

}  // namespace syncfree::rules
