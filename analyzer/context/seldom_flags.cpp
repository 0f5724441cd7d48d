#include "analyzer/context/seldom_flags.h"

#include <algorithm>
#include <map>
#include <set>
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

/// A function, and the name of one of its parameters.
using Flag = std::pair<Code, std::uint32_t>;

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

/// What calls give for the flags of functions.
class Callers {
 public:
  Callers(const Project& project, const Shapes& shapes) : project_(project), shapes_(shapes) {}

  /// The parameter that takes the argument; none where that is not known.
  model::Symbol taker_of(Code callee, const Call& call, const Expression& value) const {
    const FunctionInfo& info = project_.functions()[callee];
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

  /// The call at the link is seen not to switch the flag on, or seldom.
  bool is_seldom_on(Code caller, const CallLink& link, const Flag& flag) const {
    if (link.by_name) return false;
    const Call* call = call_at(caller, link.range);
    if (call == nullptr) return false;
    const FunctionInfo& info = project_.functions()[flag.first];
    const std::size_t place = place_of(info, {flag.second});
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const model::Argument& argument = call->arguments[i];
      if (argument.stars != 0) return false;
      const bool is_it = argument.keyword ? argument.keyword.id == flag.second : i == place;
      if (is_it) return is_off(*argument.value) || is_seldom(caller, *argument.value);
    }
    return true;  // as it is by default
  }

 private:
  model::Block body_of(Code code) const {
    const auto functions = static_cast<Code>(project_.functions().size());
    return code < functions ? project_.functions()[code].function->body
                            : project_.modules()[code - functions].input.module->body;
  }

  const Call* call_at(Code code, source::TextRange range) const {
    const Call* found = nullptr;
    flow::for_each_own_expression(body_of(code), [&](const Expression& part) {
      if (part.range == range && found == nullptr) found = part.get_if<Call>();
    });
    return found;
  }

  bool is_seldom(Code code, const Expression& value) const {
    if (std::ranges::find(shapes_[code].seldom_flags, &value, &SeldomFlag::value) != shapes_[code].seldom_flags.end())
      return true;
    const auto functions = static_cast<Code>(project_.functions().size());
    const model::Function* function = code < functions ? project_.functions()[code].function : nullptr;
    return flow::Seldom(body_of(code), function, project_.symbols(), own_callees(function, project_.symbols()))
        .has(value, true);
  }

  const Project& project_;
  const Shapes& shapes_;
};

bool has_part_of(const CodeShape& shape, model::Symbol parameter) {
  return std::ranges::find(shape.flag_parts, parameter, &FlagPart::parameter) != shape.flag_parts.end();
}

}  // namespace

void note_flag_parts(const model::Function& function, model::Block block, const Expression& condition, bool positive,
                     const model::SymbolTable& symbols, std::vector<FlagPart>& parts) {
  bool updates = block.empty();
  flow::for_each_own_expression(
      block, [&](const Expression& part) { updates |= flow::step_call(part, symbols) == flow::StepCall::kUpdate; });
  if (updates) return;
  const auto is_off_by_default = [&](model::Symbol name) {
    return std::ranges::any_of(function.parameters, [&](const model::Parameter& parameter) {
      return parameter.name == name && parameter.default_value != nullptr && is_off(*parameter.default_value);
    });
  };
  flow::follows(condition, positive, [&](const Expression& part, bool holds) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr || !holds || !is_off_by_default(name->name)) return false;
    parts.push_back({name->name, {block.front()->range.begin, block.back()->range.end}});
    return true;
  });
}

std::vector<std::vector<source::TextRange>> seldom_parts(const Project& project, const Shapes& shapes,
                                                         const CallLinks& links, const std::vector<bool>& is_given,
                                                         const std::vector<bool>& steps) {
  const Callers callers(project, shapes);
  std::set<Flag> flags;
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const SeldomFlag& given : shapes[code].seldom_flags) {
      for (const CallLink& link : links[code]) {
        if (link.by_name || link.range != given.call->range || link.callee >= project.functions().size()) continue;
        const model::Symbol parameter = callers.taker_of(link.callee, *given.call, *given.value);
        if (parameter && !is_given[link.callee] && has_part_of(shapes[link.callee], parameter))
          flags.emplace(link.callee, parameter.id);
      }
    }
  }
  if (flags.empty()) return {};
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const CallLink& link : links[code]) {
      auto flag = flags.lower_bound({link.callee, 0});
      while (flag != flags.end() && flag->first == link.callee)
        flag = callers.is_seldom_on(code, link, *flag) ? std::next(flag) : flags.erase(flag);
    }
  }
  std::vector<std::vector<source::TextRange>> parts(flags.empty() ? 0 : shapes.size());
  for (const auto& [code, parameter] : flags) {
    for (const FlagPart& part : shapes[code].flag_parts) {
      const bool is_step = std::ranges::any_of(
          links[code], [&](const CallLink& link) { return steps[link.callee] && part.range.contains(link.range); });
      if (part.parameter.id == parameter && !is_step) parts[code].push_back(part.range);
    }
  }
  return parts;
}

}  // namespace syncfree::context
