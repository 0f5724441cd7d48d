#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/context/run_once.h"
#include "analyzer/context/temperature.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::kNowhere;
using inference::Project;

/// Through calls, and from a method to those that override it: whoever calls the one may mean the other.
class Temperatures::Spread {
 public:
  /// `fixed`: by context, its callers have no say.
  Spread(Temperatures& temperatures, const std::vector<bool>& fixed, const CallLinks& given)
      : of_(temperatures),
        project_(temperatures.analysis_->world.project),
        given_(given),
        most_(temperatures.contexts_->size()),
        raised_(temperatures.contexts_->size()),
        drives_(temperatures.shapes_.size()) {
    for (std::uint32_t context = 0; context < most_.size(); ++context) {
      const Code code = of_.code_at(context);
      most_[context] = fixed[context] || of_.apart_[code] ? Heat::kCold : of_.left_over_.most(code);
    }
    for (Code code = 0; code < drives_.size(); ++code)
      drives_[code] = of_.is_driver(code) || (is_function(code) && of_.table_.role(code).runs_seldom);
  }

  void run(std::vector<std::uint32_t> todo) {
    while (!todo.empty()) {
      for (const std::uint32_t context : todo) spread_from(context);
      todo = std::exchange(risen_, {});
      for (const std::uint32_t context : todo) {
        std::tie(of_.heat_[context], of_.callers_[context]) = raised_[context];
        raised_[context] = {};
      }
    }
  }

 private:
  bool is_function(Code code) const { return code < project_.functions().size(); }

  /// Calls of one distance are weighed against each other before any of them counts: which was met first does not.
  void raise(std::uint32_t context, Heat heat, Caller caller) {
    heat = std::min(heat, most_[context]);
    if (heat <= of_.heat_[context] || context == caller.context) return;
    const Code code = of_.code_at(context);
    if (!project_.layers().decides(of_.contexts_->layer(caller.context), of_.layer_of(code))) return;
    if (heat == Heat::kWarm && drives_[code]) return;
    auto& [best, by] = raised_[context];
    if (best == Heat::kCold) risen_.push_back(context);
    if (heat > best || (heat == best && of_.comes_before(caller, by))) raised_[context] = {heat, caller};
  }

  /// What is called once there, others may call more often, but for what constructs.
  bool may_hold_steps(Code code) const {
    return of_.once_[code] && !of_.apart_[code] &&
           (!of_.trained_[of_.layer_of(code)] || begins_run(project_, project_.functions()[code]));
  }

  Heat heat_of_call(std::uint32_t context, source::TextRange call, bool rare, Code callee) const {
    const bool is_others = !rare && may_hold_steps(of_.code_at(context)) && !of_.once_[callee] &&
                           !(is_function(callee) && of_.table_.role(callee).makes_object);
    const Heat here = of_.at(context, call, rare);
    return is_others ? std::max(here, Heat::kWarm) : here;
  }

  void spread_from(std::uint32_t context) {
    const Code code = of_.code_at(context);
    const Heat most = std::max(of_.most_in(context), may_hold_steps(code) ? Heat::kWarm : Heat::kCold);
    if (most == Heat::kCold) return;
    const CodeShape& shape = of_.shapes_[code];
    for (const inference::CallEdge& edge : of_.contexts_->calls(context)) {
      // Most calls change nothing.
      if (std::min(most, most_[edge.context]) <= of_.heat_[edge.context]) continue;
      const Code callee = of_.code_at(edge.context);
      const bool rare = edge.guarded && !of_.steps_[callee];
      raise(edge.context, heat_of_call(context, edge.range, rare, callee), {context, edge.range});
      if (shape.taken_later.empty() || !gives_generator(project_, callee)) continue;
      for (const source::TextRange place : places_taken(shape.taken_later, edge.range))
        raise(edge.context, heat_of_call(context, place, rare, callee), {context, place});
    }
    for (const CallLink& link : of_.links_.named(code)) raise_all(context, link);
    for (const CallLink& link : given_[code]) raise_all(context, link);
    if (is_function(code) && of_.callers_[context].context != kNowhere) spread_to_overrides(context, code);
  }

  void raise_all(std::uint32_t context, const CallLink& link) {
    const Heat heat = heat_of_call(context, link.range, link.rare && !of_.steps_[link.callee], link.callee);
    for (const std::uint32_t callee : of_.analysis_->live_contexts.of(link.callee))
      raise(callee, heat, {context, link.range});
  }

  void spread_to_overrides(std::uint32_t context, Code code) {
    const FunctionInfo& info = project_.functions()[code];
    const Code caller = of_.code_at(of_.callers_[context].context);
    const bool by_override = is_function(caller) && project_.functions()[caller].function->name == info.function->name;
    if (info.owner == kNowhere || by_override) return;
    if (project_.symbols().text(info.function->name).starts_with("__")) return;
    for (const Code override : overrides_of(code)) {
      for (const std::uint32_t other : of_.analysis_->live_contexts.of(override))
        raise(other, of_.heat_[context], of_.callers_[context]);
    }
  }

  /// The methods of classes below that have the name of this one.
  const std::vector<Code>& overrides_of(Code method) {
    const auto [place, is_new] = overrides_.try_emplace(method);
    if (!is_new) return place->second;
    const FunctionInfo& info = project_.functions()[method];
    for (const std::uint32_t klass : classes_below(info.owner)) {
      if (const std::uint32_t* own = project_.classes()[klass].methods.find(info.function->name))
        place->second.push_back(*own);
    }
    return place->second;
  }

  const std::vector<std::uint32_t>& classes_below(std::uint32_t klass) {
    const auto [place, is_new] = below_.try_emplace(klass);
    if (!is_new) return place->second;
    std::vector<std::uint32_t> below = project_.classes()[klass].children;
    std::unordered_set<std::uint32_t> seen;  // classes may be above themselves in a text, though not in a program
    while (!below.empty()) {
      const std::uint32_t each = below.back();
      below.pop_back();
      if (!seen.insert(each).second) continue;
      const auto& children = project_.classes()[each].children;
      below.insert(below.end(), children.begin(), children.end());
      place->second.push_back(each);
    }
    return place->second;
  }

  Temperatures& of_;
  const Project& project_;
  const CallLinks& given_;
  std::vector<Heat> most_;                       // by context
  std::vector<std::pair<Heat, Caller>> raised_;  // by context: by calls of this distance; cold: not at all
  std::vector<std::uint32_t> risen_;             // contexts
  std::vector<bool> drives_;                     // by code
  // What was asked for already.
  std::unordered_map<Code, std::vector<Code>> overrides_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> below_;  // by class
};

/// By where they stand.
bool Temperatures::comes_before(const Caller& a, const Caller& b) const {
  const auto place = [&](const Caller& caller) {
    const auto& module = analysis_->world.project.modules()[contexts_->module_of_code(code_at(caller.context))];
    return std::tuple(module.input.file, caller.range.begin, caller.range.end,
                      analysis_->world.contexts[caller.context].place);
  };
  return place(a) < place(b);
}

void Temperatures::spread(std::vector<std::uint32_t> todo, const std::vector<bool>& fixed, const CallLinks& given) {
  Spread(*this, fixed, given).run(std::move(todo));
}

}  // namespace syncfree::context
