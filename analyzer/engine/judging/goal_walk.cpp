#include "analyzer/engine/judging/goal_walk.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/engine/judging/goal_judge.h"
#include "analyzer/engine/judging/goal_starts.h"
#include "analyzer/engine/judging/goal_targets.h"
#include "analyzer/engine/quote.h"

namespace syncfree::engine {

namespace {

using inference::kNowhere;

// A function that reaches more than this is reported up to that.
constexpr std::size_t kMostGoalContexts = 20'000;
constexpr std::size_t kMostGoalOverrides = 4;

/// How the walk came to a context.
struct CallStep {
  std::uint32_t from = kNowhere;  ///< a context; kNowhere: it is where the walk starts
  source::TextRange call;         ///< in the module of `from`
  bool always = true;             ///< no condition stands on the way
};

class Walk {
 public:
  Walk(const JudgedProject& project, const GoalQuestion& question)
      : project_(project),
        world_(project.analysis.world),
        goal_(question.goal),
        judge_(project, question.goal, question.facts),
        links_(project.temperatures.links()),
        starts_(project.analysis) {}

  GoalAnswer from(const inference::PlainCall& call) {
    GoalAnswer answer;
    answer.file = world_.project.modules()[home_of(world_.project, call)].input.file;
    answer.function = world_.project.qualified_name(call.function);
    answer.name_range = name_of_start(call);
    start_ = {.file = answer.file, .range = answer.name_range, .message = {}};
    steps_.clear();
    queue_.clear();
    conditional_.clear();
    for (const std::uint32_t context : starts_.of(call)) reach(context, {});
    FunctionViews views(project_.analysis, project_.observer, project_.waits_inside);
    std::set<std::uint32_t> functions;
    // What runs in every case first, so that it is not taken for conditional.
    for (std::size_t seen = 0; seen < kMostGoalContexts && !(queue_.empty() && conditional_.empty()); ++seen) {
      std::deque<std::uint32_t>& next = queue_.empty() ? conditional_ : queue_;
      const std::uint32_t context = next.front();
      next.pop_front();
      functions.insert(world_.contexts[context].key.code);
      const FunctionView view = views.of(context);
      const GoalParts parts(view, goal_);
      take(context, judge_.look(context, view, parts, steps_.at(context).always), answer);
      go_on(context, view, parts, answer);
    }
    answer.reached = functions.size();
    sort(answer);
    return answer;
  }

 private:
  /// The function's; of one that a class inherits from elsewhere, the class's.
  source::TextRange name_of_start(const inference::PlainCall& call) const {
    const inference::FunctionInfo& info = world_.project.functions()[call.function];
    if (info.module == home_of(world_.project, call)) return info.function->name_range;
    return world_.project.classes()[call.klass].definition->name_range;
  }

  void reach(std::uint32_t context, CallStep step) {
    if (steps_.emplace(context, step).second) (step.always ? queue_ : conditional_).push_back(context);
  }

  bool is_library(std::uint32_t context) const {
    return world_.project.modules()[world_.module_of(context)].input.is_library;
  }

  std::uint32_t file_of(std::uint32_t context) const {
    return world_.project.modules()[world_.module_of(context)].input.file;
  }

  void go_on(std::uint32_t context, const FunctionView& view, const GoalParts& parts, GoalAnswer& answer) {
    const bool always = steps_.at(context).always;
    for (const inference::CallEdge& edge : view.outcome().calls) {
      if (edge.guarded || edge.elsewhere || parts.is_dead(edge.range)) continue;
      if (is_one_of_many(view, view.expression_at(edge.range))) continue;
      const CallStep step{context, edge.range, always && !parts.is_conditional(edge.range)};
      const std::uint32_t code = world_.contexts[edge.context].key.code;
      if (std::optional<Finding> finding = judge_.stopped_by_decorator(context, edge.range, code)) {
        GoalLook look;
        look.findings.push_back(std::move(*finding));
        take(context, std::move(look), answer);
        continue;
      }
      if (lies_in_cache(edge.context)) continue;
      reach(edge.context, step);
      reach_overrides(code, step);
    }
    const std::uint32_t code = context::code_of(world_.project, world_.contexts[context].key.code);
    for (const context::CallLink& link : links_.named(code)) {
      if (!link.alone || link.rare || link.callee >= world_.project.functions().size() || parts.is_dead(link.range))
        continue;
      for (const std::uint32_t callee : contexts_of(link.callee)) reach(callee, {context, link.range, false});
    }
  }

