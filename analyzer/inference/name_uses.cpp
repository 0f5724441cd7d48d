#include "analyzer/inference/name_uses.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

// What NumPy arrays, modules, random generators or mathematical libraries have too says nothing.
constexpr std::array<std::string_view, 44> kTensorMembers = {
    "detach",        "unsqueeze",      "masked_fill",       "masked_fill_",  "new_zeros",   "new_ones",
    "new_tensor",    "new_full",       "new_empty",         "contiguous",    "is_cuda",     "index_select",
    "masked_select", "expand_as",      "scatter_",          "type_as",       "log_softmax", "detach_",
    "index_add_",    "scatter_add_",   "data_ptr",          "is_contiguous", "clamp",       "clamp_min",
    "clamp_",        "unsqueeze_",     "squeeze_",          "copy_",         "mul_",        "add_",
    "div_",          "sub_",           "index_fill_",       "view_as",       "reshape_as",  "is_sparse",
    "grad_fn",       "masked_scatter", "is_floating_point", "element_size",  "permute",     "unbind",
    "bmm",           "clamp_max"};
// `model.train()`, `net.parameters()`
constexpr std::array<std::string_view, 11> kModuleCalls = {
    "train",    "eval",          "parameters",     "named_parameters",      "zero_grad",      "modules",
    "children", "named_modules", "named_children", "register_forward_hook", "load_state_dict"};
constexpr std::array<std::string_view, 7> kParts = {"items",   "values",     "get",    "pop",
                                                    "popitem", "setdefault", "popleft"};
constexpr std::array<std::string_view, 6> kViews = {"data", "T", "mT", "H", "real", "imag"};
constexpr std::array<std::string_view, 5> kKeyed = {"items", "keys", "values", "get", "update"};
constexpr std::array<std::string_view, 9> kPassing = {"tqdm",     "trange", "list",  "tuple", "iter",
                                                      "reversed", "sorted", "cycle", "islice"};
constexpr std::array<std::string_view, 9> kArrayMembers = {"shape", "ndim", "sum",    "any",   "all",
                                                           "max",   "min",  "argmax", "argmin"};
constexpr std::array<std::string_view, 6> kLevels = {"debug", "info", "warning", "error", "exception", "critical"};
constexpr std::array<std::string_view, 4> kTests = {"isinstance", "is_tensor", "hasattr", "callable"};
// What modules have too, but no result of an operator: `(pred > 0.5).float()`.
constexpr std::array<std::string_view, 8> kCasts = {"float", "half", "double", "bfloat16",
                                                    "long",  "int",  "bool",   "type"};
// Of an array they give one value, of a tensor two: `values, indices = scores.max(1)`.
constexpr std::array<std::string_view, 9> kPairs = {"max",  "min",      "sort",   "topk",  "median",
                                                    "mode", "kthvalue", "cummax", "cummin"};
// NumPy calls them otherwise: `x.sum(dim=1, keepdim=True)`.
constexpr std::array<std::string_view, 3> kKeywords = {"dim", "keepdim", "descending"};
// In-place methods that modules have too.
constexpr std::array<std::string_view, 2> kOfModulesToo = {"requires_grad_", "apply_"};
constexpr std::array<std::string_view, 20> kSettings = {
    "self",  "args",  "cfg",     "config",   "conf",        "opt",    "opts",    "hparams", "hp",    "params",
    "flags", "FLAGS", "options", "settings", "accelerator", "fabric", "trainer", "engine",  "state", "ctx"};

constexpr Uses kOfParts = Uses(Use::kHoldsTensors) | Use::kHoldsMoved | Use::kHoldsFromHost;

template <class Names>
void intern_all(const Names& from, model::SymbolTable& symbols, std::unordered_set<model::Symbol>& into) {
  for (const std::string_view name : from) into.insert(symbols.intern(name));
}

}  // namespace

UseNames::UseNames(const Known& known, model::SymbolTable& symbols) {
  intern_all(kTensorMembers, symbols, tensor_only);
  intern_all(kModuleCalls, symbols, module_calls);
  intern_all(kParts, symbols, parts);
  intern_all(kViews, symbols, views);
  intern_all(kKeyed, symbols, keyed);
  intern_all(kPassing, symbols, passing);
  intern_all(kSettings, symbols, settings);
  intern_all(kArrayMembers, symbols, array);
  intern_all(kLevels, symbols, levels);
  intern_all(kTests, symbols, tests);
  intern_all(kCasts, symbols, casts);
  intern_all(kPairs, symbols, pairs);
  intern_all(kKeywords, symbols, keywords);
  intern_all(kOfModulesToo, symbols, of_modules_too);
  to = known.to;
  cuda = known.cuda;
  cpu = known.cpu;
  backward = known.backward;
  device = known.device_name;
  numpy = symbols.intern("numpy");
  from_numpy = symbols.intern("from_numpy");
  scale = symbols.intern("scale");
  enumerate = symbols.intern("enumerate");
  zip = symbols.intern("zip");
  next = symbols.intern("next");
  size = symbols.intern("size");
  self = symbols.intern("self");
  grad = symbols.intern("grad");
  data = symbols.intern("data");
  numel = symbols.intern("numel");
}

