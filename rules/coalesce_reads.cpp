// SF701: several reads one after another, each with a wait of its own.
#include <algorithm>
#include <optional>

#include "analyzer/engine/flow/function_view.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::coalesce_reads {

namespace {

using engine::FlowMatch;
using engine::FunctionView;
using engine::Wait;

constexpr std::size_t kMostShown = 4;

bool is_scalar_read(const Wait& wait) {
  return wait.code == "SF301" && (wait.name == "item" || wait.name == "float" || wait.name == "int");
}

/// `<float>` of `a.item<float>()`: what C++ reads it as.
std::string read_as(std::string_view text) {
  const std::size_t method = text.rfind(".item<");
  return method == std::string_view::npos ? std::string() : std::string(text.substr(method + 5));
}

/// What is read: `a` of `a.item()`, of `a.item<float>()` and of `float(a)`; empty if the text is long.
std::string read_from(std::string text) {
  if (text.ends_with(".item()")) {
    text.resize(text.size() - 7);
  } else if (!read_as(text).empty()) {
    text.resize(text.rfind(".item<"));
  } else if (const std::size_t open = text.find('('); open != std::string::npos && text.ends_with(')')) {
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const bool plain = text.size() <= 24 && text.find_first_of("\n#") == std::string::npos;
  return plain ? text : std::string();
}

/// The tensor that all of them are elements of (`grid[0]`, `grid[1]`): empty if there is none.
std::string common_tensor(std::span<const std::string> operands) {
  const std::size_t open = operands.front().find('[');
  if (open == std::string::npos) return {};
  const std::string tensor = operands.front().substr(0, open);
  const bool elements = std::ranges::all_of(operands, [&](const std::string& operand) {
    return operand.find('[') == open && operand.starts_with(tensor) && operand.find(']') == operand.size() - 1;
  });
  return elements ? tensor : std::string();
}

/// The tensors next to each other, in one tensor that is copied to the host; its elements are read there.
std::string hint_for_cxx(std::span<const std::string> operands, bool shown) {
  const std::string one = "wait once for all of them: read the elements of ";
  if (!shown) return one + "one tensor, which is copied to the host: `torch::stack({…}).cpu()`";
  if (const std::string tensor = common_tensor(operands); !tensor.empty()) return one + "`" + tensor + ".cpu()`";
  std::string list;
  for (const std::string& operand : operands) list += (list.empty() ? "" : ", ") + operand;
  return one + "`torch::stack({" + list + "}).cpu()`";
}

std::string hint_for(std::span<const std::string> operands, bool is_cxx, bool alike) {
  const bool shown = operands.size() <= kMostShown &&
                     std::ranges::none_of(operands, [](const std::string& operand) { return operand.empty(); });
  const bool same =
      shown && std::ranges::all_of(operands, [&](const std::string& operand) { return operand == operands.front(); });
  if (same) return "read it once and keep the number";
  if (is_cxx) return hint_for_cxx(operands, shown && alike);
  if (!shown) return "wait once for all of them: `torch.stack([…]).tolist()`";
  if (const std::string tensor = common_tensor(operands); !tensor.empty())
    return "wait once for all of them: `" + tensor + ".tolist()`";
  std::string list;
  for (const std::string& operand : operands) list += (list.empty() ? "" : ", ") + operand;
  return "wait once for all of them: `torch.stack([" + list + "]).tolist()`";
}

FlowMatch describe(const FunctionView& view, std::span<const Wait* const> group) {
  const Wait& first = *group.front();
  FlowMatch match = match_at(view, first);
  match.message = shown(view, first) + " is the first of " + std::to_string(group.size()) +
                  " reads in a row, and each waits for the GPU";
  std::vector<std::string> operands;
  bool alike = true;  // as one number as the other
  for (const Wait* wait : group) {
    operands.push_back(read_from(view.text(wait->event->range)));
    alike = alike && read_as(view.text(wait->event->range)) == read_as(view.text(first.event->range));
  }
  match.waits.assign(group.begin(), group.end());
  match.hint = hint_for(operands, is_cxx(view), alike);
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
  std::optional<engine::Dependents> dependents;  // of the group
  const auto finish = [&] {
    if (group.size() > 1) matches.push_back(describe(view, group));
    group.clear();
    dependents.reset();
  };
  for (const Wait& wait : view.waits()) {
    if (!is_scalar_read(wait) || wait.event->loop_test) continue;
    const bool in_comprehension =
        wait.loop != flow::kNone && view.graph().loops[wait.loop].kind == flow::LoopKind::kComprehension;
    if (in_comprehension) continue;
    const bool joins = !group.empty() && group.back()->at.block == wait.at.block && !dependents->depend(wait);
    if (!joins) finish();
    if (group.empty()) dependents.emplace(view, wait);
    group.push_back(&wait);
    dependents->add(wait);
  }
  finish();
  return matches;
}

}  // namespace syncfree::rules::coalesce_reads
