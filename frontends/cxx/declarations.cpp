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
         function.find("_cpu_") != std::string_view::npos;
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

void Reader::declaration(std::size_t end) {
  if (accept(";") || accept("}") || accept(")")) return;
  if (++depth_ > limits_.max_depth) {
    tell_too_deep(look().range);
    --depth_;
    at_ = end;
    return;
  }
  struct Leave {
    std::uint32_t& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  while (look().is("inline") && token(at_ + 1).is("namespace")) ++at_;
  if (look().is("namespace") ||
      (look().is("extern") && token(at_ + 1).kind == TokenKind::kString && token(at_ + 2).is("{"))) {
    const std::size_t open = find(at_, end, {"{", ";", "="});
    if (!token(open).is("{")) {
      at_ = find(open, end, {";"}) + 1;
      return;
    }
    const std::size_t close = closing(open, end);
    at_ = open + 1;
    declarations(close);
    at_ = close + 1;
    return;
  }
  if (look().is("template") && token(at_ + 1).is("<")) {
    const std::size_t close = template_end(at_ + 1, end);
    at_ = close == 0 ? at_ + 1 : close + 1;
    return;
  }
  if (look().is("using") || look().is("typedef")) return alias(end);
  if (look().is("static_assert")) {
    at_ = find(at_, end, {";"}) + 1;
    return;
  }
  if (accept("friend")) return;
  // Macros that need no semicolon: `DEFINE_SEMAPHORE(a) namespace n {`, `BEGIN_DETAIL template <class T> …`.
  if (look().is_name() && token(at_ + 1).is("(")) {
    const std::size_t next = closing(at_ + 1, end) + 1;
    if (next < end && token(next).is_name() && !is_qualifier(token(next).text)) {
      at_ = next;
      return;
    }
  }
  if (look().is_name() && (token(at_ + 1).is("namespace") || token(at_ + 1).is("template")) && !look().is("extern")) {
    ++at_;
    return;
  }
  if ((look().is("public") || look().is("private") || look().is("protected")) && token(at_ + 1).is(":")) {
    at_ += 2;
    return;
  }
  // Gather one declaration: up to its `;`, or to the `{` of a body.
  const std::size_t begin = at_;
  std::size_t parameters = end;  // its `(`
  std::size_t name = end;
  bool is_class = false;
  bool is_enum = false;
  bool assigned = false;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& here = token(i);
    if (here.is("class") || here.is("struct") || here.is("union")) is_class = is_class || parameters == end;
    if (here.is("enum")) is_enum = true;
    if (here.is("operator")) {  // `operator()(…)`, `operator==(…)`
      name = i;
      std::size_t open = i + 1;
      if (token(open).is("(") && token(open + 1).is(")")) open += 2;
      while (open < end && !token(open).is("(") && !token(open).is(";") && !token(open).is("{")) ++open;
      if (token(open).is("(")) {
        parameters = open;
        i = closing(open, end);
        continue;
      }
    }
    if (here.is("<") && !assigned) {
      if (const std::size_t close = template_end(i, end); close != 0) {
        i = close;
        continue;
      }
    }
    if (here.is("=") && parameters == end) assigned = true;
    if (here.is("(") || here.is("[")) {
      const bool has_name = i > begin && token(i - 1).is_name() && !is_attribute_call(token(i - 1).text);
      const bool after_template = i > begin && token(i - 1).is(">");
      // A macro that needs no semicolon may stand before: `REGISTER(x) void f(int a) {`.
      const bool was_macro = parameters != end && token(closing(parameters, end) + 1).is_name() &&
                             !is_qualifier(token(closing(parameters, end) + 1).text);
      if (here.is("(") && (parameters == end || was_macro) && !assigned && (has_name || after_template)) {
        parameters = i;
        name = i - 1;
      }
      i = closing(i, end);
      continue;
    }
    if (here.is(";")) {
      if (parameters == end && !is_enum) {
        const std::size_t stop = find(begin, i, {"="});
        const std::size_t called = declarator_name(begin, stop);
        if (called < stop && scopes_.empty())
          fields_[token(called).text] = seen_value(called, written_type({&tokens_[begin], called - begin}));
      }
      at_ = i + 1;
      return;
    }
    if (here.is(":") && parameters != end &&
        !assigned) {  // constructor initializers: `name(…)` or `name{…}`, then the body
      std::size_t item = i + 1;
      while (item < end) {
        const std::size_t group = find(item, end, {"(", "{", ";"});
        if (!token(group).is("(") && !token(group).is("{")) break;
        const std::size_t close = closing(group, end);
        const bool more = token(close + 1).is(",") || token(close + 1).is("...");
        if (!more) {
          if (token(close + 1).is("{")) {
            const std::size_t body = close + 1;
            function(begin, parameters, body, closing(body, end), name);
            at_ = closing(body, end) + 1;
            return;
          }
          break;
        }
        item = close + 1 + (token(close + 1).is("...") ? 2 : 1);
      }
      continue;
    }
    if (here.is("{")) {
      const std::size_t close = closing(i, end);
      if (is_class && (parameters == end || token(begin).is("struct") || token(begin).is("class")) && !assigned) {
        class_body(i, close);
        at_ = find(close + 1, end, {";", "{", "}", "("});
        if (!token(at_).is(";")) at_ = close + 1;
        return;
      }
      if (is_enum || assigned || parameters == end) {
        at_ = close + 1;
        return;
      }
      function(begin, parameters, i, close, name);
      at_ = close + 1;
      return;
    }
    if (here.is("}")) {
      at_ = i;
      return;
    }
  }
  at_ = end;
}

