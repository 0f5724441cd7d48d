// Members: the methods of tensors, and what C++ has as a method and Python as an attribute.
#include <algorithm>
#include <array>
#include <string>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// Properties in Python, methods in C++.
struct Property {
  std::string_view method;
  std::string_view attribute;
};
constexpr std::array kProperties = {Property{"device", "device"},     Property{"is_cuda", "is_cuda"},
                                    Property{"scalar_type", "dtype"}, Property{"dtype", "dtype"},
                                    Property{"sizes", "shape"},       Property{"sym_sizes", "shape"},
                                    Property{"ndimension", "ndim"},   Property{"grad", "grad"}};

/// None of their arguments can be a tensor in C++.
bool takes_only_sizes(std::string_view method) {
  constexpr std::array<std::string_view, 8> kNames = {"expand",  "view",    "reshape",   "repeat",
                                                      "resize_", "permute", "new_zeros", "new_empty"};
  return std::ranges::find(kNames, method) != kNames.end();
}

bool is_text(const model::Expression* value, std::string_view text) {
  const auto* constant = value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString && constant->text == text;
}

}  // namespace

// From here on the tensor is on the GPU, or is not.
void Reader::assert_place(const Expression* tensor, bool cuda, TextRange range) {
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

// Which tensor of a map it is, nobody knows; that it is one, its type says.
Reader::Typed Reader::tensor_of_map(Typed map, Typed key, TextRange range) {
  add_expression(map.node);
  add_expression(key.node);
  const std::string temporary = "value " + std::to_string(temporaries_++);
  add_assignment(name(temporary, range), unknown(range), range, Type::kTensor);
  if (place_ == FilePlace::kCpu) assert_place(name(temporary, range), false, range);
  return {name(temporary, range), Type::kTensor};
}

Reader::Typed Reader::member(Typed object, std::size_t begin, std::size_t end) {
  if (look().is("template")) ++at_;
  if (look().is("~")) ++at_;
  if (!look().is_name()) return object;
  const std::size_t called = at_++;
  const std::string_view member_name = token(called).text;
  const TextRange name_range = token(called).range;
  bool has_template = false;
  if (look().is("<") && at_ < end) {
    const std::size_t close = template_end(at_, end);
    if (close != 0 && token(close + 1).is("(")) {
      at_ = close + 1;
      has_template = true;
    }
  }
  while (look().is("::") && token(at_ + 1).is_name() && at_ < end) at_ += 2;
  if (!look().is("(") || at_ >= end) {
    const auto* self = object.node->get_if<model::Name>();
    if (self != nullptr && symbols_.text(self->name) == "this") {
      const auto field = fields_.find(member_name);
      return {name(member_name, name_range),
              seen_value(called, field == fields_.end() ? Type::kUnknown : field->second), true};
    }
    const auto field = fields_.find(member_name);
    return {attribute(object.node, member_name, range_of(begin, at_), name_range),
            seen_value(called, field == fields_.end() ? Type::kUnknown : field->second)};
  }
  const std::size_t open = at_;
  const std::size_t close = closing(open, end);
  ++at_;
  std::vector<Argument> given = arguments(close);
  at_ = std::min(close + 1, end);
  static_cast<void>(has_template);
  return seen_result(called, call_method(object, member_name, name_range, range_of(begin, at_), range_of(open, at_),
                                         std::move(given)));
}

// Sizes, dimensions and positions are integers of the host in C++: its types do not let a tensor in.
const model::Expression* Reader::host_number(const Expression* value) {
  if (value->kind == model::ExpressionKind::kConstant) return value;
  add_expression(value);
  return call(library("cxx.number", value->range), {}, value->range, value->range);
}

void Reader::host_numbers(std::vector<Argument>& given, bool all) {
  for (Argument& argument : given) {
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

Reader::Typed Reader::call_method(Typed object, std::string_view called, TextRange name_range, TextRange range,
                                  TextRange arguments_range, std::vector<Argument> given) {
  std::erase_if(given, [](const Argument& argument) { return argument.value.type == Type::kMemoryFormat; });
  if (is_host_metadata(called)) {
    add_expression(object.node);
    return {call(library("cxx.host_tensor", range), {}, range, range), Type::kTensor};
  }
  if (object.type == Type::kTensorMap && called == "at" && given.size() == 1)
    return tensor_of_map(object, given.front().value, range);
  if (object.type == Type::kOptions) {
    const bool names_device = called == "device" && !given.empty();
    if (called == "device" && given.empty()) return {object.node, Type::kDevice};
    return {names_device ? given.front().value.node : object.node, Type::kOptions};
  }
  if (object.type == Type::kPolicy) {  // thrust::cuda::par(allocator).on(stream)
    for (const Argument& argument : given) add_expression(argument.value.node);
    return {object.node, Type::kPolicy};
  }
  if (object.type == Type::kDevice && (called == "type" || called == "is_cuda" || called == "is_cpu")) {
    if (called == "type") return {attribute(object.node, "type", range, name_range), Type::kUnknown};
    const Expression* kind = attribute(object.node, "type", range, name_range);
    return {
        comparison(kind, model::ComparisonOperator::kEqual, text(called == "is_cuda" ? "cuda" : "cpu", range), range),
        Type::kNumber};
  }
  if (object.type == Type::kDeviceVector || object.type == Type::kHostVector) {
    const bool device = object.type == Type::kDeviceVector;
    for (const Argument& argument : given) add_expression(argument.value.node);
    if (called == "begin" || called == "end" || called == "cbegin" || called == "cend" || called == "rbegin" ||
        called == "rend") {
      return {object.node, device ? Type::kDeviceIterator : Type::kHostIterator};
    }
    if (called == "data") return {object.node, device ? Type::kDeviceIterator : Type::kPointer};
    if (called == "size" || called == "empty")
      return {call(library("cxx.number", range), {}, range, range), Type::kNumber};
    if (device && (called == "front" || called == "back")) {
      return {call(library("thrust.read_element", range), {{.value = object, .range = range}}, range, arguments_range)};
    }
    return {call(library("cxx.number", range), {}, range, range)};
  }
  if (object.type == Type::kDeviceBuffer) {
    for (const Argument& argument : given) add_expression(argument.value.node);
    if (called == "begin" || called == "end" || called == "cbegin" || called == "cend" || called == "data")
      return {object.node, Type::kDeviceIterator};
    if (called == "value" || called == "element" || called == "front_element" || called == "back_element")
      return {call(library("thrust.read_element", range), {{.value = object, .range = range}}, range, arguments_range)};
    return {call(library("cxx.number", range), {}, range, range)};
  }
  if (object.type == Type::kDeviceIterator && called == "get") return {object.node, Type::kPointer};
  if ((called == "synchronize" || called == "Synchronize") && given.empty()) {
    return {call(library("aten_cuda.wait_for", name_range), {{.value = object, .range = object.node->range}}, range,
                 arguments_range)};
  }
  if (called == "query" && given.empty() && object.type == Type::kQueue) {
    return {call(library("aten_cuda.query", name_range), {{.value = object, .range = object.node->range}}, range,
                 arguments_range)};
  }
  if (called == "capture_begin" || called == "capture_end") {  // of at::cuda::CUDAGraph
    return {call(library("aten_cuda." + std::string(called), name_range), given, range, arguments_range)};
  }
  // A tensor that may be missing, or is referred to, is read as the tensor.
  if (object.type == Type::kTensor && given.empty() && (called == "value" || called == "get")) return object;
  if (object.type == Type::kTensor && called == "value_or") {
    for (const Argument& argument : given) add_expression(argument.value.node);
    return object;
  }
  if (object.type == Type::kTensor && called == "has_value")
    return {call(library("cxx.number", range), {}, range, range), Type::kNumber};
  // `item` with arguments is another class's.
  const bool to_cpu = called == "to" && !given.empty() && is_text(given.front().value.node, "cpu");
  const bool is_others = object.type == Type::kOther || (called == "item" && !given.empty());
  const bool shows_tensor = (is_tensor_method(called) || to_cpu) && !is_others;
  if (is_others && is_tensor_method(called) && object.type != Type::kTensor) object = as_other(object);
  if (shows_tensor || (object.type == Type::kTensor && called != "defined")) {
    if (object.type == Type::kUnknown || object.node->kind == model::ExpressionKind::kName) object = as_tensor(object);
    object.type = Type::kTensor;
  }
  if (object.type != Type::kTensor && (called == "get_device" || called == "device") && given.empty()) {
    return {attribute(object.node, "device", range, name_range), Type::kDevice};
  }
  if (object.type == Type::kTensor) {
    if (called == "options") return {object.node, Type::kOptions};
    for (const Property& property : kProperties) {
      if (property.method != called || !given.empty()) continue;
      const Type type = called == "device"        ? Type::kDevice
                        : called.contains("type") ? Type::kElementType
                        : called == "grad"        ? Type::kTensor
                                                  : Type::kUnknown;
      return {attribute(object.node, property.attribute, range, name_range), type};
    }
    if (called == "is_cpu" && given.empty()) {
      const Expression* kind =
          attribute(attribute(object.node, "device", range, name_range), "type", range, name_range);
      return {comparison(kind, model::ComparisonOperator::kEqual, text("cpu", range), range), Type::kNumber};
    }
    if (called == "index" && given.size() == 1) return {subscript(object, given.front(), range), Type::kTensor};
    // `x.index_put_({i, Slice()}, value)` is `x[i, :] = value`.
    if (called == "index_put_" && given.size() == 2 &&
        given.front().value.node->kind == model::ExpressionKind::kSequence) {
      add_assignment(subscript(object, given.front(), range), given.back().value.node, range);
      return object;
    }
    // Only a tensor in host memory has an accessor that host code can use.
    if (called == "accessor" && object.node->kind == model::ExpressionKind::kName)
      assert_place(object.node, false, range);
    if (called == "toType") {
      called = "to";
      if (given.size() == 1 && given.front().value.type == Type::kUnknown) given.front().keyword = "dtype";
    }
    if (const std::string_view known = method_name(called); known != called) {
      if (known == "detach") {
        for (const Argument& argument : given) add_expression(argument.value.node);
        given.clear();
      }
      called = known;
    }
    if (called == "to") name_copy_arguments(given);
    if (called != "to" && called != "copy_" && called != "new_tensor" && !called.starts_with("index"))
      host_numbers(given, takes_only_sizes(called));
    if (called == "narrow" && given.size() == 3 && given[2].value.type == Type::kUnknown)
      given[2].value.node = host_number(given[2].value.node);
    const bool creates = is_creation(called);
    for (Argument& argument : given) {
      if (creates && (argument.value.type == Type::kOptions || argument.value.type == Type::kDevice))
        argument.keyword = "device";
    }
    const bool reads = called == "item" || called == "numel" || called == "size" || called == "dim" ||
                       called == "defined" || called.ends_with("data_ptr") || called == "stride" ||
                       called == "element_size" || called == "nbytes" || called.starts_with("is_") ||
                       called.starts_with("packed") || called == "accessor" || called == "get_device" ||
                       called == "equal" || called == "strides" || called == "storage_offset";
    const Typed result{call(attribute(object.node, called, joined(object.node->range, name_range), name_range), given,
                            range, arguments_range),
                       reads ? (called.ends_with("data_ptr") ? Type::kPointer : Type::kNumber) : Type::kTensor};
    return result;
  }
  if (called == "to") name_copy_arguments(given);  // of a tensor, as the inference may know
  return {call(attribute(object.node, called, joined(object.node->range, name_range), name_range), given, range,
               arguments_range)};
}

}  // namespace syncfree::cxx
