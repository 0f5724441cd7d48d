// From the events of one module to its findings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/context/temperature.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/judging/captures.h"
#include "analyzer/engine/judging/consumer.h"
#include "analyzer/engine/judging/edit_writer.h"
#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// What the judges of all modules look at; made once. They may work at the same time.
struct JudgedProject {
  const inference::Analysis& analysis;
  const context::ContextTable& contexts;
  const inference::Observer& observer;
  std::span<const RuleInfo> rules;
  std::vector<const RuleInfo*> flow_rules;
  const RuleInfo* capture_rule;  ///< reported instead of the others inside a capture; may be null
  const EditWriter& write;
  const std::vector<bool>& waits_inside;  ///< by context
  const context::Temperatures& temperatures;
  Captures captures;
  std::vector<std::uint32_t> judged_contexts;  ///< by context::Code: how many
};

struct JudgedModule {
  std::vector<Finding> findings;                           ///< sorted by position, then code
  std::vector<std::pair<std::uint32_t, FoundWait>> waits;  ///< by context, of those that are at least likely
  std::optional<std::uint32_t> cut_in;   ///< the code of the function in which the work came to its limit
  std::vector<std::uint32_t> looked_at;  ///< modules whose texts have a say in this, sorted; itself among them
};

/// `contexts` are those of the module in which something happens, the ones of a function one after another.
JudgedModule judge_module(const JudgedProject& project, std::uint32_t module, std::span<const std::uint32_t> contexts);

}  // namespace syncfree::engine
