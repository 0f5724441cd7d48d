#include "analyzer/engine/judging/consumer.h"

#include <algorithm>
#include <array>

#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using model::Expression;
using model::ExpressionKind;
using model::Statement;
using model::StatementKind;
using values::Kind;
using values::Value;

constexpr int kMostSteps = 40;
// How far a value is followed through calls, and through how many at once.
constexpr int kMostCalls = 2;
constexpr std::size_t kMostSites = 3;
constexpr std::size_t kMostReads = 64;  // of one variable: a sum of many reads is read by each of them

// Methods of whatever object that only hand a value on to people.
constexpr std::array<std::string_view, 35> kReporting = {
    "append",      "appendleft",   "update",          "log",
    "log_dict",    "log_metrics",  "log_metric",      "add_scalar",
    "add_scalars", "set_postfix",  "set_description", "set_postfix_str",
    "write",       "info",         "debug",           "warning",
    "warn",        "error",        "print",           "report",
    "record",      "log_scalar",   "add_metric",      "meter",
    "track",       "print_rank_0", "scalar_summary",  "critical",
    "exception",   "logkv",        "logkv_mean",      "log_value",
    "add_text",    "put_scalar",   "put_scalars"};

// What writes to people in C++.
constexpr std::array<std::string_view, 6> kPrinting = {"printf",       "fprintf",    "std::printf",
                                                       "std::fprintf", "std::print", "std::println"};
constexpr std::array<std::string_view, 6> kStreams = {"cout", "cerr", "clog", "std::cout", "std::cerr", "std::clog"};

/// Operators whose numbers say how large a tensor becomes, or which part is taken: the host has to know them.
constexpr std::array<std::string_view, 40> kSizing = {"zeros",
                                                      "ones",
                                                      "empty",
                                                      "full",
                                                      "arange",
                                                      "range",
                                                      "linspace",
                                                      "logspace",
                                                      "eye",
                                                      "rand",
                                                      "randn",
                                                      "randint",
                                                      "randperm",
                                                      "view",
                                                      "reshape",
                                                      "expand",
                                                      "repeat",
                                                      "narrow",
                                                      "split",
                                                      "chunk",
                                                      "topk",
                                                      "unflatten",
                                                      "one_hot",
                                                      "tril_indices",
                                                      "triu_indices",
                                                      "new_zeros",
                                                      "new_ones",
                                                      "new_empty",
                                                      "new_full",
                                                      "tile",
                                                      "repeat_interleave",
                                                      "pad",
                                                      "select",
                                                      "unfold",
                                                      "resize_",
                                                      "empty_strided",
                                                      "broadcast_to",
                                                      "interpolate",
                                                      "hann_window",
                                                      "hamming_window"};

/// A value that several uses share: the strongest claim of the host counts.
Consumer combine(Consumer a, Consumer b) {
  if (a == Consumer::kDiscarded || a == b) return b;
  if (b == Consumer::kDiscarded) return a;
  for (const Consumer strong : {Consumer::kHostOnly, Consumer::kControlFlow, Consumer::kUnknown, Consumer::kReported}) {
    if (a == strong || b == strong) return strong;
  }
  return a;
}

class Follower {
 public:
  Follower(const FunctionView& view, const context::ContextTable& contexts, int depth = 0)
      : view_(view), contexts_(contexts), symbols_(view.analysis().world.project.symbols()), depth_(depth) {}

  Consumer of(const Expression& expression) {
    if (++steps_ > kMostSteps) return Consumer::kUnknown;
    const flow::Parents::Holder place = view_.code().parents().of(expression);
    if (place.parent != nullptr) return as_part(expression, *place.parent);
    return place.statement == nullptr ? Consumer::kUnknown : in_statement(expression, *place.statement);
  }

