// What definitions say by themselves: decorators and scopes of functions, ancestors and fields of classes.
#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <utility>

#include "analyzer/flow/given_back.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// Bases that say nothing of what a class is.
bool is_abstract_base(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kNames = {"ABC", "Protocol", "Generic", "object", "Enum"};
  return std::ranges::find(kNames, name) != kNames.end();
}

// Decorators by their last name; those of libraries that no catalog row is needed for.
struct DecoratorMeaning {
  std::string_view name;
  bool FunctionInfo::* flag;
};
constexpr std::array kDecorators = {
    DecoratorMeaning{"staticmethod", &FunctionInfo::is_static},
    DecoratorMeaning{"classmethod", &FunctionInfo::is_class_method},
    DecoratorMeaning{"property", &FunctionInfo::is_property},
    DecoratorMeaning{"cached_property", &FunctionInfo::is_property},
    DecoratorMeaning{"lazy_property", &FunctionInfo::is_property},
    DecoratorMeaning{"abstractproperty", &FunctionInfo::is_property},
    DecoratorMeaning{"contextmanager", &FunctionInfo::is_context_manager},
    DecoratorMeaning{"asynccontextmanager", &FunctionInfo::is_context_manager},
    DecoratorMeaning{"abstractmethod", &FunctionInfo::is_abstract},
    DecoratorMeaning{"overload", &FunctionInfo::is_overload},
};
// Of one class, since each class keeps the order of its own.
constexpr std::size_t kMostAncestors = 200;
// `@triton.jit`, `@numba.cuda.jit`, `@cute.kernel`, `@T.prim_func`: by root and name, since `jit` alone is also torch's
// and stays host code.
constexpr std::array<std::string_view, 16> kDeviceRoots = {"triton",  "tl",  "numba", "cuda",     "gluon", "cute",
                                                           "cutlass", "jax", "T",     "tilelang", "tvm",   "ti",
                                                           "taichi",  "wp",  "warp",  "helion"};
constexpr std::array<std::string_view, 6> kDeviceDecorators = {"jit",       "kernel", "vectorize",
                                                               "prim_func", "macro",  "func"};

/// Compiled for the GPU.
bool is_device_decorator(std::string_view root, std::string_view last) {
  return std::ranges::find(kDeviceDecorators, last) != kDeviceDecorators.end() &&
         std::ranges::find(kDeviceRoots, root) != kDeviceRoots.end();
}

const model::Expression& without_call(const model::Expression& decorator) {
  const auto* call = decorator.get_if<model::Call>();
  return call == nullptr ? decorator : *call->callee;
}

bool is_always_taken(const model::If& statement) {
  const auto* constant = statement.condition->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kTrue;
}

/// `name = type(self).__name__`: for the message of what is raised below.
bool prepares_message(const model::Statement& statement) {
  const auto* assign = statement.get_if<model::Assign>();
  return assign != nullptr && std::ranges::all_of(assign->targets, [](const model::Expression* target) {
           return target->kind == model::ExpressionKind::kName;
         });
}

