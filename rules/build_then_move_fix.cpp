// `torch.arange(n).to(x.device)` becomes `torch.arange(n, device=x.device)`: built where it is used.
#include <algorithm>
#include <array>

#include "rules/rewrites/avoided_copy.h"
#include "rules/rewrites/built_before.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/move_target.h"
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::build_then_move {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Argument;
using model::Call;
using model::Expression;

namespace {

// The same values on every device, and of every element type that holds them.
constexpr std::array<std::string_view, 13> kExact = {
    "zeros",     "ones",     "empty",     "eye",          "zeros_like",   "ones_like",    "empty_like",
    "new_zeros", "new_ones", "new_empty", "tril_indices", "triu_indices", "empty_strided"};
// Zeros and ones are the same numbers in every element type, however they come to it.
constexpr std::array<std::string_view, 7> kOfAnyType = {"zeros",     "ones",      "eye",     "zeros_like",
                                                        "ones_like", "new_zeros", "new_ones"};
// They are made of whole numbers only.
constexpr std::array<std::string_view, 2> kOfWholeNumbers = {"tril_indices", "triu_indices"};
// The same values, as long as the element type is given here and not by the move.
constexpr std::array<std::string_view, 3> kFill = {"full", "full_like", "new_full"};
// Another random stream, or a last digit that differs.
constexpr std::array<std::string_view, 15> kAlike = {
    "rand",        "randn",          "randint",         "randperm",        "rand_like",
    "randn_like",  "randint_like",   "linspace",        "logspace",        "range",
    "hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window"};
// Between the constructor and the move: they keep values and memory order, whatever the device.
constexpr std::array<std::string_view, 23> kShaping = {
    "unsqueeze", "view",       "reshape", "flatten", "squeeze",  "t",     "transpose", "permute",
    "repeat",    "contiguous", "clone",   "tril",    "triu",     "flip",  "long",      "int",
    "bool",      "float",      "double",  "half",    "bfloat16", "fill_", "zero_"};
// The same as functions.
constexpr std::array<std::string_view, 9> kShapingFunctions = {
    "tril", "triu", "unsqueeze", "squeeze", "reshape", "flatten", "transpose", "permute", "flip"};
// One element stands for many: the move made an element of each.
constexpr std::array<std::string_view, 2> kSpreading = {"expand", "expand_as"};
constexpr std::array<std::string_view, 29> kModules = {"Linear",
                                                       "Bilinear",
                                                       "Conv1d",
                                                       "Conv2d",
                                                       "Conv3d",
                                                       "ConvTranspose1d",
                                                       "ConvTranspose2d",
                                                       "ConvTranspose3d",
                                                       "Embedding",
                                                       "EmbeddingBag",
                                                       "LayerNorm",
                                                       "BatchNorm1d",
                                                       "BatchNorm2d",
                                                       "BatchNorm3d",
                                                       "SyncBatchNorm",
                                                       "GroupNorm",
                                                       "InstanceNorm1d",
                                                       "InstanceNorm2d",
                                                       "InstanceNorm3d",
                                                       "RMSNorm",
                                                       "MultiheadAttention",
                                                       "LSTM",
                                                       "GRU",
                                                       "RNN",
                                                       "LSTMCell",
                                                       "GRUCell",
                                                       "RNNCell",
                                                       "PReLU",
                                                       "Transformer"};

bool is_whole_view(const Expression& index) {
  if (const auto* slice = index.get_if<model::Slice>())
    return slice->start == nullptr && slice->stop == nullptr && slice->step == nullptr;
  if (const auto* constant = index.get_if<model::Constant>())
    return constant->constant == model::ConstantKind::kNone || constant->constant == model::ConstantKind::kEllipsis;
  const auto* parts = index.get_if<model::Sequence>();
  return parts != nullptr &&
         std::ranges::all_of(parts->elements, [](const Expression* e) { return is_whole_view(*e); });
}

struct Chain {
  const Call* constructor = nullptr;
  bool shaped = false;  ///< there is something between the constructor and the move
  bool spread = false;  ///< and it repeats elements without copying them
};

const Expression* first_argument(const Call& call) {
  return call.arguments.empty() || call.arguments.front().keyword || call.arguments.front().stars != 0
             ? nullptr
             : call.arguments.front().value;
}

/// Down the calls and subscripts that lead from what is moved to its constructor.
Chain chain_of(const Expression* moved, const FixContext& context) {
  Chain chain;
  for (;;) {
    if (const auto* subscript = moved->get_if<model::Subscript>()) {
      if (!is_whole_view(*subscript->index)) return {};
      moved = subscript->object;
    } else if (const auto* call = moved->get_if<Call>()) {
      const std::string_view name = callee_name(*call, context.symbols);
      const bool is_function = calls_torch_function(*call, context);
      const bool spreads = !is_function && is_one_of(name, kSpreading);
      const bool shapes = is_function ? is_one_of(name, kShapingFunctions) : is_one_of(name, kShaping);
      if (!shapes && !spreads) {
        chain.constructor = call;
        return chain;
      }
      chain.spread = chain.spread || spreads;
      moved = is_function ? first_argument(*call) : receiver_of(*call);
      if (moved == nullptr) return {};
    } else {
      return {};
    }
    chain.shaped = true;
  }
}

bool takes_device(const Call& call, const FixContext& context) {
  for (const Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = context.symbols.text(argument.keyword);
    if (keyword == "generator" || keyword == "requires_grad" || keyword == "pin_memory" || keyword == "out")
      return false;
  }
  return !has_stars(call);
}

std::optional<Applicability> applicability_of(const Event& event, const Chain& chain, const MoveTarget& target,
                                              const FixContext& context) {
  const std::string_view name = callee_name(*chain.constructor, context.symbols);
  if (chain.spread && !is_one_of(name, kAlike)) return Applicability::kUnsafe;
  if (is_one_of(name, kExact)) return Applicability::kSafe;
  const bool retyped = target.dtype && !chain.shaped;
  if (is_one_of(name, kFill)) return retyped ? Applicability::kUnsafe : Applicability::kSafe;
  if (name == "arange") {
    const bool whole = event.operands[0].elements.within(values::Element::kInteger) && !chain.shaped;
    const bool counted = std::ranges::all_of(chain.constructor->arguments, [&](const Argument& argument) {
      return !argument.keyword && is_whole_number(*argument.value, context.symbols);
    });
    return (whole || counted) && !retyped ? Applicability::kSafe : Applicability::kUnsafe;
  }
  if (is_one_of(name, kAlike)) return Applicability::kUnsafe;
  return std::nullopt;
}

std::optional<Proposal> build_there(const Event& event, const Call& move, const FixContext& context) {
  const Expression* receiver = receiver_of(move);
  if (receiver == nullptr) return std::nullopt;
  const Chain chain = chain_of(receiver, context);
  if (chain.constructor == nullptr || !takes_device(*chain.constructor, context)) return std::nullopt;
  const bool is_method = callee_name(*chain.constructor, context.symbols).starts_with("new_");
  if (!is_method && !calls_torch_function(*chain.constructor, context)) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, move, context);
  if (!target || (chain.shaped && !target->stable)) return std::nullopt;
  const std::optional<Applicability> applicability = applicability_of(event, chain, *target, context);
  if (!applicability) return std::nullopt;
  // The element type that the move brings goes into the constructor only if nothing happens in between.
  const std::string_view made = callee_name(*chain.constructor, context.symbols);
  const bool keeps_dtype =
      (keyword_argument(*chain.constructor, "dtype", context.symbols) != nullptr && !is_one_of(made, kOfAnyType)) ||
      is_one_of(made, kOfWholeNumbers);
  Proposal proposal{*applicability, "build it on the GPU with `device=`", {}};
  if (target->dtype && (chain.shaped || keeps_dtype)) {
    // Nothing is left for the move but to convert the elements.
    if (move.arguments.size() != 1 || !target->stable) return std::nullopt;
    proposal.edits.emplace_back(fixes::SetKeyword{chain.constructor, "device", target->device});
    return proposal;
  }
  if (target->dtype) proposal.edits.emplace_back(fixes::SetKeyword{chain.constructor, "dtype", *target->dtype});
  proposal.edits.emplace_back(fixes::SetKeyword{chain.constructor, "device", target->device});
  proposal.edits.emplace_back(fixes::Unwrap{&move, receiver});
  return proposal;
}

/// The parameters are drawn by the GPU's generator then: another random stream.
std::optional<Proposal> build_module_there(const Event& event, const Call& move, const FixContext& context) {
  const Expression* receiver = receiver_of(move);
  const Call* made = receiver == nullptr ? nullptr : receiver->get_if<Call>();
  // What gives the module itself: `nn.Linear(3, 4).requires_grad_(False)`.
  constexpr std::string_view kGiving[] = {"requires_grad_", "eval", "train"};
  while (made != nullptr && is_one_of(callee_name(*made, context.symbols), kGiving)) {
    const Expression* inner = receiver_of(*made);
    made = inner == nullptr ? nullptr : inner->get_if<Call>();
  }
  if (made == nullptr || has_stars(*made) || !is_one_of(callee_name(*made, context.symbols), kModules))
    return std::nullopt;
  if (!event.operands[0].only(values::Kind::kLibraryObject)) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, move, context);
  if (!target || keyword_argument(*made, "device", context.symbols) != nullptr) return std::nullopt;
  if (target->dtype && keyword_argument(*made, "dtype", context.symbols) != nullptr) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "build it on the GPU with `device=` (other random numbers)", {}};
  if (target->dtype) proposal.edits.emplace_back(fixes::SetKeyword{made, "dtype", *target->dtype});
  proposal.edits.emplace_back(fixes::SetKeyword{made, "device", target->device});
  proposal.edits.emplace_back(fixes::Unwrap{&move, receiver});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const Call* move = plain_call(context);
  if (move == nullptr) return std::nullopt;
  if (moves_module(event)) {
    auto module = build_module_there(event, *move, context);
    return module ? module : module_under_device(event, context);
  }
  if (auto tensor = build_there(event, *move, context)) return tensor;
  if (auto tensor = tensor_built_there(event, context)) return tensor;
  return avoided_copy(event, context);
}

}  // namespace syncfree::rules::build_then_move
