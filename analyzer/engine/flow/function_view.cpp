#include "analyzer/engine/flow/function_view.h"

#include <algorithm>
#include <iterator>

#include "analyzer/engine/flow/seen_changes.h"
#include "analyzer/engine/flow/shared_memory.h"
#include "analyzer/model/walk.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

using flow::Point;
using flow::Step;
using flow::StepKind;
using model::Expression;
using model::ExpressionKind;
using values::Kind;
using values::Kinds;

}  // namespace

const flow::Graph& FunctionCode::graph() {
  if (!graph_) graph_ = flow::build_graph(body_);
  return *graph_;
}

const flow::Parents& FunctionCode::parents() {
  if (!parents_) {
    parents_.emplace(body_);
    work::count(work::Counted::kActions, parents_->size());
  }
  return *parents_;
}

bool FunctionCode::is_read_in_functions(model::Symbol name) {
  if (!names_in_functions_) {
    names_in_functions_.emplace();
    const auto note = [&](const model::Expression& part) {
      if (const auto* read = part.get_if<model::Name>()) names_in_functions_->insert(read->name.id);
    };
    const auto collect = [&](const auto& self, model::Block block) -> void {
      for (const model::Statement* statement : block) {
        if (const auto* function = statement->get_if<model::Function>()) {
          model::walk_expressions(function->body, note);
        } else if (const auto* definition = statement->get_if<model::Class>()) {
          model::walk_expressions(definition->body, note);
        } else {
          model::for_each_part(
              *statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
        }
      }
    };
    collect(collect, body_);
  }
  return names_in_functions_->contains(name.id);
}

const flow::Dominance& FunctionCode::dominance() {
  if (!dominance_) dominance_.emplace(graph());
  return *dominance_;
}

const flow::LoopEffects& FunctionCode::effects(std::uint32_t loop, const model::SymbolTable& symbols) {
  effects_.resize(graph().loops.size());
  if (!effects_[loop]) effects_[loop] = std::make_unique<flow::LoopEffects>(graph(), loop, symbols);
  return *effects_[loop];
}

void FunctionCodes::look_at(std::uint32_t number) {
  const bool is_module = (number & inference::kModuleBody) != 0;
  looked_at_[is_module ? number & ~inference::kModuleBody : project_.functions()[number].module] = true;
}

FunctionCode& FunctionCodes::of(std::uint32_t number) {
  look_at(number);
  const bool is_module = (number & inference::kModuleBody) != 0;
  const model::Block body = is_module ? project_.modules()[number & ~inference::kModuleBody].input.module->body
                                      : project_.functions()[number].function->body;
  return codes_.try_emplace(number, body, is_module).first->second;
}

std::shared_ptr<const inference::Observation> FunctionCodes::observation(const inference::Observer& observer,
                                                                         std::uint32_t context) {
  if (observations_.size() >= kMostObservations && !observations_.contains(context)) observations_.clear();
  auto& kept = observations_[context];
  if (kept == nullptr) kept = std::make_shared<const inference::Observation>(observer.observe(context));
  return kept;
}

void FunctionCodes::make_room(std::uint32_t next) {
  if (next != current_) observations_.clear();
  current_ = next;
  if (codes_.size() <= kMost) return;
  // The top level of a module is the longest, and what its functions give is followed there.
  std::erase_if(codes_, [](const auto& code) { return (code.first & inference::kModuleBody) == 0; });
  if (codes_.size() > kMost) codes_.clear();
}

void FunctionView::add(Wait wait) {
  const std::optional<Point> at = point_of(wait.event->range);
  if (!at) return;
  wait.at = *at;
  wait.loop = graph().blocks[at->block].loop;
  waits_.push_back(wait);
}

void FunctionView::sort_waits() {
  std::ranges::stable_sort(waits_, {}, [](const Wait& wait) { return wait.at; });
}

std::span<const std::vector<Action>> FunctionView::actions() const {
  if (!actions_) actions_ = actions_of(*this);
  return *actions_;
}

std::span<const Event* const> FunctionView::events_at(source::TextRange range) const {
  const auto place_of = [](const Event* event) { return std::pair(event->range.begin, event->range.end); };
  if (!events_) {
    events_.emplace();
    for (const Event& event : outcome().events) events_->push_back(&event);
    std::ranges::stable_sort(*events_, {}, place_of);
  }
  const auto found = std::ranges::equal_range(*events_, std::pair(range.begin, range.end), {}, place_of);
  return {found.begin(), found.end()};
}

std::span<const Action> FunctionView::launches() const {
  if (!launches_) {
    launches_.emplace();
    for (const std::vector<Action>& block : actions()) {
      std::ranges::copy_if(block, std::back_inserter(*launches_), [](const Action& action) {
        return action.kind == ActionKind::kBackward || action.kind == ActionKind::kOptimizerStep;
      });
    }
  }
  return *launches_;
}

std::span<const Action> FunctionView::launches_in(std::uint32_t loop) const {
  if (!launches_by_loop_) {
    launches_by_loop_.emplace();
    for (const Action& action : launches())
      (*launches_by_loop_)[graph().blocks[action.at.block].loop].push_back(action);
  }
  const auto found = launches_by_loop_->find(loop);
  return found == launches_by_loop_->end() ? std::span<const Action>() : found->second;
}

const inference::Observation& FunctionView::observation() const {
  if (!observation_) observation_ = codes_.observation(observer_, context_);
  return *observation_;
}

std::string FunctionView::text(source::TextRange range) const {
  const std::string_view all = analysis_.world.project.modules()[module()].input.module->text;
  return std::string(all.substr(range.begin, range.size()));
}

std::optional<Point> FunctionView::point_of(source::TextRange range) const {
  const Expression* expression = expression_at(range);
  return expression == nullptr ? std::nullopt : graph().point_of(*expression);
}

std::uint32_t FunctionView::loop_depth(std::uint32_t loop) const {
  std::uint32_t depth = 0;
  for (; loop != flow::kNone; loop = graph().loops[loop].parent) ++depth;
  return depth;
}

std::optional<bool> FunctionView::is_same_each_time(const Expression& expression) const {
  const values::Value* value = observation().value_of(expression);
  if (value == nullptr) return expression.kind == ExpressionKind::kConstant ? std::optional(true) : std::nullopt;
  // Modules, classes, functions and element types are what they are.
  if (value->only(Kinds(Kind::kNamespace) | Kind::kClass | Kind::kDtype) && expression.kind != ExpressionKind::kCall)
    return true;
  if (expression.kind != ExpressionKind::kCall || only_computes(expression.as<model::Call>())) return std::nullopt;
  return false;
}

bool FunctionView::only_computes(const model::Call& call) const {
  const std::vector<const catalog::Operator*> operations = operators_of(*this, call);
  for (const catalog::Operator* operation : operations) {
    const catalog::Role role = operation->role;
    const bool computes = role == catalog::Role::kNone || role == catalog::Role::kCopy ||
                          role == catalog::Role::kView || role == catalog::Role::kMetadata;
    const bool of_library = operation->name.starts_with("torch.") || operation->name.starts_with("builtins.") ||
                            operation->name.starts_with("numpy.") || operation->name.starts_with("math.");
    if (!computes || !of_library || operation->name.ends_with("_")) return false;
    // Modules of torch keep state: dropout, batch norm, what their parameters have become.
    if (operation->name.starts_with("torch.nn.") && !operation->name.starts_with("torch.nn.functional.")) return false;
    if (operation->name.starts_with("torch.cuda.") || operation->name.starts_with("torch.distributed.")) return false;
    // Another sample each time, whatever the distribution.
    if (operation->name.ends_with("sample")) return false;
    if (operation->name == "builtins.next" || operation->name.ends_with(".pop")) return false;
  }
  return !operations.empty();
}

/// `for key in names: if key == "boxes": …` comes there once, whatever the loop does.
bool FunctionView::is_for_one_element(const Wait& wait, std::uint32_t loop) const {
  return std::ranges::any_of(graph().branches, [&](const flow::Branch& branch) {
    if (wait.at.block < branch.then_begin || wait.at.block >= branch.then_end) return false;
    const auto* comparison = branch.condition->get_if<model::Comparison>();
    const std::optional<Point> at = graph().point_of(*branch.condition);
    if (comparison == nullptr || !at || !graph().inside(at->block, loop)) return false;
    return comparison->operators[0] == model::ComparisonOperator::kEqual ||
           comparison->operators[0] == model::ComparisonOperator::kIs ||
           comparison->operators[0] == model::ComparisonOperator::kIn;
  });
}

std::uint32_t FunctionView::invariant_loop(const Wait& wait) const {
  const Expression* expression = expression_at(wait.event->range);
  if (expression == nullptr) return flow::kNone;
  const model::SymbolTable& symbols = analysis_.world.project.symbols();
  std::uint32_t found = flow::kNone;
  for (std::uint32_t loop = wait.loop; loop != flow::kNone; loop = graph().loops[loop].parent) {
    const flow::LoopEffects& effects = code_.effects(loop, symbols);
    // The cheap look first: without values, only for what is bound or written.
    if (!effects.keeps(*expression, [](const Expression& part) {
          return part.kind == ExpressionKind::kCall || part.kind == ExpressionKind::kAttribute ? std::nullopt
                                                                                               : std::optional<bool>();
        }))
      break;
    if (!effects.keeps(*expression, [&](const Expression& part) { return is_same_each_time(part); })) break;
    // After it, control comes back to it without leaving the loop.
    const bool repeats = flow::reaches(graph(), wait.at.block, wait.at.block,
                                       [&](std::uint32_t block) { return graph().inside(block, loop); });
    if (!repeats || is_for_one_element(wait, loop)) break;
    if (!seen_changes_) seen_changes_ = std::make_shared<const SeenChanges>(*this);
    if (!seen_changes_->show_all_of(*expression, *this)) break;
    if (!shared_memory_) shared_memory_ = std::make_shared<SharedMemory>(*this);
    if (shared_memory_->is_written_in(loop, *expression, *this)) break;
    found = loop;
  }
  return found;
}

bool FunctionView::is_collected(const Wait& wait) const {
  const Expression* expression = expression_at(wait.event->range);
  if (expression == nullptr || wait.loop == flow::kNone) return false;
  const flow::Loop& loop = graph().loops[wait.loop];
  const model::SymbolTable& symbols = analysis_.world.project.symbols();
  for (;;) {
    const flow::Parents::Holder place = code_.parents().of(*expression);
    const Expression* parent = place.parent;
    if (parent == nullptr) {
      // `out[k] = y.cpu()`
      const auto* assign = place.statement == nullptr ? nullptr : place.statement->get_if<model::Assign>();
      return assign != nullptr && assign->targets.size() == 1 && assign->targets[0]->kind == ExpressionKind::kSubscript;
    }
    switch (parent->kind) {
      case ExpressionKind::kComprehension: {
        const auto& comprehension = parent->as<model::Comprehension>();
        return &comprehension == loop.comprehension && comprehension.element == expression;
      }
      case ExpressionKind::kCall: {
        const auto& call = parent->as<model::Call>();
        const auto* method = call.callee->get_if<model::Attribute>();
        if (method != nullptr && call.callee != expression) {
          const std::string_view name = symbols.text(method->name);
          return name == "append" || name == "extend" || name == "push_back" || name == "emplace_back";
        }
        if (call.callee != expression) return false;
        break;
      }
      // `y.cpu().numpy()`, `(y.cpu(), k)`
      case ExpressionKind::kAttribute:
      case ExpressionKind::kSequence:
      case ExpressionKind::kDictionary:
        break;
      default:
        return false;
    }
    expression = parent;
  }
}

std::vector<model::Symbol> FunctionView::bound_by(const Wait& wait) const {
  std::vector<model::Symbol> names;
  const Expression* expression = expression_at(wait.event->range);
  if (expression == nullptr) return names;
  const model::Statement* statement = code_.parents().of(*expression).statement;
  const auto add = [&](const auto& self, const Expression& target) -> void {
    if (const auto* name = target.get_if<model::Name>()) {
      names.push_back(name->name);
    } else if (const auto* sequence = target.get_if<model::Sequence>()) {
      for (const Expression* element : sequence->elements) self(self, *element);
    }
  };
  if (statement == nullptr) return names;
  if (const auto* assign = statement->get_if<model::Assign>()) {
    for (const Expression* target : assign->targets) add(add, *target);
  } else if (const auto* update = statement->get_if<model::AugmentedAssign>()) {
    add(add, *update->target);
  }
  return names;
}

void Dependents::add(const Wait& earlier) {
  const Expression* source = view_.expression_at(earlier.event->range);
  is_lost_ |= source == nullptr;
  sources_.insert(source);
  for (const model::Symbol name : view_.bound_by(earlier)) tainted_.insert(name.id);
}

bool Dependents::uses_tainted(const Expression& expression) const {
  bool uses = false;
  model::walk(expression, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    uses |= sources_.contains(&part) || (name != nullptr && tainted_.contains(name->name.id));
  });
  return uses;
}

