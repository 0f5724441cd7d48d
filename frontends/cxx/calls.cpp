// Names and calls: what C++ spells in its own way and the catalog under torch's names.
#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <utility>

#include "analyzer/model/dotted_name.h"
#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// Tensors that `at::name_out(...)` is given to write into.
std::size_t outputs_of(std::string_view name, std::size_t arguments) {
  if (tables::kTwoOutputs.has(name) && arguments > 2) return 2;
  return (name == "max_out" || name == "min_out") && arguments > 3 ? 2 : 1;  // with a dimension, values and indices
}

/// `PROJECT_LOG_DEBUG("%s", text(x.cpu()))`, `DEBUG_PRINTF("%f", norm(x))`
bool logs_in_debug(std::string_view name) {
  return (name.contains("LOG") || name.contains("PRINT")) && is_macro_of(name, tables::kChecksLevels);
}

/// What its arguments do, only builds for debugging do.
bool asserts_in_debug(std::string_view name) {
  return name == "assert" || name.starts_with("DCHECK") || name.ends_with("_DEBUG_ONLY");
}

bool asks_for_device(std::string_view condition) {
  return condition.find("is_cpu()") != std::string_view::npos || condition.find("is_cuda()") != std::string_view::npos;
}

}  // namespace

bool Reader::holds_afterwards(std::string_view written, std::span<const Argument> given) const {
  if (matches_any(tables::kChecksHolds, written)) return true;
  if (given.empty() || !is_macro_of(written, tables::kChecksWords)) return false;
  const TextRange range = given.front().range;
  return asks_for_device(std::string_view(module_.text).substr(range.begin, range.size()));
}

Reader::Typed Reader::qualified_name(const syntax::Name& read) {
  // `using` and aliases hide whose name it is.
  const bool is_call = read.use == syntax::Name::Use::kCall;
  const std::string* full = facts_.name_at(token(read.last).range.begin);
  const bool is_hidden = full != nullptr && find_variable(read.written) == nullptr &&
                         known_name(read.written, is_call).kind == NameKind::kPlain;
  const std::string_view written = is_hidden ? std::string_view(*full) : read.written;
  if (read.use == syntax::Name::Use::kLaunch) return launch(read);
  const Type* variable = written.contains("::") ? nullptr : find_variable(written);
  const bool is_own = variable != nullptr || (is_call && own_names_.contains(written));
  const KnownName known = is_own ? KnownName{} : known_name(written, is_call);
  return is_call ? call_name(written, read, known) : plain_name(written, read.begin, read.last, known);
}