/// Nothing but refusals, their messages, constants and `pass`; `last` becomes the last one that is no `pass`.
bool holds_only_refusals(model::Block body, const model::SymbolTable& symbols, const model::Statement*& last) {
  for (const model::Statement* statement : body) {
    if (statement->kind == model::StatementKind::kPass) continue;
    if (statement != body.back() && body.back()->kind == model::StatementKind::kRaise && prepares_message(*statement))
      continue;
    const auto* branch = statement->get_if<model::If>();
    if (branch != nullptr && is_always_taken(*branch)) {
      if (!holds_only_refusals(branch->then, symbols, last)) return false;
      continue;
    }
    last = statement;
    if (const auto* expression = statement->get_if<model::ExpressionStatement>()) {
      if (expression->value->kind != model::ExpressionKind::kConstant) return false;
    } else if (const auto* raise = statement->get_if<model::Raise>()) {
      if (raise->value == nullptr || !flow::last_name(*raise->value, symbols).starts_with("NotImplemented"))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

// A body that only refuses, or says nothing: `...`, `raise NotImplementedError`, after a docstring or a `pass`.
bool only_refuses(model::Block body, const model::SymbolTable& symbols) {
  const model::Statement* last = nullptr;
  if (!holds_only_refusals(body, symbols, last) || last == nullptr) return false;
  const auto* only = last->get_if<model::ExpressionStatement>();
  if (only == nullptr) return true;
  const auto* constant = only->value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kEllipsis;
}

/// `def __getattr__(self, name): … raise AttributeError(…)`: says what is missing where nothing else stored it.
bool always_raises(model::Block body) {
  return !body.empty() && body.back()->kind == model::StatementKind::kRaise && !model::returns(body);
}

std::int16_t slot_of_name(const Scope& scope, const model::Expression& expression, std::size_t parameters) {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return -1;
  const std::uint32_t slot = scope.find(name->name);
  return slot < parameters ? static_cast<std::int16_t>(slot) : std::int16_t{-1};
}

}  // namespace

void Project::describe_functions(const ModuleInfo& module) {
  const auto count = module.input.module->functions.size();
  for (FunctionInfo& info : std::span(functions_).subspan(module.first_function, count)) {
    const model::Function& function = *info.function;
    for (const model::Parameter& parameter : function.parameters) info.scope.add(parameter.name);
    for (model::Symbol local : function.locals) info.scope.add(local);
    if (function.owner != nullptr) info.owner = module.first_class + function.owner->id;
    if (function.enclosing != nullptr) {
      FunctionInfo& outer = functions_[module.first_function + function.enclosing->id];
      outer.has_inner_functions = true;
      info.is_device_code = outer.is_device_code;
      info.is_compiled = outer.is_compiled;
    }
    for (const model::Symbol name : function.nonlocals) note_rebound(module, function, name);
    describe_function(info);
  }
}

/// `nonlocal name` in the function means the variable of the nearest one around it that has it.
void Project::note_rebound(const ModuleInfo& module, const model::Function& function, model::Symbol name) {
  for (const model::Function* outer = function.enclosing; outer != nullptr; outer = outer->enclosing) {
    FunctionInfo& info = functions_[module.first_function + outer->id];
    if (std::ranges::find(outer->nonlocals, name) != outer->nonlocals.end()) continue;
    if (info.scope.find(name) == Scope::kAbsent) continue;
    info.rebound_inside.push_back(name);
    return;
  }
}

namespace {

/// The last `self.to(device)` or `self.cuda()` that a block comes to, also under a condition; null if there is none.
const model::Call* move_of(model::Symbol self, model::Block body, const model::SymbolTable& symbols) {
  const model::Call* last = nullptr;
  for (const model::Statement* statement : body) {
    if (const auto* branch = statement->get_if<model::If>()) {
      const model::Call* inner = move_of(self, branch->then, symbols);
      last = inner == nullptr ? last : inner;
      continue;
    }
    const auto* expression = statement->get_if<model::ExpressionStatement>();
    const auto* call = expression == nullptr ? nullptr : expression->value->get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    const auto* object = method == nullptr ? nullptr : method->object->get_if<model::Name>();
    if (object == nullptr || object->name != self) continue;
    const std::string_view name = symbols.text(method->name);
    if (name == "to" || name == "cuda") last = call;
  }
  return last;
}

}  // namespace

void Project::describe_function(FunctionInfo& info) {
  const model::Function& function = *info.function;
  for (const model::Expression* decorator : function.decorators) {
    const model::Expression& plain = without_call(*decorator);
    const std::string_view last = flow::last_name(plain, symbols_);
    for (const DecoratorMeaning& meaning : kDecorators) {
      if (meaning.name == last) info.*meaning.flag = true;
    }
    const model::Name* root_name = flow::root_name(plain);
    const std::string_view root = root_name == nullptr ? std::string_view() : symbols_.text(root_name->name);
    if (is_device_decorator(root, last)) info.is_device_code = true;
    if (root == "torch" && last == "compile") info.is_compiled = true;
    // `@x.setter` and `@x.deleter` take a value and give none.
    if (plain.kind == model::ExpressionKind::kAttribute && last == "setter") info.is_property = false;
  }
  const std::string_view name = symbols_.text(function.name);
  if (name == "__new__") info.is_static = true;
  if (name == "__init_subclass__" || name == "__class_getitem__") info.is_class_method = true;
  if (only_refuses(function.body, symbols_) ||
      (name == "__getattr__" && info.owner != kNowhere && always_raises(function.body)))
    info.is_abstract = true;
  if (info.owner != kNowhere && name == "__init__" && !function.parameters.empty())
    info.moves_self = move_of(function.parameters.front().name, function.body, symbols_);
  if (info.owner != kNowhere && !info.is_static && !info.is_class_method && !function.parameters.empty())
    info.gives_back_self = flow::gives_back(function.body, function.parameters.front().name);
  if (info.owner == kNowhere || function.parameters.size() < 3) return;
  const model::Symbol setattr = symbols_.find("setattr");
  const model::Symbol register_buffer = symbols_.find("register_buffer");
  model::walk_expressions(function.body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr) return;
    const auto* callee = call->callee->get_if<model::Name>();
    const auto* method = call->callee->get_if<model::Attribute>();
    std::size_t first = 0;
    if (callee != nullptr && callee->name == setattr && call->arguments.size() == 3) {
      first = 1;
    } else if (method == nullptr || method->name != register_buffer || call->arguments.size() < 2) {
      return;
    }
    const std::int16_t key = slot_of_name(info.scope, *call->arguments[first].value, function.parameters.size());
    const std::int16_t value = slot_of_name(info.scope, *call->arguments[first + 1].value, function.parameters.size());
    if (key > 0 && value > 0) {
      info.setter_name = key;
      info.setter_value = value;
    }
  });
}

