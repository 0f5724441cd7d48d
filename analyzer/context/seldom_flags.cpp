#include "analyzer/context/seldom_flags.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "analyzer/context/own_callee.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::context {

namespace {

using inference::FunctionInfo;
using inference::kNowhere;
using inference::Project;
using model::Call;
using model::Expression;

bool is_off(const Expression& value) {
  const auto* constant = value.get_if<model::Constant>();
  return constant != nullptr &&
         (constant->constant == model::ConstantKind::kFalse || constant->constant == model::ConstantKind::kNone);
}

/// The place of a parameter among the arguments of a call.
std::size_t place_of(const FunctionInfo& info, model::Symbol parameter) {
  const auto& parameters = info.function->parameters;
  const auto found = std::ranges::find(parameters, parameter, &model::Parameter::name);
  const std::size_t own = info.owner != kNowhere && !info.is_static ? 1 : 0;
  return static_cast<std::size_t>(found - parameters.begin()) - own;
}

/// The parameter that takes the argument of a call; none where that is not known.
model::Symbol taker_of(const FunctionInfo& info, const Call& call, const Expression& value) {
  for (std::size_t place = 0; place < call.arguments.size(); ++place) {
    const model::Argument& argument = call.arguments[place];
    if (argument.stars != 0) return {};
    if (argument.value != &value) continue;
    if (argument.keyword) return argument.keyword;
    const std::size_t own = info.owner != kNowhere && !info.is_static ? 1 : 0;
    const auto& parameters = info.function->parameters;
    return place + own < parameters.size() ? parameters[place + own].name : model::Symbol();
  }
  return {};
}

/// What the calls of one function or module give for the flags of others. Its text is read when it is first asked.
class CallerFlags {
 public:
  CallerFlags(const Project& project, const CodeShape& shape, Code code) : project_(project) {
    const auto functions = static_cast<Code>(project.functions().size());
    function_ = code < functions ? project.functions()[code].function : nullptr;
    body_ = function_ != nullptr ? function_->body : project.modules()[code - functions].input.module->body;
    for (const SeldomFlag& flag : shape.seldom_flags) seldom_values_.insert(flag.value);
  }

  /// The call at the link is seen not to switch the flag on, or seldom.
  bool is_seldom_on(const CallLink& link, const Flag& flag) {
    if (link.by_name) return false;
    const Call* call = call_at(link.range);
    if (call == nullptr) return false;
    const FunctionInfo& info = project_.functions()[flag.first];
    const std::size_t place = place_of(info, {flag.second});
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const model::Argument& argument = call->arguments[i];
      if (argument.stars != 0) return false;
      const bool is_it = argument.keyword ? argument.keyword.id == flag.second : i == place;
      if (is_it) return is_off(*argument.value) || is_seldom(*argument.value);
    }
    return true;  // as it is by default
  }

 private:
  const Call* call_at(source::TextRange range) {
    if (!calls_) {
      calls_.emplace();
      flow::for_each_own_expression(body_, [&](const Expression& part) {
        if (const auto* call = part.get_if<Call>()) calls_->try_emplace({part.range.begin, part.range.end}, call);
      });
    }
    const auto found = calls_->find({range.begin, range.end});
    return found == calls_->end() ? nullptr : found->second;
  }

  bool is_seldom(const Expression& value) {
    if (seldom_values_.contains(&value)) return true;
    if (!seldom_) seldom_.emplace(body_, function_, project_.symbols(), own_callees(function_, project_.symbols()));
    return seldom_->has(value, true);
  }

  const Project& project_;
  const model::Function* function_;  ///< null for a module
  model::Block body_;
  std::unordered_set<const Expression*> seldom_values_;                                  ///< arguments
  std::optional<std::map<std::pair<std::uint32_t, std::uint32_t>, const Call*>> calls_;  ///< by their ranges
  std::optional<flow::Seldom> seldom_;
};

bool has_part_of(const CodeShape& shape, model::Symbol parameter) {
  return std::ranges::find(shape.flag_parts, parameter, &FlagPart::parameter) != shape.flag_parts.end();
}