 private:
  /// What those who call the function do with what it returns.
  Consumer given_back(const Expression& expression) {
    const auto callers = contexts_.sites(view_.context());
    if (callers.empty() || callers.size() > kMostSites || depth_ >= kMostCalls) return Consumer::kUnknown;
    Consumer all = Consumer::kDiscarded;
    for (const context::ContextTable::Site& site : callers) {
      const FunctionView caller = view_.elsewhere(site.context);
      const Expression* call = caller.expression_at(site.range);
      if (call == nullptr || call->range != site.range) return Consumer::kUnknown;
      Follower there(caller, contexts_, depth_ + 1);
      const Expression* part = unpacked(caller, *call, expression);
      all = combine(all, part == nullptr ? there.of(*call) : there.bound_to(*part));
    }
    return all;
  }

  /// Of `a, b = f()` what the returned element that is followed becomes.
  const Expression* unpacked(const FunctionView& caller, const Expression& call, const Expression& returned) const {
    const auto* given = returned.get_if<model::Sequence>();
    const flow::Parents::Holder place = caller.code().parents().of(call);
    const auto* assign =
        place.parent != nullptr || place.statement == nullptr ? nullptr : place.statement->get_if<model::Assign>();
    if (given == nullptr || assign == nullptr || assign->targets.size() != 1 || assign->value != &call) return nullptr;
    const auto* taken = assign->targets[0]->get_if<model::Sequence>();
    if (taken == nullptr || taken->elements.size() != given->elements.size()) return nullptr;
    for (std::size_t i = 0; i < given->elements.size(); ++i) {
      if (given->elements[i] == element_) return taken->elements[i];
    }
    return nullptr;
  }

  /// What a function of the project does with an argument.
  Consumer handed_over(const Expression& argument, const model::Call& call) {
    if (depth_ >= kMostCalls) return Consumer::kUnknown;
    Consumer all = Consumer::kDiscarded;
    std::size_t followed = 0;
    for (const inference::CallEdge& edge : view_.outcome().calls) {
      if (edge.range != call.range) continue;
      const model::Parameter* parameter = parameter_of(argument, call, edge.context);
      if (parameter == nullptr || ++followed > kMostSites) return Consumer::kUnknown;
      const FunctionView callee = view_.elsewhere(edge.context);
      Follower inside(callee, contexts_, depth_ + 1);
      for (const Expression* read : flow::reads_after(callee.graph(), {flow::Graph::kEntry, 0}, parameter->name))
        all = combine(all, inside.of(*read));
    }
    return followed == 0 ? Consumer::kUnknown : all;
  }