namespace {

/// `namedtuple("Item", ["dep", "index"])`, `namedtuple("Item", "dep index")`
std::vector<model::Symbol> named_fields(const model::Call& call, model::SymbolTable& symbols) {
  std::vector<model::Symbol> fields;
  if (call.arguments.size() < 2) return fields;
  const auto text_of = [](const model::Expression& expression) -> std::string_view {
    const auto* constant = expression.get_if<model::Constant>();
    return constant != nullptr && constant->constant == model::ConstantKind::kString ? constant->text
                                                                                     : std::string_view();
  };
  const model::Expression& names = *call.arguments[1].value;
  if (const auto* sequence = names.get_if<model::Sequence>()) {
    for (const model::Expression* name : sequence->elements) fields.push_back(symbols.intern(text_of(*name)));
    return fields;
  }
  for (const auto word : std::views::split(text_of(names), ' ')) {
    std::string_view name(word);
    while (name.ends_with(',')) name.remove_suffix(1);
    if (!name.empty()) fields.push_back(symbols.intern(name));
  }
  return fields;
}

void insert_new(std::vector<std::uint32_t>& set, std::uint32_t item) {
  if (std::ranges::find(set, item) == set.end()) set.push_back(item);
}

}  // namespace

/// While the ancestors of all classes are found.
struct Project::Hierarchy {
  enum class Step : std::uint8_t { kNew, kOpen, kDone };
  explicit Hierarchy(std::size_t classes) : steps(classes), bases(classes), met_last_for(classes, kNowhere) {}
  std::vector<Step> steps;
  std::vector<std::vector<std::uint32_t>> bases;  ///< of the project, of each class
  std::vector<std::uint32_t> met_last_for;        ///< of each class: the class for which it was an ancestor last
};

/// Bases come before what derives from them; of a cycle, what is known so far.
void Project::linearize(std::uint32_t klass, Hierarchy& hierarchy) {
  using Step = Hierarchy::Step;
  std::vector<std::uint32_t> open = {klass};
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    Step& step = hierarchy.steps[next];
    if (step == Step::kNew) {
      step = Step::kOpen;
      find_bases(next, hierarchy);
      for (const std::uint32_t base : std::views::reverse(hierarchy.bases[next])) {
        if (hierarchy.steps[base] == Step::kNew) open.push_back(base);
      }
      continue;
    }
    open.pop_back();
    if (step == Step::kOpen) inherit(next, hierarchy);
    step = Step::kDone;
  }
}

void Project::find_bases(std::uint32_t klass, Hierarchy& hierarchy) {
  ClassInfo& info = classes_[klass];
  info.ancestors = {klass};
  for (const model::Argument& base : info.definition->bases) {
    if (base.keyword || base.stars != 0) continue;
    const model::Expression* expression = base.value;
    if (const auto* subscript = expression->get_if<model::Subscript>()) expression = subscript->object;  // Generic[T]
    const Target target = resolve(info.module, *expression);
    if (target.kind == TargetKind::kClass && target.index != klass) {
      hierarchy.bases[klass].push_back(target.index);
    } else if (target.kind == TargetKind::kLibrary && target.index != catalog_.host_object()) {
      insert_new(info.library_bases, target.index);
    } else {
      const std::string_view name = flow::last_name(*expression, symbols_);
      if (name == "NamedTuple" || name == "namedtuple") {
        info.is_record = info.is_named_tuple = info.makes_constructor = true;
        if (const auto* call = expression->get_if<model::Call>()) info.field_order = named_fields(*call, symbols_);
      }
      info.has_unknown_base |= target.kind != TargetKind::kLibrary && !is_abstract_base(name);
    }
  }
  if (const std::uint32_t* measured = measured_classes_.find(klass)) insert_new(info.library_bases, *measured);
  // A class of a library of which some methods were measured: these count for code that calls it.
  const ModuleInfo& module = modules_[info.module];
  if (!module.input.is_library || module.measured == catalog::Catalog::kNowhere) return;
  const std::uint32_t row = catalog_.child(module.measured, info.definition->name);
  if (row != catalog::Catalog::kNowhere && catalog_.row(row).kind == catalog::NodeKind::kClass &&
      !catalog_.row(row).gives_way)
    insert_new(info.library_bases, row);
}

