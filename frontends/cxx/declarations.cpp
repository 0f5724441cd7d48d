// What stands at the level of a file, a namespace or a class: functions are lowered, classes and variables are looked
// at for their types.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

constexpr std::array<std::string_view, 10> kAttributeCalls = {
    "__attribute__", "__launch_bounds__",   "__declspec",          "alignas", "noexcept",
    "decltype",      "C10_LAUNCH_BOUNDS_1", "C10_LAUNCH_BOUNDS_2", "throw",   "__align__"};

constexpr std::array<std::string_view, 9> kQualifiers = {"const", "noexcept", "override", "final",        "requires",
                                                         "try",   "volatile", "throw",    "__attribute__"};

bool is_qualifier(std::string_view name) { return std::ranges::find(kQualifiers, name) != kQualifiers.end(); }

bool is_attribute_call(std::string_view name) {
  return std::ranges::find(kAttributeCalls, name) != kAttributeCalls.end();
}

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
    const Token& word = token(i);
    if (word.is("__global__") || word.is("__device__") || word.is("C10_DEVICE") || word.is("C10_HOST_DEVICE") ||
        word.is("GPU_LAMBDA") || word.is("TCNN_DEVICE") || word.is("TCNN_HOST_DEVICE") || word.is("CUTE_DEVICE") ||
        word.is("CUTLASS_DEVICE") || word.is("CUTE_HOST_DEVICE") || word.is("CUTLASS_HOST_DEVICE") ||
        word.is("XGBOOST_DEVICE") || word.is("DEVICE")) {
      return true;
    }
  }
  return false;
}

void Reader::declarations(std::size_t end) {
  while (at_ < end) {
    const std::size_t before = at_;
    declaration(end);
    resynchronize(before);
  }
}

/// What is no declaration of a function, class or variable, and what only stands before one; true if there was such.
bool Reader::preamble(std::size_t end) {
  if (accept(";") || accept("}") || accept(")") || accept("friend")) return true;
  while (look().is("inline") && token(at_ + 1).is("namespace")) ++at_;
  const Token& next = token(at_ + 1);
  if (look().is("namespace") || (look().is("extern") && next.kind == TokenKind::kString && token(at_ + 2).is("{"))) {
    name_space(end);
    return true;
  }
  if (look().is("template") && next.is("<")) {
    const std::size_t close = template_end(at_ + 1, end);
    at_ = close == 0 ? at_ + 1 : close + 1;
    return true;
  }
  if (look().is("using") || look().is("typedef")) {
    alias(end);
    return true;
  }
  if (look().is("static_assert")) {
    at_ = find(at_, end, {";"}) + 1;
    return true;
  }
  // Macros that need no semicolon: `DEFINE_SEMAPHORE(a) namespace n {`, `BEGIN_DETAIL template <class T> …`.
  if (look().is_name() && next.is("(")) {
    const std::size_t behind = closing(at_ + 1, end) + 1;
    if (behind < end && token(behind).is_name() && !is_qualifier(token(behind).text)) {
      at_ = behind;
      return true;
    }
  }
  if (look().is_name() && (next.is("namespace") || next.is("template")) && !look().is("extern")) {
    ++at_;
    return true;
  }
  if ((look().is("public") || look().is("private") || look().is("protected")) && next.is(":")) {
    at_ += 2;
    return true;
  }
  return false;
}

void Reader::name_space(std::size_t end) {
  const std::size_t open = find(at_, end, {"{", ";", "="});
  if (!token(open).is("{")) {
    at_ = find(open, end, {";"}) + 1;
    return;
  }
  const std::size_t close = closing(open, end);
  const bool is_named = token(open - 1).is_name() && !token(open - 1).is("namespace");
  around_.push_back({.name = is_named ? token(open - 1).text : std::string_view(), .is_class = false});
  at_ = open + 1;
  declarations(close);
  around_.pop_back();
  at_ = close + 1;
}

void Reader::declaration(std::size_t end) {
  if (depth_ >= limits_.max_depth) {
    tell_too_deep(look().range);
    at_ = end;
    return;
  }
  ++depth_;
  if (!preamble(end)) {
    Head head{.begin = at_, .parameters = end, .name = end};
    while (at_ < end && !gather(head, end)) ++at_;
  }
  --depth_;
}