  /// Of plain positional and keyword arguments.
  const model::Parameter* parameter_of(const Expression& argument, const model::Call& call,
                                       std::uint32_t context) const {
    const inference::World& world = view_.analysis().world;
    const std::uint32_t code = world.contexts[context].key.code;
    if ((code & inference::kModuleBody) != 0) return nullptr;
    const inference::FunctionInfo& info = world.project.functions()[code];
    view_.look_at(code);
    const auto parameters = info.function->parameters;
    const bool bound = info.owner != inference::kNowhere && !info.is_static;
    std::size_t at = bound ? 1 : 0;
    for (const model::Argument& given : call.arguments) {
      if (given.stars != 0) return nullptr;
      if (given.value == &argument) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          const bool fits = given.keyword ? parameters[i].name == given.keyword : i == at;
          const bool plain = parameters[i].kind != model::ParameterKind::kStar &&
                             parameters[i].kind != model::ParameterKind::kDoubleStar;
          if (fits) return plain ? &parameters[i] : nullptr;
        }
        return nullptr;
      }
      at += given.keyword ? 0 : 1;
    }
    return nullptr;
  }

  bool is_cxx() const {
    return view_.analysis().world.project.modules()[view_.module()].input.module->language == model::Language::kCxx;
  }

  /// `std::cout << "loss " << value`
  bool is_written_out(const model::Binary& output) const {
    if (output.operation != model::BinaryOperator::kLeftShift) return false;
    const Expression* first = output.left;
    while (const auto* inner = first->get_if<model::Binary>()) first = inner->left;
    const auto* stream = first->get_if<model::Name>();
    return stream != nullptr && std::ranges::find(kStreams, symbols_.text(stream->name)) != kStreams.end();
  }

  bool is_device(const Expression& expression) const {
    const Value* value = view_.observation().value_of(expression);
    return value != nullptr && values::known(value->is_device_tensor());
  }

  Consumer in_statement(const Expression& expression, const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kExpression:
        // The model of C++ leaves out what takes many a value.
        return is_cxx() ? Consumer::kUnknown : Consumer::kDiscarded;
      case StatementKind::kAssign: {
        const auto& assign = statement.as<model::Assign>();
        if (assign.value != &expression) return Consumer::kUnknown;
        Consumer all = Consumer::kDiscarded;
        for (const Expression* target : assign.targets) all = combine(all, bound_to(*target));
        return all;
      }
      case StatementKind::kAugmentedAssign: {
        const auto& assign = statement.as<model::AugmentedAssign>();
        if (assign.value != &expression) return Consumer::kDiscarded;  // the old value of a sum
        if (is_device(*assign.target)) return Consumer::kDeviceAgain;
        return added_up(bound_to(*assign.target));
      }
      case StatementKind::kIf:
        return consumer_of_branch(statement.as<model::If>());
      case StatementKind::kWhile:
      case StatementKind::kMatch:
        return Consumer::kControlFlow;
      case StatementKind::kAssert:
        // Whether the check runs now or on the GPU later, the program goes on the same way.
        return statement.as<model::Assert>().condition == &expression ? Consumer::kDiscarded : Consumer::kReported;
      case StatementKind::kFor:
        return Consumer::kHostOnly;
      case StatementKind::kRaise:
        return Consumer::kReported;
      case StatementKind::kReturn:
        return given_back(expression);
      default:
        return Consumer::kUnknown;
    }
  }

  /// A sum can be kept on the GPU and read once, whoever gets it in the end.
  static Consumer added_up(Consumer of_sum) {
    return of_sum == Consumer::kUnknown || of_sum == Consumer::kDiscarded ? Consumer::kReported : of_sum;
  }

  /// An `if` that only checks, or one whose branches only compute on the GPU, does not need to be decided on the host.
  Consumer consumer_of_branch(const model::If& statement) {
    if (only_checks(statement.then) && statement.otherwise.empty()) return Consumer::kDiscarded;
    if (!statement.then.empty() && only_reports(statement.then) && only_reports(statement.otherwise))
      return Consumer::kReported;
    const bool selects = selects_on_device(statement.then) && selects_on_device(statement.otherwise);
    return selects && !statement.then.empty() ? Consumer::kDeviceAgain : Consumer::kControlFlow;
  }

  /// It ends in an exception or ends the program, or only warns.
  bool only_checks(model::Block block) const {
    if (block.empty()) return false;
    if (block.back()->kind == StatementKind::kRaise) return true;
    constexpr std::array<std::string_view, 5> kEnds = {"_assert", "exit", "_exit", "quit", "abort"};
    if (std::ranges::find(kEnds, called(*block.back())) != kEnds.end()) return true;
    return std::ranges::all_of(
        block, [&](const Statement* statement) { return called(*statement).find("warn") != std::string_view::npos; });
  }

  /// Nothing but prints and logs.
  bool only_reports(model::Block block) const {
    return std::ranges::all_of(block, [&](const Statement* statement) {
      const std::string_view name = called(*statement);
      const bool adds = name == "append" || name == "appendleft" || name == "update";
      return statement->kind == StatementKind::kPass || name == "print" ||
             (!adds && std::ranges::find(kReporting, name) != kReporting.end());
    });
  }

  /// The function that a statement of one call calls.
  std::string_view called(const Statement& statement) const {
    const auto* expression = statement.get_if<model::ExpressionStatement>();
    const auto* call = expression == nullptr ? nullptr : expression->value->get_if<model::Call>();
    return call == nullptr ? std::string_view() : name_of_callee(*call);
  }

  std::string_view name_of_callee(const model::Call& call) const {
    if (const auto* name = call.callee->get_if<model::Name>()) return symbols_.text(name->name);
    const auto* method = call.callee->get_if<model::Attribute>();
    return method == nullptr ? std::string_view() : symbols_.text(method->name);
  }

  /// What it does could be done on the GPU under a mask: tensors are chosen, stored into or changed in place.
  bool selects_on_device(model::Block block) const {
    return std::ranges::all_of(block, [&](const Statement* statement) {
      if (statement->kind == StatementKind::kPass) return true;
      if (const auto* inner = statement->get_if<model::If>())
        return selects_on_device(inner->then) && selects_on_device(inner->otherwise);
      if (const auto* loop = statement->get_if<model::For>())
        return !loop->body.empty() && selects_on_device(loop->body) && loop->otherwise.empty();
      if (const auto* alone = statement->get_if<model::ExpressionStatement>()) return changes_in_place(*alone->value);
      const Expression* value = nullptr;
      const Expression* target = nullptr;
      if (const auto* assign = statement->get_if<model::Assign>()) {
        value = assign->value;
        target = assign->targets.size() == 1 ? assign->targets[0] : nullptr;
      } else if (const auto* update = statement->get_if<model::AugmentedAssign>()) {
        value = update->target;
        target = update->target;
      }
      if (target == nullptr || value == nullptr) return false;
      // `x[mask] = 0`
      if (const auto* part = target->get_if<model::Subscript>(); part != nullptr && is_device(*part->object))
        return true;
      // `best, best_order = current, order`
      if (const auto* values = value->get_if<model::Sequence>())
        return std::ranges::all_of(values->elements, [&](const Expression* element) { return is_device(*element); });
      return is_device(*value);
    });
  }

  /// `p.grad.mul_(scale)`
  bool changes_in_place(const Expression& expression) const {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr) return false;
    const std::string_view name = symbols_.text(method->name);
    return name.ends_with('_') && !name.ends_with("__") && is_device(*method->object);
  }

  Consumer bound_to(const Expression& target) {
    switch (target.kind) {
      case ExpressionKind::kName: {
        const model::Symbol name = target.as<model::Name>().name;
        if (view_.code().is_module() && view_.code().is_read_in_functions(name)) return Consumer::kUnknown;
        const auto bound = view_.graph().bound.find(&target);
        if (bound == view_.graph().bound.end()) return Consumer::kUnknown;
        const auto [block, step] = bound->second;
        return of_reads({block, step + 1}, name, target);
      }
      case ExpressionKind::kSequence: {
        Consumer all = Consumer::kDiscarded;
        for (const Expression* element : target.as<model::Sequence>().elements) all = combine(all, bound_to(*element));
        return all;
      }
      case ExpressionKind::kStarred:
        return bound_to(*target.as<model::Starred>().value);
      case ExpressionKind::kSubscript:
        return is_device(*target.as<model::Subscript>().object) ? Consumer::kDeviceAgain : Consumer::kUnknown;
      default:
        return Consumer::kUnknown;
    }
  }

  Consumer of_reads(flow::Point from, model::Symbol name, const Expression& target) {
    for (const Expression* known : followed_) {
      if (known == &target) return Consumer::kDiscarded;
    }
    followed_.push_back(&target);
    const auto reads = flow::reads_after(view_.graph(), from, name, kMostReads);
    if (reads.size() > kMostReads) return Consumer::kUnknown;
    Consumer all = Consumer::kDiscarded;
    for (const Expression* read : reads) all = combine(all, of(*read));
    return all;
  }

  Consumer as_part(const Expression& part, const Expression& whole) {
    switch (whole.kind) {
      case ExpressionKind::kAttribute:
        return of_attribute(whole.as<model::Attribute>());
      case ExpressionKind::kCall:
        return in_call(part, whole.as<model::Call>());
      case ExpressionKind::kSubscript:
        return whole.as<model::Subscript>().object == &part ? of(whole) : Consumer::kHostOnly;
      case ExpressionKind::kSlice:
        return Consumer::kHostOnly;
      case ExpressionKind::kBinary: {
        const auto& binary = whole.as<model::Binary>();
        if (is_cxx() && is_written_out(binary)) return Consumer::kReported;
        return is_device(binary.left == &part ? *binary.right : *binary.left) ? Consumer::kDeviceAgain : of(whole);
      }
      case ExpressionKind::kComparison: {
        for (const Expression* operand : whole.as<model::Comparison>().operands) {
          if (operand != &part && is_device(*operand)) return Consumer::kDeviceAgain;
        }
        return of(whole);
      }
      case ExpressionKind::kBoolean: {
        const Consumer answer = of(whole);
        return answer == Consumer::kUnknown ? Consumer::kControlFlow : answer;
      }
      case ExpressionKind::kConditional: {
        const auto& conditional = whole.as<model::Conditional>();
        if (conditional.condition != &part) return of(whole);
        if (is_device(*conditional.then_value) && is_device(*conditional.else_value)) return Consumer::kDeviceAgain;
        const bool decides = launches(*conditional.then_value) || launches(*conditional.else_value);
        return decides ? Consumer::kControlFlow : of(whole);
      }
      case ExpressionKind::kComprehension: {
        const auto& comprehension = whole.as<model::Comprehension>();
        if (comprehension.element == &part || comprehension.key == &part) return of(whole);
        return Consumer::kHostOnly;
      }
      case ExpressionKind::kFormatted:
        return of_text(whole);
      case ExpressionKind::kSequence:
        element_ = &part;
        return of(whole);
      case ExpressionKind::kUnary:
      case ExpressionKind::kDictionary:
      case ExpressionKind::kStarred:
      case ExpressionKind::kAwait:
        return of(whole);
      case ExpressionKind::kNamed:
        return combine(bound_to(*whole.as<model::Named>().target), of(whole));
      default:
        return Consumer::kUnknown;
    }
  }

  /// Text is for people, unless it is seen to be a key or the like.
  Consumer of_text(const Expression& text) {
    const Consumer consumer = of(text);
    return consumer == Consumer::kHostOnly || consumer == Consumer::kControlFlow ? consumer : Consumer::kReported;
  }

  /// Does something in it compute on the GPU, or may: a function that is not known.
  bool launches(const Expression& expression) const {
    bool found = false;
    model::walk(expression, [&](const Expression& part) {
      if (part.kind == ExpressionKind::kCall) {
        const auto operations = operators_of(view_, part.as<model::Call>());
        found = found || operations.empty() || operations.front()->name.starts_with("torch.");
      } else if (part.kind == ExpressionKind::kBinary || part.kind == ExpressionKind::kComparison) {
        found = found || is_device(part);
      }
    });
    return found;
  }

  Consumer of_attribute(const model::Attribute& attribute) {
    const std::string_view name = symbols_.text(attribute.name);
    if (name == "shape" || name == "dtype" || name == "device" || name == "ndim") return Consumer::kDiscarded;
    return of(attribute);
  }

  Consumer in_call(const Expression& part, const model::Call& call) {
    const auto* method = call.callee->get_if<model::Attribute>();
    const std::string_view method_name = method == nullptr ? std::string_view() : symbols_.text(method->name);
    if (call.callee == &part) {
      // The value's own method: what it gives goes on.
      if (method_name == "size" || method_name == "dim" || method_name == "numel") return Consumer::kDiscarded;
      return of(call);
    }
    const std::vector<const catalog::Operator*> operations = operators_of(view_, call);
    if (operations.empty()) {
      const Consumer inside = handed_over(part, call);
      if (inside != Consumer::kUnknown) return inside;
      if (std::ranges::find(kReporting, method_name) != kReporting.end()) return Consumer::kReported;
      if (is_cxx() && std::ranges::find(kPrinting, name_of_callee(call)) != kPrinting.end()) return Consumer::kReported;
      return Consumer::kUnknown;
    }
    const catalog::Operator& operation = *operations.front();
    if (operation.role == catalog::Role::kLog) return Consumer::kReported;
    if (operation.name == "cxx.number" || operation.name == "cxx.test" || operation.name == "cxx.given")
      return of(call);
    const std::string_view name = model::last_part(operation.name);
    if (operation.name.starts_with("torch.")) {
      if (std::ranges::find(kSizing, name) != kSizing.end()) {
        const bool fills = (name == "full" || name == "new_full" || name == "pad") && &part == last_positional(call);
        return fills ? Consumer::kDeviceAgain : Consumer::kHostOnly;
      }
      if (is_device(call)) return Consumer::kDeviceAgain;
      return of(call);
    }
    const bool adds = name == "append" || name == "extend" || name == "add" || name == "update" || name == "insert";
    if (adds && operation.name.starts_with("builtins.")) return Consumer::kReported;
    if (operation.name.starts_with("builtins.") || operation.name.starts_with("math.") ||
        operation.name.starts_with("numpy.")) {
      return name == "range" ? Consumer::kHostOnly : of(call);
    }
    return Consumer::kUnknown;
  }

  static const Expression* last_positional(const model::Call& call) {
    const Expression* last = nullptr;
    for (const model::Argument& argument : call.arguments) {
      if (!argument.keyword) last = argument.value;
    }
    return last;
  }

  const FunctionView& view_;
  const context::ContextTable& contexts_;
  const model::SymbolTable& symbols_;
  std::vector<const Expression*> followed_;
  const Expression* element_ = nullptr;  ///< of the sequence that was gone through last
  int steps_ = 0;
  int depth_;
};

