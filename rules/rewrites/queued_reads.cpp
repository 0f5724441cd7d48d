#include "rules/rewrites/queued_reads.h"

#include <algorithm>
#include <utility>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/asked_numbers.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/other_callers.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Code;
using model::Call;
using model::Expression;
using values::Value;

namespace {

using Form = QueuedRead::Form;
using Reads = std::vector<QueuedRead>;

bool is_tensor(const Expression& expression, const FixContext& context) {
  const Value* value = value_of(expression, context);
  return value != nullptr && value->only(values::Kind::kTensor);
}

/// `x.cpu()`, `x.to("cpu")`, which keep the element type.
bool only_copies(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  if (name == "cpu") return call.arguments.empty();
  if (name != "to" || call.arguments.size() != 1) return false;
  const model::Argument& target = call.arguments.front();
  const auto* text = target.value->get_if<model::Constant>();
  const bool is_device = !target.keyword || context.symbols.text(target.keyword) == "device";
  return is_device && text != nullptr && text->constant == model::ConstantKind::kString && text->text == "cpu";
}

Reads read_by_method(const Call& call, const Expression& tensor, const FixContext& context) {
  if (only_copies(call, context)) return {{Form::kValue, &tensor, &call}};
  const std::string_view name = callee_name(call, context.symbols);
  if ((name == "item" || name == "tolist") && call.arguments.empty()) return {{Form::kValue, &tensor, &tensor}};
  return {};
}

/// `mask.nonzero()`, `torch.where(mask)`, with the mask.
Reads places_of(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  if (name != "nonzero" && name != "where" && name != "argwhere") return {};
  const bool is_function = calls_torch_function(call, context);
  if (positional_count(call) != (is_function ? 1U : 0U)) return {};
  const Expression* mask = is_function ? call.arguments.front().value : receiver_of(call);
  const model::Argument* tuple = keyword_argument(call, "as_tuple", context.symbols);
  const std::size_t known = positional_count(call) + (tuple == nullptr ? 0 : 1);
  if (mask == nullptr || call.arguments.size() != known) return {};
  const std::string_view as_tuple = tuple == nullptr ? "False" : text_of(*tuple->value, context);
  if (as_tuple != "True" && as_tuple != "False") return {};
  const bool places = name == "where" || as_tuple == "True";
  return {{places ? Form::kPlaces : Form::kPositions, mask, &call}};
}

/// `torch.repeat_interleave(x, repeats)`, which does not know the sum of the repeats.
Reads repeats_of(const Call& call, const FixContext& context) {
  if (callee_name(call, context.symbols) != "repeat_interleave" ||
      keyword_argument(call, "output_size", context.symbols) != nullptr)
    return {};
  const std::size_t at = calls_torch_function(call, context) ? 1 : 0;
  const model::Argument* named = keyword_argument(call, "repeats", context.symbols);
  if (named == nullptr && positional_count(call) <= at) return {};
  const Expression* repeats = named != nullptr ? named->value : call.arguments[at].value;
  const bool tensors = is_tensor(*repeats, context) && value_of(*repeats, context)->rank.is(0) == values::Truth::kNo;
  return tensors ? Reads{{Form::kOutputSize, repeats, &call}} : Reads{};
}

/// Arguments that are read back and made of tensors of one element.
Reads numbers_of(const Event& event, const Call& call, const FixContext& context) {
  Reads reads;
  for (std::size_t i = 0; i < call.arguments.size() && i < 16; ++i) {
    if ((event.read_back >> i & 1U) == 0) continue;
    const Expression* argument = call.arguments[i].value;
    const bool number =
        is_tensor(*argument, context) && value_of(*argument, context)->rank.is(0) == values::Truth::kYes;
    if (!number) return {};
    reads.push_back({Form::kValue, argument, argument});
  }
  return reads;
}

Reads read_by_call(const Event& event, const Expression& node, const FixContext& context) {
  const auto* call = node.get_if<Call>();
  if (call == nullptr || has_stars(*call) || event.block == nullptr) return {};
  const std::string_view rule = event.block->rule;
  if (rule == "SF502") {
    Reads places = places_of(*call, context);
    return places.empty() ? repeats_of(*call, context) : places;
  }
  if (rule == "SF203" || rule == "SF403" || rule == "SF306") return numbers_of(event, *call, context);
  if (const Expression* tensor = receiver_of(*call)) return read_by_method(*call, *tensor, context);
  const std::string_view name = callee_name(*call, context.symbols);
  const bool converts = (name == "int" || name == "float" || name == "bool") && call->arguments.size() == 1 &&
                        positional_count(*call) == 1;
  if (!converts) return {};
  return {{Form::kValue, call->arguments.front().value, call->arguments.front().value}};
}

/// The mask may be on the host, and what it selects from is not: its places would be an index of the host.
bool may_be_elsewhere(const Expression& mask, const Expression& object, const FixContext& context) {
  const Value* index = value_of(mask, context);
  const Value* selected = value_of(object, context);
  return index == nullptr || selected == nullptr ||
         for_some_caller(mask, context, [](const Value& value) { return values::known(value.is_cpu_tensor()); }) ||
         (index->is_cpu_tensor() != values::Truth::kNo && selected->is_device_tensor() == values::Truth::kYes);
}

/// `x[mask]`, and `x[:, mask]` for a mask of one dimension.
Reads selected_by(const Event& event, const model::Subscript& node, const FixContext& context) {
  if (event.kind == EventKind::kSubscriptStore && !event.operands[2].only(values::Kind::kTensor)) return {};
  const auto is_mask = [&](const Expression& part) {
    const Value* value = value_of(part, context);
    return value != nullptr && value->only(values::Kind::kTensor) &&
           value->elements.within(values::Element::kBoolean) && value->rank.is(0) != values::Truth::kYes;
  };
  if (is_mask(*node.index) && !may_be_elsewhere(*node.index, *node.object, context))
    return {{Form::kIndex, node.index, node.index}};
  const auto* several = node.index->get_if<model::Sequence>();
  if (several == nullptr ||
      std::ranges::count_if(several->elements, [&](const auto* one) { return is_mask(*one); }) != 1)
    return {};
  const Expression* mask = *std::ranges::find_if(several->elements, [&](const auto* one) { return is_mask(*one); });
  const bool is_row = value_of(*mask, context)->rank.is(1) == values::Truth::kYes;
  return is_row && !may_be_elsewhere(*mask, *node.object, context) ? Reads{{Form::kRow, mask, mask}} : Reads{};
}

}  // namespace

