// The line without the read, where the code around it takes a tensor; elsewhere the read goes behind the loop, or words
// say what has to change.
#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/decided_in_words.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/places_once.h"
#include "rules/rewrites/read_before_loop.h"
#include "rules/rewrites/read_behind_loop.h"
#include "rules/rewrites/read_with_all.h"
#include "rules/rewrites/selected_branches.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_scalar_read {

using fixes::Proposal;

namespace {

/// `math.ceil(t)`
std::optional<Proposal> computed_there(const model::Call& call, const engine::FixContext& context) {
  const auto* function = call.callee->get_if<model::Attribute>();
  constexpr std::array<std::string_view, 12> kAlike = {"ceil", "floor", "sqrt", "exp",  "log",   "log2",
                                                       "sin",  "cos",   "tan",  "tanh", "trunc", "isnan"};
  if (function == nullptr || call.arguments.size() != 1 || text_of(*function->object, context) != "math")
    return std::nullopt;
  const std::string_view name = context.symbols.text(function->name);
  if (!is_one_of(name, kAlike) || !engine::takes_tensor(context.view, call)) return std::nullopt;
  return shown("compute it on the GPU; the result is a tensor",
               fixes::Replace{call.callee, fixes::library("torch." + std::string(name))});
}

/// `if loss.item() > t:` selects with `torch.where`, or words say what could decide.
Proposal decided(const model::Expression& test, const model::Expression& tensor, const engine::Event& event,
                 const engine::FixContext& context) {
  const values::Value& value = event.operands[0];
  const auto* branch = context.location.statement->get_if<model::If>();
  const auto* comparison = test.get_if<model::Comparison>();
  const bool compares = branch != nullptr && branch->condition == &test && comparison != nullptr &&
                        comparison->operands.size() == 2 && value.only(values::Kind::kTensor) &&
                        context.module.text.substr(branch->range.begin, 2) == "if";
  if (compares) {
    const bool left = comparison->operands[0] == context.location.node;
    const bool direct = left || comparison->operands[1] == context.location.node;
    const model::Expression& other = *comparison->operands[left ? 1 : 0];
    const bool plain = value.rank.is(0) == values::Truth::kYes;
    const fixes::Code scalar =
        plain ? fixes::kept(tensor) : fixes::method(fixes::kept(tensor), "reshape", {{{}, fixes::tuple({})}});
    if (direct && engine::gives_tensor_or_number(context.view, other)) {
      auto selected = branches_selected(*branch, fixes::kept_with(test, {{context.location.node, scalar}}), context);
      if (selected) return std::move(*selected);
    }
  }
  return decided_in_words(test, event, context);
}

/// `self.offsets[-1]`: it was there before, and so could its number.
bool is_kept_by_object(const model::Expression& tensor) {
  const auto* element = tensor.get_if<model::Subscript>();
  if (element != nullptr) return written_integer(*element->index) && is_kept_by_object(*element->object);
  return tensor.kind == model::ExpressionKind::kAttribute && is_stable(tensor);
}

/// `[x.sum().item() for x in xs]`
bool collects(const engine::FixContext& context) {
  for (const model::Expression* parent : context.location.parents) {
    const auto* all = parent->get_if<model::Comprehension>();
    if (all != nullptr) return all->comprehension == model::ComprehensionKind::kList && all->clauses.size() == 1;
    const auto* call = parent->get_if<model::Call>();
    const std::string_view name = call == nullptr ? std::string_view() : callee_name(*call, context.symbols);
    if (name != "int" && name != "float") return false;
  }
  return false;
}

Proposal together_in_words(const model::Expression& tensor, const engine::FixContext& context) {
  return in_words("put `" + engine::quote(text_of(tensor, context)) +
                  "` of all of them together with `torch.stack`, and read them with one `.tolist()`");
}

/// `old = x[i].item(); x[i] = old + eps`: a number stays what it was, a view of the memory does not.
bool is_written_in_place(const model::Expression& tensor, const engine::FixContext& context) {
  const auto* name = innermost_of(tensor).get_if<model::Name>();
  const auto is_of_it = [&](const model::Expression& target) {
    const auto* other = innermost_of(target).get_if<model::Name>();
    return name != nullptr && other != nullptr && other->name == name->name;
  };
  const auto writes = [&](const model::Statement& statement) {
    const auto* change = statement.get_if<model::AugmentedAssign>();
    if (change != nullptr) return is_of_it(*change->target);
    const auto* store = statement.get_if<model::Assign>();
    if (store != nullptr) {
      return std::ranges::any_of(store->targets, [&](const model::Expression* target) {
        return target->kind == model::ExpressionKind::kSubscript && is_of_it(*target);
      });
    }
    const auto* alone = statement.get_if<model::ExpressionStatement>();
    const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
    const model::Expression* receiver = call == nullptr ? nullptr : receiver_of(*call);
    return receiver != nullptr && callee_name(*call, context.symbols).ends_with('_') && is_of_it(*receiver);
  };
  const auto any = [&](const auto& self, model::Block block) -> bool {
    return std::ranges::any_of(block, [&](const model::Statement* statement) {
      bool found = writes(*statement);
      model::for_each_part(
          *statement, [](const model::Expression*) {}, [&](model::Block inner) { found = found || self(self, inner); });
      return found;
    });
  };
  return name != nullptr && context.location.function != nullptr && any(any, context.location.function->body);
}

std::optional<Proposal> propose_alone(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (auto there = computed_there(*call, context)) return there;
  const std::string_view name = callee_name(*call, context.symbols);
  const bool is_method = name == "item" || name == "tolist";
  const bool converts =
      (name == "float" || name == "int") && call->arguments.size() == 1 && receiver_of(*call) == nullptr;
  // `if math.isnan(loss):` would wait for the truth of torch's function of that name, too.
  const model::Expression* asked = is_method || converts ? nullptr : test_around(context);
  if (asked != nullptr) return decided_in_words(*asked, event, context);
  if (!is_method && !converts) return std::nullopt;
  const model::Expression& tensor = is_method ? *receiver_of(*call) : *call->arguments.front().value;
  if (name == "item") {
    if (auto all = read_with_all(tensor, event.operands[0], context)) return all;
  }
  if (name != "tolist") {
    // `int(x[i])` cuts the number off on the host too.
    const model::Expression& read = name == "item" ? static_cast<const model::Expression&>(*call) : tensor;
    if (auto earlier = read_before_loop(tensor, read, context)) return earlier;
  }
  if (const model::Expression* test = test_around(context); test != nullptr && name != "tolist")
    return decided(*test, tensor, event, context);
  if (!event.operands[0].only(values::Kind::kTensor)) return with_number_of_host(tensor, context);
  if (auto later = read_behind_loop(*call, tensor, event.operands[0], context)) return later;
  // `int(t)` of a fraction, and `float(t)` of a whole number, make another number of it.
  const bool same_number = is_method || event.operands[0].elements.within(name == "float" ? values::Element::kFloating
                                                                                          : values::Element::kInteger);
  if (name == "tolist" || !same_number || !engine::takes_tensor(context.view, *call)) {
    if (collects(context)) return together_in_words(tensor, context);
    return is_kept_by_object(tensor) ? std::optional(with_number_of_host(tensor, context)) : std::nullopt;
  }
  fixes::Code kept = fixes::method(fixes::kept(tensor), "detach", {});
  if (is_written_in_place(tensor, context)) kept = fixes::method(std::move(kept), "clone", {});
  return shown("keep the tensor: every use of it takes one", fixes::Replace{call, std::move(kept)});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  auto proposal = propose_alone(event, context);
  if (proposal && !proposal->edits.empty()) return proposal;
  auto once = places_once(context);
  return once ? once : or_copied_once(std::move(proposal), event, context);
}

}  // namespace syncfree::rules::host_scalar_read