/// Takes in one token of a declaration, which goes on to its `;` or to the `{` of a body; true at its end.
bool Reader::gather(Head& head, std::size_t end) {
  const Token& here = look();
  const bool has_parameters = head.parameters != end;
  if (here.is("class") || here.is("struct") || here.is("union")) head.is_class |= !has_parameters;
  if (here.is("enum")) head.is_enum = true;
  if (here.is("operator") && operator_head(head, end)) return false;
  if (here.is("<") && !head.assigned) {
    if (const std::size_t close = template_end(at_, end); close != 0) {
      at_ = close;
      return false;
    }
  }
  if (here.is("=") && !has_parameters) head.assigned = true;
  if (here.is("(") || here.is("[")) {
    bracket(head, end);
    return false;
  }
  if (here.is(";")) {
    if (!has_parameters && !head.is_enum) fields(head.begin, at_);
    if (has_parameters && !head.assigned && !head.is_class) declared_function(head);
    ++at_;
    return true;
  }
  if (here.is(":") && has_parameters && !head.assigned) {
    const std::size_t body = body_behind_initializers(end);
    if (body == end) return false;
    function(head, body, closing(body, end));
    at_ = closing(body, end) + 1;
    return true;
  }
  if (here.is("{")) {
    body(head, end);
    return true;
  }
  return here.is("}");
}

/// `operator()(…)`, `operator==(…)`
bool Reader::operator_head(Head& head, std::size_t end) {
  head.name = at_;
  std::size_t open = at_ + 1;
  if (token(open).is("(") && token(open + 1).is(")")) open += 2;
  while (open < end && !token(open).is("(") && !token(open).is(";") && !token(open).is("{")) ++open;
  if (!token(open).is("(")) return false;
  head.parameters = open;
  at_ = closing(open, end);
  return true;
}

void Reader::bracket(Head& head, std::size_t end) {
  const bool has_name = at_ > head.begin && token(at_ - 1).is_name() && !is_attribute_call(token(at_ - 1).text);
  const bool after_template = at_ > head.begin && token(at_ - 1).is(">");
  // A macro that needs no semicolon may stand before: `REGISTER(x) void f(int a) {`.
  const Token& behind = token(closing(head.parameters, end) + 1);
  const bool was_macro = head.parameters != end && behind.is_name() && !is_qualifier(behind.text);
  const bool is_open = head.parameters == end || was_macro;
  if (look().is("(") && is_open && !head.assigned && (has_name || after_template)) {
    head.parameters = at_;
    head.name = at_ - 1;
    if (after_template) head.name = name_before_template(head.begin, head.name);
  }
  at_ = closing(at_, end);
}

/// Of a specialization, `name<int>(`, whose `>` is given; that if there is none.
std::size_t Reader::name_before_template(std::size_t begin, std::size_t close) const {
  int depth = 0;
  for (std::size_t at = close; at > begin; --at) {
    if (token(at).is(">")) ++depth;
    if (token(at).is("<") && --depth == 0) return token(at - 1).is_name() ? at - 1 : close;
  }
  return close;
}

/// From the `:` before a constructor's initializers, `name(…)` or `name{…}`, to its body; `end` if these are none.
std::size_t Reader::body_behind_initializers(std::size_t end) const {
  std::size_t item = at_ + 1;
  while (item < end) {
    const std::size_t group = find(item, end, {"(", "{", ";"});
    if (!token(group).is("(") && !token(group).is("{")) return end;
    const std::size_t close = closing(group, end);
    const bool more = token(close + 1).is(",") || token(close + 1).is("...");
    if (!more) return token(close + 1).is("{") ? close + 1 : end;
    item = close + 1 + (token(close + 1).is("...") ? 2 : 1);
  }
  return end;
}

/// What the `{` opens: a class, a function, or nothing that is read.
void Reader::body(const Head& head, std::size_t end) {
  const std::size_t open = at_;
  const std::size_t close = closing(open, end);
  const bool has_parameters = head.parameters != end;
  const bool is_class =
      head.is_class && (!has_parameters || token(head.begin).is("struct") || token(head.begin).is("class"));
  if (is_class && !head.assigned) {
    class_body(head.begin, open, close);
    at_ = find(close + 1, end, {";", "{", "}", "("});
    if (!token(at_).is(";")) at_ = close + 1;
    return;
  }
  if (!head.is_enum && !head.assigned && has_parameters) function(head, open, close);
  at_ = close + 1;
}

