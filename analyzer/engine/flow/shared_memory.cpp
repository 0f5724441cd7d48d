#include "analyzer/engine/flow/shared_memory.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using catalog::Role;
using flow::Step;
using flow::StepKind;
using model::Expression;
using model::ExpressionKind;
using values::Kind;
using values::Kinds;

constexpr Kinds kMayShareMemory = Kinds(Kind::kTensor) | Kind::kTuple | Kind::kList | Kind::kDictionary | Kind::kSet |
                                  Kind::kIterator | Kind::kLibraryObject | Kind::kAnything;

// They give back what they are called on, or a part of it, if there is nothing to do.
constexpr std::array<std::string_view, 30> kGiveItself = {
    "view",      "view_as", "reshape",        "flatten",   "ravel",  "squeeze", "unsqueeze", "t",
    "transpose", "permute", "expand",         "expand_as", "narrow", "select",  "chunk",     "split",
    "unbind",    "detach",  "contiguous",     "to",        "cuda",   "type",    "float",     "double",
    "half",      "long",    "requires_grad_", "values",    "items",  "get"};

constexpr std::array<std::string_view, 8> kAdding = {"append", "extend",     "add",        "insert",
                                                     "update", "setdefault", "appendleft", "put"};

// They tell of a tensor, and are none.
constexpr std::array<std::string_view, 6> kFacts = {"shape", "ndim", "dtype", "device", "layout", "requires_grad"};

// What an optimiser changes hangs on a module by these names.
constexpr std::array<std::string_view, 5> kOfModules = {"weight", "bias", "parameters", "named_parameters", "grad"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// The names whose memory a function writes by itself: in-place methods, elements, `op=`.
void collect_written(model::Block block, const model::SymbolTable& symbols, std::unordered_set<model::Symbol>& names) {
  const auto add = [&](const Expression& place) {
    if (const model::Symbol root = flow::root_of(place)) names.insert(root);
  };
  for (const model::Statement* statement : block) {
    if (const auto* assign = statement->get_if<model::Assign>()) {
      for (const Expression* target : assign->targets) {
        if (target->kind == ExpressionKind::kSubscript) add(*target);
      }
    }
    if (const auto* update = statement->get_if<model::AugmentedAssign>()) add(*update->target);
    model::for_each_part(
        *statement,
        [&](const Expression* expression) {
          model::walk(*expression, [&](const Expression& part) {
            const auto* call = part.get_if<model::Call>();
            const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
            if (method == nullptr) return;
            const std::string_view name = symbols.text(method->name);
            if (name.ends_with('_') && !name.ends_with("__")) add(*method->object);
          });
        },
        [&](model::Block inner) { collect_written(inner, symbols, names); });
  }
}

/// The names that an expression may share memory with.
class Collector {
 public:
  explicit Collector(const FunctionView& view) : view_(view), symbols_(view.analysis().world.project.symbols()) {}

  std::vector<model::Symbol> names_in(const Expression& value) {
    collect(value);
    return std::move(names_);
  }

 private:
  void collect(const Expression& value) {
    switch (value.kind) {
      case ExpressionKind::kBinary:
      case ExpressionKind::kComparison:
      case ExpressionKind::kUnary:
      case ExpressionKind::kConstant:
      case ExpressionKind::kFormatted:
      case ExpressionKind::kLambda:
        return;
      default:
        break;
    }
    const values::Value* known = view_.observation().value_of(value);
    if (known != nullptr && !known->may_be(kMayShareMemory)) return;
    switch (value.kind) {
      case ExpressionKind::kName:
        names_.push_back(value.as<model::Name>().name);
        return;
      case ExpressionKind::kAttribute:
        if (!is_one_of(symbols_.text(value.as<model::Attribute>().name), kFacts))
          collect(*value.as<model::Attribute>().object);
        return;
      case ExpressionKind::kSubscript:
        collect(*value.as<model::Subscript>().object);
        return;
      case ExpressionKind::kCall:
        collect_call(value.as<model::Call>());
        return;
      case ExpressionKind::kConditional:
        collect(*value.as<model::Conditional>().then_value);
        collect(*value.as<model::Conditional>().else_value);
        return;
      default:
        model::for_each_child(value, [&](const Expression* child) { collect(*child); });
        return;
    }
  }

  void collect_call(const model::Call& call) {
    const auto* method = call.callee->get_if<model::Attribute>();
    const std::vector<const catalog::Operator*> operations = operators_of(view_, call);
    const bool gives_it = std::ranges::any_of(operations, [](const catalog::Operator* operation) {
      const std::string_view name = model::last_part(operation->name);
      return operation->role == Role::kView || operation->role == Role::kCopy || name.ends_with('_') ||
             is_one_of(name, kGiveItself);
    });
    const bool seems_to =
        operations.empty() && method != nullptr && is_one_of(symbols_.text(method->name), kGiveItself);
    if (!gives_it && !seems_to) return;
    if (method != nullptr) collect(*method->object);
    for (const model::Argument& argument : call.arguments) collect(*argument.value);
  }

  const FunctionView& view_;
  const model::SymbolTable& symbols_;
  std::vector<model::Symbol> names_;
};

/// What a call of a function of the project writes of what it is given.
void collect_written_arguments(const model::Call& call, const FunctionView& view, std::vector<model::Symbol>& names) {
  const inference::Project& project = view.analysis().world.project;
  for (const inference::CallEdge& edge : view.outcome().calls) {
    const std::uint32_t code = view.analysis().world.contexts[edge.context].key.code;
    if (edge.range != call.range || (code & inference::kModuleBody) != 0) continue;
    const inference::FunctionInfo& called = project.functions()[code];
    view.look_at(code);
    std::unordered_set<model::Symbol> written;
    collect_written(called.function->body, project.symbols(), written);
    if (written.empty()) continue;
    const bool has_self = called.owner != inference::kNowhere && !called.is_static;
    std::size_t place = has_self ? 1 : 0;
    const auto parameters = called.function->parameters;
    for (const model::Argument& argument : call.arguments) {
      const model::Symbol into = argument.keyword            ? argument.keyword
                                 : place < parameters.size() ? parameters[place++].name
                                                             : model::Symbol{};
      if (written.contains(into))
        std::ranges::copy(Collector(view).names_in(*argument.value), std::back_inserter(names));
    }
  }
}

}  // namespace