Reader::Typed Reader::call_name(std::string_view written, const syntax::Name& read, const KnownName& known) {
  const Type* variable = written.contains("::") ? nullptr : find_variable(written);
  const std::size_t last = read.last;
  NameCall call{
      .written = written, .first = read.begin, .last = last, .open = read.open, .template_open = read.template_open};
  const bool is_debug = variable == nullptr && logs_in_debug(written);
  if (is_debug || written == "std::call_once" || written == "c10::call_once") {
    Statements body;
    Statements* outer = std::exchange(sink_, &body);
    call.given = arguments(read.given);
    if (is_debug) add_arguments(call.given);
    sink_ = outer;
    if (!body.empty())
      seldom_block(is_debug ? "cxx.debug" : "cxx.once", module_.arena.copy(body), range_of(call.open, read.end));
    if (is_debug) return {unknown(range_of(read.begin, read.end))};
  } else {
    call.given = arguments(read.given);
    if (variable == nullptr && asserts_in_debug(written)) module_.debug_code.push_back(range_of(call.open, read.end));
  }
  if (token(call.open + 1).is(","))  // `CHECK_CUDA(, debug)`: to a macro it is an argument, an empty one
    call.given.insert(call.given.begin(), {.value = {unknown(token(call.open).range)}});
  call.name_range = range_of(read.begin, last + 1);
  call.range = range_of(read.begin, read.end);
  call.arguments_range = range_of(call.open, read.end);
  if (variable == nullptr) {
    if (const std::optional<Typed> handed = handed_call(call)) return *handed;
    if (holds_afterwards(written, call.given) || matches_any(tables::kChecksOnGpu, written) ||
        matches_any(tables::kChecksOnCpu, written))
      return check(written, call.range, std::move(call.given));
    if (const std::optional<Typed> made = made_by_type(call)) return *made;
    if (known.kind == NameKind::kPolicy) return policy(known, call.name_range);
    if (known.kind == NameKind::kLibrary)
      return call_library(known, call.name_range, call.range, call.arguments_range, std::move(call.given));
    // `sort(thrust::device, …)`: the policy brings its namespace along.
    if (tables::kThrustAlgorithms.has(written) && !call.given.empty() && call.given.front().value.type == Type::kPolicy)
      return call_thrust("thrust." + std::string(written), call.name_range, call.range, call.arguments_range,
                         std::move(call.given));
  } else if (is_lambda(written)) {
    return {this->call(name(written, call.name_range), call.given, call.range, call.arguments_range)};
  } else if (*variable == Type::kUnknown && !call.given.empty()) {  // `criterion(output, target)`
    add_expression(name(written, call.name_range));
    const Expression* result =
        this->call(library("cxx.forward", call.name_range), call.given, call.range, call.arguments_range);
    return {linked(result, {.called = symbols_.intern(kCallOperator),
                            .kind = LinkedKind::kMethod,
                            .owner = held_by(written),
                            .count = Arity::clamped(call.given.size()),
                            .types = types_of(call.given)})};
  }
  if (const std::optional<Typed> standard = call_standard(call)) return *standard;
  const std::string_view plain =
      written.substr(written.rfind(':') == std::string_view::npos ? 0 : written.rfind(':') + 1);
  // A function of the standard library or of another namespace is not the file's own of that name.
  const bool foreign = written.starts_with("std::") || is_python_builtin(plain);
  const Expression* callee = name(foreign ? "std::" + std::string(plain) : std::string(plain), call.name_range);
  const bool is_standard = written.starts_with("std::");
  open_members(call.given);
  const Expression* result =
      this->call(callee, is_standard ? call.given : with_places(call.given), call.range, call.arguments_range);
  if (!is_standard) {
    linked(result, {.called = symbols_.intern(plain),
                    .owner = qualifier_before(last),
                    .count = Arity::clamped(call.given.size()),
                    .types = types_of(call.given)});
  }
  if (call.template_open != 0 && is_maker(plain))
    add_constructor(class_of_type(tokens_.slice(call.template_open + 1, call.open - 1)), call.given, call.range);
  return seen_result(last, {result});
}

/// `kernel<<<grid, block>>>(arguments)`
Reader::Typed Reader::launch(const syntax::Name& read) {
  add_arguments(arguments(read.configuration));
  if (read.open == syntax::kNoToken) return {unknown(range_of(read.begin, read.last + 1))};
  add_arguments(arguments(read.given));
  const TextRange range = range_of(read.begin, read.end);
  return {call(library("cxx.launch", range), {}, range, range)};
}

/// Of Thrust: whoever calls the function that hands it on may wait.
Reader::Typed Reader::policy(const KnownName& known, TextRange range) {
  file_links_.names_library = true;
  return {text(known.path, range), Type::kPolicy};
}

/// A name that is not called.
Reader::Typed Reader::plain_name(std::string_view written, std::size_t first, std::size_t last,
                                 const KnownName& known) {
  const TextRange range = range_of(first, last + 1);
  switch (known.kind) {
    case NameKind::kDevice:
      return {text(known.path, range), Type::kDevice};
    case NameKind::kElement:
      return {library(known.path, range), Type::kElementType};
    case NameKind::kText:
      return {text(known.path, range)};
    case NameKind::kPolicy:
      return policy(known, range);
    case NameKind::kFormat:
      return {unknown(range), Type::kMemoryFormat};
    default:
      break;
  }
  const bool simple = !written.contains("::");
  if (const Type* variable = simple ? find_variable(written) : nullptr)
    return {name(written, range), seen_value(last, *variable), true};
  if (const auto field = fields_.find(written); field != fields_.end())
    return {name(written, range), seen_value(last, field->second), true};
  return {name(symbol_of_function(written), range), seen_value(last, Type::kUnknown), simple};
}

