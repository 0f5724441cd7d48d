#include "analyzer/context/code_shape.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

#include "analyzer/context/carried.h"
#include "analyzer/context/counted_rounds.h"
#include "analyzer/context/flag_parts.h"
#include "analyzer/context/loaders.h"
#include "analyzer/context/one_round.h"
#include "analyzer/context/own_callee.h"
#include "analyzer/flow/attempts.h"
#include "analyzer/flow/does_nothing.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/loop_counter.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::context {

namespace {

using model::Call;
using model::Expression;
using model::Statement;
using model::StatementKind;

// What is called in each step by those who are given it: of GLUT in each frame, of who solves an equation each time
// that it asks for a derivative.
constexpr auto kStepReceivers = std::to_array<std::string_view>(
    {"register_hook", "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook",
     "register_full_backward_pre_hook", "register_backward_hook", "register_post_accumulate_grad_hook",
     "register_step_post_hook", "register_step_pre_hook", "make_graphed_callables", "register_comm_hook", "step",
     "glutDisplayFunc", "glutIdleFunc", "solve_ivp", "odeint", "odeint_adjoint"});
// Who makes these runs once.
constexpr std::array<std::string_view, 10> kSetUp = {
    "DataLoader", "parse_args", "init_process_group", "Adam",        "AdamW",
    "SGD",        "RMSprop",    "GradScaler",         "Accelerator", "ArgumentParser"};

bool contains(std::string_view text, std::string_view part) { return text.contains(part); }

/// What is known of a loop while its body is read.
struct OpenLoop {
  std::vector<Binding> bindings;
  std::vector<InnerLoop> inner;
  std::unordered_set<std::uint32_t> items;  ///< names of what each round takes, and of what was moved of it
  bool moves = false;
  bool takes_loaders = false;  ///< each round takes a loader: `loaders[i]`
  model::Symbol counter;       ///< of the rounds: `i` of `for i in range(n)`
};

class ShapeReader {
 public:
  ShapeReader(const model::Module& module, const model::Function* function, bool is_inference,
              const model::SymbolTable& symbols, const CalledNames& names)
      : symbols_(symbols),
        module_(module),
        function_(function),
        grad_(symbols.find("grad")),
        names_(names),
        seldom_(body(), function, symbols, own_callees(function, symbols)),
        without_gradients_(is_inference) {
    shape_.is_inference = is_inference;
    shape_.is_stub = flow::does_nothing(body());
    block(body());
    shape_.taken_later = generators_.result();
    if (!evaluates_ || body().empty()) return;
    shape_.without_gradients.push_back({evaluates_since_, body().back()->range.end});
    constexpr std::size_t kFirst = 2;  // a docstring before it
    shape_.evaluates = std::ranges::any_of(body().first(std::min(kFirst, body().size())), [&](const Statement* first) {
      return first->get_if<model::ExpressionStatement>() != nullptr && first->range.end == evaluates_since_;
    });
  }

  CodeShape result() && { return std::move(shape_); }

 private:
  model::Block body() const { return function_ == nullptr ? module_.body : function_->body; }

  void block(model::Block statements) {
    const bool outer = rare_;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      statement(*statements[i]);
      rare_ = rare_ || (statements[i]->kind == StatementKind::kIf && seldom_.runs_rest(statements, i));
    }
    rare_ = outer;
  }

  void branch(model::Block statements, const Expression& condition, bool positive) {
    const bool outer = rare_;
    rare_ = rare_ || seldom_.runs(statements, condition, positive);
    note_one_round(statements, condition, positive);
    if (function_ != nullptr && !rare_)
      note_flag_parts(*function_, statements, condition, positive, symbols_, shape_.flag_parts);
    block(statements);
    rare_ = outer;
  }