/// `class Head(BaseModule)`, of a package that nobody sees: what has a `forward` there is a module of torch.
bool Project::is_module_by_its_methods(const ClassInfo& info) const {
  if (module_class_ == catalog::Catalog::kNowhere) return false;
  const auto is_open = [&](std::uint32_t ancestor) { return classes_[ancestor].has_unknown_base; };
  if (!info.library_bases.empty() || std::ranges::none_of(info.ancestors, is_open)) return false;
  const model::Symbol forward = symbols_.find("forward");
  return forward && std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) {
           const std::uint32_t* method = classes_[ancestor].methods.find(forward);
           if (method == nullptr || functions_[*method].is_static) return false;
           const auto parameters = functions_[*method].function->parameters;
           return parameters.size() > 1 && symbols_.text(parameters.front().name) == "self";
         });
}

/// What the bases, which are known by now, bring along. One with too many ancestors is taken for unknown.
void Project::inherit(std::uint32_t klass, Hierarchy& hierarchy) {
  ClassInfo& info = classes_[klass];
  std::vector<std::uint32_t>& bases = hierarchy.bases[klass];
  std::erase_if(bases, [&](std::uint32_t base) { return classes_[base].ancestors.size() > kMostAncestors; });
  for (const std::uint32_t base : bases) {
    for (const std::uint32_t above : classes_[base].library_bases) insert_new(info.library_bases, above);
    classes_[base].children.push_back(klass);
  }
  const std::vector<std::uint32_t> order = ancestors_of(klass, hierarchy);
  info.ancestors.insert(info.ancestors.end(), order.begin(), order.end());
  if (is_module_by_its_methods(info)) insert_new(info.library_bases, module_class_);
  for (const std::uint32_t base : info.library_bases) {
    if (module_class_ != catalog::Catalog::kNowhere && catalog_.derives(base, module_class_)) info.is_module = true;
    const std::string_view name = catalog_.row(base).name;
    if (name.ends_with(".NamedTuple")) info.is_record = info.is_named_tuple = info.makes_constructor = true;
  }
  for (const std::uint32_t ancestor : order) info.is_record |= classes_[ancestor].is_record;
}

/// Depth first, keeping the last of what is met twice: Python's order for the hierarchies that occur. Read from the
/// last base to the first, so what a later base brings along, with all above it, is passed over at once.
std::vector<std::uint32_t> Project::ancestors_of(std::uint32_t klass, Hierarchy& hierarchy) const {
  std::vector<std::uint32_t> backwards;
  std::vector<std::uint32_t>& met_last_for = hierarchy.met_last_for;
  met_last_for[klass] = klass;
  for (const std::uint32_t base : std::views::reverse(hierarchy.bases[klass])) {
    if (met_last_for[base] == klass) continue;
    for (const std::uint32_t above : std::views::reverse(classes_[base].ancestors)) {
      if (std::exchange(met_last_for[above], klass) != klass) backwards.push_back(above);
    }
  }
  std::ranges::reverse(backwards);
  return backwards;
}

void Project::describe_class(ClassInfo& info) {
  for (const model::Expression* decorator : info.definition->decorators) {
    const std::string_view name = flow::last_name(without_call(*decorator), symbols_);
    if (name == "dataclass" || name == "define" || name == "attrs" || name == "frozen")
      info.is_record = info.makes_constructor = true;
  }
  auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* function = statement->get_if<model::Function>()) {
        const std::uint32_t number = modules_[info.module].first_function + function->id;
        const bool accessor =
            functions_[number].is_overload ||
            std::ranges::any_of(function->decorators, [&](const model::Expression* decorator) {
              const std::string_view name = flow::last_name(*decorator, symbols_);
              return decorator->kind == model::ExpressionKind::kAttribute && (name == "setter" || name == "deleter");
            });
        if (!accessor) info.methods[function->name] = number;
        continue;
      }
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->annotation != nullptr) {
        if (const auto* name = assign->targets.front()->get_if<model::Name>()) {
          if (info.annotations.insert(name->name, assign->annotation).second) info.field_order.push_back(name->name);
        }
      }
      if (statement->kind == model::StatementKind::kClass) continue;
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, info.definition->body);
}