/// `at::Device(at::kCUDA)`, `thrust::device_vector<int>(n)`: the name is a type's.
std::optional<Reader::Typed> Reader::made_by_type(NameCall& call) {
  const Type written = written_type(tokens_.slice(call.first, call.open));
  const bool is_type =
      call.template_open != 0 || call.written.contains("::") || written == Type::kDevice || written == Type::kOptions;
  const bool given = !call.given.empty();
  switch (is_type ? written : Type::kUnknown) {
    case Type::kDeviceVector:
    case Type::kHostVector:
      return construct(written, std::move(call.given), call.range);
    case Type::kDeviceIterator:
      return Typed{given ? call.given.front().value.node : unknown(call.range), written};
    case Type::kOptions:
      if (given && call.given.front().value.type == Type::kDevice)
        return Typed{call.given.front().value.node, Type::kOptions};
      return Typed{no_device(call.range), Type::kOptions};
    case Type::kDevice:
      if (!given) return std::nullopt;
      return Typed{call.given.front().value.node, Type::kDevice};
    case Type::kTensor:
      return Typed{call.given.size() == 1 ? call.given.front().value.node : unknown(call.range), written};
    default:
      return std::nullopt;
  }
}

/// Functions of the standard library that hand on what they are given.
std::optional<Reader::Typed> Reader::call_standard(const NameCall& call) {
  const std::string_view written = call.written;
  const bool hands_on = written.ends_with("MaybeOwned::borrowed") || written.ends_with("MaybeOwned::owned") ||
                        tables::kHandsOn.has(written);
  if (hands_on && call.given.size() == 1) {
    const Typed& value = call.given.front().value;
    const bool is_vector = value.type == Type::kDeviceVector || value.type == Type::kHostVector;
    if (is_vector && written == "std::move") return Typed{value.node};  // its elements stay where they are
    return Typed{value.node, value.type, value.is_assignable};
  }
  const std::size_t index = call.template_open + 1;
  if (written == "std::get" && call.given.size() == 1 && call.template_open != 0 &&
      token(index).kind == TokenKind::kNumber) {
    auto* node = make_expression<model::Subscript>(call.range);
    node->object = call.given.front().value.node;
    node->index = number_of(token(index)).node;
    return Typed{node};
  }
  if (written.ends_with("_clock::now")) {  // of std::chrono
    return Typed{this->call(library("cxx.clock", call.name_range), {}, call.range, call.arguments_range)};
  }
  if (written.ends_with("make_data_loader")) {
    add_arguments(call.given);
    return Typed{unknown(call.range), Type::kLoader};
  }
  if (!tables::kTuples.has(written)) return std::nullopt;
  std::vector<const Expression*> elements;
  for (const Argument& argument : call.given) elements.push_back(argument.value.node);
  return Typed{sequence(model::SequenceKind::kTuple, elements, call.range)};
}