bool names_a_device(std::string_view name) {
  return name == "dev" || name.ends_with("device") || name.ends_with("DEVICE");
}

/// Reads the text once, and then draws conclusions until there are no more.
class NameUses::Reader {
 public:
  Reader(NameUses& out, const Project& project, const Known& known, const UseNames& names, std::uint32_t module,
         const FunctionInfo* function, bool arrays_are_tensors, const Callees& callees, ReadingMemory& memory)
      : out_(out),
        project_(project),
        known_(known),
        names_(names),
        module_(module),
        function_(function),
        callees_(callees),
        memory_(memory),
        arrays_are_tensors_(arrays_are_tensors) {
    ++memory_.reading;
    memory_.meant.resize(
        std::max<std::size_t>(memory_.meant.size(), project_.modules()[module_].input.module->expression_count));
    memory_.variables.clear();
    memory_.sources.clear();
    memory_.calls.clear();
    memory_.said.clear();
    memory_.moves.clear();
    memory_.inner.clear();
    memory_.uses.clear();
  }

  void read() {
    if (function_ == nullptr) {
      visit(project_.modules()[module_].input.module->body);
    } else {
      for (const model::Parameter& parameter : function_->function->parameters) {
        const std::uint32_t number = own(parameter.name);
        parameters_[parameter.name.id] = number;
      }
      visit(function_->function->body);
    }
    conclude();
    keep();
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  using Source = ReadingMemory::Source;

  std::uint32_t add_variable() {
    memory_.uses.emplace_back();
    memory_.variables.push_back({kNone, kNone});
    return static_cast<std::uint32_t>(memory_.variables.size() - 1);
  }

  void add_source(std::uint32_t variable, const model::Expression* value, bool part) {
    std::uint32_t& first = memory_.variables[variable].first_source;
    memory_.sources.push_back({value, first, part});
    first = static_cast<std::uint32_t>(memory_.sources.size() - 1);
  }

  void mean(const model::Expression& name, std::uint32_t variable) {
    memory_.meant[name.id] = {memory_.reading, variable};
  }

  const Scope& scope() const { return function_ == nullptr ? project_.modules()[module_].scope : function_->scope; }

  std::uint32_t own(model::Symbol name) {
    const auto [number, is_new] = own_.insert(name.id, 0);
    if (is_new) *number = add_variable();
    return *number;
  }

  /// The variable that a name means here; kNone for one of another function, of the module or of a library.
  std::uint32_t resolve(model::Symbol name) {
    for (auto it = memory_.inner.rbegin(); it != memory_.inner.rend(); ++it) {
      if (it->name == name) return it->variable;
    }
    if (scope().find(name) == Scope::kAbsent || imported_.contains(name.id)) return kNone;
    if (function_ == nullptr && project_.modules()[module_].bindings.contains(name)) return kNone;
    return own(name);
  }

  std::uint32_t of_path(const model::Attribute& path) {
    const auto* root = path.object->get_if<model::Name>();
    if (root == nullptr || resolve(root->name) == kNone) return kNone;
    const auto [number, is_new] = attributes_.insert(NameUses::key(root->name, path.name), 0);
    if (is_new) *number = add_variable();
    return *number;
  }

  /// `batch["labels"]`
  std::uint32_t of_part(const model::Subscript& subscript) {
    const auto* root = subscript.object->get_if<model::Name>();
    const auto* part = subscript.index->get_if<model::Constant>();
    if (root == nullptr || part == nullptr || part->constant != model::ConstantKind::kString ||
        resolve(root->name) == kNone)
      return kNone;
    const auto [number, is_new] = parts_.insert(NameUses::key(root->name, project_.symbols().intern(part->text)), 0);
    if (is_new) *number = add_variable();
    return *number;
  }

  std::uint32_t variable_of(const model::Expression& expression) {
    if (const auto* subscript = expression.get_if<model::Subscript>()) return of_part(*subscript);
    if (const auto* attribute = expression.get_if<model::Attribute>()) return of_path(*attribute);
    if (expression.kind != model::ExpressionKind::kName) return kNone;
    const ReadingMemory::Meant& meant = memory_.meant[expression.id];
    return meant.reading == memory_.reading ? meant.variable : kNone;
  }

  // Reading.

  void visit(model::Block block) {
    for (const model::Statement* statement : block) visit(*statement);
  }

  void visit(const model::Statement& statement) {
    switch (statement.kind) {
      case model::StatementKind::kClass:
        return;
      case model::StatementKind::kImport:
        for (const model::ImportedName& name : statement.as<model::Import>().names)
          imported_.insert((name.alias ? name.alias : name.path.front()).id, 1);
        return;
      case model::StatementKind::kImportFrom:
        for (const model::ImportedName& name : statement.as<model::ImportFrom>().names)
          imported_.insert((name.alias ? name.alias : name.path.front()).id, 1);
        return;
      case model::StatementKind::kFunction:
        nested(statement.as<model::Function>());
        return;
      case model::StatementKind::kAssign: {
        const auto& assign = statement.as<model::Assign>();
        if (assign.value != nullptr) {
          visit(*assign.value);
          for (const model::Expression* target : assign.targets) {
            bind(*target, assign.value, false);
            note_pair(*target, *assign.value);
          }
        }
        return;
      }
      case model::StatementKind::kFor: {
        const auto& loop = statement.as<model::For>();
        visit(*loop.iterable);
        bind_element(*loop.target, *loop.iterable);
        visit(loop.body);
        visit(loop.otherwise);
        return;
      }
      default:
        model::for_each_part(
            statement, [&](const model::Expression* expression) { visit(*expression); },
            [&](model::Block inner) { visit(inner); });
    }
  }

  /// What a nested function does with the names of this one counts; its own names are its own.
  void nested(const model::Function& function) {
    const std::size_t depth = memory_.inner.size();
    for (const model::Parameter& parameter : function.parameters) memory_.inner.push_back({parameter.name, kNone});
    for (const model::Symbol local : function.locals) {
      if (std::ranges::find(function.nonlocals, local) == function.nonlocals.end())
        memory_.inner.push_back({local, kNone});
    }
    visit(function.body);
    memory_.inner.resize(depth);
  }

  void bind(const model::Expression& target, const model::Expression* value, bool part) {
    switch (target.kind) {
      case model::ExpressionKind::kName: {
        const std::uint32_t number = resolve(target.as<model::Name>().name);
        if (number == kNone) return;
        mean(target, number);
        bindings_[&target] = number;
        if (value != nullptr) add_source(number, value, part);
        return;
      }
      case model::ExpressionKind::kAttribute: {
        visit(*target.as<model::Attribute>().object);
        const std::uint32_t number = of_path(target.as<model::Attribute>());
        if (number != kNone && value != nullptr) add_source(number, value, part);
        return;
      }
      case model::ExpressionKind::kSubscript:
        visit(target);
        if (const std::uint32_t number = of_part(target.as<model::Subscript>()); number != kNone && value != nullptr)
          add_source(number, value, part);
        return;
      case model::ExpressionKind::kSequence: {
        const auto& targets = target.as<model::Sequence>();
        const auto* values = value == nullptr || part ? nullptr : value->get_if<model::Sequence>();
        const bool pairs = values != nullptr && values->elements.size() == targets.elements.size();
        for (std::size_t i = 0; i < targets.elements.size(); ++i)
          bind(*targets.elements[i], pairs ? values->elements[i] : value, pairs ? false : true);
        return;
      }
      case model::ExpressionKind::kStarred:
        bind(*target.as<model::Starred>().value, nullptr, true);
        return;
      default:
        visit(target);
    }
  }

  /// `for target in iterable`
  void bind_element(const model::Expression& target, const model::Expression& iterable) {
    const auto* call = iterable.get_if<model::Call>();
    const auto* targets = target.get_if<model::Sequence>();
    const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
    if (callee != nullptr && targets != nullptr) {
      if (callee->name == names_.enumerate && targets->elements.size() == 2 && !call->arguments.empty()) {
        bind(*targets->elements[0], nullptr, false);
        bind_element(*targets->elements[1], *call->arguments[0].value);
        return;
      }
      if (callee->name == names_.zip && targets->elements.size() == call->arguments.size()) {
        for (std::size_t i = 0; i < targets->elements.size(); ++i)
          bind_element(*targets->elements[i], *call->arguments[i].value);
        return;
      }
      if (names_.passing.contains(callee->name) && !call->arguments.empty()) {
        bind_element(target, *call->arguments[0].value);
        return;
      }
    }
    bind(target, &iterable, true);
  }

  void visit(const model::Expression& expression) {
    switch (expression.kind) {
      case model::ExpressionKind::kName:
        if (const std::uint32_t number = resolve(expression.as<model::Name>().name); number != kNone)
          mean(expression, number);
        return;
      case model::ExpressionKind::kComprehension:
        comprehension(expression.as<model::Comprehension>());
        return;
      case model::ExpressionKind::kLambda: {
        const std::size_t depth = memory_.inner.size();
        for (const model::Parameter& parameter : expression.as<model::Lambda>().parameters)
          memory_.inner.push_back({parameter.name, kNone});
        visit(*expression.as<model::Lambda>().body);
        memory_.inner.resize(depth);
        return;
      }
      case model::ExpressionKind::kNamed:
        visit(*expression.as<model::Named>().value);
        bind(*expression.as<model::Named>().target, expression.as<model::Named>().value, false);
        return;
      default:
        break;
    }
    model::for_each_child(expression, [&](const model::Expression* child) { visit(*child); });
    if (const auto* attribute = expression.get_if<model::Attribute>()) {
      note_attribute(*attribute);
    } else if (const auto* call = expression.get_if<model::Call>()) {
      note_call(*call);
    } else if (const auto* subscript = expression.get_if<model::Subscript>()) {
      const auto* index = subscript->index->get_if<model::Constant>();
      const auto* several = subscript->index->get_if<model::Sequence>();
      if (index != nullptr && index->constant == model::ConstantKind::kString) say(*subscript->object, Use::kKeyed);
      if (several != nullptr && several->sequence == model::SequenceKind::kTuple)
        say(*subscript->object, Use::kIndexed);
    } else if (const auto* comparison = expression.get_if<model::Comparison>()) {
      const auto* text = comparison->operands[1]->get_if<model::Constant>();
      if (text != nullptr && text->constant == model::ConstantKind::kString) say(*comparison->operands[0], Use::kOther);
    }
  }

  void comprehension(const model::Comprehension& node) {
    const std::size_t depth = memory_.inner.size();
    for (const model::ComprehensionClause& clause : node.clauses) {
      visit(*clause.iterable);
      open(*clause.target);
      bind_element(*clause.target, *clause.iterable);
      for (const model::Expression* condition : clause.conditions) visit(*condition);
    }
    if (node.key != nullptr) visit(*node.key);
    visit(*node.element);
    memory_.inner.resize(depth);
  }

  void open(const model::Expression& target) {
    if (const auto* name = target.get_if<model::Name>()) {
      memory_.inner.push_back({name->name, add_variable()});
    } else if (const auto* several = target.get_if<model::Sequence>()) {
      for (const model::Expression* one : several->elements) open(*one);
    } else if (const auto* starred = target.get_if<model::Starred>()) {
      open(*starred->value);
    }
  }

  void say(const model::Expression& about, Uses uses, std::uint32_t move = 0) {
    memory_.said.push_back({&about, uses, move});
  }

  bool tensor_has(model::Symbol name) const {
    return project_.catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere;
  }

  /// `values, indices = scores.max(1)`
  void note_pair(const model::Expression& target, const model::Expression& value) {
    const auto* targets = target.get_if<model::Sequence>();
    const auto* call = value.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || targets == nullptr || targets->elements.size() != 2) return;
    if (names_.pairs.contains(method->name) && takes_only_constants(*call)) say(*method->object, Use::kTensor);
  }

