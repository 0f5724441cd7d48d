// A list of regular positions becomes a slice, and an index built on the CPU is built on the GPU.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/values/index.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/pinned_copy.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules::host_index {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;

namespace {

std::vector<const Expression*> parts_of(const Expression& index) {
  const auto* several = index.get_if<model::Sequence>();
  if (several == nullptr || several->sequence != model::SequenceKind::kTuple) return {&index};
  return {several->elements.begin(), several->elements.end()};
}

/// `x[(a, b)]`: no slice can stand there.
bool is_tuple_in_parentheses(const Expression& index, const FixContext& context) {
  const auto* several = index.get_if<model::Sequence>();
  return several != nullptr && several->sequence == model::SequenceKind::kTuple &&
         context.module.text[several->range.begin] == '(' &&
         (several->elements.empty() || several->elements.front()->range.begin != several->range.begin);
}

/// Between nothing but brackets and commas: no slice can stand in parentheses.
bool stands_free(const Expression& part, const FixContext& context) {
  const std::size_t before = context.module.text.find_last_not_of(" \t\r\n\\", part.range.begin - 1);
  return before != std::string_view::npos && context.module.text[before] != '(';
}

bool gives_new_tensor(const Expression& parent) {
  return parent.kind == model::ExpressionKind::kBinary || parent.kind == model::ExpressionKind::kUnary ||
         parent.kind == model::ExpressionKind::kComparison;
}

/// What is read here is stored into the same tensor by the same statement: `x[[0]], x[[1]] = x[[1]], x[[0]]` and
/// `x[[1, 2]] = x[[0, 1]]` need the copy that a list makes.
bool is_stored_into_itself(const model::Subscript& read, const FixContext& context) {
  const auto& parents = context.location.parents;
  if (!parents.empty() && gives_new_tensor(*parents.front())) return false;
  const auto stores = [&](const auto& self, const Expression& target) -> bool {
    if (const auto* several = target.get_if<model::Sequence>())
      return std::ranges::any_of(several->elements, [&](const Expression* one) { return self(self, *one); });
    const auto* place = target.get_if<model::Subscript>();
    return place != nullptr && place != &read && text_of(*place->object, context) == text_of(*read.object, context);
  };
  if (const auto* assign = context.location.statement->get_if<model::Assign>())
    return std::ranges::any_of(assign->targets, [&](const Expression* target) { return stores(stores, *target); });
  const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
  return update != nullptr && stores(stores, *update->target);
}

bool keeps_place(const Expression& part) {
  if (part.kind == model::ExpressionKind::kSlice) return true;
  const auto* constant = part.get_if<model::Constant>();
  return constant != nullptr &&
         (constant->constant == model::ConstantKind::kNone || constant->constant == model::ConstantKind::kEllipsis);
}

/// "0:3:2" for `[0, 2]`; nothing where the positions are not regular, or cross from one end to the other.
std::optional<std::string> slice_for(const Expression& part) {
  const auto* list = part.get_if<model::Sequence>();
  if (list == nullptr || list->elements.empty()) return std::nullopt;
  std::vector<std::int64_t> positions;
  for (const Expression* element : list->elements) {
    const auto position = written_integer(*element);
    if (!position) return std::nullopt;
    positions.push_back(*position);
  }
  const std::int64_t step = positions.size() == 1 ? 1 : positions[1] - positions[0];
  if (step < 1 || (positions.front() < 0) != (positions.back() < 0)) return std::nullopt;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i] - positions[i - 1] != step) return std::nullopt;
  }
  const std::int64_t end = positions.back() + 1;
  std::string text = std::to_string(positions.front()) + ":" + (end == 0 ? "" : std::to_string(end));
  if (step > 1) text += ":" + std::to_string(step);
  return text;
}

/// `torch.arange(n)` as index, without a device.
const model::Call* index_constructor(const Expression& part, const FixContext& context) {
  const auto* call = part.get_if<model::Call>();
  if (call == nullptr || has_stars(*call) || !calls_torch_function(*call, context)) return nullptr;
  if (callee_name(*call, context.symbols) != "arange") return nullptr;
  for (const std::string_view keyword : {"device", "dtype", "out", "pin_memory", "requires_grad"}) {
    if (keyword_argument(*call, keyword, context.symbols) != nullptr) return nullptr;
  }
  return call;
}

/// It would be copied to the GPU all the same.
bool is_index_of_host(const Expression& part, const FixContext& context) {
  const values::Value* value = context.view.observation().value_of(part);
  return value == nullptr || value->is_anything() ||
         (value->may_be(values::Kind::kList) ||
          (value->is_cpu_tensor() == values::Truth::kYes && value->rank.is(0) != values::Truth::kYes));
}