  void statement(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kFunction:
      case StatementKind::kClass:
        return;
      case StatementKind::kIf: {
        const auto& test = statement.as<model::If>();
        expression(*test.condition);
        branch(test.then, *test.condition, true);
        branch(test.otherwise, *test.condition, false);
        return;
      }
      case StatementKind::kFor:
      case StatementKind::kWhile:
        loop(statement);
        return;
      case StatementKind::kWith:
        with(statement.as<model::With>());
        return;
      case StatementKind::kTry:
        attempt(statement.as<model::Try>());
        return;
      default:
        bind(statement);
        if (const auto* assign = statement.get_if<model::Assign>()) generators_.keep(*assign);
        replace_forward(statement);
        model::for_each_part(
            statement, [&](const Expression* part) { expression(*part); }, [&](model::Block inner) { block(inner); });
    }
  }

  void note_one_round(model::Block statements, const Expression& condition, bool positive) {
    if (loop_ == kNoLoop || statements.empty()) return;
    const bool returns = statements.back()->kind == StatementKind::kReturn;
    if (!leaves_loop(statements) && !names_round(condition, positive)) return;
    shape_.one_round.push_back({.range = {statements.front()->range.begin, statements.back()->range.end},
                                .of = loop_,
                                .runs_in = returns ? kNoLoop : shape_.loops[loop_].parent});
  }

  /// `i == 0`, where the innermost loop counts by `i`.
  bool names_round(const Expression& condition, bool positive) const {
    return flow::follows(condition, positive, [&](const Expression& part, bool holds) {
      const auto* comparison = part.get_if<model::Comparison>();
      if (comparison == nullptr || comparison->operators.size() != 1 || !open_.back().counter) return false;
      const auto equal = holds ? model::ComparisonOperator::kEqual : model::ComparisonOperator::kNotEqual;
      const auto* name = comparison->operands[0]->get_if<model::Name>();
      return comparison->operators[0] == equal && name != nullptr && name->name == open_.back().counter;
    });
  }

  void attempt(const model::Try& attempt) {
    block(attempt.body);
    const bool outer = rare_;
    rare_ |= flow::is_seldom_handled(attempt);
    for (const model::ExceptHandler& handler : attempt.handlers) block(handler.body);
    rare_ = outer;
    block(attempt.otherwise);
    block(attempt.finally);
  }

  void with(const model::With& with) {
    const bool outer = without_gradients_;
    for (const model::WithItem& item : with.items) {
      expression(*item.context);
      if (!is_inference_decorator(*item.context, symbols_)) continue;
      without_gradients_ = true;
      if (!with.body.empty())
        shape_.without_gradients.push_back({with.body.front()->range.begin, with.body.back()->range.end});
      for (std::uint32_t at = loop_; at != kNoLoop; at = shape_.loops[at].parent)
        shape_.loops[at].without_gradients = true;
    }
    block(with.body);
    without_gradients_ = outer;
  }

  void loop(const Statement& statement) {
    const auto* over = statement.get_if<model::For>();
    if (over != nullptr) {
      expression(*over->iterable);
      generators_.take(*over->iterable, over->iterable->range);
    }
    if (over != nullptr && (runs_once(*over->iterable, symbols_) || ends_with_first(over->body))) {
      block(over->body);
      block(over->otherwise);
      return;
    }
    const std::uint32_t outer = loop_;
    const bool outer_rare = rare_;
    if (over == nullptr) {
      const auto& counted = statement.as<model::While>();
      rare_ = rare_ || seldom_.uses_up(counted.body, *counted.condition);
    }
    LoopShape made;
    made.range = statement.range;
    made.parent = outer;
    made.without_gradients = without_gradients_ || evaluates_;
    made.rare = rare_;
    made.over_loader = over != nullptr && goes_over_loader(*over, symbols_);
    shape_.loops.push_back(std::move(made));
    loop_ = static_cast<std::uint32_t>(shape_.loops.size() - 1);
    open_.emplace_back();
    if (over != nullptr) {
      if (const Expression* counter = flow::counter_of(*over, symbols_))
        open_.back().counter = counter->as<model::Name>().name;
      add_names(*over->target, open_.back().items);
      Binding taken;
      for (const std::uint32_t item : open_.back().items)
        taken.targets.push_back({.variable = {item}, .attribute = {}});
      open_.back().bindings.push_back(std::move(taken));
    }
    if (over == nullptr) {
      const auto& counted = statement.as<model::While>();
      expression(*counted.condition);
      if (module_.language == model::Language::kCxx)
        shape_.loops[loop_].takes_part |= goes_over_rounds(counted, function_, symbols_);
    }
    block(over == nullptr ? statement.as<model::While>().body : over->body);
    const OpenLoop done = std::move(open_.back());
    open_.pop_back();
    const Carried carried = carried_by(done.bindings, done.inner, symbols_);
    LoopShape& read = shape_.loops[loop_];
    if (done.takes_loaders) read.over_loader = false;
    read.only_looks = over != nullptr && read.over_loader && only_looks(*over, symbols_);
    const bool is_of_round = over != nullptr && (!carried.changed || goes_over_own_parts(*over->iterable, function_));
    if (is_of_round && !open_.empty() && !read.over_loader && !read.updates) keep_inner(done, *over->iterable);
    read.carries = carried.changed;
    read.carried_by = carried.as_it_is;
    if (over != nullptr && read.updates && gathers_gradients(*over->iterable, symbols_))
      (outer == kNoLoop ? shape_.updates : shape_.loops[outer].updates) = true;
    loop_ = outer;
    rare_ = outer_rare;
    block(over == nullptr ? statement.as<model::While>().otherwise : over->otherwise);
  }

  /// What an inner loop binds, in case it iterates over what the outer loop carries: `for state in beams`.
  void keep_inner(const OpenLoop& done, const Expression& iterable) {
    InnerLoop inner{.at = open_.back().bindings.size(), .bindings = flattened(done.bindings, done.inner)};
    inner.bindings.front().value = &iterable;
    open_.back().inner.push_back(std::move(inner));
  }

  static void add_names(const Expression& expression, std::unordered_set<std::uint32_t>& names) {
    model::walk(expression, [&](const Expression& part) {
      if (const auto* name = part.get_if<model::Name>()) names.insert(name->name.id);
    });
  }

  /// What the innermost loop binds.
  void bind(const Statement& statement) {
    if (open_.empty()) return;
    Binding binding;
    const auto target = [&](const Expression& place) {
      if (const auto* sequence = place.get_if<model::Sequence>()) {
        for (const Expression* element : sequence->elements) {
          if (const auto carrier = carrier_of(*element)) binding.targets.push_back(*carrier);
        }
      } else if (const auto carrier = carrier_of(place)) {
        binding.targets.push_back(*carrier);
      }
    };
    if (const auto* assign = statement.get_if<model::Assign>()) {
      for (const Expression* place : assign->targets) {
        target(*place);
        binding.computes |= place->kind == model::ExpressionKind::kSubscript;
      }
      binding.value = assign->value;
    } else if (const auto* update = statement.get_if<model::AugmentedAssign>()) {
      target(*update->target);
      binding.value = update->value;
      binding.computes = true;
    } else if (const auto* alone = statement.get_if<model::ExpressionStatement>()) {
      const auto* call = alone->value->get_if<Call>();
      const bool adds = call != nullptr && call->arguments.size() == 1 &&
                        call->callee->kind == model::ExpressionKind::kAttribute &&
                        flow::last_name(*call, symbols_) == "append";
      if (!adds) return;
      target(*call->callee->as<model::Attribute>().object);
      binding.value = call->arguments[0].value;
      binding.computes = true;
    }
    if (binding.value == nullptr) return;
    if (moves_items(*binding.value)) {
      open_.back().moves = true;
      for (const Carrier& carrier : binding.targets) open_.back().items.insert(carrier.variable.id);
    }
    open_.back().bindings.push_back(std::move(binding));
  }

  /// `module.forward = f`
  void replace_forward(const Statement& statement) {
    const auto* assign = statement.get_if<model::Assign>();
    if (assign == nullptr || assign->value == nullptr) return;
    for (const Expression* target : assign->targets) {
      const auto* place = target->get_if<model::Attribute>();
      if (place != nullptr && symbols_.text(place->name) == "forward") hand(*assign->value, shape_.to_each_step);
    }
  }

  /// `x.to("cpu")`
  static bool goes_to_host(const Call& call) {
    const auto* place = call.arguments.empty() ? nullptr : call.arguments.front().value->get_if<model::Constant>();
    return place != nullptr && place->text == "cpu";
  }

  /// `x.cuda()`, `{k: v.to(device) for k, v in batch.items()}`: of what this round takes.
  bool moves_items(const Expression& value) const {
    std::unordered_set<std::uint32_t> more;
    const auto is_item = [&](const Expression& expression) {
      const model::Name* root = flow::root_name(expression);
      return root != nullptr && (open_.back().items.contains(root->name.id) || more.contains(root->name.id));
    };
    bool moves = false;
    const auto look_at = [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      if (method == nullptr) return;
      const std::string_view name = symbols_.text(method->name);
      moves = moves || ((name == "to" || name == "cuda") && is_item(*method->object) && !goes_to_host(*call));
    };
    if (const auto* each = value.get_if<model::Comprehension>()) {
      for (const model::ComprehensionClause& clause : each->clauses) {
        if (is_item(*clause.iterable)) add_names(*clause.target, more);
      }
    }
    model::walk(value, look_at);
    return moves;
  }

  void expression(const Expression& whole) {
    model::walk(whole, [&](const Expression& part) {
      if (const auto* call = part.get_if<Call>()) read(*call);
      if (const auto* entry = part.get_if<model::Subscript>()) look_for_loader(*entry);
      const auto* attribute = part.get_if<model::Attribute>();
      if (attribute != nullptr && attribute->name == grad_)
        shape_.handles_gradients |= flow::last_name(*attribute->object, symbols_) != "autograd";
    });
  }

  void read(const Call& call) {
    const flow::StepCall step = flow::step_call(call, symbols_);
    shape_.steps |= step >= flow::StepCall::kUpdate && !flow::only_computes_gradients(call, symbols_);
    count_step(step);
    const std::string_view name = flow::last_name(*call.callee, symbols_);
    const auto* method = call.callee->get_if<model::Attribute>();
    if (method != nullptr && names_.methods.contains(method->name.id)) {
      const auto* object = method->object->get_if<model::Name>();
      shape_.calls.push_back(
          {call.range, method->name, rare_, object == nullptr ? model::Symbol() : object->name, &call});
    }
    // `stack.enter_context(torch.no_grad())`
    const bool enters = method != nullptr && name == "enter_context" && call.arguments.size() == 1 &&
                        is_inference_decorator(*call.arguments.front().value, symbols_);
    if (!evaluates_ && (enters || flow::starts_evaluation(call, symbols_))) {
      evaluates_ = true;
      evaluates_since_ = call.range.end;
    } else if (method != nullptr && name == "train" && evaluates_) {
      evaluates_ = false;
      note_interlude({evaluates_since_, call.range.begin});
      shape_.without_gradients.push_back({evaluates_since_, call.range.begin});
    }
    const model::Name* root = flow::root_name(*call.callee);
    const bool is_optimizer = root != nullptr && contains(dotted_owner(*call.callee), "optim");
    shape_.sets_up |=
        flow::is_among(kSetUp, name) || (is_optimizer && !name.empty() && name[0] >= 'A' && name[0] <= 'Z');
    hand_over(call, name, root);
    note_flags(call);
    if (name == "next" && !call.arguments.empty()) generators_.take(*call.arguments.front().value, call.range);
    if (!open_.empty()) look_for_batch(call, name);
    if (loop_ != kNoLoop && !rare_ && name == "step" && !call.arguments.empty())
      shape_.loops[loop_].acts |= contains(dotted_owner(*call.callee), "env");
  }

  /// `model.eval()`, a loop under `no_grad`, `model.train()`. An attack computes gradients in between.
  void note_interlude(source::TextRange part) {
    const auto has_none = [&](const LoopShape& loop) {
      return shape_.is_inference || std::ranges::any_of(shape_.without_gradients, [&](source::TextRange range) {
               return range.contains(loop.range) || loop.range.contains(range);
             });
    };
    for (LoopShape& loop : shape_.loops)
      loop.is_interlude |= part.contains(loop.range) && !loop.updates && has_none(loop);
  }

  /// Arguments of a call in a loop that are seldom true.
  void note_flags(const Call& call) {
    if (loop_ == kNoLoop || rare_) return;
    for (const model::Argument& argument : call.arguments) {
      const model::ExpressionKind kind = argument.value->kind;
      const bool may_be_flag = kind == model::ExpressionKind::kName || kind == model::ExpressionKind::kComparison;
      if (argument.stars == 0 && may_be_flag && seldom_.has(*argument.value, true))
        shape_.seldom_flags.push_back({&call, argument.value});
    }
  }

  std::string_view dotted_owner(const Expression& callee) const {
    const auto* method = callee.get_if<model::Attribute>();
    return method == nullptr ? std::string_view() : flow::last_name(*method->object, symbols_);
  }

  void count_step(flow::StepCall step) {
    if (step == flow::StepCall::kNothing || rare_) return;
    const bool updates = step != flow::StepCall::kPart;
    shape_.trains |= step == flow::StepCall::kUpdate;
    if (loop_ == kNoLoop) {
      shape_.updates |= updates;
    } else if (updates) {
      shape_.loops[loop_].updates = true;
    } else {
      shape_.loops[loop_].takes_part = true;
    }
  }

  /// `loader[i]` of a loop over `range(len(loader))`: a loader has no such entries, so there are several.
  void look_for_loader(const model::Subscript& entry) {
    const auto* counter = entry.index->get_if<model::Name>();
    const std::string_view name = flow::last_name(*entry.object, symbols_);
    if (counter == nullptr || !(contains(name, "loader") || contains(name, "Loader"))) return;
    for (OpenLoop& open : open_) open.takes_loaders |= open.counter == counter->name;
  }

  /// A batch is asked for by name, or what the round takes is moved and then given to a function.
  void look_for_batch(const Call& call, std::string_view name) {
    LoopShape& loop = shape_.loops[loop_];
    if (name == "next" && !call.arguments.empty()) {
      const std::string_view source = flow::last_name(*call.arguments[0].value, symbols_);
      const bool takes = is_loader_name(source) || contains(source, "iter") || contains(source, "data");
      loop.asks_loader |= takes && !loop.over_loader;
      loop.over_loader |= takes;
      return;
    }
    if (loop.over_loader || !is_free_call(call, symbols_)) return;
    const OpenLoop& open = open_.back();
    for (const model::Argument& argument : call.arguments) {
      const model::Name* root = flow::root_name(*argument.value);
      const bool is_item = root != nullptr && open.moves && open.items.contains(root->name.id);
      if (is_item || moves_items(*argument.value)) loop.over_loader = true;
    }
  }

  void hand_over(const Call& call, std::string_view name, const model::Name* root) {
    const bool compiles = name == "compile" && root != nullptr && symbols_.text(root->name) == "torch";
    const bool checkpoints = name == "checkpoint";
    const bool to_step = flow::is_among(kStepReceivers, name) || compiles || checkpoints;
    for (const model::Argument& argument : call.arguments) {
      const std::string_view keyword = argument.keyword ? symbols_.text(argument.keyword) : std::string_view();
      note_given(*argument.value, call);
      if (to_step || keyword == "closure") hand(*argument.value, shape_.to_each_step);
      if (const auto* place = argument.value->get_if<model::Lambda>(); place != nullptr && keyword == "map_location")
        shape_.at_load.push_back(place->function_id);
      const bool is_in_loop = keyword == "collate_fn" && makes_batches_in_loop(call, symbols_);
      if (keyword == "collate_fn" || keyword == "worker_init_fn")
        hand(*argument.value, is_in_loop ? shape_.to_each_step : shape_.to_data_workers);
    }
    // setattr(module, "forward", f)
    if (name != "setattr" || call.arguments.size() != 3) return;
    const auto* place = call.arguments[1].value->get_if<model::Constant>();
    if (place != nullptr && place->text == "forward") hand(*call.arguments[2].value, shape_.to_each_step);
  }

  /// `f`, `self.f`, if functions have such a name; `metrics.fns[name]`.
  void note_given(const Expression& value, const Call& to) {
    const auto* name = value.get_if<model::Name>();
    const auto* method = value.get_if<model::Attribute>();
    const auto* entry = value.get_if<model::Subscript>();
    if (method != nullptr && method->object->kind != model::ExpressionKind::kName) return;
    const model::Symbol last = name != nullptr ? name->name : method != nullptr ? method->name : model::Symbol();
    const bool may_be_table = entry != nullptr && entry->index->kind == model::ExpressionKind::kName;
    if (may_be_table || (last && names_.functions.contains(last.id))) shape_.given.push_back({&value, &to, rare_});
  }

 public:
  /// `f`, `self.f`, `partial(f, …)`, `(f, g)`
  static void hand(const Expression& value, std::vector<Handed>& to) {
    if (const auto* name = value.get_if<model::Name>()) {
      to.push_back({name->name, false});
    } else if (const auto* method = value.get_if<model::Attribute>()) {
      if (method->object->kind == model::ExpressionKind::kName) to.push_back({method->name, true});
    } else if (const auto* call = value.get_if<Call>()) {
      for (const model::Argument& argument : call->arguments) hand(*argument.value, to);
    } else if (const auto* several = value.get_if<model::Sequence>()) {
      for (const Expression* element : several->elements) hand(*element, to);
    }
  }

 private:
  const model::SymbolTable& symbols_;
  const model::Module& module_;
  const model::Function* function_;
  const model::Symbol grad_;
  const CalledNames& names_;
  flow::Seldom seldom_;
  CodeShape shape_;
  TakenLaterReader generators_;
  std::vector<OpenLoop> open_;
  std::uint32_t loop_ = kNoLoop;
  bool rare_ = false;
  bool without_gradients_ = false;
  bool evaluates_ = false;  ///< since `model.eval()`
  std::uint32_t evaluates_since_ = 0;
};

}  // namespace