void Reader::class_body(std::size_t open, std::size_t close) {
  at_ = open + 1;
  declarations(close);
  at_ = close;
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
      declare(token(called).text, type);
      model::Parameter parameter{};
      parameter.name = symbols_.intern(token(called).text);
      parameter.kind = model::ParameterKind::kNormal;
      parameter.range = range_of(from, stop);
      parameter.annotation = declared_type(type, from, called);
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
  if (type != Type::kUnknown) return nullptr;
  for (std::size_t i = from; i < called; ++i) {
    const std::string_view word = token(i).text;
    const bool is_open = word == "auto" || (token(i).is_name() && word.size() <= 2 && word != "at") ||
                         word.find("Tensor") != std::string_view::npos || word.find("_t") != std::string_view::npos ||
                         word.starts_with("T_");
    if (is_open) return nullptr;
  }
  return library("cxx.Object", {});
}

void Reader::initializers(std::size_t from, std::size_t open) {
  // Between the parameters and the body: `: a(f(x)), b{y}`.
  at_ = find(from, open, {":"});
  while (at_ < open) {
    const std::size_t group = find(at_, open, {"(", "{"});
    if (group >= open) break;
    const std::size_t close = closing(group, open);
    at_ = group + 1;
    for (const Argument& argument : arguments(close)) add_expression(argument.value.node);
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

void Reader::function(std::size_t begin, std::size_t open_parameters, std::size_t open, std::size_t close,
                      std::size_t called) {
  if (is_device_code(begin, open) || is_device_code_at(called)) return;
  scopes_.emplace_back();
  std::vector<model::Parameter> given;
  parameters(open_parameters, closing(open_parameters, open), given);
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
  const std::size_t end = closing(open_parameters, open);
  initializers(end, open);
  at_ = open + 1;
  statements(close);
  sink_ = outer;
  place_ = outer_place;
  scopes_.pop_back();
  body_.push_back(new_function(token(called).text, range_of(begin, close + 1), token(called).range, given, body));
}

void Reader::unused_macro(const Macro& macro) {
  if (is_device_code(0, tokens_.size())) return;
  Statements body;
  sink_ = &body;
  scopes_.emplace_back();
  statements(tokens_.size());
  scopes_.pop_back();
  sink_ = nullptr;
  if (!body.empty()) body_.push_back(new_function(macro.name, range_of(0, tokens_.size()), macro.name_range, {}, body));
}

const model::Statement* Reader::new_function(std::string_view called, TextRange range, TextRange name_range,
                                             const std::vector<model::Parameter>& given, const Statements& body) {
  auto* function = make_statement<model::Function>(range);
  function->id = static_cast<std::uint32_t>(module_.functions.size());
  // A call by name goes to the first of several overloads; the others are entered as their parameters declare them.
  std::string known_as = is_python_builtin(called) ? std::string(called) + "_" : std::string(called);
  if (const std::uint32_t number = ++overloads_[known_as]; number > 1) known_as += " (" + std::to_string(number) + ")";
  function->name = symbols_.intern(known_as);
  function->name_range = name_range;
  function->parameters = module_.arena.copy(given);
  function->body = module_.arena.copy(body);
  const auto is_parameter = [&](model::Symbol symbol) {
    return std::ranges::any_of(given, [&](const model::Parameter& parameter) { return parameter.name == symbol; });
  };
  std::erase_if(bound_, is_parameter);
  function->locals = module_.arena.copy(bound_);
  bound_.clear();
  module_.functions.push_back(function);
  return function;
}

}  // namespace syncfree::cxx
