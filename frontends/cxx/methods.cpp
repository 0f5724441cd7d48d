// Members, and the methods of what is no container and no tensor.
#include <algorithm>
#include <array>
#include <string>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

// From here on the tensor is on the GPU, or is not.
void Reader::assert_place(const Expression* tensor, bool cuda, TextRange range) {
  if (const auto* variable = tensor->get_if<model::Name>()) {
    unplaced_.erase(symbols_.text(variable->name));
    placed_.push_back(variable->name);
  }
  const Expression* condition = attribute(tensor, "is_cuda", range, range);
  auto* statement = make_statement<model::Assert>(range);
  statement->condition = cuda ? condition : not_of(condition);
  sink_->push_back(statement);
}

// In C++ these methods show that their object is a tensor, even where nothing else does.
Reader::Typed Reader::as_tensor(Typed object) {
  if (object.type == Type::kTensor && object.node->kind == model::ExpressionKind::kName &&
      find_variable(symbols_.text(object.node->as<model::Name>().name)) != nullptr) {
    return object;
  }
  if (object.node->kind == model::ExpressionKind::kName) {
    add_assignment(object.node, object.node, object.node->range, Type::kTensor);
    if (place_ == FilePlace::kCpu) assert_place(object.node, false, object.node->range);
    return {object.node, Type::kTensor, object.is_assignable};
  }
  const std::string temporary = "value " + std::to_string(temporaries_++);
  add_assignment(name(temporary, object.node->range), object.node, object.node->range, Type::kTensor);
  if (place_ == FilePlace::kCpu) assert_place(name(temporary, object.node->range), false, object.node->range);
  return {name(temporary, object.node->range), Type::kTensor};
}

// `x.index({i, Slice(1)})`, whose bounds are numbers of the host.
const model::Expression* Reader::subscript(Typed object, const Argument& indices, TextRange range) {
  const auto element = [&](const Expression* index) -> const Expression* {
    const auto* made = index->get_if<model::Call>();
    const auto* callee = made == nullptr ? nullptr : made->callee->get_if<model::Name>();
    if (callee == nullptr || symbols_.text(callee->name) != "Slice") return index;
    for (const model::Argument& bound : made->arguments) add_expression(bound.value);
    return make_expression<model::Slice>(index->range);
  };
  auto* node = make_expression<model::Subscript>(range);
  node->object = object.node;
  note_member(node->object);
  const auto* several = indices.value.node->get_if<model::Sequence>();
  if (several == nullptr) {
    node->index = indices.value.node;
  } else if (several->elements.size() == 1) {
    node->index = element(several->elements.front());
  } else {
    std::vector<const Expression*> elements;
    for (const Expression* index : several->elements) elements.push_back(element(index));
    node->index = sequence(model::SequenceKind::kTuple, elements, several->range);
  }
  return node;
}

// Methods that only tensors have in Python, of an object that is none.
Reader::Typed Reader::as_other(Typed object) {
  const std::string temporary = "value " + std::to_string(temporaries_++);
  add_assignment(name(temporary, object.node->range), object.node, object.node->range, Type::kOther);
  return {name(temporary, object.node->range), Type::kOther};
}

Reader::Typed Reader::member(Typed object, const syntax::Postfix::Suffix& read, TextRange range) {
  if (read.name == syntax::kNoToken) return object;
  const std::string_view called = token(read.name).text;
  const TextRange name_range = token(read.name).range;
  if (read.open != syntax::kNoToken) {
    return seen_result(read.name, call_method(object, {.called = called,
                                                       .name_range = name_range,
                                                       .range = range,
                                                       .arguments_range = range_of(read.open, read.end),
                                                       .given = arguments(read.given),
                                                       .through_pointer = token(read.name - 1).is("->")}));
  }
  if (const std::optional<Typed> part = of_batch(object, called, range)) return *part;
  const auto field = fields_.find(called);
  const Type type = seen_value(read.name, field == fields_.end() ? Type::kUnknown : field->second);
  const auto* self = object.node->get_if<model::Name>();
  if (self != nullptr && symbols_.text(self->name) == "this" && find_variable(called) != nullptr)
    open_member(symbols_.intern(called));
  if (self != nullptr && symbols_.text(self->name) == "this") return {name(called, name_range), type, true};
  return {attribute(object.node, called, range, name_range), type};
}