std::optional<Proposal> build_on_device(const model::Subscript& subscript, const FixContext& context) {
  if (!is_stable(*subscript.object)) return std::nullopt;
  Proposal proposal{Applicability::kSafe, "build the index on the GPU with `device=`", {}};
  for (const Expression* part : parts_of(*subscript.index)) {
    if (const model::Call* call = index_constructor(*part, context)) {
      proposal.edits.emplace_back(
          fixes::SetKeyword{call, "device", fixes::attribute(fixes::kept(*subscript.object), "device")});
    } else if (is_index_of_host(*part, context)) {
      return std::nullopt;
    }
  }
  return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
}

std::optional<Proposal> as_slice(const Event& event, const model::Subscript& subscript, const FixContext& context) {
  if (is_tuple_in_parentheses(*subscript.index, context)) return std::nullopt;
  if (event.kind == EventKind::kSubscriptLoad && is_stored_into_itself(subscript, context)) return std::nullopt;
  const Expression* list = nullptr;
  for (const Expression* part : parts_of(*subscript.index)) {
    if (keeps_place(*part)) continue;
    // A second index that is no slice would be taken together with the list.
    if (list != nullptr) return std::nullopt;
    list = part;
  }
  if (list == nullptr || !stands_free(*list, context)) return std::nullopt;
  const std::optional<std::string> slice = slice_for(*list);
  if (!slice) return std::nullopt;
  const bool stores_number = event.kind == EventKind::kSubscriptStore && event.operands[2].only(values::kHostNumber);
  Proposal proposal{stores_number ? Applicability::kSafe : Applicability::kUnsafe,
                    event.kind == EventKind::kSubscriptStore ? "store through a slice"
                                                             : "use a slice (a view, where the list made a copy)",
                    {}};
  proposal.edits.emplace_back(fixes::Replace{list, fixes::slice(*slice)});
  return proposal;
}

/// A list of positions. Of bools it is a mask, whose true elements the host would have to count.
bool is_list_of_numbers(const Expression& index, const FixContext& context) {
  const values::Value* list = context.view.observation().value_of(index);
  if (list == nullptr || !list->only(values::Kind::kList)) return false;
  if (list->aggregate == nullptr) return true;
  // A list is seldom one of bools; where it is not known of what, it is one of positions.
  const auto is_position = [](const values::Value& element) {
    return element.is_anything() || element.only(values::Kind::kInteger);
  };
  const values::Aggregate& elements = *list->aggregate;
  return elements.exact ? std::ranges::all_of(elements.elements, is_position) : is_position(elements.rest);
}

/// A list whose elements are known to be whole numbers: it may be empty.
bool is_list_of_positions(const Expression& index, const FixContext& context) {
  const values::Value* list = context.view.observation().value_of(index);
  if (list == nullptr || !list->only(values::Kind::kList) || list->aggregate == nullptr) return false;
  const auto is_number = [](const values::Value& element) {
    return !element.is_bottom() && element.only(values::Kind::kInteger);
  };
  const values::Aggregate& elements = *list->aggregate;
  return std::ranges::all_of(elements.elements, is_number) && (elements.exact || is_number(elements.rest));
}

/// A list on one way through the code, and on another what is not known: positions where it is a list.
bool may_be_list_of_numbers(const Expression& index, const FixContext& context) {
  const values::Value* list = context.view.observation().value_of(index);
  if (list == nullptr || !list->kinds.has(values::Kind::kList) || !is_stable(index)) return false;
  if (list->aggregate == nullptr) return true;
  const auto is_position = [](const values::Value& element) {
    return !element.kinds.has(values::Kind::kTensor) &&
           (element.kinds.has(values::Kind::kAnything) || element.only(values::Kind::kInteger));
  };
  const values::Aggregate& elements = *list->aggregate;
  return elements.exact ? std::ranges::all_of(elements.elements, is_position) : is_position(elements.rest);
}

bool is_array(const Expression& index, const FixContext& context) {
  const values::Value* value = context.view.observation().value_of(index);
  return value != nullptr && value->only(values::Kind::kArray);
}

/// `range(n)` as a tensor, or a copy that is not waited for.
std::optional<fixes::Code> made_there(const Expression& index, const model::Subscript& subscript,
                                      const FixContext& context) {
  const auto* call = index.get_if<model::Call>();
  const bool counts = call != nullptr && callee_name(*call, context.symbols) == "range" &&
                      receiver_of(*call) == nullptr && positional_count(*call) == call->arguments.size();
  const Expression* package = call == nullptr || has_stars(*call) ? nullptr : receiver_of(*call);
  const bool counts_in_array = package != nullptr && callee_name(*call, context.symbols) == "arange" &&
                               is_array(index, context) && positional_count(*call) == call->arguments.size();
  if (counts || counts_in_array) {
    std::vector<fixes::CodeArgument> arguments;
    for (const model::Argument& argument : call->arguments) arguments.push_back({{}, fixes::kept(*argument.value)});
    arguments.push_back({"device", fixes::attribute(fixes::kept(*subscript.object), "device")});
    return fixes::call(fixes::library("torch.arange"), std::move(arguments));
  }
  if (index.kind == model::ExpressionKind::kSequence || is_list_of_numbers(index, context))
    return data_copied_there(index, *subscript.object, context,
                             index.kind != model::ExpressionKind::kSequence && is_list_of_positions(index, context));
  if (auto there = copied_there(index, *subscript.object, context)) return there;
  if (!may_be_list_of_numbers(index, context)) return std::nullopt;
  const fixes::Code is_list =
      fixes::call(fixes::name("isinstance"), {{{}, fixes::kept(index)}, {{}, fixes::name("list")}});
  return fixes::binary(data_copied_there(index, *subscript.object, context), "if",
                       fixes::binary(is_list, "else", fixes::kept(index)));
}