/// `max(a, b)` of tensors gives a tensor.
bool gives_tensor(const FunctionView& view, const Expression& expression) {
  const Value* value = view.observation().value_of(expression);
  if (value == nullptr) return false;
  if (values::known(value->is_device_tensor())) return true;
  return value->only(Kind::kTuple) && value->aggregate != nullptr &&
         std::ranges::any_of(value->aggregate->elements,
                             [](const Value& element) { return values::known(element.is_device_tensor()); });
}

/// A tensor of booleans or bytes, or an index in which there is one.
bool may_be_mask(const Value& index) {
  if (index.aggregate != nullptr && index.may_be(values::kHostSequence))
    return std::ranges::any_of(index.aggregate->elements, may_be_mask);
  return index.may_be(Kind::kTensor) && index.elements.overlaps(values::kSelecting);
}

}  // namespace

Consumer consumer_of(const FunctionView& view, const Event& event, WaitsFor waits_for,
                     const context::ContextTable& contexts) {
  const bool truth = event.kind == EventKind::kTruth || event.kind == EventKind::kContains;
  const bool reads = waits_for == WaitsFor::kValue || waits_for == WaitsFor::kValueOrTensor;
  const bool selects =
      (event.kind == EventKind::kSubscriptLoad && may_be_mask(event.operands[1])) || waits_for == WaitsFor::kShape;
  if (selects) return shape_vanishes(view, event.range) ? Consumer::kDeviceAgain : Consumer::kUnknown;
  if (!truth && !reads) return Consumer::kUnknown;
  const Expression* expression = view.expression_at(event.range);
  if (expression == nullptr) return Consumer::kUnknown;
  if (waits_for == WaitsFor::kValueOrTensor && gives_tensor(view, *expression)) return Consumer::kDeviceAgain;
  return Follower(view, contexts).of(*expression);
}

}  // namespace syncfree::engine
