// Methods of tensors, and what C++ has as a method and Python as an attribute.
#include <algorithm>
#include <array>
#include <string>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

bool is_text(const model::Expression* value, std::string_view text) {
  const auto* constant = value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString && constant->text == text;
}

/// Methods that give numbers, by how they begin.
constexpr std::array<std::string_view, 2> kNumberPrefixes = {"is_", "packed"};
Type type_of_answer(std::string_view method) {
  if (method.front() >= 'A' && method.front() <= 'Z') return Type::kUnknown;  // of another library's tensor
  if (const Type* type = tables::kAnswers.find(method)) return *type;
  const bool is_number =
      std::ranges::any_of(kNumberPrefixes, [&](std::string_view prefix) { return method.starts_with(prefix); });
  return is_number ? Type::kNumber : Type::kTensor;
}

Type type_of_property(std::string_view method) {
  if (method == "device") return Type::kDevice;
  if (method.contains("type")) return Type::kElementType;
  return method == "grad" ? Type::kTensor : Type::kUnknown;
}

}  // namespace

/// Is the object a tensor, or does the call show that it is one?
bool Reader::is_tensor(Typed& object, MethodCall& call) {
  const auto* variable = object.node->get_if<model::Name>();
  call.is_unplaced =
      object.type == Type::kUnknown || (variable != nullptr && unplaced_.contains(symbols_.text(variable->name)));
  call.is_member = is_member(*object.node);
  call.is_unplaced |= call.is_member;
  // `item` with arguments is another class's, and so is `p.cpu()` where the file has `p.cpu() = 3`.
  const bool gives_reference = call.given.empty() && references_.contains(call.called);
  const bool is_others = object.type == Type::kOther ||
                         (object.type == Type::kUnknown && (has_own_tensors() || gives_reference)) ||
                         (call.called == "item" && !call.given.empty());
  const bool moves = call.called == "to" && !call.given.empty() && !call.through_pointer;
  const bool to_cpu = moves && is_text(call.given.front().value.node, "cpu");
  const bool to_place = moves && names_place(call.given.front());
  const bool shows = (is_tensor_method(call.called) || to_cpu || to_place) && !is_others;
  if (is_others && is_tensor_method(call.called) && object.type != Type::kTensor) object = as_other(object);
  if (!shows && (object.type != Type::kTensor || call.called == "defined")) return object.type == Type::kTensor;
  if (object.type == Type::kUnknown || object.node->kind == model::ExpressionKind::kName) object = as_tensor(object);
  object.type = Type::kTensor;
  return true;
}

std::optional<Reader::Typed> Reader::of_tensor(Typed& object, MethodCall& call) {
  if (!is_tensor(object, call)) {
    const bool asks_place = (call.called == "get_device" || call.called == "device") && call.given.empty();
    if (!asks_place) return std::nullopt;
    return Typed{attribute(object.node, "device", call.range, call.name_range), Type::kDevice};
  }
  if (const std::optional<Typed> property = property_of(object, call)) return property;
  if (call.called == "index" && call.given.size() == 1)
    return Typed{subscript(object, call.given.front(), call.range), Type::kTensor};
  // `x.index_put_({i, Slice()}, value)` is `x[i, :] = value`.
  if (call.called == "index_put_" && call.given.size() == 2 &&
      call.given.front().value.node->kind == model::ExpressionKind::kSequence) {
    add_assignment(subscript(object, call.given.front(), call.range), call.given.back().value.node, call.range);
    return object;
  }
  name_arguments(object, call);
  const Expression* answer = plain_method(object, call);
  if (call.called == "to" || is_creation(call.called)) note_settings();
  return Typed{answer, type_of_answer(call.called)};
}

/// What Python has as an attribute, and what says nothing of the elements.
std::optional<Reader::Typed> Reader::property_of(Typed object, const MethodCall& call) {
  if (call.called == "options") return Typed{object.node, Type::kOptions};
  if (!call.given.empty()) return std::nullopt;
  if (const auto* asked = object.node->get_if<model::Name>(); asked != nullptr && call.called == "is_cuda")
    unplaced_.erase(symbols_.text(asked->name));
  if (const std::string_view* property = tables::kProperties.find(call.called)) {
    if (const auto* asked = object.node->get_if<model::Name>()) placed_.push_back(asked->name);
    return Typed{attribute(object.node, *property, call.range, call.name_range), type_of_property(call.called)};
  }
  if (tables::kMetadata.has(call.called)) {
    add_expression(object.node);
    return number(call.range);
  }
  if (call.called != "is_cpu") return std::nullopt;
  if (const auto* asked = object.node->get_if<model::Name>()) placed_.push_back(asked->name);
  return Typed{not_of(attribute(object.node, "is_cuda", call.range, call.name_range)), Type::kNumber};
}

/// Does the tensor come from what the function neither declares nor is given: `table.expand({n})`?
bool Reader::is_member(const Expression& tensor) {
  const Expression* root = &tensor;
  while (root->kind != model::ExpressionKind::kName) {
    if (const auto* made = root->get_if<model::Call>()) {
      root = made->callee;
    } else if (const auto* part = root->get_if<model::Attribute>()) {
      root = part->object;
    } else {
      return false;
    }
  }
  const std::string_view text = symbols_.text(root->as<model::Name>().name);
  return text == "this" || (find_variable(text) == nullptr && !text.starts_with("torch") && text != "cxx");
}

/// Brings name and arguments into the form that the catalog knows.
void Reader::name_arguments(Typed object, MethodCall& call) {
  // Only a tensor in host memory has an accessor that host code can use, or elements to look at through a pointer.
  const auto* variable = object.node->get_if<model::Name>();
  if (variable != nullptr && (call.called == "accessor" || (call.called.ends_with("data_ptr") &&
                                                            host_reads_.contains(symbols_.text(variable->name)))))
    assert_place(object.node, false, call.range);
  std::vector<Argument>& given = call.given;
  if (call.called == "toType") {
    call.called = "to";
    if (given.size() == 1 && given.front().value.type == Type::kUnknown) given.front().keyword = "dtype";
  }
  if (const std::string_view known = method_name(call.called); known != call.called) {
    if (known == "detach") {
      add_arguments(given);
      given.clear();
    }
    call.called = known;
  }
  const std::string_view called = call.called;
  if (called == "to") {
    // Nothing says where it is, so the copy is possible. `x.to(y.device())` mostly moves nothing, but for a member that
    // was made once, wherever that was.
    const bool to_place = !given.empty() && names_place(given.front()) &&
                          (given.front().value.node->kind != model::ExpressionKind::kAttribute || call.is_member);
    name_copy_arguments(given);
    if (to_place && call.is_unplaced)
      given.push_back({.value = {boolean(true, call.range)}, .keyword = "unplaced", .range = call.range});
  }
  if (called != "to" && called != "copy_" && called != "new_tensor" && !called.starts_with("index"))
    host_numbers(given, tables::kTakesOnlySizes.has(called));
  if (called == "narrow" && given.size() == 3 && given[2].value.type == Type::kUnknown)
    given[2].value.node = host_number(given[2].value.node);
  if (!is_creation(called)) return;
  for (Argument& argument : given) {
    if (argument.value.type == Type::kOptions || argument.value.type == Type::kDevice) argument.keyword = "device";
  }
}

}  // namespace syncfree::cxx
