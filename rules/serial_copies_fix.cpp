// All copies are queued, then one wait. Only shown: nothing may read them before, and they may be of several GPUs.
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::serial_copies {

using engine::FixContext;
using engine::FlowMatch;
using engine::FunctionView;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Call;
using model::Expression;
using model::Statement;

namespace {

Code wait_for_copies() {
  return fixes::method(fixes::call(fixes::library("torch.cuda.current_stream"), {}), "synchronize", {});
}

/// The copy becomes an asynchronous one.
std::optional<fixes::Edit> without_waiting(const Call& copy, const FixContext& context) {
  const Expression* tensor = receiver_of(copy);
  if (tensor == nullptr || has_stars(copy)) return std::nullopt;
  const std::string_view name = callee_name(copy, context.symbols);
  if (name == "cpu" && copy.arguments.empty()) {
    return fixes::Replace{&copy, fixes::method(fixes::kept(*tensor), "to",
                                               {{{}, fixes::string("cpu")}, {"non_blocking", fixes::boolean(true)}})};
  }
  if (name != "to") return std::nullopt;
  return fixes::SetKeyword{&copy, "non_blocking", fixes::boolean(true)};
}

/// The list that the copies become, if its elements are not looked at as it is made: `[y.cpu() for y in ys]`.
const Expression* list_of(const model::Location& location) {
  const Expression* parent = location.parents.empty() ? nullptr : location.parents.front();
  const auto* comprehension = parent == nullptr ? nullptr : parent->get_if<model::Comprehension>();
  const bool kept = comprehension != nullptr && comprehension->comprehension != model::ComprehensionKind::kGenerator &&
                    comprehension->element == location.node;
  return kept ? parent : nullptr;
}

/// `out.append(y.cpu())` alone in its loop.
const model::For* loop_that_appends(const model::Location& location, const FixContext& context) {
  const auto* append = location.parents.empty() ? nullptr : location.parents.front()->get_if<Call>();
  if (append == nullptr || append->callee == location.node || callee_name(*append, context.symbols) != "append")
    return nullptr;
  const auto* loop = location.around.empty() ? nullptr : location.around.front()->get_if<model::For>();
  return loop != nullptr && loop->body.size() == 1 && loop->otherwise.empty() ? loop : nullptr;
}

/// Where the copies are read is not to be seen from here, and before that the host has to wait.
Proposal queued_in_words(const Call& copy, const FixContext& context) {
  return in_words(
      "queue `" + engine::quote(text_of(*receiver_of(copy), context)) +
      ".to(\"cpu\", non_blocking=True)` for each, and wait once behind the last, before anything reads them: "
      "`torch.cuda.current_stream().synchronize()`");
}

}  // namespace

std::optional<Proposal> propose_flow(const FunctionView&, const FlowMatch&, const FixContext& context) {
  const model::Location& location = context.location;
  const bool is_python = context.module.language == model::Language::kPython;
  const auto* copy = is_python ? location.node->get_if<Call>() : nullptr;
  auto queued = copy == nullptr ? std::nullopt : without_waiting(*copy, context);
  if (!queued) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "queue all copies, then wait once, before anything reads them", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  proposal.edits.push_back(std::move(*queued));
  const Expression* list = list_of(location);
  if (list == nullptr) {
    const model::For* loop = loop_that_appends(location, context);
    if (loop == nullptr) return queued_in_words(*copy, context);
    proposal.edits.emplace_back(fixes::InsertAfter{loop, wait_for_copies()});
    return proposal;
  }
  if (const auto* assign = location.statement->get_if<model::Assign>(); assign != nullptr && assign->value == list) {
    proposal.edits.emplace_back(fixes::InsertAfter{assign, wait_for_copies()});
    return proposal;
  }
  const auto* leaves = location.statement->get_if<model::Return>();
  if (leaves == nullptr || leaves->value != list) return queued_in_words(*copy, context);
  const std::string copies = context.words.contains("copies") ? "host_copies" : "copies";
  proposal.edits.emplace_back(fixes::KeepReturned{leaves, copies});
  proposal.edits.emplace_back(fixes::InsertAfter{leaves, wait_for_copies()});
  proposal.edits.emplace_back(fixes::InsertAfter{leaves, fixes::returned(fixes::name(copies))});
  return proposal;
}

}  // namespace syncfree::rules::serial_copies
