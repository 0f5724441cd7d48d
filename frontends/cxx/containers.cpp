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
    case Type::kTensorList:
      return of_grown_list(object, call);
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

/// `(x.to(torch::kCPU))`
bool Reader::says_place(std::size_t open) const {
  constexpr std::array<std::string_view, 4> kPlaces = {"kCPU", "kCUDA", "cpu", "cuda"};
  for (std::size_t i = open; i < closing(open, function_end_); ++i) {
    if (token(i).is_name() && std::ranges::find(kPlaces, token(i).text) != kPlaces.end()) return true;
  }
  return false;
}

/// Is the list, which is declared empty before the token, only looked into, and added to what is said to lie somewhere?
bool Reader::only_grows(std::string_view list, std::size_t from) const {
  constexpr std::array<std::string_view, 7> kMethods = {"push_back", "emplace_back", "size", "empty",
                                                        "reserve",   "back",         "front"};
  for (std::size_t i = from; i < function_end_; ++i) {
    if (!token(i).is(list) || token(i - 1).is(".") || token(i - 1).is("->") || token(i - 1).is("::")) continue;
    const bool adds = token(i + 1).is(".") && (token(i + 2).is("push_back") || token(i + 2).is("emplace_back"));
    if (adds && !says_place(i + 3)) return false;
    const bool is_known = token(i + 1).is(".") && std::ranges::find(kMethods, token(i + 2).text) != kMethods.end();
    const bool is_read = token(i + 1).is("[") && !token(closing(i + 1, function_end_) + 1).is("=");
    // `torch::stack(list)`, `return list`
    const bool is_given =
        token(i - 1).is("(") && i > 4 && token(i - 3).is("::") && (token(i - 4).is("torch") || token(i - 4).is("at"));
    if (!is_known && !is_read && !is_given && !token(i - 1).is("return")) return false;
  }
  return from < function_end_;
}

/// `list.push_back(x)` of one that only grows.
std::optional<Reader::Typed> Reader::of_grown_list(Typed& object, MethodCall& call) {
  const auto* variable = object.node->get_if<model::Name>();
  if (variable == nullptr || !grown_lists_.contains(symbols_.text(variable->name))) return std::nullopt;
  if ((call.called == "push_back" || call.called == "emplace_back") && call.given.size() == 1) {
    call.called = "append";
    return Typed{plain_method(object, call)};
  }
  if (call.called != "back" && call.called != "front") {
    add_arguments(call.given);
    return number(call.range);
  }
  auto* node = make_expression<model::Subscript>(call.range);
  node->object = object.node;
  node->index = number(call.range).node;
  return Typed{node, Type::kTensor};
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