bool Dependents::depend(const Wait& later) {
  const Expression* target = view_.expression_at(later.event->range);
  if (is_lost_ || target == nullptr) return true;
  // Through variables: what is bound from it, directly or by way of others, in the steps between.
  const auto& steps = view_.graph().blocks[block_].steps;
  for (; step_ < later.at.step && step_ < steps.size(); ++step_) {
    const Step& step = steps[step_];
    const auto* name = step.kind == StepKind::kBind ? step.expression->get_if<model::Name>() : nullptr;
    if (name != nullptr && step.value != nullptr && uses_tainted(*step.value)) tainted_.insert(name->name.id);
  }
  return uses_tainted(*target);
}

bool FunctionView::needed_before(const Wait& wait, Point to) const {
  switch (wait.consumer) {
    case Consumer::kReported:
    case Consumer::kDiscarded:
      return false;
    case Consumer::kControlFlow:
    case Consumer::kDeviceAgain:
      return true;
    case Consumer::kUnknown:
    case Consumer::kHostOnly:
      break;
  }
  const Expression* expression = expression_at(wait.event->range);
  const model::Statement* statement = expression == nullptr ? nullptr : code_.parents().of(*expression).statement;
  if (statement == nullptr) return true;
  // Its value is kept in variables, and they are not read before.
  const auto* update = statement->get_if<model::AugmentedAssign>();
  if (update == nullptr && statement->kind != model::StatementKind::kAssign) return true;
  const std::vector<model::Symbol> names = bound_by(wait);
  if (names.empty() && statement->kind == model::StatementKind::kAssign) {
    // `self.last = loss.item()`, `log["loss"] = loss.item()`
    const auto targets = statement->as<model::Assign>().targets;
    return !std::ranges::all_of(targets, [](const Expression* target) {
      return target->kind == ExpressionKind::kSubscript || target->kind == ExpressionKind::kAttribute;
    });
  }
  const auto& steps = graph().blocks[wait.at.block].steps;
  for (const model::Symbol name : names) {
    Point after = wait.at;
    for (std::uint32_t i = wait.at.step; i < steps.size(); ++i) {
      const auto* target = steps[i].expression->get_if<model::Name>();
      const bool binds = steps[i].kind == StepKind::kBind || steps[i].kind == StepKind::kUpdate;
      if (binds && target != nullptr && target->name == name) {
        after = {wait.at.block, i + 1};
        break;
      }
    }
    if (flow::read_between(graph(), after, to, name)) return true;
  }
  return false;
}

