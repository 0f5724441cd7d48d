// What a parameter is without any call: by its annotation, default, docstring, use, and at last its name.
#include <algorithm>
#include <array>

#include "analyzer/flow/scripted.h"
#include "analyzer/inference/annotation.h"
#include "analyzer/inference/autograd_context.h"
#include "analyzer/inference/declared.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Element;
using values::Evidence;
using values::Place;

namespace {

// `forward` arguments that are settings, not data.
constexpr std::array<std::string_view, 8> kSettingPrefixes = {"return_", "output_", "use_", "is_",
                                                              "num_",    "config",  "mode", "kwargs"};

// `forward` arguments that count steps: a training loop gives them as numbers.
constexpr std::array<std::string_view, 8> kCounters = {"step",        "steps",         "epoch",        "iteration",
                                                       "global_step", "current_epoch", "current_step", "batch_idx"};

// Parameters that are sizes where a function has both.
constexpr std::array<std::array<std::string_view, 2>, 3> kSides = {{{"H", "W"}, {"h", "w"}, {"height", "width"}}};

// How the names of sizes end.
constexpr std::array<std::string_view, 4> kSizeEndings = {"_size", "_shape", "_dim", "_dims"};

bool is_size(std::string_view name) {
  return name == "size" || name == "shape" ||
         std::ranges::any_of(kSizeEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

bool names_a_setting(std::string_view name) {
  return is_size(name) || std::ranges::find(kCounters, name) != kCounters.end() ||
         std::ranges::any_of(kSettingPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// `forward(self, x, H, W)`
bool is_side(const model::Function& function, std::string_view name, const model::SymbolTable& symbols) {
  const auto has = [&](std::string_view wanted) {
    return std::ranges::any_of(
        function.parameters, [&](const model::Parameter& parameter) { return symbols.text(parameter.name) == wanted; });
  };
  return std::ranges::any_of(kSides, [&](const auto& sides) {
    return (name == sides[0] && has(sides[1])) || (name == sides[1] && has(sides[0]));
  });
}

/// A function that a library hands to what overrides a method of one of its classes.
struct HandedOver {
  std::string_view base;
  std::string_view method;
  std::string_view parameter;
  std::string_view function;  ///< its row in the catalog
};

constexpr std::array<HandedOver, 2> kHandedOver = {{
    // What computes the loss again.
    {"torch.optim.Optimizer", "step", "closure", "torch.optim.Optimizer.__closure__"},
    // What `to`, `cuda` and their like do with each parameter and buffer.
    {"torch.nn.Module", "_apply", "fn", "torch.nn.Module.__moves__"},
}};

/// Of most parameters none.
Target handed_over(const Project& project, const FunctionInfo& function, model::Symbol parameter) {
  if (function.owner == kNowhere) return {};
  const std::string_view method = project.symbols().text(function.function->name);
  const std::string_view name = project.symbols().text(parameter);
  const auto& catalog = project.catalog();
  for (const HandedOver& each : kHandedOver) {
    if (each.method != method || each.parameter != name) continue;
    const std::uint32_t base = catalog.find(each.base);
    const auto& bases = project.classes()[function.owner].library_bases;
    const auto is_below = [&](std::uint32_t one) { return catalog.derives(one, base); };
    if (base != kNowhere && std::ranges::any_of(bases, is_below))
      return {TargetKind::kLibrary, catalog.find(each.function), {}};
  }
  return {};
}

/// `return nn.Sequential(…)`, `return Block(n)`: a module that is made here.
bool returns_new_module(model::Block body, const Project& project, std::uint32_t module, std::uint32_t module_class) {
  bool found = false;
  for (const model::Statement* statement : body) {
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass) continue;
    const auto* result = statement->get_if<model::Return>();
    const auto* call = result == nullptr || result->value == nullptr ? nullptr : result->value->get_if<model::Call>();
    if (call != nullptr) {
      const Target made = project.resolve(module, *call->callee);
      found |= made.kind == TargetKind::kClass
                   ? project.classes()[made.index].is_module
                   : made.kind == TargetKind::kLibrary && project.catalog().derives(made.index, module_class);
    }
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) { found = found || returns_new_module(inner, project, module, module_class); });
  }
  return found;
}

/// `move=torch.Tensor.to`: a method by its class, not one of many functions.
bool is_method(const catalog::Catalog& catalog, const values::Entity& entity) {
  if (entity.kind != values::EntityKind::kLibraryName) return false;
  const std::string_view name = catalog.row(entity.index).name;
  const std::uint32_t owner = catalog.find(name.substr(0, name.rfind('.')));
  return owner != kNowhere && catalog.row(owner).kind == catalog::NodeKind::kClass;
}

/// Nothing is known of a parameter but that it may be called, and its default is a function; where it is not even said
/// that it may be called, one of the project or a method: `criterion=F.mse_loss` is one of many.
bool takes_default(const catalog::Catalog& catalog, const Value& value, const Value& otherwise) {
  if (!otherwise.only(Kind::kFunction) || otherwise.entities == nullptr) return false;
  const bool is_own = std::ranges::all_of(otherwise.entities->items, [&](const values::Entity& entity) {
    return entity.kind == values::EntityKind::kFunction || is_method(catalog, entity);
  });
  return (value.is_anything() && is_own) || (value.only(Kind::kFunction) && value.entities == nullptr);
}

/// Of `mask: torch.LongTensor`: many annotations say so of all tensors that are not floating.
void doubt_elements(Value& mask) {
  if (mask.only(Kind::kTensor) && mask.elements == values::Elements(Element::kInteger))
    mask.elements = values::kAnyElement;
}

Value declared(Value value) {
  value.evidence = Evidence::kDeclared;
  return value;
}

bool builds_module(const FunctionInfo& function, const Project& project, const Known& known) {
  const bool is_module = function.owner != kNowhere && project.classes()[function.owner].is_module;
  return is_module ? function.function->name != known.forward
                   : returns_new_module(function.function->body, project, function.module, known.module);
}

}  // namespace

void ParameterTable::take_what_is_alike(const ParameterTable& before, std::span<const std::uint32_t> redone,
                                        std::span<const std::uint32_t> signatures) {
  std::vector<bool> is_other(project_.functions().size(), false);
  for (const std::uint32_t function : signatures) is_other[function] = true;
  for (const std::uint32_t number : redone) {
    const ModuleInfo& module = project_.modules()[number];
    for (std::size_t i = 0; i < module.input.module->functions.size(); ++i) is_other[module.first_function + i] = true;
  }
  const auto end_of = [](const ParameterTable& table, std::size_t function) {
    return function + 1 < table.first_.size() ? table.first_[function + 1] : table.values_.size();
  };
  for (std::size_t function = 0; function < first_.size(); ++function) {
    const std::size_t count = is_other[function] ? 0 : end_of(*this, function) - first_[function];
    for (std::size_t i = 0; i < count; ++i) {
      const values::Value* known = before.values_[before.first_[function] + i].load(std::memory_order_acquire);
      if (known != nullptr) values_[first_[function] + i].store(known, std::memory_order_release);
    }
  }
}

Value Declared::parameter(const FunctionInfo& function, std::size_t index) const {
  if (const Value* known = shared_.find(function, index)) return *known;
  if (shared_.is_closed())
    return once(parameters_, &function.function->parameters[index], [&] { return read_parameter(function, index); });
  const Value value = read_parameter(function, index);
  shared_.add(function, index, arena_.keep(value));
  return value;
}

/// Of a torch.autograd.Function: it is given a context and gradients.
bool Declared::is_backward(const FunctionInfo& function) const {
  if (function.owner == kNowhere || function.function->name != known_.backward) return false;
  const auto& bases = project_.classes()[function.owner].library_bases;
  return std::ranges::find(bases, known_.autograd_function) != bases.end();
}

/// `# type: (List[Tensor], int) -> Tensor` after the `def` line.
Value Declared::from_type_comment(const FunctionInfo& function, std::size_t index) const {
  const model::Function& definition = *function.function;
  if (definition.body.empty()) return Value::anything();
  const std::string_view text = project_.modules()[function.module].input.module->text;
  const std::uint32_t end = definition.body.front()->range.begin;
  const std::string_view header = text.substr(definition.range.begin, end - definition.range.begin);
  const std::size_t comment = header.find("# type: (");
  if (comment == std::string_view::npos) return Value::anything();
  const std::size_t arrow = header.find("->", comment);
  const std::size_t open = header.find('(', comment);
  const std::size_t close = arrow == std::string_view::npos ? arrow : header.rfind(')', arrow);
  if (close == std::string_view::npos || close <= open) return Value::anything();
  const auto types = split_annotations(header.substr(open + 1, close - open - 1));
  const std::size_t unsaid = definition.parameters.size() - std::min(types.size(), definition.parameters.size());
  if (unsaid > 1 || index < unsaid) return Value::anything();  // only `self` may be left out
  return annotation_text(function.module, types[index - unsaid]);
}

/// `def compute_metrics(eval_pred)`: a Hugging Face trainer gives it predictions and labels as NumPy arrays.
bool Declared::is_evaluation_for_metrics(const FunctionInfo& function, std::size_t index) const {
  const model::Function& definition = *function.function;
  const model::Parameter& parameter = definition.parameters[index];
  if (index != 0 || parameter.annotation != nullptr) return false;
  const std::string_view name = project_.symbols().text(parameter.name);
  return project_.symbols().text(definition.name) == "compute_metrics" &&
         (name == "p" || name.starts_with("eval") || name.starts_with("pred"));
}

/// `*args` and `**kwargs`, each of them `one`.
Value Declared::gathered(const FunctionInfo& function, const model::Parameter& parameter, const Value& one) const {
  if (parameter.kind == model::ParameterKind::kDoubleStar) return arena_.dictionary({}, one);
  // `def to(self, *args, **kwargs)` takes what a tensor's `to` does, and most who call it name a device.
  if (one.is_anything() && function.owner != kNowhere && function.function->name == known_.to) {
    Value device = Value::device(Place::kCaller);
    device.evidence = Evidence::kDeclared;
    return arena_.sequence(Kind::kTuple, {&device, 1});
  }
  return arena_.container(Kind::kTuple, one);
}

/// What the annotation or the docstring says, without any use of the parameter; bottom if neither says anything.
Value Declared::said_of(const FunctionInfo& function, const model::Parameter& parameter) const {
  if (parameter.annotation != nullptr) return annotation(function.module, *parameter.annotation);
  return host_value_of_docstring(function, project_.symbols().text(parameter.name)).value_or(Value{});
}

/// `def boxes(x, cuda=True)`: whoever hands on something of which nothing is seen hands on a flag, unless the body uses
/// it as more than one: `def attend(x, mask=False)`.
bool Declared::is_flag(const FunctionInfo& function, const model::Parameter& parameter) const {
  const auto* constant =
      parameter.default_value == nullptr ? nullptr : parameter.default_value->get_if<model::Constant>();
  if (constant == nullptr || parameter.annotation != nullptr) return false;
  if (constant->constant != model::ConstantKind::kTrue && constant->constant != model::ConstantKind::kFalse)
    return false;
  const NameUse* use = uses(function.module, &function, UseTable::kDeepestCalls).parameter(parameter.name);
  return use == nullptr || use->uses.empty();
}

Value Declared::without_tensor(const FunctionInfo& function, std::size_t index, const Value& value) const {
  constexpr Kinds kHost = Kinds(values::kHostNumber) | Kind::kString;
  if (!value.may_be(Kind::kTensor)) return value;
  const bool is_truth = value.elements.within(Element::kBoolean);  // `f(x, found.any())`
  if (value.evidence != Evidence::kSeen && !is_truth && is_flag(function, function.function->parameters[index]))
    return Value::of(Kind::kBoolean, Evidence::kDeclared);
  const bool converts = flow::is_scripted(*function.function, project_.symbols());
  if (!converts && !value.may_be(kHost)) return value;
  const model::Parameter& parameter = function.function->parameters[index];
  const Value said = once(said_, &parameter, [&] { return said_of(function, parameter); });
  if (converts && said.only(values::kHostNumber)) return said;
  if (!said.may_be(value.kinds & kHost) || !said.only(kHost | Kind::kNone)) return value;
  Value kept = value;
  kept.kinds = kept.kinds - Kind::kTensor;
  return kept;
}

/// What a method takes first: an object, a class, or the context of a torch.autograd.Function.
std::optional<Value> Declared::called_on(const FunctionInfo& function) const {
  if (takes_context(project_, function)) return generic_object(function.owner);
  if (function.owner == kNowhere || function.is_static) return std::nullopt;
  if (function.is_class_method) return target({TargetKind::kClass, function.owner, {}});
  Value object = generic_object(function.owner);
  // What a module makes in its constructor is on the CPU there; it is moved as a whole afterwards.
  if (function.function->name == known_.init && project_.classes()[function.owner].is_module)
    object.places = Place::kCpu;
  return object;
}

Value Declared::read_parameter(const FunctionInfo& function, std::size_t index) const {
  const model::Parameter& parameter = function.function->parameters[index];
  const std::string_view name = project_.symbols().text(parameter.name);
  if (index == 0) {
    if (std::optional<Value> self = called_on(function)) return *self;
  }
  if (is_evaluation_for_metrics(function, index)) return arena_.container(Kind::kTuple, library_object(known_.array));
  Value value =
      parameter.annotation == nullptr ? Value::anything() : annotation(function.module, *parameter.annotation);
  if (name.ends_with("mask")) doubt_elements(value);
  if (const Target given = handed_over(project_, function, parameter.name)) value = target(given);
  value = copied_object(function, parameter.name, value);
  // In C++ a type that says nothing is no tensor's, and no docstring or use says more.
  if (value.is_anything() && project_.modules()[function.module].input.module->language == model::Language::kCxx)
    return value;
  if (parameter.kind == model::ParameterKind::kStar || parameter.kind == model::ParameterKind::kDoubleStar)
    return gathered(function, parameter, value);
  if (value.is_anything()) value = from_type_comment(function, index);
  if (value.is_anything() && index > 0 && is_backward(function)) return caller_tensor(Element::kFloating);
  Value otherwise = parameter.default_value == nullptr ? Value{} : default_value(function, *parameter.default_value);
  otherwise.constant = {};
  // `device=torch.device("cpu")`: whoever has a GPU passes another.
  if (otherwise.only(Kind::kDevice)) otherwise.places = Place::kCaller;
  // `score: Callable = cos_sim`: the default says which one.
  if (takes_default(project_.catalog(), value, otherwise)) value = declared(otherwise);
  if (value.is_anything()) {
    if (std::optional<Value> said = tensor_of_docstring(function, name)) {
      value = *said;
      // `torch.tensor(head)`: "a tensor", and yet one is made of it. What it has is on the host.
      if (is_converted(function, parameter.name)) value.places = Place::kCpu;
    } else if (used_as_tensor(function, parameter.name) && !is_converted(function, parameter.name)) {
      value = caller_tensor();
    } else if (std::optional<Value> host = host_value_of_docstring(function, name)) {
      value = *host;
    } else {
      value = parameter_by_use(function, parameter.name);
    }
  }
  if (value.is_anything() && (otherwise.is_bottom() || otherwise.only(Kind::kNone)))
    value = instance_by_name(function, parameter.name);
  if (value.is_anything() && name == "device" && (otherwise.is_bottom() || otherwise.only(Kind::kNone))) {
    value = Value::device(Place::kCaller);
    value.evidence = Evidence::kDeclared;
  }
  // Models are built on the CPU and moved: who constructs one passes no device, unless a caller is seen that does.
  if (name == "device" && otherwise.only(Kind::kNone) && builds_module(function, project_, known_))
    value.evidence = Evidence::kGuessed;
  if (!value.is_anything()) value = placed_by_use(function, parameter.name, value);
  // `noise: Tensor | bool = False`: who says nothing gives a host value, and few say more.
  if (otherwise.only(values::kHostNumber) && value.may_be(Kind::kTensor) && value.may_be(values::kHostNumber))
    value.evidence = Evidence::kGuessed;
  // `device: str = "cpu"`: whoever has a GPU passes another.
  if (value.only(Kind::kString) && name == "device") value.places = Place::kCaller;
  if (!value.is_anything()) return otherwise.only(Kind::kNone) ? values::join(arena_, value, otherwise) : value;
  if (parameter.default_value != nullptr && !otherwise.only(Kind::kNone) && !otherwise.is_anything()) {
    otherwise.evidence = Evidence::kDeclared;
    return otherwise;
  }
  // Arguments of a module's forward are tensors unless they look like settings.
  const bool setting = names_a_setting(name) || is_side(*function.function, name, project_.symbols());
  if (function.owner != kNowhere && function.function->name == known_.forward &&
      project_.classes()[function.owner].is_module && !setting) {
    // What has a default of its own, or is used like a host value, may be a setting: unless its name says otherwise.
    const bool is_data = otherwise.is_bottom() || (otherwise.only(Kind::kNone) && names_a_tensor(name));
    const Value tensor = caller_tensor(values::kAnyElement, is_data && !used_as_host_value(function, parameter.name)
                                                                ? Evidence::kDeclared
                                                                : Evidence::kGuessed);
    return otherwise.is_bottom() ? tensor : values::join(arena_, tensor, otherwise);
  }
  if (names_a_tensor(name) && !is_converted(function, parameter.name)) {
    Value guess = caller_tensor(values::kAnyElement, Evidence::kGuessed);
    return otherwise.is_bottom() ? guess : values::join(arena_, guess, otherwise);
  }
  return Value::anything();
}

}  // namespace syncfree::inference
