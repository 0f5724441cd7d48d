// Declarations of a file, a namespace or a class: functions are lowered, classes and variables are looked
// at for their types.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

bool is_for_cpu(std::string_view function) {
  return function.ends_with("_cpu") || function.ends_with("CPU") || function.ends_with("Cpu") ||
         function.find("_cpu_") != std::string_view::npos ||
         (function.starts_with("cpu_") && !function.starts_with("cpu_to"));
}

/// `to_cpu`, `copyToCPU`: what such a function is given is elsewhere.
bool moves_there(std::string_view function) {
  constexpr std::array<std::string_view, 6> kEnds = {"to_cpu", "ToCPU", "toCPU", "ToCpu", "toCpu", "TO_CPU"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return function.ends_with(end); });
}

}  // namespace

bool Reader::is_device_code(std::size_t from, std::size_t to) const {
  for (std::size_t i = from; i < to; ++i) {
    if (token(i).is_name() && tables::kDeviceWords.has(token(i).text)) return true;
  }
  return false;
}

void Reader::declarations(syntax::Declarations read) {
  for (const syntax::Declaration* declaration : read) {
    switch (declaration->kind) {
      case syntax::DeclarationKind::kNamespace:
        name_space(declaration->as<syntax::Namespace>());
        break;
      case syntax::DeclarationKind::kClass:
        class_body(declaration->as<syntax::Class>());
        break;
      case syntax::DeclarationKind::kFunction:
        function(declaration->as<syntax::Function>());
        break;
      case syntax::DeclarationKind::kPrototype:
        declared_function(declaration->as<syntax::Prototype>());
        break;
      case syntax::DeclarationKind::kFields:
        fields(declaration->as<syntax::Fields>());
        break;
      case syntax::DeclarationKind::kAlias:
        alias(declaration->as<syntax::TypeAlias>().alias);
        break;
    }
  }
}

void Reader::name_space(const syntax::Namespace& read) {
  const bool is_named = read.name != syntax::kNoToken;
  if (read.aliased != syntax::kNoToken) {
    file_links_.namespaces.push_back({.name = token(read.name).text, .of = token(read.aliased).text});
    return;
  }
  around_.push_back({.name = is_named ? token(read.name).text : std::string_view(), .is_class = false});
  declarations(read.members);
  around_.pop_back();
}

void Reader::class_body(const syntax::Class& read) {
  const std::string_view called = read.name == syntax::kNoToken ? std::string_view() : token(read.name).text;
  LinkedClass linked{.name = called, .bases = {}};
  for (const syntax::Index base : read.bases) linked.bases.push_back(token(base).text);
  around_.push_back({.name = called, .is_class = true});
  if (!called.empty()) file_links_.classes.push_back(std::move(linked));
  declarations(read.members);
  around_.pop_back();
}

void Reader::fields(const syntax::Fields& read) {
  const std::span<const Token> written = tokens_.slice(read.begin, read.type_end);
  const Type type = written_type(written);
  const std::string_view held = class_of_type(written);
  constant(read, type);
  for (const syntax::Fields::Field& field : read.fields) {
    const std::string_view called = token(field.name).text;
    fields_[called] = seen_value(field.name, field.points ? pointer_to(type) : type);
    note_default(enclosing_class(), field.name);
    const Token& behind = token(field.name + 1);
    if (type == Type::kTensor && (behind.is("=") || behind.is("{"))) open_member(symbols_.intern(called));
    if (!held.empty()) file_links_.fields.push_back({.owner = enclosing_class(), .name = called, .type = held});
  }
}

std::string_view Reader::enclosing_class() const {
  return !around_.empty() && around_.back().is_class ? around_.back().name : std::string_view();
}

void Reader::parameters(syntax::Parameters read, std::vector<model::Parameter>& into) {
  for (const syntax::Parameter& one : read) {
    if (one.name == syntax::kNoToken) continue;
    const std::string_view called = token(one.name).text;
    const std::span<const Token> written = tokens_.slice(one.begin, one.name);
    const Type type = seen_value(one.name, written_type(written));
    declare(called, type, class_of_type(written));
    scopes_.back()[called].lasts = token(one.name - 1).is("&") || token(one.name - 1).is("*");
    if (type == Type::kTensor) unplaced_.insert(called);
    model::Parameter parameter{};
    parameter.name = symbols_.intern(called);
    const bool is_pack = token(one.name - 1).is("...");
    parameter.kind = is_pack ? model::ParameterKind::kStar : model::ParameterKind::kNormal;
    parameter.range = range_of(one.begin, one.end);
    if (!is_pack) parameter.annotation = declared_type(type, one.begin, one.name);
    if (one.one_token != nullptr) parameter.default_value = default_value(*one.one_token);
    into.push_back(parameter);
  }
}

