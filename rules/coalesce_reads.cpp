// SF701: several reads one after another, each with a wait of its own.
#include <algorithm>

#include "analyzer/engine/function_view.h"
#include "rules/flow_match.h"

namespace syncfree::rules::coalesce_reads {

namespace {

using engine::FlowMatch;
using engine::FunctionView;
using engine::Wait;

constexpr std::size_t kMostShown = 4;

bool is_scalar_read(const Wait& wait) {
  return wait.code == "SF301" && (wait.name == "item" || wait.name == "float" || wait.name == "int");
}

/// What is read: `a` of `a.item()` and of `float(a)`; empty if the text is long.
std::string read_from(std::string text) {
  if (text.ends_with(".item()")) {
    text.resize(text.size() - 7);
  } else if (const std::size_t open = text.find('('); open != std::string::npos && text.ends_with(')')) {
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const bool plain = text.size() <= 24 && text.find_first_of("\n#") == std::string::npos;
  return plain ? text : std::string();
}

FlowMatch describe(const FunctionView& view, std::span<const Wait* const> group) {
  const Wait& first = *group.front();
  FlowMatch match = match_at(view, first);
  match.message = shown(view, first) + " is the first of " + std::to_string(group.size()) +
                  " reads in a row, and each waits for the GPU";
  std::string operands;
  for (const Wait* wait : group) {
    const std::string operand = read_from(view.text(wait->event->range));
    if (operand.empty() || group.size() > kMostShown) {
      operands = "…";
      break;
    }
    operands += (operands.empty() ? "" : ", ") + operand;
  }
  match.hint = "wait once for all of them: `torch.stack([" + operands + "]).tolist()`";
  for (const Wait* wait : group.subspan(1)) {
    match.related.emplace_back(wait->event->range, "waits again");
    match.confidence = std::min(match.confidence, wait->confidence);
  }
  return match;
}

}  // namespace

std::vector<FlowMatch> match_flow(const FunctionView& view) {
  std::vector<FlowMatch> matches;
  std::vector<const Wait*> group;
  const auto finish = [&] {
    if (group.size() > 1) matches.push_back(describe(view, group));
    group.clear();
  };
  for (const Wait& wait : view.waits()) {
    if (!is_scalar_read(wait) || wait.event->loop_test) continue;
    const bool in_comprehension =
        wait.loop != flow::kNone && view.graph().loops[wait.loop].kind == flow::LoopKind::kComprehension;
    if (in_comprehension) continue;
    const bool joins =
        !group.empty() && group.back()->at.block == wait.at.block &&
        std::ranges::none_of(group, [&](const Wait* earlier) { return view.depends_on(wait, *earlier); });
    if (!joins) finish();
    group.push_back(&wait);
  }
  finish();
  return matches;
}

}  // namespace syncfree::rules::coalesce_reads