  /// The calls before a capture leave it there, for arguments that are equal again; no tensor is equal to another.
  bool lies_in_cache(std::uint32_t context) const {
    const inference::ContextKey& key = world_.contexts[context].key;
    if (goal_ != Goal::kCapture || (key.code & inference::kModuleBody) != 0) return false;
    if (!is_cached(world_.project.functions()[key.code])) return false;
    static constexpr auto kNeverEqual = values::Kinds(values::Kind::kTensor) | values::Kind::kAnything;
    return std::ranges::none_of(key.arguments, [](const values::Value& value) { return value.may_be(kNeverEqual); });
  }

  /// `@functools.lru_cache`, `@lru_cache(maxsize=8)`
  bool is_cached(const inference::FunctionInfo& info) const {
    return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
      const auto* call = decorator->get_if<model::Call>();
      const inference::Target target =
          world_.project.resolve(info.module, call == nullptr ? *decorator : *call->callee);
      if (target.kind != inference::TargetKind::kLibrary) return false;
      const std::string_view name = world_.project.catalog().row(target.index).name;
      return name == "functools.lru_cache" || name == "functools.cache";
    });
  }

  /// What only refuses stands for those that do it.
  void reach_overrides(std::uint32_t code, CallStep step) {
    if ((code & inference::kModuleBody) != 0) return;
    const inference::FunctionInfo& info = world_.project.functions()[code];
    if (!info.is_abstract || info.owner == kNowhere) return;
    const auto& children = world_.project.classes()[info.owner].children;
    if (children.size() > kMostGoalOverrides) return;
    for (const std::uint32_t child : children) {
      const std::uint32_t* own = world_.project.classes()[child].methods.find(info.function->name);
      if (own == nullptr) continue;
      for (const std::uint32_t callee : contexts_of(*own)) reach(callee, step);
    }
  }

  void take(std::uint32_t context, GoalLook look, GoalAnswer& answer) const {
    if (is_library(context)) {
      for (Finding& finding : look.findings) answer.findings.push_back(at_call(context, std::move(finding)));
      return;
    }
    for (Finding& finding : look.findings) {
      finding.chain = chain_to(context);
      answer.findings.push_back(std::move(finding));
    }
    const std::string_view text = world_.project.modules()[world_.module_of(context)].input.module->text;
    for (const source::TextRange range : look.unfollowed)
      answer.unfollowed.push_back({file_of(context), range, quote(text.substr(range.begin, range.size()))});
  }

  /// What a library does is reported where the analysed code calls it.
  Finding at_call(std::uint32_t context, Finding finding) const {
    CallStep step = steps_.at(context);
    while (step.from != kNowhere && is_library(step.from)) step = steps_.at(step.from);
    if (step.from == kNowhere) {  // the class inherits what is asked about
      finding.message = "`" + finding.function + "`: " + finding.message;
      finding.file = start_.file;
      finding.range = start_.range;
      return finding;
    }
    const std::string_view text = world_.project.modules()[world_.module_of(step.from)].input.module->text;
    finding.message = "`" + quote(text.substr(step.call.begin, step.call.size())) + "` leads to `" + finding.function +
                      "`, where " + finding.message;
    finding.hint.clear();
    finding.file = file_of(step.from);
    finding.range = step.call;
    finding.function = function_name(world_, step.from);
    finding.chain = chain_to(step.from);
    return finding;
  }

  std::vector<Related> chain_to(std::uint32_t context) const {
    std::vector<Related> chain;
    for (CallStep step = steps_.at(context); step.from != kNowhere; step = steps_.at(step.from)) {
      if (is_library(step.from)) continue;
      const std::string name = function_name(world_, step.from);
      chain.push_back(
          {file_of(step.from), step.call, "called from " + (name.empty() ? std::string("the top level") : name)});
    }
    std::ranges::reverse(chain);
    return chain;
  }

  /// Several contexts of a function say the same.
  static void sort(GoalAnswer& answer) {
    const auto place = [](const Finding& finding) {
      return std::tuple(finding.file, finding.range.begin, finding.range.end, std::string_view(finding.code));
    };
    std::ranges::stable_sort(answer.findings, {}, place);
    const auto same = std::ranges::unique(answer.findings, {}, [](const Finding& finding) {
      return std::tuple(finding.file, finding.range.begin, finding.range.end);
    });
    answer.findings.erase(same.begin(), same.end());
    const auto at = [](const Related& call) { return std::tuple(call.file, call.range.begin, call.range.end); };
    std::ranges::stable_sort(answer.unfollowed, {}, at);
    const auto again = std::ranges::unique(answer.unfollowed, {}, at);
    answer.unfollowed.erase(again.begin(), again.end());
  }

  std::span<const std::uint32_t> contexts_of(std::uint32_t function) const {
    return project_.analysis.live_contexts.of(function);
  }

  const JudgedProject& project_;
  const inference::World& world_;
  Goal goal_;
  GoalJudge judge_;
  const context::CallLinks& links_;
  GoalStarts starts_;
  Related start_;                            // the name of what is asked about
  std::map<std::uint32_t, CallStep> steps_;  // by context
  std::deque<std::uint32_t> queue_;
  std::deque<std::uint32_t> conditional_;  // behind a condition
};