/// `class Name : public Base<T> {`
void Reader::class_body(std::size_t begin, std::size_t open, std::size_t close) {
  LinkedClass read{.name = {}, .bases = {}};
  const std::size_t colon = find(begin, open, {":"});
  for (std::size_t i = begin; i < open; ++i) {
    if (token(i).is("<")) {
      if (const std::size_t end = template_end(i, open); end != 0) i = end;
      continue;
    }
    const Token& next = token(i + 1);
    if (!token(i).is_name() || is_attribute_call(token(i).text) || token(i).is("final")) continue;
    const bool is_last =
        i + 1 >= open || next.is("<") || next.is(":") || next.is(",") || next.is("{") || next.is("final");
    if (i < colon) {
      read.name = token(i).text;
    } else if (is_last) {
      read.bases.push_back(token(i).text);
    }
  }
  around_.push_back({.name = read.name, .is_class = true});
  if (!read.name.empty()) file_links_.classes.push_back(std::move(read));
  at_ = open + 1;
  declarations(close);
  around_.pop_back();
  at_ = close;
}

/// Members of a class or variables of a namespace: `thrust::device_vector<int> a, *b;`
void Reader::fields(std::size_t begin, std::size_t end) {
  const std::size_t stop = find(begin, end, {"=", ","});
  const std::size_t called = declarator_name(begin, stop);
  if (called >= stop || !scopes_.empty()) return;
  std::size_t bare = called;
  while (bare > begin && (token(bare - 1).is("*") || token(bare - 1).is("&"))) --bare;
  const std::span<const Token> written(&tokens_[begin], bare - begin);
  const Type type = written_type(written);
  const std::string_view held = class_of_type(written);
  for (std::size_t at = bare; at < end;) {
    const bool points = token(at).is("*");
    while (at < end && !token(at).is_name()) ++at;
    if (at >= end) return;
    fields_[token(at).text] = seen_value(at, points ? pointer_to(type) : type);
    if (!held.empty()) file_links_.fields.push_back({.owner = enclosing_class(), .name = token(at).text, .type = held});
    at = find(at, end, {","}) + 1;
  }
}

std::string_view Reader::enclosing_class() const {
  return !around_.empty() && around_.back().is_class ? around_.back().name : std::string_view();
}