Reader::Typed Reader::check(std::string_view written, TextRange range, std::vector<Argument> given) {
  if (given.empty()) return {unknown(range)};
  const Expression* condition = nullptr;
  std::size_t next = 1;
  const Expression* first = given.front().value.node;
  if (holds_afterwards(written, given)) {
    condition = tested(given.front().value);
    if (written.ends_with("_EQ") || written.ends_with("_NE") || written.ends_with("_LT") || written.ends_with("_GT"))
      next = 2;
    if (next == 2 && given.size() > 1) add_expression(given[1].value.node);
  } else if (first->kind == model::ExpressionKind::kName) {
    if (find_variable(symbols_.text(first->as<model::Name>().name)) == nullptr) return {unknown(range)};
    const bool cuda = !matches_any(tables::kChecksOnCpu, written);
    // One branch of a dispatch: after it the tensors are together again wherever they are, which a join cannot say.
    if (cuda || branch_depth_ == 0) assert_place(as_tensor(given.front().value).node, cuda, range);
    return {unknown(range)};
  } else {  // of a call's result: a macro of a header, which may do more than look at it
    const bool names_debug = given.size() == 2 && module_.text.substr(given[1].range.begin, given[1].range.size())
                                                      .contains("debug");  // where it waits, if at all
    const Expression* callee = names_debug ? library("aten_cuda.check_in_debug", range) : name(written, range);
    const Expression* checked = call(callee, given, range, range);
    return {linked(checked, {.called = symbols_.intern(written), .count = Arity::clamped(given.size())})};
  }
  auto* statement = make_statement<model::Assert>(range);
  statement->condition = condition;
  if (given.size() > next) {
    std::vector<const Expression*> message;
    for (std::size_t i = next; i < given.size(); ++i) message.push_back(given[i].value.node);
    statement->message = sequence(model::SequenceKind::kList, message, range);
  }
  sink_->push_back(statement);
  return {unknown(range)};
}

// The address of one.
bool Reader::is_host_number(const Argument& argument) {
  const auto* variable = argument.value.node->get_if<model::Name>();
  if (argument.value.type != Type::kPointer || variable == nullptr || module_.text[argument.range.begin] != '&')
    return false;
  // One of a type that is not known here may be complex, or half as wide.
  const Type* type = find_variable(symbols_.text(variable->name));
  return type != nullptr && (*type == Type::kNumber || *type == Type::kUnknown);
}

Reader::Typed Reader::call_library(const KnownName& known, TextRange name_range, TextRange range,
                                   TextRange arguments_range, std::vector<Argument> given) {
  if (known.path.starts_with("torch."))
    return call_torch(known.path, name_range, range, arguments_range, std::move(given));
  if (known.path.starts_with("thrust."))
    return call_thrust(known.path, name_range, range, arguments_range, std::move(given));
  // `cublasSdot(…, &sum)`: a number of the host, which no pointer mode but the host's can mean.
  if (known.path.starts_with("cuda_runtime.cublas") && !given.empty() && is_host_number(given.back())) {
    const TextRange of_result = given.back().range;
    given.push_back({.value = {boolean(true, range)}, .keyword = "host_result", .range = of_result});
  }
  // The first argument is where the number goes: as in Python, the events are those of the call.
  if (known.path == "cuda_runtime.cudaEventElapsedTime" && given.size() == 3) {
    add_expression(given.front().value.node);
    given.erase(given.begin());
  }
  if (known.path.ends_with("Memcpy3D") && given.size() == 1) {
    const auto* parameters = given.front().value.node->get_if<model::Name>();
    const auto kind = parameters == nullptr ? copy_kinds_.end() : copy_kinds_.find(symbols_.text(parameters->name));
    if (kind != copy_kinds_.end()) given.push_back({.value = {kind->second}, .keyword = "kind", .range = range});
  }
  place_pointers(known.path, given);
  if (copies_pinned(known.path, given))
    given.push_back({.value = {boolean(true, range)}, .keyword = "pinned", .range = range});
  const bool makes_queue = known.path.starts_with("aten_cuda.get") && known.path.contains("Stream");
  return {call(library(known.path, name_range), given, range, arguments_range),
          makes_queue ? Type::kQueue : Type::kUnknown};
}