bool is_inference_decorator(const Expression& decorator, const model::SymbolTable& symbols) {
  const std::string_view name = flow::last_name(decorator, symbols);
  return name == "no_grad" || name == "inference_mode" || name == "NoGradGuard";
}

std::uint32_t CodeShape::innermost_loop(source::TextRange range) const {
  const auto after =
      std::ranges::upper_bound(loops, range.begin, {}, [](const LoopShape& loop) { return loop.range.begin; });
  if (after == loops.begin()) return kNoLoop;
  auto at = static_cast<std::uint32_t>(after - loops.begin() - 1);
  while (at != kNoLoop && !loops[at].range.contains(range)) at = loops[at].parent;
  return runs_in(at, range);
}

std::uint32_t CodeShape::loop_of(std::uint32_t loop) const { return runs_in(loops[loop].parent, loops[loop].range); }

/// Of what stands in the rounds of the loop.
std::uint32_t CodeShape::runs_in(std::uint32_t around, source::TextRange range) const {
  for (const OneRound& part : std::views::reverse(one_round)) {
    if (part.of == around && part.range.contains(range)) around = part.runs_in;
  }
  return around;
}

CodeShape shape_of(const model::Module& module, const model::Function* function, bool is_inference,
                   const model::SymbolTable& symbols, const CalledNames& names) {
  return ShapeReader(module, function, is_inference, symbols, names).result();
}

}  // namespace syncfree::context