void Reader::parameters(std::size_t open, std::size_t close, std::vector<model::Parameter>& into) {
  std::size_t from = open + 1;
  while (from < close) {
    std::size_t stop = from;
    std::size_t value = close;
    for (; stop < close && !token(stop).is(","); ++stop) {
      if (token(stop).is("=") && value == close) value = stop;
      if (token(stop).is("<") && value == close) {
        if (const std::size_t end = template_end(stop, close); end != 0) stop = end;
      } else if (token(stop).is("(") || token(stop).is("{") || token(stop).is("[")) {
        stop = closing(stop, close);
      }
    }
    const std::size_t last = std::min(stop, value);
    const std::size_t called = declarator_name(from, last);
    if (called < last) {
      const Type type = seen_value(called, written_type({&tokens_[from], called - from}));
      declare(token(called).text, type, class_of_type({&tokens_[from], called - from}));
      if (type == Type::kTensor) unplaced_.insert(token(called).text);
      model::Parameter parameter{};
      parameter.name = symbols_.intern(token(called).text);
      parameter.kind = model::ParameterKind::kNormal;
      parameter.range = range_of(from, stop);
      parameter.annotation = declared_type(type, from, called);
      if (value < stop) parameter.default_value = default_value(value + 1, stop);
      into.push_back(parameter);
    }
    from = stop + 1;
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

void Reader::initializers(std::size_t from, std::size_t open) {
  // Between the parameters and the body: `: a(f(x)), b{y}`.
  at_ = find(from, open, {":"});
  while (at_ < open) {
    const std::size_t group = find(at_, open, {"(", "{"});
    if (group >= open) break;
    const std::size_t close = closing(group, open);
    at_ = group + 1;
    std::vector<Argument> given = arguments(close);
    const auto field = fields_.find(token(group - 1).text);
    const Type type = field == fields_.end() ? Type::kUnknown : field->second;
    if (type == Type::kDeviceVector || type == Type::kHostVector) {
      add_expression(construct(type, std::move(given), range_of(group - 1, close + 1)).node);
    } else {
      add_arguments(given);
    }
    at_ = close + 1;
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

void Reader::function(const Head& head, std::size_t open, std::size_t close) {
  const std::size_t called = head.name;
  if (only_members_ || is_device_code(head.begin, open) || is_device_code_at(called)) return;
  scopes_.emplace_back();
  unplaced_.clear();
  std::vector<model::Parameter> given;
  parameters(head.parameters, closing(head.parameters, open), given);
  take_given(given);
  const std::string_view outer_owner = std::exchange(owner_, owner_of(called));
  Statements body;
  Statements* outer = sink_;
  sink_ = &body;
  // A function named for a device is what that device's dispatch calls.
  const std::string_view named = token(called).text;
  const bool for_cpu = place_ == FilePlace::kCpu || (is_for_cpu(named) && !moves_there(named));
  const bool for_cuda = named.ends_with("_cuda") || named.ends_with("CUDA") || named.ends_with("Cuda") ||
                        named.find("_cuda_") != std::string_view::npos;
  const FilePlace outer_place = std::exchange(place_, for_cpu ? FilePlace::kCpu : place_);
  if (for_cpu || for_cuda) place_parameters(given, !for_cpu);
  const std::size_t end = closing(head.parameters, open);
  initializers(end, open);
  at_ = open + 1;
  statements(close);
  sink_ = outer;
  place_ = outer_place;
  const std::string_view written = called_as(head);
  // A destructor is called where an object is declared; one that only releases memory says nothing there.
  const bool is_called = !written.starts_with('~') || waits_by_name(open, close);
  LinkedFunction defined = signature(head.parameters, end);
  defined.id = static_cast<std::uint32_t>(module_.functions.size());
  defined.called = symbols_.intern(is_called ? written : "~");
  defined.owner = owner_;
  file_links_.functions.push_back(defined);
  owner_ = outer_owner;
  scopes_.pop_back();
  body_.push_back(new_function(written, range_of(head.begin, close + 1), token(called).range, given, body));
}

/// Is something called between the tokens whose name says that it waits?
bool Reader::waits_by_name(std::size_t from, std::size_t to) const {
  for (std::size_t i = from; i < to; ++i) {
    if (token(i).is_name() && token(i + 1).is("(") && token(i).text.contains("ynchronize")) return true;
  }
  return false;
}

void Reader::unused_macro(const Macro& macro) {
  if (is_device_code(0, tokens_.size())) return;
  Statements body;
  sink_ = &body;
  scopes_.emplace_back();
  statements(tokens_.size());
  scopes_.pop_back();
  sink_ = nullptr;
  if (body.empty()) return;
  const auto count = Arity::clamped(macro.parameters.size());
  file_links_.functions.push_back({.id = static_cast<std::uint32_t>(module_.functions.size()),
                                   .called = symbols_.intern(macro.name),
                                   .owner = {},
                                   .arity = {.fewest = count, .most = macro.is_variadic ? Arity::kAny : count},
                                   .is_macro = true});
  // Other macros of the file name it, which is no call of a function.
  const std::string called = std::string(macro.name) + " (macro)";
  body_.push_back(new_function(called, range_of(0, tokens_.size()), macro.name_range, {}, body));
}

const model::Statement* Reader::new_function(std::string_view called, TextRange range, TextRange name_range,
                                             const std::vector<model::Parameter>& given, const Statements& body,
                                             std::optional<model::Symbol> local) {
  auto* function = make_statement<model::Function>(range);
  function->id = static_cast<std::uint32_t>(module_.functions.size());
  // A call by name goes to the first of several overloads; the others are entered as their parameters declare them.
  std::string known_as = is_python_builtin(called) ? std::string(called) + "_" : std::string(called);
  if (const std::uint32_t number = ++overloads_[known_as]; number > 1) known_as += " (" + std::to_string(number) + ")";
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