std::vector<std::string> functions_in(const inference::Project& project, std::uint32_t module) {
  std::vector<std::string> names;
  const auto functions = project.functions();
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    if (functions[i].module == module && functions[i].function->name) names.push_back(project.qualified_name(i));
  }
  return names;
}

/// A function that the file imports from a library, of which nothing is reported.
GoalFailure imported(const inference::Project& project, std::uint32_t module, const GoalTarget& target,
                     const inference::PlainCall& call) {
  const inference::ModuleInput& home = project.modules()[home_of(project, call)].input;
  return {.target = target,
          .home = home.place + (home.is_package ? "/__init__.py" : ".py"),
          .name_at_home = name_at_home(project, module, target, call)};
}

std::vector<std::uint32_t> handed_functions(const JudgedProject& project, Goal goal);

}  // namespace

GoalAnswers answer_goals(const JudgedProject& project, const GoalQuestion& question) {
  const inference::Project& linked = project.analysis.world.project;
  GoalAnswers answers;
  Walk walk(project, question);
  for (const GoalTarget& target : question.targets) {
    for (std::uint32_t module = 0; module < linked.modules().size(); ++module) {
      const inference::ModuleInput& input = linked.modules()[module].input;
      if (input.file != target.file || input.is_library) continue;
      const NamedCall named = call_named(linked, module, target);
      if (named.call.function == kNowhere) {
        answers.failures.push_back({.target = target, .known = functions_in(linked, module)});
      } else if (linked.modules()[home_of(linked, named.call)].input.is_library) {
        answers.failures.push_back(imported(linked, module, target, named.call));
      } else if (!named.fault.empty()) {
        answers.failures.push_back({.target = target, .fault = named.fault});
      } else {
        answers.answers.push_back(walk.from(named.call));
      }
    }
  }
  if (question.all) {
    for (const std::uint32_t function : handed_functions(project, question.goal)) {
      if (!linked.modules()[linked.functions()[function].module].input.is_library)
        answers.answers.push_back(walk.from({.function = function}));
    }
  }
  return answers;
}

namespace {

/// Functions and classes' `forward`s that a value stands for.
void add_functions(const inference::World& world, const values::Value* value, std::set<std::uint32_t>& found) {
  if (value == nullptr) return;
  if (value->entities != nullptr) {
    for (const values::Entity& entity : value->entities->items) {
      if (entity.kind == values::EntityKind::kFunction) found.insert(entity.index);
      if (entity.kind != values::EntityKind::kObject) continue;
      const model::Symbol forward = world.project.symbols().find("forward");
      const std::uint32_t method = world.project.find_method(world.class_of(entity.index), forward);
      if (method != kNowhere) found.insert(method);
    }
  }
  if (value->aggregate == nullptr) return;
  for (const values::Value& element : value->aggregate->elements) add_functions(world, &element, found);
}

bool hands_over(Goal goal, const catalog::Operator& operation) {
  return goal == Goal::kCapture ? operation.role == catalog::Role::kCaptureCall : operation.name == "torch.compile";
}

/// `@torch.compile`, with or without arguments.
bool is_compiled(const inference::Project& project, const inference::FunctionInfo& info) {
  return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
    const auto* call = decorator->get_if<model::Call>();
    const inference::Target target = project.resolve(info.module, call == nullptr ? *decorator : *call->callee);
    return target.kind == inference::TargetKind::kLibrary &&
           project.catalog().row(target.index).name == "torch.compile";
  });
}

/// What the code compiles, or gives to those who capture.
std::vector<std::uint32_t> handed_functions(const JudgedProject& project, Goal goal) {
  const inference::World& world = project.analysis.world;
  std::set<std::uint32_t> found;
  FunctionViews views(project.analysis, project.observer, project.waits_inside);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    if (!project.analysis.judged[context] || world.project.modules()[world.module_of(context)].input.is_library)
      continue;
    const FunctionView view = views.of(context);
    for (const flow::Block& block : view.graph().blocks) {
      for (const flow::Step& step : block.steps) {
        const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
        if (call == nullptr || call->arguments.empty()) continue;
        const auto operations = operators_of(view, *call);
        if (operations.empty() || !hands_over(goal, *operations.front())) continue;
        add_functions(world, view.observation().value_of(*call->arguments.front().value), found);
      }
    }
  }
  const auto functions = world.project.functions();
  for (std::uint32_t i = 0; i < functions.size() && goal == Goal::kCompile; ++i) {
    if (is_compiled(world.project, functions[i])) found.insert(i);
  }
  return {found.begin(), found.end()};
}

}  // namespace

}  // namespace syncfree::engine
