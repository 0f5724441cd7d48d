// Methods of what holds several: vectors of host and device, maps and lists of tensors, batches.
#include <algorithm>
#include <array>
#include <string>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

std::optional<Reader::Typed> Reader::of_container(Typed& object, MethodCall& call) {
  if (is_host_metadata(call.called)) {
    add_expression(object.node);
    return Typed{this->call(library("cxx.host_tensor", call.range), {}, call.range, call.range), Type::kTensor};
  }
  switch (object.type) {
    case Type::kTensorMap:
      if (call.called != "at" || call.given.size() != 1) return std::nullopt;
      return tensor_of_map(object, call.given.front().value, call.range);
    case Type::kDeviceVector:
    case Type::kHostVector:
      return of_vector(object, call);
    case Type::kDeviceBuffer:
      return of_buffer(object, call);
    case Type::kInputs:
      return of_inputs(object, call);
    case Type::kDeviceIterator:
      if (call.called != "get") return std::nullopt;
      return Typed{object.node, Type::kPointer};
    default:
      return std::nullopt;
  }
}

Reader::Typed Reader::of_vector(Typed object, const MethodCall& call) {
  const bool device = object.type == Type::kDeviceVector;
  add_arguments(call.given);
  if (tables::kIterators.has(call.called)) return {object.node, device ? Type::kDeviceIterator : Type::kHostIterator};
  if (call.called == "data") return {object.node, device ? Type::kDeviceIterator : Type::kPointer};
  if (call.called == "size" || call.called == "empty") return number(call.range);
  if (device && (call.called == "front" || call.called == "back")) return read_element(object, call);
  return {number(call.range).node};
}

/// `inputs.push_back(x)`: a module works where the first of its inputs lies.
std::optional<Reader::Typed> Reader::of_inputs(Typed object, const MethodCall& call) {
  const auto* variable = object.node->get_if<model::Name>();
  if (variable == nullptr) return std::nullopt;
  const std::string_view called = symbols_.text(variable->name);
  const bool adds = (call.called == "push_back" || call.called == "emplace_back") && call.given.size() == 1;
  if (call.called == "clear") filled_inputs_.erase(called);
  if (!adds || !filled_inputs_.insert(called).second) return std::nullopt;
  add_assignment(object.node, call.given.front().value.node, call.range);
  return object;
}

Reader::Typed Reader::of_buffer(Typed object, const MethodCall& call) {
  add_arguments(call.given);
  if (tables::kBufferPointers.has(call.called)) return {object.node, Type::kDeviceIterator};
  if (tables::kBufferElements.has(call.called)) return read_element(object, call);
  return {number(call.range).node};
}

Reader::Typed Reader::read_element(Typed object, const MethodCall& call) {
  return {this->call(library("thrust.read_element", call.range), {{.value = object, .range = call.range}}, call.range,
                     call.arguments_range)};
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

/// `batch.data` of a `torch::data` loader: tensors that its workers made on the CPU.
std::optional<Reader::Typed> Reader::of_batch(Typed object, std::string_view member, TextRange range) {
  if (object.type != Type::kBatch || (member != "data" && member != "target")) return std::nullopt;
  return Typed{call(library("cxx.host_tensor", range), {}, range, range), Type::kTensor};
}

}  // namespace syncfree::cxx
