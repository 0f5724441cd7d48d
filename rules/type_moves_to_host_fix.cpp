// `.type(torch.LongTensor)` becomes `.type(torch.long)`: the element type alone, so that the tensor stays where it is.
#include <algorithm>
#include <array>
#include <utility>

#include "rules/rewrites/fix_parts.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::type_moves_to_host {

using fixes::Applicability;
using fixes::Proposal;

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kElementTypes = {{
    {"FloatTensor", "float"},
    {"DoubleTensor", "double"},
    {"HalfTensor", "half"},
    {"BFloat16Tensor", "bfloat16"},
    {"LongTensor", "long"},
    {"IntTensor", "int"},
    {"ShortTensor", "short"},
    {"CharTensor", "int8"},
    {"ByteTensor", "uint8"},
    {"BoolTensor", "bool"},
}};

}  // namespace

std::optional<Proposal> propose(const engine::Event&, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || call->arguments.empty() || call->arguments.front().keyword) return std::nullopt;
  const model::Expression& type = *call->arguments.front().value;
  const std::string_view text = text_of(type, context);
  const auto found = std::ranges::find_if(kElementTypes, [&](const auto& entry) {
    const std::size_t at = text.rfind(entry.first);
    return at != std::string_view::npos && (at == 0 || text[at - 1] == '.');
  });
  if (found == kElementTypes.end()) return std::nullopt;
  const std::string name(found->second);
  // The result was a CPU tensor: what follows may want one.
  Proposal proposal{Applicability::kUnsafe, "convert the element type only; the result stays on the GPU", {}};
  if (type.kind == model::ExpressionKind::kConstant) {
    proposal.edits.emplace_back(fixes::Replace{&type, fixes::library("torch." + name)});
  } else {
    proposal.edits.emplace_back(fixes::Rename{&type, name, "torch." + name});
  }
  return proposal;
}

}  // namespace syncfree::rules::type_moves_to_host