void Project::link_classes() {
  Hierarchy hierarchy(classes_.size());
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass) linearize(klass, hierarchy);
  std::vector<std::uint32_t> rank(modules_.size(), 0);
  for (std::uint32_t i = 0; i < order_.size(); ++i) rank[order_[i]] = i;
  for (ClassInfo& info : classes_) {
    std::ranges::sort(info.children, {},
                      [&](std::uint32_t child) { return std::pair(rank[classes_[child].module], child); });
    for (std::size_t i = 0; i < info.methods.size(); ++i) {
      const auto [only, is_new] = only_methods_.insert(info.methods.key(i), info.methods.value(i));
      if (!is_new) *only = kNowhere;
    }
    if (!info.library_bases.empty()) continue;
    for (std::size_t i = 0; i < info.methods.size(); ++i) own_methods_[info.methods.key(i)].push_back(info.module);
  }
  mark_parts_of_modules(hierarchy);
}

/// A class without a library's base whose subclasses are all modules is a part of modules: what its methods store moves
/// with them.
void Project::mark_parts_of_modules(const Hierarchy& hierarchy) {
  // Tests, and whoever imports the class, say nothing of it.
  const auto decides = [&](std::uint32_t child, std::uint32_t base) {
    const ModuleInfo& of_child = modules_[classes_[child].module];
    const ModuleInfo& of_base = modules_[classes_[base].module];
    return of_child.input.is_test == of_base.input.is_test && home_of(of_child) == home_of(of_base);
  };
  std::vector<std::size_t> modules(classes_.size());  // subclasses that decide: modules, as far as is known
  std::vector<std::size_t> others(classes_.size());   // and those that are none
  std::vector<std::uint32_t> found;
  const auto look_at = [&](std::uint32_t klass) {
    const ClassInfo& info = classes_[klass];
    const bool may_be_part = !info.is_module && info.library_bases.empty() && !info.is_record;
    if (may_be_part && modules[klass] > 0 && others[klass] == 0) found.push_back(klass);
  };
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass) {
    for (const std::uint32_t child : classes_[klass].children) {
      if (decides(child, klass)) ++(classes_[child].is_module ? modules : others)[klass];
    }
    look_at(klass);
  }
  while (!found.empty()) {
    const std::uint32_t part = found.back();
    found.pop_back();
    classes_[part].is_module = true;
    for (const std::uint32_t base : hierarchy.bases[part]) {
      if (!decides(part, base)) continue;
      --others[base];
      ++modules[base];
      look_at(base);
    }
  }
}

std::uint32_t Project::find_method(std::uint32_t klass, model::Symbol name, std::uint32_t after) const {
  bool open = after == kNowhere;
  for (const std::uint32_t ancestor : classes_[klass].ancestors) {
    if (open) {
      if (const std::uint32_t* method = classes_[ancestor].methods.find(name)) return *method;
    }
    open |= ancestor == after;
  }
  return kNowhere;
}

std::uint32_t Project::constructor(std::uint32_t klass, model::Symbol init) const {
  for (const std::uint32_t ancestor : classes_[klass].ancestors) {
    if (const std::uint32_t* method = classes_[ancestor].methods.find(init)) return *method;
    if (classes_[ancestor].makes_constructor) return kNowhere;
  }
  return kNowhere;
}

bool Project::is_own_method(model::Symbol name, std::uint32_t layer) const {
  const std::vector<std::uint32_t>* modules = own_methods_.find(name);
  return modules != nullptr && std::ranges::any_of(*modules, [&](std::uint32_t module) {
           return layers_.sees(layer, layers_.of_module(module));
         });
}

std::uint32_t Project::only_method(model::Symbol name) const {
  const std::uint32_t* method = only_methods_.find(name);
  return method == nullptr ? kNowhere : *method;
}

bool Project::derives(std::uint32_t klass, std::uint32_t base) const {
  return std::ranges::find(classes_[klass].ancestors, base) != classes_[klass].ancestors.end();
}

std::string Project::qualified_name(std::uint32_t number) const {
  const model::Function& function = *functions_[number].function;
  std::string name = function.name ? std::string(symbols_.text(function.name)) : "<lambda>";
  // The first C++ function of a name needs no number, unless Python has one of that name, too.
  constexpr std::string_view kFirst = " (1)";
  if (name.ends_with(kFirst)) name.resize(name.size() - kFirst.size());
  for (const model::Class* owner = function.owner; owner != nullptr; owner = owner->owner) {
    name.insert(0, 1, '.');
    name.insert(0, symbols_.text(owner->name));
  }
  return name;
}

}  // namespace syncfree::inference