SharedMemory::SharedMemory(const FunctionView& view) {
  for (const flow::Block& block : view.graph().blocks) {
    for (const Step& step : block.steps) {
      take(step, view);
      find_stepped(step, view);
    }
  }
}

void SharedMemory::find_stepped(const Step& step, const FunctionView& view) {
  const model::SymbolTable& symbols = view.analysis().world.project.symbols();
  if (step.kind == StepKind::kBind && step.value != nullptr) {
    bool of_module = false;
    model::walk(*step.value, [&](const Expression& part) {
      const auto* attribute = part.get_if<model::Attribute>();
      of_module = of_module || (attribute != nullptr && is_one_of(symbols.text(attribute->name), kOfModules));
    });
    const model::Symbol root = flow::root_of(*step.expression);
    if (of_module && root && !Collector(view).names_in(*step.value).empty()) stepped_.push_back(root);
  }
  const auto* call = step.kind == StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
  if (call == nullptr) return;
  const bool is_optimizer = std::ranges::any_of(operators_of(view, *call), [](const catalog::Operator* operation) {
    return operation->name.starts_with("torch.optim.");
  });
  if (!is_optimizer) return;
  for (const model::Argument& argument : call->arguments) {
    model::walk(*argument.value, [&](const Expression& part) {
      if (const auto* name = part.get_if<model::Name>()) stepped_.push_back(name->name);
    });
  }
}

bool SharedMemory::is_stepped(const Expression& expression) {
  bool stepped = false;
  model::walk(expression, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr || stepped) return;
    const model::Symbol group = group_of(name->name);
    stepped = std::ranges::any_of(stepped_, [&](model::Symbol other) { return group_of(other) == group; });
  });
  return stepped;
}

void SharedMemory::take(const Step& step, const FunctionView& view) {
  if (step.kind == StepKind::kBind && step.value != nullptr) {
    if (const model::Symbol root = flow::root_of(*step.expression)) share(root, *step.value, view);
    return;
  }
  const auto* call = step.kind == StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const model::SymbolTable& symbols = view.analysis().world.project.symbols();
  if (method == nullptr || !is_one_of(symbols.text(method->name), kAdding)) return;
  const model::Symbol container = flow::root_of(*method->object);
  if (!container) return;
  for (const model::Argument& argument : call->arguments) share(container, *argument.value, view);
}

void SharedMemory::share(model::Symbol name, const Expression& value, const FunctionView& view) {
  for (const model::Symbol other : Collector(view).names_in(value)) {
    const model::Symbol from = group_of(other);
    const model::Symbol to = group_of(name);
    if (from != to) parents_[from] = to;
  }
}

model::Symbol SharedMemory::group_of(model::Symbol name) {
  for (;;) {
    const auto found = parents_.find(name);
    if (found == parents_.end()) return name;
    const auto next = parents_.find(found->second);
    if (next != parents_.end()) found->second = next->second;  // shorter the next time
    name = found->second;
  }
}

const std::vector<model::Symbol>& SharedMemory::handed_in(std::uint32_t loop, const FunctionView& view) {
  const auto [place, is_new] = handed_.try_emplace(loop);
  if (!is_new) return place->second;
  const flow::Loop& rounds = view.graph().loops[loop];
  for (std::uint32_t block = rounds.head; block < rounds.blocks_end; ++block) {
    if (!view.graph().inside(block, loop)) continue;
    for (const Step& step : view.graph().blocks[block].steps) {
      const auto* call = step.kind == StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
      if (call != nullptr) collect_written_arguments(*call, view, place->second);
    }
  }
  return place->second;
}

bool SharedMemory::is_written_in(std::uint32_t loop, const Expression& expression, const FunctionView& view) {
  const flow::LoopEffects& effects = view.code().effects(loop, view.analysis().world.project.symbols());
  const std::vector<model::Symbol>& handed = handed_in(loop, view);
  bool written = false;
  model::walk(expression, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr || written) return;
    const model::Symbol group = group_of(name->name);
    const auto shares = [&](model::Symbol other) { return group_of(other) == group; };
    // What it writes under the same name is looked at as it stands.
    const auto is_other = [&](model::Symbol other) { return other != name->name && shares(other); };
    written = std::ranges::any_of(effects.written(), is_other) || std::ranges::any_of(handed, shares);
  });
  return written;
}

}  // namespace syncfree::engine