// Sizes, dimensions and positions are integers of the host in C++: its types do not let a tensor in.
const model::Expression* Reader::host_number(const Expression* value) {
  if (value->kind == model::ExpressionKind::kConstant) return value;
  return number_from({value});
}

/// Which number it is, the model leaves open; what it was made from, it keeps. It stands where that stands: in a macro
/// the declaration is wider, as everything around it is.
const model::Expression* Reader::number_from(const Typed& value) {
  const TextRange range = value.node->range;
  return call(library("cxx.number", {}), {{.value = value, .range = range}}, range, {});
}

void Reader::host_numbers(std::vector<Argument>& given, bool all) {
  for (Argument& argument : given) {
    if (argument.keyword == "device") continue;
    const Type type = argument.value.type;
    const bool is_unknown = type == Type::kUnknown && argument.value.node->kind != model::ExpressionKind::kSequence;
    if (type == Type::kNumber || (all && (is_unknown || type == Type::kHostVector))) {
      argument.value.node = host_number(argument.value.node);
    } else if (const auto* list = argument.value.node->get_if<model::Sequence>();
               list != nullptr && argument.value.type == Type::kUnknown) {
      std::vector<const Expression*> numbers;
      for (const Expression* element : list->elements) numbers.push_back(host_number(element));
      argument.value.node = sequence(list->sequence, numbers, list->range);
    }
  }
}

void Reader::name_copy_arguments(std::vector<Argument>& given) const {
  // C++ has `to(options, non_blocking, copy)`, `to(dtype, …)` and `to(device, dtype, …)`.
  constexpr std::array<std::string_view, 2> kFlags = {"non_blocking", "copy"};
  std::size_t flag = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string_view written = module_.text.substr(given[i].range.begin, given[i].range.size());
    const Type type = given[i].value.type;
    const bool named_so = (written.contains("type") || written.contains("Type")) && !written.contains("evice");
    const bool is_dtype = type == Type::kElementType || (named_so && (i > 0 || type == Type::kUnknown));
    if (is_dtype)
      given[i].keyword = "dtype";
    else if (i > 0 && flag < kFlags.size())
      given[i].keyword = kFlags[flag++];
  }
}

/// What answers to a method: each looks at the object and leaves what is none of its own to the next.
Reader::Typed Reader::call_method(Typed object, MethodCall call) {
  std::erase_if(call.given, [](const Argument& argument) { return argument.value.type == Type::kMemoryFormat; });
  using Answer = std::optional<Typed> (Reader::*)(Typed&, MethodCall&);
  constexpr std::array<Answer, 7> kAnswers = {&Reader::of_pickled, &Reader::of_container, &Reader::of_setting,
                                              &Reader::of_queue,   &Reader::of_optional,  &Reader::of_module,
                                              &Reader::of_tensor};
  for (const Answer answer : kAnswers) {
    if (const std::optional<Typed> typed = (this->*answer)(object, call)) return *typed;
  }
  if (call.called == "to") name_copy_arguments(call.given);  // of a tensor, as the inference may know
  return {linked_method(object, call)};
}

const model::Expression* Reader::plain_method(Typed object, const MethodCall& call) {
  const TextRange range = joined(object.node->range, call.name_range);
  auto* method = make_expression<model::Attribute>(range);
  method->object = object.node;
  method->name = symbols_.intern(call.called);
  method->name_range = call.name_range;
  note_member(method->object);
  return this->call(method, call.given, call.range, call.arguments_range);
}

Reader::Typed Reader::number(TextRange range) {
  return {call(library("cxx.number", range), {}, range, range), Type::kNumber};
}

void Reader::add_arguments(const std::vector<Argument>& given) {
  for (const Argument& argument : given) add_expression(argument.value.node);
}