  /// Nothing but settings by position: not a function of whoever holds it, as `net.norm(x, dim=1)` is.
  static bool takes_only_constants(const model::Call& call) {
    return std::ranges::all_of(call.arguments, [](const model::Argument& argument) {
      if (argument.keyword) return true;
      const auto* negative = argument.value->get_if<model::Unary>();
      const model::Expression& value = negative == nullptr ? *argument.value : *negative->operand;
      return argument.stars == 0 && value.kind == model::ExpressionKind::kConstant;
    });
  }

  bool is_cast_of_result(const model::Attribute& attribute) const {
    const model::ExpressionKind object = attribute.object->kind;
    return (object == model::ExpressionKind::kComparison || object == model::ExpressionKind::kBinary) &&
           names_.casts.contains(attribute.name);
  }

  /// `mask.fill_(0)`
  bool changes_a_tensor(model::Symbol name) const {
    return project_.symbols().text(name).ends_with('_') && !names_.of_modules_too.contains(name) && tensor_has(name) &&
           !project_.symbols().text(name).starts_with('_');
  }

  void note_attribute(const model::Attribute& attribute) {
    // A size has elements too: `x.shape.numel()`, `self.batch_size.numel()`.
    const bool counts = attribute.name == names_.numel && attribute.object->kind == model::ExpressionKind::kName;
    if (counts || names_.tensor_only.contains(attribute.name) || is_cast_of_result(attribute) ||
        changes_a_tensor(attribute.name)) {
      say(*attribute.object, Use::kTensor);
    } else if (names_.array.contains(attribute.name)) {
      say(*attribute.object, Use::kArray);
    } else if (!tensor_has(attribute.name)) {
      say(*attribute.object, names_.keyed.contains(attribute.name) ? Uses(Use::kOther) | Use::kKeyed : Use::kOther);
    }
  }