Reader::Typed Reader::call_torch(const std::string& path, TextRange name_range, TextRange range,
                                 TextRange arguments_range, std::vector<Argument> given) {
  const std::string_view last = model::last_part(path);
  if ((last == "device" || last == "dtype" || last == "TensorOptions" || last == "requires_grad" || last == "layout") &&
      given.size() <= 1) {
    const bool names_device = last == "device" && !given.empty();
    return {names_device ? given.front().value.node : no_device(range), Type::kOptions};
  }
  if (last == "index" && given.size() == 2) {  // at::index(x, {mask})
    const Typed object = given.front().value;
    given.erase(given.begin());
    return call_method({object.node, Type::kTensor}, {"index", name_range, range, arguments_range, std::move(given)});
  }
  if ((is_method_only(last) || last == "detach") && !given.empty()) {
    const Typed object = as_tensor(given.front().value);
    given.erase(given.begin());
    return call_method(object, {last, name_range, range, arguments_range, std::move(given)});
  }
  if (last == "pickle_load") {
    add_arguments(given);
    return {unknown(range), Type::kPickled};
  }
  if (path == "torch.load" && given.size() == 2 && given.front().value.type == Type::kTensor &&
      given.front().value.node->kind == model::ExpressionKind::kName) {
    add_arguments(given);  // `torch::load(x, file)` without a device
    add_assignment(given.front().value.node, call(library("cxx.host_tensor", range), {}, range, range), range,
                   Type::kTensor);
    return {unknown(range)};
  }
  if (last.starts_with("borrow_") && given.size() == 1) return {given.front().value.node, Type::kTensor};
  if (is_element_type_function(last))
    return {call(library("cxx.items", range), given, range, arguments_range), Type::kElementType};
  // `at::nonzero_out(out, x)` and `at::native::nonzero_out(x, out)` do what `at::nonzero(x)` does.
  constexpr std::string_view kOut = "_out";
  if (last.ends_with(kOut) && given.size() > 1) {
    const bool is_native = module_.text.substr(name_range.begin, name_range.size()).contains("native::");
    const auto outputs = static_cast<std::ptrdiff_t>(outputs_of(last, given.size()));
    given.erase(is_native ? given.end() - outputs : given.begin(), is_native ? given.end() : given.begin() + outputs);
    return call_torch(path.substr(0, path.size() - kOut.size()), name_range, range, arguments_range, std::move(given));
  }
  const bool creates = is_creation(last);
  // `torch::UsageMessage()`, `c10::toString(type)`: no operator.
  const bool is_text = last == "toString" || last == "str" || last.ends_with("_str") || last.ends_with("_string");
  if (is_text || (given.empty() && !creates)) {
    add_arguments(given);
    return {call(library("cxx.items", range), {}, range, arguments_range)};
  }
  // The first operand of an operator is a tensor, whatever else is known of it.
  if (!creates && !given.empty() && given.front().value.type == Type::kUnknown) {
    const model::ExpressionKind kind = given.front().value.node->kind;
    if (kind == model::ExpressionKind::kName || kind == model::ExpressionKind::kAttribute ||
        kind == model::ExpressionKind::kSubscript || kind == model::ExpressionKind::kCall) {
      given.front().value = as_tensor(given.front().value);
    }
  }
  for (std::size_t i = 0; creates && i < given.size(); ++i) {
    if (is_options(last, given, i)) given[i].keyword = "device";
  }
  if (creates && last != "tensor" && last != "new_tensor") host_numbers(given, !last.ends_with("_like"));
  std::vector<Argument> kept;
  for (Argument& argument : given) {
    const Type type = argument.value.type;
    if (type == Type::kMemoryFormat) continue;
    if (creates && (type == Type::kOptions || type == Type::kDevice)) argument.keyword = "device";
    if (creates && type == Type::kElementType) argument.keyword = "dtype";
    if (last == "from_blob" && type == Type::kOptions && argument.keyword.empty()) argument.keyword = "device";
    kept.push_back(argument);
  }
  // A pointer says nothing of how much lies behind it.
  if (last == "from_blob" && !kept.empty()) {
    add_expression(kept.front().value.node);
    kept.front().value.node = unknown(kept.front().range);
  }
  // A number is filled in on the device, unlike in Python; only a list of them is copied.
  const bool fills_in = last == "tensor" && !given.empty() && given.front().value.type == Type::kNumber;
  const Expression* made =
      call(library(fills_in ? "torch.scalar_tensor" : path, name_range), kept, range, arguments_range);
  if (creates) note_settings();
  return {made, Type::kTensor};
}