Reads queued_reads(const Event& event, const Expression& node, const FixContext& context) {
  switch (event.kind) {
    case EventKind::kTruth:
      return is_test(event, node, context) ? Reads{{Form::kValue, &node, &node}} : Reads{};
    case EventKind::kCall:
      return read_by_call(event, node, context);
    case EventKind::kSubscriptLoad:
    case EventKind::kSubscriptStore: {
      const auto* subscript = node.get_if<model::Subscript>();
      if (subscript == nullptr) return {};
      const SubscriptCause cause = judge_subscript(event).cause;
      if (cause == SubscriptCause::kMask) return selected_by(event, *subscript, context);
      if (cause != SubscriptCause::kDeviceScalar) return {};
      Reads reads;
      const auto numbers = asked_numbers(event, node, context);
      for (const Expression* number : numbers.value_or(std::vector<const Expression*>{}))
        reads.push_back({Form::kValue, number, number});
      return reads;
    }
    default:
      return {};
  }
}

Code asked_first(const QueuedRead& read) {
  switch (read.form) {
    case Form::kValue:
      return fixes::kept(*read.tensor);
    case Form::kOutputSize:
      return fixes::method(fixes::kept(*read.tensor), "sum", {});
    default:
      return fixes::method(fixes::kept(*read.tensor), "count_nonzero", {});
  }
}

fixes::Edit with_size(const QueuedRead& read, const Code& size) {
  const Code positions =
      fixes::call(fixes::library("torch.nonzero_static"), {{{}, fixes::kept(*read.tensor)}, {"size", size}});
  const Code one = fixes::number("1");
  switch (read.form) {
    case Form::kRow:
      return fixes::Replace{read.replaced, fixes::method(positions, "squeeze", {{{}, one}})};
    case Form::kPositions:
      return fixes::Replace{read.replaced, positions};
    default:
      return fixes::Replace{read.replaced, fixes::method(positions, "unbind", {{{}, one}})};
  }
}

fixes::Edit with_copy(const QueuedRead& read, const std::string& name) {
  const Code number = fixes::call(fixes::name("int"), {{{}, fixes::name(name)}});
  if (read.form == Form::kValue) return fixes::Replace{read.replaced, fixes::name(name)};
  if (read.form == Form::kOutputSize) return fixes::SetKeyword{&read.replaced->as<Call>(), "output_size", number};
  return with_size(read, number);
}

}  // namespace syncfree::rules