  void note_call(const model::Call& call) {
    const std::uint32_t callee = variable_of(*call.callee);
    if (callee != kNone) {
      std::uint32_t& first = memory_.variables[callee].first_call;
      memory_.calls.push_back({&call, first});
      first = static_cast<std::uint32_t>(memory_.calls.size() - 1);
    }
    const auto* method = call.callee->get_if<model::Attribute>();
    const auto* function = call.callee->get_if<model::Name>();
    const model::Symbol called = method != nullptr     ? method->name
                                 : function != nullptr ? function->name
                                                       : model::Symbol{};
    if (called && names_.tests.contains(called) && !call.arguments.empty()) {
      say(*call.arguments[0].value, Use::kTested);
      return;
    }
    if (method == nullptr) {
      if (call.callee->kind == model::ExpressionKind::kName && callee != kNone) say(*call.callee, Use::kOther);
    } else {
      note_method(call, *method);
    }
    note_tensor_arguments(call);
    if (callees_) note_followed_call(call);
  }

  /// What a function of the project does with its parameters is done with the arguments.
  void note_followed_call(const model::Call& call) {
    std::size_t bound = 0;
    const FunctionInfo* callee = followed(*call.callee, bound);
    if (callee == nullptr) return;
    const auto parameters = callee->function->parameters;
    const NameUses& inside = callees_(*callee);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const model::Argument& argument = call.arguments[i];
      if (argument.stars != 0) return;
      for (std::size_t at = 0; at < parameters.size(); ++at) {
        const model::Parameter& parameter = parameters[at];
        const bool is_meant = argument.keyword ? parameter.name == argument.keyword : at == i + bound;
        if (!is_meant || parameter.kind == model::ParameterKind::kStar ||
            parameter.kind == model::ParameterKind::kDoubleStar)
          continue;
        say(*argument.value, of_parameter(*callee, parameter, inside.parameter(parameter.name)), call.range.begin);
      }
    }
  }

  Uses of_parameter(const FunctionInfo& callee, const model::Parameter& parameter, const NameUse* inside) const {
    Uses uses;
    if (parameter.annotation != nullptr) {
      const model::Expression& annotation = *parameter.annotation;
      const std::string_view text =
          project_.modules()[callee.module].input.module->text.substr(annotation.range.begin, annotation.range.size());
      if (text == "Tensor" || text.ends_with(".Tensor")) uses |= Use::kTensor;
    }
    if (inside == nullptr || inside->uses.has(Use::kOther)) return uses;
    if (inside->uses.overlaps(Uses(Use::kMoved) | Use::kFromHost | (kOfParts - Uses(Use::kHoldsTensors))))
      uses |= Use::kFromHost;
    return uses | (certain(inside->uses) & (Uses(Use::kTensor) | Use::kArray | Use::kIndexed));
  }

  /// The function of the project that a call leads to by its text; `bound`: parameters that are not written there.
  const FunctionInfo* followed(const model::Expression& callee, std::size_t& bound) {
    const model::Expression* root = &callee;
    while (const auto* attribute = root->get_if<model::Attribute>()) root = attribute->object;
    const auto* name = root->get_if<model::Name>();
    if (name == nullptr) return nullptr;
    const auto* method = callee.get_if<model::Attribute>();
    if (method != nullptr && method->object == root && function_ != nullptr && function_->owner != kNowhere &&
        !function_->is_static && !function_->function->parameters.empty() &&
        function_->function->parameters.front().name == name->name) {
      const std::uint32_t number = project_.find_method(function_->owner, method->name);
      if (number == kNowhere || project_.functions()[number].is_static) return nullptr;
      bound = 1;
      return &project_.functions()[number];
    }
    if (variable_of(*root) != kNone) return nullptr;
    const Target target = project_.resolve(module_, callee);
    return target.kind == Target::Kind::kFunction ? &project_.functions()[target.index] : nullptr;
  }

  void note_method(const model::Call& call, const model::Attribute& method) {
    const std::uint32_t at = call.range.begin;
    if (method.name == names_.backward) {
      // `accelerator.backward(loss)`, and `scaler.scale(loss).backward()`.
      const bool of_another = call.arguments.size() == 1 && !call.arguments[0].keyword &&
                              call.arguments[0].value->kind == model::ExpressionKind::kName &&
                              method.object->kind == model::ExpressionKind::kName &&
                              names_.settings.contains(method.object->as<model::Name>().name);
      say(of_another ? *call.arguments[0].value : *method.object, Use::kTensor);
      if (const auto* scaled = method.object->get_if<model::Call>(); scaled != nullptr && !scaled->arguments.empty()) {
        const auto* scale = scaled->callee->get_if<model::Attribute>();
        if (scale != nullptr && scale->name == names_.scale) {
          say(*scaled->arguments[0].value, Use::kTensor);
          say(*scale->object, Use::kScales);
        }
      }
    } else if (method.name == names_.size) {
      if (call.arguments.size() < 2) say(*method.object, Use::kTensor);
    } else if (method.name == names_.cuda) {
      memory_.moves.push_back({method.object, nullptr, at});
    } else if (method.name == names_.to) {
      for (const model::Argument& argument : call.arguments) {
        if (!argument.keyword || argument.keyword == names_.device) {
          memory_.moves.push_back({method.object, argument.value, at});
          break;
        }
      }
    } else if (names_by_dimension(call) && tensor_has(method.name)) {
      say(*method.object, Use::kTensor);
    } else if (names_.levels.contains(method.name) && !call.arguments.empty() && is_text(*call.arguments[0].value)) {
      say(*method.object, Use::kLogs);
    } else if (names_.module_calls.contains(method.name) && call.arguments.size() < 2) {
      say(*method.object, Use::kModule);
    }
  }

  bool names_by_dimension(const model::Call& call) const {
    return takes_only_constants(call) && std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
             return argument.keyword && names_.keywords.contains(argument.keyword);
           });
  }

  static bool is_text(const model::Expression& expression) {
    const auto* constant = expression.get_if<model::Constant>();
    return expression.kind == model::ExpressionKind::kFormatted ||
           (constant != nullptr && constant->constant == model::ConstantKind::kString);
  }

  /// Functions of torch say by their signature which arguments are tensors.
  void note_tensor_arguments(const model::Call& call) {
    if (call.arguments.empty()) return;
    const catalog::NodeRow* row = torch_function(*call.callee);
    if (row == nullptr) return;
    const auto& parameters = row->operation->parameters;
    for (std::size_t i = 0; i < call.arguments.size() && i < parameters.size(); ++i) {
      if (call.arguments[i].keyword || call.arguments[i].stars != 0 || parameters[i].stars != 0) break;
      const std::string_view name = parameters[i].name;
      // `torch.where(mask, 0, x)`: further inputs may be numbers.
      if ((i == 0 && (name == "input" || name == "self")) || name == "target" || name == "mat2") {
        say(*call.arguments[i].value, Use::kTensor);
      } else if (name == "tensors") {
        say(*call.arguments[i].value, Use::kHoldsTensors);
      }
    }
  }

  /// The row of a function of torch that takes and gives tensors; null for another.
  const catalog::NodeRow* torch_function(const model::Expression& callee) {
    const model::Expression* root = &callee;
    while (const auto* attribute = root->get_if<model::Attribute>()) root = attribute->object;
    if (root->kind != model::ExpressionKind::kName || variable_of(*root) != kNone) return nullptr;
    const Target target = project_.resolve(module_, callee);
    if (target.kind != Target::Kind::kLibrary) return nullptr;
    const catalog::NodeRow& row = project_.catalog().row(target.index);
    const bool functional = row.name.starts_with("torch.nn.functional.") || row.name.starts_with("torch.linalg.") ||
                            (row.name.starts_with("torch.") && std::ranges::count(row.name, '.') == 1);
    if (!functional || row.operation == nullptr || row.name == "torch.is_tensor") return nullptr;
    return &row;
  }

  /// Only what something is known of is asked for.
  void keep() {
    const auto keep_known = [&](auto& numbers, auto& kept) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const NameUse& use = memory_.uses[numbers.value(i)];
        if (use.uses.empty()) continue;
        kept[numbers.key(i)] = static_cast<std::uint32_t>(out_.uses_.size());
        out_.uses_.push_back(use);
      }
    };
    keep_known(bindings_, out_.bindings_);
    keep_known(parameters_, out_.parameters_);
    keep_known(attributes_, out_.attributes_);
    keep_known(parts_, out_.parts_);
  }

  // Conclusions.

  void conclude() {
    for (std::size_t i = 0; i < memory_.said.size(); ++i) {
      const ReadingMemory::Said said = memory_.said[i];
      tell(*said.about, said.uses, said.move, 0);
    }
    for (const ReadingMemory::Move& move : memory_.moves) {
      if (move.device != nullptr && !is_where_it_computes(*move.device)) continue;
      tell(*move.what, Use::kMoved, move.at, 0);
    }
  }

  const NameUse* use_of(const model::Expression& expression) {
    const std::uint32_t number = variable_of(expression);
    return number == kNone ? nullptr : &memory_.uses[number];
  }

  /// `device`, `args.device`, `cfg["device"]`, `next(model.parameters()).device`, "cuda:0"; not `x.device` of a tensor.
  bool is_where_it_computes(const model::Expression& expression) {
    switch (expression.kind) {
      case model::ExpressionKind::kConstant: {
        const auto& constant = expression.as<model::Constant>();
        return constant.constant == model::ConstantKind::kString ? constant.text.starts_with("cuda")
                                                                 : constant.constant == model::ConstantKind::kInteger;
      }
      case model::ExpressionKind::kName: {
        const std::string_view name = project_.symbols().text(expression.as<model::Name>().name);
        return names_a_target(name) && !comes_from_a_tensor(expression);
      }
      case model::ExpressionKind::kFormatted:
        return true;
      case model::ExpressionKind::kAttribute: {
        const auto& attribute = expression.as<model::Attribute>();
        if (!names_a_target(project_.symbols().text(attribute.name))) return false;
        if (attribute.object->kind == model::ExpressionKind::kCall) return is_next(*attribute.object);
        if (attribute.object->kind == model::ExpressionKind::kAttribute)
          return !names_.views.contains(attribute.object->as<model::Attribute>().name) &&
                 attribute.name != names_.device;
        const auto* owner = attribute.object->get_if<model::Name>();
        if (owner == nullptr) return false;
        if (names_.settings.contains(owner->name) || attribute.name != names_.device) return true;
        const NameUse* use = use_of(*owner);
        return use != nullptr && use->uses.has(Use::kModule);
      }
      case model::ExpressionKind::kSubscript: {
        const auto* key = expression.as<model::Subscript>().index->get_if<model::Constant>();
        return key != nullptr && key->constant == model::ConstantKind::kString && names_a_target(key->text);
      }
      case model::ExpressionKind::kCall: {
        const model::Expression& callee = *expression.as<model::Call>().callee;
        const auto* method = callee.get_if<model::Attribute>();
        const auto* name = callee.get_if<model::Name>();
        const model::Symbol called = method != nullptr ? method->name : name != nullptr ? name->name : model::Symbol{};
        return called && names_a_target(project_.symbols().text(called));
      }
      default:
        return false;
    }
  }

  static bool names_a_target(std::string_view name) {
    return names_a_device(name) || name == "gpu" || name == "rank" || name == "local_rank" || name == "gpu_id";
  }

  bool is_next(const model::Expression& expression) const {
    const auto* call = expression.get_if<model::Call>();
    const auto* name = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
    return name != nullptr && name->name == names_.next;
  }

  /// `device = x.device`: what follows brings other tensors to where that one is, and mostly they are there.
  bool comes_from_a_tensor(const model::Expression& name) {
    const std::uint32_t number = variable_of(name);
    if (number == kNone) return false;
    for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
      const Source& source = memory_.sources[at];
      if (!source.part && source.value->kind == model::ExpressionKind::kAttribute &&
          !is_where_it_computes(*source.value))
        return true;
    }
    return false;
  }

  Uses as_parts(Uses uses) const {
    Uses parts = uses & kOfParts;
    if (arrays_are_tensors_ && uses.overlaps(Uses(Use::kArray) | Use::kIndexed)) parts |= Use::kHoldsTensors;
    if (uses.has(Use::kTensor) || uses.has(Use::kGiven)) parts |= Use::kHoldsTensors;
    if (uses.has(Use::kMoved)) parts |= Use::kHoldsMoved;
    if (uses.has(Use::kFromHost)) parts |= Use::kHoldsFromHost;
    return parts;
  }

  /// Of what is computed from it only the place is known.
  static Uses as_operand(Uses uses) {
    return uses.overlaps(Uses(Use::kMoved) | Use::kFromHost) ? Uses(Use::kFromHost) : Uses();
  }

  void add(std::uint32_t number, Uses uses, std::uint32_t move, int depth) {
    if (number == kNone || uses.empty()) return;
    NameUse& known = memory_.uses[number];
    known.last_move = std::max(known.last_move, move);
    const Uses fresh = uses - known.uses;
    if (fresh.empty()) return;
    known.uses |= uses;
    const Uses spread = fresh & (Uses(Use::kTensor) | Use::kMoved | Use::kFromHost | Use::kGiven | Use::kArray |
                                 Use::kIndexed | kOfParts);
    for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
      const Source source = memory_.sources[at];
      tell(*source.value, source.part ? as_parts(spread) : spread, move, depth + 1);
    }
    if (!fresh.has(Use::kModule)) return;
    for (std::uint32_t at = memory_.variables[number].first_call; at != kNone; at = memory_.calls[at].next) {
      const model::Call& call = *memory_.calls[at].call;
      if (!call.arguments.empty() && call.arguments[0].stars == 0)
        tell(*call.arguments[0].value, Use::kGiven, 0, depth + 1);
    }
  }

  void tell(const model::Expression& about, Uses uses, std::uint32_t move, int depth) {
    constexpr int kDeepest = 60;
    if (uses.empty() || depth > kDeepest) return;
    switch (about.kind) {
      case model::ExpressionKind::kName:
        add(variable_of(about), uses, move, depth);
        return;
      case model::ExpressionKind::kStarred:
        return tell(*about.as<model::Starred>().value, uses, move, depth + 1);
      case model::ExpressionKind::kAwait:
        return tell(*about.as<model::Await>().value, uses, move, depth + 1);
      case model::ExpressionKind::kNamed:
        return tell(*about.as<model::Named>().value, uses, move, depth + 1);
      case model::ExpressionKind::kUnary:
        return tell(*about.as<model::Unary>().operand, uses, move, depth + 1);
      case model::ExpressionKind::kSubscript:
        add(of_part(about.as<model::Subscript>()), uses, move, depth);
        return tell(*about.as<model::Subscript>().object, as_parts(uses), move, depth + 1);
      case model::ExpressionKind::kConditional:
        tell(*about.as<model::Conditional>().then_value, uses, move, depth + 1);
        return tell(*about.as<model::Conditional>().else_value, uses, move, depth + 1);
      case model::ExpressionKind::kBoolean:
        for (const model::Expression* operand : about.as<model::Boolean>().operands)
          tell(*operand, uses, move, depth + 1);
        return;
      case model::ExpressionKind::kBinary: {
        const auto& binary = about.as<model::Binary>();
        const bool left = binary.right->kind == model::ExpressionKind::kConstant;
        const bool right = binary.left->kind == model::ExpressionKind::kConstant;
        const bool both = binary.operation == model::BinaryOperator::kMatrixMultiply;
        tell(*binary.left, left || both ? uses : as_operand(uses), move, depth + 1);
        return tell(*binary.right, right || both ? uses : as_operand(uses), move, depth + 1);
      }
      case model::ExpressionKind::kComparison: {
        const auto& operands = about.as<model::Comparison>().operands;
        const auto is_constant = [](const model::Expression* operand) {
          return operand->kind == model::ExpressionKind::kConstant;
        };
        // What is compared with a number gives a tensor only if it is one.
        const bool alone = std::ranges::count_if(operands, is_constant) + 1 == std::ssize(operands);
        const Uses of_result = alone ? uses & (Uses(Use::kTensor) | Use::kArray) : Uses();
        for (const model::Expression* operand : operands) tell(*operand, as_operand(uses) | of_result, move, depth + 1);
        return;
      }
      case model::ExpressionKind::kSequence:
        for (const model::Expression* element : about.as<model::Sequence>().elements) {
          if (uses.has(Use::kHoldsMoved)) tell(*element, Use::kMoved, move, depth + 1);
          if (uses.has(Use::kHoldsFromHost)) tell(*element, Use::kFromHost, move, depth + 1);
          if (uses.has(Use::kHoldsTensors)) tell(*element, Use::kTensor, move, depth + 1);
        }
        return;
      case model::ExpressionKind::kAttribute: {
        const auto& attribute = about.as<model::Attribute>();
        if (names_.views.contains(attribute.name)) return tell(*attribute.object, uses, move, depth + 1);
        add(of_path(attribute), uses, move, depth);
        // `batch.x.to(device)`; what `self` or the settings hold says nothing of them.
        const auto* owner = attribute.object->get_if<model::Name>();
        if (owner != nullptr && !names_.settings.contains(owner->name) &&
            uses.overlaps(Uses(Use::kMoved) | Use::kHoldsMoved))
          add(variable_of(*owner), Use::kHoldsMoved, move, depth);
        return;
      }
      case model::ExpressionKind::kCall:
        return tell_call(about.as<model::Call>(), uses, move, depth);
      default:
        return;
    }
  }

  void tell_call(const model::Call& call, Uses uses, std::uint32_t move, int depth) {
    if (const auto* method = call.callee->get_if<model::Attribute>()) {
      if (const catalog::NodeRow* row = torch_function(call)) return tell_arguments(call, *row, uses, move, depth);
      if (names_.parts.contains(method->name)) {
        return tell(*method->object,
                    as_parts(uses) | (names_.keyed.contains(method->name) ? Uses(Use::kKeyed) : Uses()), move,
                    depth + 1);
      }
      if (tensor_has(method->name)) return tell(*method->object, uses, move, depth + 1);
      if (uses.overlaps(Uses(Use::kTensor) | Use::kGiven)) add(of_path(*method), Use::kGivesTensors, 0, depth);
      return;
    }
    const auto* callee = call.callee->get_if<model::Name>();
    if (callee == nullptr) return;
    const std::uint32_t number = variable_of(*callee);
    if (number == kNone) {
      if (const catalog::NodeRow* row = torch_function(call)) return tell_arguments(call, *row, uses, move, depth);
      if (call.arguments.empty()) return;
      if (callee->name == names_.next) return tell(*call.arguments[0].value, as_parts(uses), move, depth + 1);
      if (names_.passing.contains(callee->name))
        return tell(*call.arguments[0].value, uses & kOfParts, move, depth + 1);
      return;
    }
    if (uses.overlaps(Uses(Use::kTensor) | Use::kGiven)) add(number, Use::kGivesTensors, 0, depth);
  }

  const catalog::NodeRow* torch_function(const model::Call& call) { return torch_function(*call.callee); }

  void tell_arguments(const model::Call& call, const catalog::NodeRow& row, Uses uses, std::uint32_t move, int depth) {
    const auto& parameters = row.operation->parameters;
    if (parameters.empty()) return;
    const std::string_view first = parameters[0].name;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Uses operand = as_operand(uses);
      if (!operand.empty())
        tell(*call.arguments[i].value, first == "tensors" && i == 0 ? as_parts(operand) : operand, move, depth + 1);
    }
  }

  NameUses& out_;
  const Project& project_;
  const Known& known_;
  const UseNames& names_;
  std::uint32_t module_;
  const FunctionInfo* function_;
  const Callees& callees_;
  ReadingMemory& memory_;
  bool arrays_are_tensors_;
  model::FlatMap<std::uint32_t, std::uint32_t> own_;      // by symbol
  model::FlatMap<std::uint32_t, std::uint8_t> imported_;  // symbols that mean what is imported
  model::FlatMap<const model::Expression*, std::uint32_t> bindings_;
  model::FlatMap<std::uint32_t, std::uint32_t> parameters_;
  model::FlatMap<std::uint64_t, std::uint32_t> attributes_;
  model::FlatMap<std::uint64_t, std::uint32_t> parts_;
};

NameUses::NameUses(const Project& project, const Known& known, const UseNames& names, std::uint32_t module,
                   const FunctionInfo* function, bool arrays_are_tensors, const Callees& callees, ReadingMemory& memory)
    : arrays_are_tensors_(arrays_are_tensors) {
  Reader(*this, project, known, names, module, function, arrays_are_tensors, callees, memory).read();
}

}  // namespace syncfree::inference
