// A barrier of the GPUs alone. Only shown: hosts may have to meet too.
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::blocking_collective {

std::optional<fixes::Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* package = call == nullptr ? nullptr : receiver_of(*call);
  if (package == nullptr || called_name(event) != "barrier") return std::nullopt;
  const fixes::Code token =
      fixes::call(fixes::library("torch.zeros"), {{{}, fixes::tuple({})}, {"device", fixes::string("cuda")}});
  std::vector<fixes::CodeArgument> arguments = {{{}, token}};
  if (const model::Argument* group = keyword_argument(*call, "group", context.symbols))
    arguments.push_back({"group", fixes::kept(*group->value)});
  return shown("let the GPUs wait for each other, not the hosts (which may have to meet too: because of files)",
               fixes::Replace{call, fixes::method(fixes::kept(*package), "all_reduce", std::move(arguments))});
}

}  // namespace syncfree::rules::blocking_collective