/// The flags of functions that somebody seldom switches on. `is_given`: functions whose callers are not all known.
std::set<Flag> seldom_flags(const Project& project, const Shapes& shapes, const CallLinks& links,
                            const std::vector<bool>& is_given) {
  std::set<Flag> flags;
  for (Code code = 0; code < shapes.size(); ++code) {
    if (shapes[code].seldom_flags.empty()) continue;
    std::multimap<std::uint32_t, const SeldomFlag*> given;  // by where their calls begin
    for (const SeldomFlag& flag : shapes[code].seldom_flags) given.emplace(flag.call->range.begin, &flag);
    for (const CallLink& link : links[code]) {
      if (link.by_name || link.callee >= project.functions().size() || is_given[link.callee]) continue;
      const auto [first, last] = given.equal_range(link.range.begin);
      for (auto each = first; each != last; ++each) {
        const SeldomFlag& flag = *each->second;
        if (flag.call->range != link.range) continue;
        const model::Symbol parameter = taker_of(project.functions()[link.callee], *flag.call, *flag.value);
        if (parameter && has_part_of(shapes[link.callee], parameter)) flags.emplace(link.callee, parameter.id);
      }
    }
  }
  return flags;
}

bool makes_update(model::Block block, const model::SymbolTable& symbols) {
  bool updates = false;
  flow::for_each_own_expression(
      block, [&](const Expression& part) { updates |= flow::step_call(part, symbols) == flow::StepCall::kUpdate; });
  return updates;
}

}  // namespace

void note_flag_parts(const model::Function& function, model::Block block, const Expression& condition, bool positive,
                     const model::SymbolTable& symbols, std::vector<FlagPart>& parts) {
  if (block.empty()) return;
  const auto is_off_by_default = [&](model::Symbol name) {
    return std::ranges::any_of(function.parameters, [&](const model::Parameter& parameter) {
      return parameter.name == name && parameter.default_value != nullptr && is_off(*parameter.default_value);
    });
  };
  flow::follows(condition, positive, [&](const Expression& part, bool holds) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr || !holds || !is_off_by_default(name->name) || makes_update(block, symbols)) return false;
    parts.push_back({name->name, {block.front()->range.begin, block.back()->range.end}});
    return true;
  });
}

std::vector<bool> flag_answers(const Project& project, Code code, const CodeShape& shape,
                               std::span<const CallLink> links, const std::set<Flag>& flags) {
  std::vector<bool> answers;
  if (flags.empty()) return answers;
  std::optional<CallerFlags> caller;
  for (const CallLink& link : links) {
    for (auto flag = flags.lower_bound({link.callee, 0}); flag != flags.end() && flag->first == link.callee; ++flag) {
      if (!caller) caller.emplace(project, shape, code);
      answers.push_back(caller->is_seldom_on(link, *flag));
    }
  }
  return answers;
}

SeldomParts seldom_parts(const Project& project, const Shapes& shapes, const CallLinks& links,
                         const std::vector<bool>& is_given, const std::vector<bool>& steps) {
  SeldomParts result{.parts = {}, .flags = seldom_flags(project, shapes, links, is_given)};
  std::set<Flag> flags = result.flags;
  for (Code code = 0; code < shapes.size() && !flags.empty(); ++code) {
    std::optional<CallerFlags> caller;
    for (const CallLink& link : links[code]) {
      auto flag = flags.lower_bound({link.callee, 0});
      while (flag != flags.end() && flag->first == link.callee) {
        if (!caller) caller.emplace(project, shapes[code], code);
        flag = caller->is_seldom_on(link, *flag) ? std::next(flag) : flags.erase(flag);
      }
    }
  }
  std::vector<std::vector<source::TextRange>>& parts = result.parts;
  if (!flags.empty()) parts.resize(shapes.size());
  for (auto flag = flags.begin(); flag != flags.end();) {
    const Code code = flag->first;
    std::set<std::uint32_t> step_calls;  // where they begin
    for (const CallLink& link : links[code]) {
      if (steps[link.callee]) step_calls.insert(link.range.begin);
    }
    std::set<std::uint32_t> parameters;
    for (; flag != flags.end() && flag->first == code; ++flag) parameters.insert(flag->second);
    for (const FlagPart& part : shapes[code].flag_parts) {
      const auto call = step_calls.lower_bound(part.range.begin);
      const bool holds_step = call != step_calls.end() && *call < part.range.end;
      if (parameters.contains(part.parameter.id) && !holds_step) parts[code].push_back(part.range);
    }
  }
  return result;
}

}  // namespace syncfree::context