/// Options, execution policies and devices: what says how something is made or run.
std::optional<Reader::Typed> Reader::of_setting(Typed& object, MethodCall& call) {
  const std::string_view called = call.called;
  // `ON_GPU.dtype(torch::kInt)`, of a macro or a function of the project: tensors have no such method.
  const bool sets = called == "dtype" && call.given.size() == 1 && call.given.front().value.type == Type::kElementType;
  if (sets && object.type == Type::kUnknown && foreign_name(*object.node)) object.type = Type::kOptions;
  if (object.type == Type::kOptions) {
    const bool is_device = called == "device";
    if (is_device && call.given.empty()) return Typed{object.node, Type::kDevice};
    return Typed{is_device ? call.given.front().value.node : object.node, Type::kOptions};
  }
  if (object.type == Type::kPolicy) {  // thrust::cuda::par(allocator).on(stream)
    add_arguments(call.given);
    return object;
  }
  if (called == "get_thrust_policy") {  // of a RAFT handle
    add_expression(object.node);
    return Typed{text("par_nosync", call.range), Type::kPolicy};
  }
  if (object.type != Type::kDevice) return std::nullopt;
  if (called == "type") return Typed{attribute(object.node, "type", call.range, call.name_range)};
  if (called != "is_cuda" && called != "is_cpu") return std::nullopt;
  return Typed{is_on(object.node, called == "is_cuda" ? "cuda" : "cpu", call)};
}

/// `device.type == "cuda"`
Reader::Typed Reader::is_on(const Expression* device, std::string_view kind, const MethodCall& call) {
  const Expression* asked = attribute(device, "type", call.range, call.name_range);
  return {comparison(asked, model::ComparisonOperator::kEqual, text(kind, call.range), call.range), Type::kNumber};
}

/// Streams, events and graphs.
std::optional<Reader::Typed> Reader::of_queue(Typed& object, MethodCall& call) {
  const auto on_object = [&](const char* path) {
    return Typed{this->call(library(path, call.name_range), {{.value = object, .range = object.node->range}},
                            call.range, call.arguments_range)};
  };
  if ((tables::kQueueWaits.has(call.called) && call.given.empty()) || tables::kHandleWaits.has(call.called))
    return wait_for(object, call);
  // `cuda::stream_ref` of CUDA's C++ library
  const bool waits = call.called == "wait" || call.called == "sync";
  if (waits && call.given.empty() && object.type == Type::kQueue) return on_object("aten_cuda.wait_for");
  if (call.called == "query" && call.given.empty() && object.type == Type::kQueue) return on_object("aten_cuda.query");
  if (call.called == "capture_begin" || call.called == "capture_end") {  // of at::cuda::CUDAGraph
    return Typed{this->call(library("aten_cuda." + std::string(call.called), call.name_range), call.given, call.range,
                            call.arguments_range)};
  }
  return std::nullopt;
}

/// A tensor that may be missing, or is referred to, is read as the tensor.
std::optional<Reader::Typed> Reader::of_optional(Typed& object, MethodCall& call) {
  if (object.type != Type::kTensor) return std::nullopt;
  if (call.given.empty() && (call.called == "value" || call.called == "get")) return object;
  if (call.called == "has_value") return number(call.range);
  if (call.called != "value_or") return std::nullopt;
  add_arguments(call.given);
  return object;
}

/// Does the argument of `to` say where?
bool Reader::names_place(const Argument& argument) const {
  if (argument.value.type == Type::kDevice) return true;
  if (argument.value.type != Type::kUnknown) return false;
  const std::string_view written = module_.text.substr(argument.range.begin, argument.range.size());
  return written.contains("evice") && !written.contains('(');
}

/// `model->to(device)`: modules are held by pointers, tensors are not. What a module that is nowhere known is given on
/// the CPU, it works on there: `model.forward(inputs).toTensor()`.
std::optional<Reader::Typed> Reader::of_module(Typed& object, MethodCall& call) {
  const bool is_led_to = object.type == Type::kPointer && call.through_pointer && call.called == "forward";
  if (object.type != Type::kUnknown && !is_led_to) return std::nullopt;
  const bool moves = call.called == "to" && !call.given.empty() && names_place(call.given.front());
  if (moves && (call.through_pointer || is_object(*object.node))) {
    add_expression(object.node);
    object.node = this->call(library("cxx.host_module", object.node->range), {}, object.node->range, {});
    name_copy_arguments(call.given);
    return Typed{plain_method(object, call)};
  }
  if (call.given.empty() && (call.called == "toTensor" || call.called == "toTuple")) return object;
  if (call.called != "forward" || call.given.empty()) return std::nullopt;
  add_expression(object.node);
  call.given.front().value = first_of(call.given.front().value);
  return Typed{this->call(library("cxx.forward", call.name_range), call.given, call.range, call.arguments_range)};
}

}  // namespace syncfree::cxx