// A parameter's type, where it says what the parameter is or is not; null for templates, `auto` and the like.
const model::Expression* Reader::declared_type(Type type, std::size_t from, std::size_t called) {
  switch (type) {
    case Type::kTensor:
    case Type::kOther:
      return annotation_of(type);
    case Type::kDevice:
    case Type::kOptions:
      return library("torch.device", {});
    case Type::kTensorList: {
      auto* list = make_expression<model::Subscript>({});
      list->object = name("list", {});
      list->index = annotation_of(Type::kTensor);
      return list;
    }
    default:
      break;
  }
  if (type != Type::kUnknown && type != Type::kPointer) return nullptr;
  for (std::size_t i = from; i < called; ++i) {
    const std::string_view word = token(i).text;
    const bool is_open = word == "auto" || (token(i).is_name() && word.size() <= 2 && word != "at") ||
                         word.find("Tensor") != std::string_view::npos || word.find("_t") != std::string_view::npos ||
                         word.starts_with("T_") || word == "void";
    if (is_open) return nullptr;
  }
  const Expression* object = library("cxx.Object", {});
  if (type == Type::kUnknown) return object;
  auto* either = make_expression<model::Binary>({});  // a pointer may lead nowhere
  either->operation = model::BinaryOperator::kBitOr;
  either->left = object;
  either->right = no_device({});
  return either;
}

void Reader::initializers(std::span<const syntax::Initializer> read) {
  for (const syntax::Initializer& one : read) {
    const std::vector<Argument> given = arguments(one.given);
    const auto field = fields_.find(token(one.name).text);
    const Type type = field == fields_.end() ? Type::kUnknown : field->second;
    if (type == Type::kDeviceVector || type == Type::kHostVector) {
      add_expression(construct(type, given, range_of(one.name, one.end)).node);
    } else if (given.size() == 1 && is_tensor_member(token(one.name).text)) {
      add_assignment(name(token(one.name).text, token(one.name).range), given.front().value.node,
                     range_of(one.name, one.end), Type::kTensor);
    } else {
      if (type == Type::kTensor || type == Type::kUnknown) open_member(symbols_.intern(token(one.name).text));
      add_arguments(given);
    }
  }
}

// Where the tensors are that a function for one device is given.
void Reader::place_parameters(const std::vector<model::Parameter>& given, bool cuda) {
  for (const model::Parameter& parameter : given) {
    const Type* type = find_variable(symbols_.text(parameter.name));
    if (parameter.annotation == nullptr || type == nullptr) continue;
    const Expression* target = name(symbols_.text(parameter.name), parameter.range);
    if (*type == Type::kTensor) assert_place(target, cuda, parameter.range);
    if (*type == Type::kTensorList && !cuda) {
      const TextRange range = parameter.range;
      add_assignment(target, call(library("cxx.host_tensors", range), {}, range, range), range);
    }
  }
}

void Reader::function(const syntax::Function& head) {
  const std::size_t called = head.name;
  if (only_members_ || is_device_code(head.begin, head.open) || is_device_code_at(called)) return;
  const model::Arena::Mark mark = syntax_arena_.mark();
  const syntax::FunctionBody read = parser_->function_body(head);
  const std::size_t first_member = file_links_.members.size();
  scopes_.emplace_back();
  unplaced_.clear();
  placed_.clear();
  grown_lists_.clear();
  std::vector<model::Parameter> given;
  parameters(read.parameters, given);
  take_given(given, head.open, head.close);
  const std::string_view outer_owner = std::exchange(owner_, owner_of(called));
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  // A function named for a device is what that device's dispatch calls.
  const std::string_view named = token(called).text;
  const bool for_cpu = place_ == FilePlace::kCpu || (is_for_cpu(named) && !moves_there(named));
  const bool for_cuda = named.ends_with("_cuda") || named.ends_with("CUDA") || named.ends_with("Cuda") ||
                        named.find("_cuda_") != std::string_view::npos;
  const FilePlace outer_place = std::exchange(place_, for_cpu ? FilePlace::kCpu : place_);
  if (for_cpu || for_cuda) place_parameters(given, !for_cpu);
  place_host_reads(given, head.open, head.close);
  initializers(read.initializers);
  function_begin_ = head.open;
  function_end_ = head.close;
  statements(read.statements);
  function_end_ = 0;
  sink_ = outer;
  place_ = outer_place;
  const std::string_view written = called_as(head.name);
  // A destructor is called where an object is declared; one that only releases memory says nothing there.
  const bool is_called = !written.starts_with('~') || waits_by_name(head.open, head.close);
  // How often it runs is up to who makes objects of the class.
  const bool builds = !owner_.empty() && (written == owner_ || written.starts_with('~'));
  LinkedFunction defined = signature(head.parameters, closing(head.parameters, head.open));
  defined.id = static_cast<std::uint32_t>(module_.functions.size());
  defined.called = symbols_.intern(is_called ? written : "~");
  defined.owner = owner_;
  defined.gives = class_given(head.begin, head.name);
  defined.gives_setting = gives_setting(head.begin, head.name);
  file_links_.functions.push_back(defined);
  file_links_.has_main |= written == "main" && owner_.empty();
  owner_ = outer_owner;
  scopes_.pop_back();
  model::Function* made = new_function(written, range_of(head.begin, head.close + 1), token(called).range, given, body);
  made->globals = module_.arena.copy(take_stores(first_member));
  file_links_.functions.back().made = made;
  if (builds) {
    const Expression* marks[] = {library("cxx.constructor", {})};
    made->decorators = module_.arena.copy(std::span<const Expression* const>(marks));
  }
  body_.push_back(made);
  syntax_arena_.go_back(mark);
}