/// Evaluating it again would wait again: `x[mask]`.
bool waits_inside(const Expression& expression, const FixContext& context) {
  return std::ranges::any_of(context.view.outcome().events, [&](const Event& event) {
    return values::known(event.blocks) && expression.range.contains(event.range);
  });
}

/// What lies on the host among the parts, as tensors on the GPU that are copied without a wait.
std::optional<Proposal> index_on_device(const Event& event, const model::Subscript& subscript,
                                        const FixContext& context) {
  // The object is named again beside the index.
  if (!is_stable(*subscript.object) || waits_inside(*subscript.object, context)) return std::nullopt;
  const std::vector<const Expression*> written = parts_of(*subscript.index);
  const values::IndexParts parts = values::index_parts(event.operands[1]);
  if (parts.count != written.size()) return std::nullopt;
  Proposal proposal{
      Applicability::kSuggestion, "bring the index there from pinned memory (better once, outside of the step)", {}};
  for (std::size_t i = 0; i < written.size(); ++i) {
    const bool on_host =
        parts.items[i].kind == values::IndexKind::kHostElements || parts.items[i].kind == values::IndexKind::kCpuIndex;
    if (!on_host) continue;
    auto there = made_there(*written[i], subscript, context);
    if (!there) return std::nullopt;
    proposal.edits.emplace_back(fixes::Replace{written[i], std::move(*there)});
  }
  return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
}

/// Beside the host's part, one of the GPU may have no dimensions: the host needs its number all the same.
bool reads_another_part(const Event& event) {
  const values::IndexParts parts = values::index_parts(event.operands[1]);
  return std::any_of(parts.begin(), parts.end(), [](const values::IndexPart& part) {
    if (part.kind == values::IndexKind::kDeviceScalar || part.kind == values::IndexKind::kDeviceBounds) return true;
    const bool is_tensor = part.kind == values::IndexKind::kDeviceIndex ||
                           (part.kind == values::IndexKind::kUnknown && part.places.overlaps(values::kOnDevice));
    return is_tensor && ((part.rank.least == 0 && part.rank.most == 1) || values::known(part.rank.is(0)));
  });
}

/// Through an index on the GPU a number of the host would be copied there, with a wait of its own: it is made there
/// too. False where that cannot be said.
bool number_goes_along(const Event& event, const model::Subscript& subscript, const FixContext& context,
                       Proposal& proposal) {
  if (event.kind != EventKind::kSubscriptStore || event.operands[2].only(values::Kind::kTensor)) return true;
  const model::Assign* assign = assignment_to(context);
  const bool plain = assign != nullptr && event.operands[2].only(values::kHostNumber) && is_stable(*subscript.object) &&
                     does_nothing(*assign->value, context.symbols) && !values::known(event.operands[0].is_cpu_tensor());
  if (!plain) return false;
  proposal.applicability = std::min(proposal.applicability, Applicability::kUnsafe);
  proposal.title += ", and make the number there";
  proposal.edits.emplace_back(
      fixes::Replace{assign->value, fixes::method(fixes::kept(*subscript.object), "new_full",
                                                  {{{}, fixes::tuple({})}, {{}, fixes::kept(*assign->value)}})});
  return true;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const auto* subscript = context.location.node->get_if<model::Subscript>();
  if (subscript == nullptr || reads_another_part(event)) return std::nullopt;
  const bool is_tensor = event.operands[0].only(values::Kind::kTensor);
  const bool is_cpu_index = judge_subscript(event).kind == values::IndexKind::kCpuIndex;
  if (is_tensor && !is_cpu_index) {
    if (auto slice = as_slice(event, *subscript, context)) return slice;
  }
  std::optional<Proposal> proposal = is_tensor && is_cpu_index ? build_on_device(*subscript, context) : std::nullopt;
  if (!proposal) proposal = index_on_device(event, *subscript, context);
  return proposal && number_goes_along(event, *subscript, context, *proposal) ? proposal : std::nullopt;
}

}  // namespace syncfree::rules::host_index