bool FunctionView::computed_before(const Wait& wait, Point at) const {
  const Expression& user = *graph().blocks[at.block].steps[at.step].expression;
  bool found = false;
  model::walk(user, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    const values::Value* value = name == nullptr ? nullptr : observation().value_of(part);
    if (value == nullptr || !value->may_be(Kind::kTensor)) return;
    const auto bound = graph().binds.find(name->name.id);
    if (found || bound == graph().binds.end()) return;
    found = std::ranges::any_of(bound->second, [&](Point binding) {
      work::count(work::Counted::kActions);
      return graph().blocks[binding.block].loop == wait.loop && code_.dominance().dominates(binding, wait.at);
    });
  });
  return found;
}

bool FunctionView::ends_endless_loop(source::TextRange range) const {
  const std::optional<Point> at = point_of(range);
  if (!at) return false;
  const std::uint32_t loop = graph().blocks[at->block].loop;
  return loop != flow::kNone && graph().loops[loop].endless && leaves_loop(range, loop);
}

bool FunctionView::leaves_loop(source::TextRange range, std::uint32_t loop) const {
  for (const flow::Branch& branch : graph().branches) {
    if (!branch.condition->range.contains(range)) continue;
    const auto ends = [&](std::uint32_t begin, std::uint32_t end) {
      // The branch goes to a block outside of the loop.
      for (std::uint32_t block = begin; block < end; ++block) {
        for (const std::uint32_t next : graph().blocks[block].successors) {
          if (!graph().inside(next, loop) && graph().inside(block, loop)) return true;
        }
      }
      return false;
    };
    if (ends(branch.then_begin, branch.then_end) || ends(branch.else_begin, branch.else_end)) return true;
  }
  return false;
}

}  // namespace syncfree::engine