/// Is something called between the tokens whose name says that it waits?
bool Reader::waits_by_name(std::size_t from, std::size_t to) const {
  for (std::size_t i = from; i < to; ++i) {
    if (token(i).is_name() && token(i + 1).is("(") && token(i).text.contains("ynchronize")) return true;
  }
  return false;
}

void Reader::unused_macro(const Macro& macro) {
  if (!macro.is_function && tokens_.size() == 1 && token(0).is_name()) {
    // `#define gpuSynchronize cudaDeviceSynchronize`
    const KnownName meant = known_name(token(0).text, true);
    if (meant.kind != NameKind::kLibrary) return;
    file_links_.functions.push_back({.id = 0,
                                     .called = symbols_.intern(macro.name),
                                     .owner = {},
                                     .arity = {.fewest = 0, .most = Arity::kAny},
                                     .is_macro = true,
                                     .renames = symbols_.intern(meant.path)});
    return;
  }
  if (is_device_code(0, tokens_.size())) return;
  // `template void run<T>(T* data);` makes a function, and calls none.
  const std::size_t first = token(0).is("extern") ? 1 : 0;
  if (token(first).is("template") && !token(first + 1).is("<")) return;
  const std::optional<Statements> setting = setting_body(0, tokens_.size());
  Statements body;
  if (setting) {
    body = *setting;
  } else {
    sink_ = &body;
    scopes_.emplace_back();
    statements(parser_->statements());
    scopes_.pop_back();
    sink_ = nullptr;
    for (const model::Symbol member : std::exchange(stored_, {})) open_member(member);
  }
  if (body.empty()) return;
  const auto count = Arity::clamped(macro.parameters.size());
  file_links_.functions.push_back({.id = static_cast<std::uint32_t>(module_.functions.size()),
                                   .called = symbols_.intern(macro.name),
                                   .owner = {},
                                   .arity = {.fewest = count, .most = macro.is_variadic ? Arity::kAny : count},
                                   .is_macro = true,
                                   .gives_setting = setting.has_value()});
  // Other macros of the file name it, which is no call of a function.
  const std::string called = std::string(macro.name) + " (macro)";
  body_.push_back(new_function(called, range_of(0, tokens_.size()), macro.name_range, {}, body));
}

model::Function* Reader::new_function(std::string_view called, TextRange range, TextRange name_range,
                                      const std::vector<model::Parameter>& given, const Statements& body,
                                      std::optional<model::Symbol> local) {
  auto* function = make_statement<model::Function>(range);
  function->id = static_cast<std::uint32_t>(module_.functions.size());
  // A call by name goes to the first of several overloads; the others are entered as their parameters declare them.
  std::string known_as = symbol_of_function(called);
  if (const std::uint32_t number = ++overloads_[known_as]; number > 1)
    known_as = std::string(called) + " (" + std::to_string(number) + ")";
  function->name = local ? *local : symbols_.intern(known_as);
  function->name_range = name_range;
  function->parameters = module_.arena.copy(given);
  function->body = module_.arena.copy(body);
  const auto is_parameter = [&](model::Symbol symbol) {
    return std::ranges::any_of(given, [&](const model::Parameter& parameter) { return parameter.name == symbol; });
  };
  std::erase_if(bound_, is_parameter);
  function->locals = module_.arena.copy(bound_);
  bound_.clear();
  if (local) {
    local_functions_.push_back(function);
  } else {
    for (model::Function* inner : local_functions_) inner->enclosing = function;
    local_functions_.clear();
  }
  module_.functions.push_back(function);
  return function;
}

}  // namespace syncfree::cxx
