// The argument that says the size. Only shown: where the host knows it, its author knows too.
#include <algorithm>
#include <array>

#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::data_dependent_shape {

using fixes::Applicability;
using fixes::Proposal;

namespace {

struct Size {
  std::string_view name;
  std::string_view keyword;
  std::string_view what;  ///< what the argument has to be
};

constexpr std::array<Size, 2> kSizes = {{{"repeat_interleave", "output_size", "the sum of the repeats"},
                                         {"one_hot", "num_classes", "the number of classes"}}};

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  if (name == "nonzero" && call->arguments.size() <= 1 && called_name(event) == "nonzero") {
    Proposal proposal{Applicability::kSuggestion, "with `size` from the host, and padding for what is missing", {}};
    proposal.edits.emplace_back(fixes::Rename{call->callee, "nonzero_static", "torch.nonzero_static"});
    proposal.edits.emplace_back(fixes::SetKeyword{call, "size", fixes::name("size")});
    return proposal;
  }
  const auto* size = std::ranges::find(kSizes, name, &Size::name);
  if (size == kSizes.end() || keyword_argument(*call, size->keyword, context.symbols) != nullptr) return std::nullopt;
  const std::string keyword(size->keyword);
  Proposal proposal{
      Applicability::kSuggestion, "with `" + keyword + "`, " + std::string(size->what) + ", from the host", {}};
  proposal.edits.emplace_back(fixes::SetKeyword{call, keyword, fixes::name(keyword)});
  return proposal;
}

}  // namespace syncfree::rules::data_dependent_shape