/// Code for the CPU gives Thrust the CPU's backend, unless it names another.
bool Reader::runs_on_cpu(const Argument& policy) const {
  if (place_ != FilePlace::kCpu) return false;
  const std::string_view written = module_.text.substr(policy.range.begin, policy.range.size());
  return !written.contains("cuda") && !written.contains("hip");
}

Reader::Typed Reader::call_thrust(const std::string& path, TextRange name_range, TextRange range,
                                  TextRange arguments_range, std::vector<Argument> given) {
  const std::string_view last = model::last_part(path);
  if (tables::kThrustPieces.has(last)) {
    Type type = Type::kUnknown;
    for (const Argument& argument : given) {
      if (type == Type::kUnknown) type = argument.value.type;
      add_expression(argument.value.node);
    }
    if (last == "device_pointer_cast") type = Type::kDeviceIterator;
    if (last == "raw_pointer_cast") type = Type::kPointer;
    if (last == "get") type = Type::kUnknown;
    if (type != Type::kDeviceIterator && type != Type::kHostIterator && type != Type::kPointer) type = Type::kUnknown;
    return {unknown(range), type};
  }
  if (given.empty()) return {call(library(path, name_range), given, range, arguments_range)};
  if (runs_on_cpu(given.front())) {
    add_arguments(given);
    return {unknown(range)};
  }
  // Which policy runs it: the one that is given, or the one that the iterators imply.
  Argument policy{.keyword = "policy", .range = given.front().range};
  const Typed& head = given.front().value;
  const std::string_view written = module_.text.substr(given.front().range.begin, given.front().range.size());
  const bool looks_like_policy =
      head.type == Type::kUnknown &&
      std::ranges::any_of(tables::kThrustPolicyWords, [&](std::string_view word) { return written.contains(word); });
  if (head.type == Type::kPolicy) {
    policy.value = head;
    given.erase(given.begin());
  } else if (looks_like_policy) {
    policy.value = head;
    given.erase(given.begin());
  } else {
    bool host = head.type == Type::kHostIterator || head.type == Type::kPointer;
    for (const Argument& argument : given)
      host = host && argument.value.type != Type::kDeviceIterator && argument.value.type != Type::kDeviceVector;
    const bool mixed = last == "copy" || last == "copy_n";
    const bool any_device = std::ranges::any_of(
        given, [](const Argument& argument) { return argument.value.type == Type::kDeviceIterator; });
    const bool may_leave = host && mixed && given.back().value.type == Type::kUnknown;
    policy.value = {may_leave ? unknown(range) : text(host && !(mixed && any_device) ? "host" : "par", range),
                    Type::kPolicy};
  }
  given.push_back(policy);
  const bool iterator =
      last.contains("unique") || last.contains("copy") || last.contains("remove") || last.contains("partition");
  return {call(library(path, name_range), given, range, arguments_range),
          iterator ? Type::kDeviceIterator : Type::kUnknown};
}

Reader::Typed Reader::construct(Type type, std::vector<Argument> given, TextRange range) {
  const bool moves =
      given.size() == 1 &&
      module_.text.substr(given.front().range.begin, given.front().range.size()).starts_with("std::move(");
  if (given.empty() || moves || place_ == FilePlace::kCpu) {
    add_arguments(given);
    return {unknown(range), type};
  }
  if (type == Type::kHostVector) {
    const Type source = given.front().value.type;
    if (source == Type::kDeviceVector || source == Type::kDeviceIterator) {
      return {call(library("thrust.to_host", range), given, range, range), type};
    }
    for (const Argument& argument : given) add_expression(argument.value.node);
    return {unknown(range), type};
  }
  return {call(library("thrust.device_vector", range), given, range, range), type};
}

}  // namespace syncfree::cxx
