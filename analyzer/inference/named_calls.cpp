// What calls of functions that nobody sees say by their name or by the names of their arguments.
#include <algorithm>
#include <string_view>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/calls.h"
#include "analyzer/inference/expressions.h"
#include "analyzer/inference/members.h"
#include "analyzer/inference/use_names.h"
#include "analyzer/model/is_name.h"

namespace syncfree::inference {

/// What a call that nobody sees says by its name: `to_torch_dtype("int32")`, `scores.astype(float)`,
/// `table.get(key, torch.zeros(2))`.
Value Calls::by_name(const model::Expression& callee, std::span<const ArgumentValue> arguments) const {
  const std::string_view name = flow::last_name(callee, project().symbols());
  const bool asks = name.starts_with("is_") || name.starts_with("has_") || name.starts_with("set_");
  if (!asks && (name.ends_with("_dtype") || name.contains("dtype_to_")))
    return members_.device_or_dtype(known_.dtype_name);
  if (callee.kind != model::ExpressionKind::kAttribute) return Value::anything();
  // `dataset.get_groundtruth(i)`: on the host, whatever it is.
  const bool reads = name.starts_with("get_") || name.starts_with("load_") || name.starts_with("pull_");
  if (reads && !name.contains("loader") && !arguments.empty() &&
      names_a_dataset(flow::last_name(*callee.as<model::Attribute>().object, project().symbols())))
    return declared_.holder(known_.batch, values::Place::kCpu);
  if (name == "astype" && !arguments.empty()) {
    Value array = Value::of(Kind::kArray, values::Evidence::kDeclared);
    array.elements = values::kAnyElement;
    return array;
  }
  // `net = load(path).eval()`: it gives the module back, as nothing else has such a method.
  if (name == "eval" && arguments.empty() && !members_.is_own_method(callee.as<model::Attribute>().name))
    return declared_.unknown_module();
  if (name == "get" && is_tensor_of_host(argument_at(arguments, 1)))
    return Value::tensor(values::Place::kCpu, values::kAnyElement, {}, values::Evidence::kDeclared);
  return Value::anything();
}

/// `pin_memory=torch.cuda.is_available()`: where there is a GPU, it is pinned.
bool Calls::asks_for_gpu(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.empty() &&
         flow::last_name(*call->callee, project().symbols()) == "is_available";
}

namespace {

/// `checkpoint`, `self.checkpoint`, `torch.load(path, map_location=device)`
bool may_be_loaded(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>()) return flow::last_name(*call->callee, symbols) == "load";
  const auto* attribute = expression.get_if<model::Attribute>();
  return expression.kind == model::ExpressionKind::kName ||
         (attribute != nullptr && attribute->object->kind == model::ExpressionKind::kName);
}

}  // namespace

/// `checkpoint.get("optimizer")`: where the whole was loaded to. What stands before the name is evaluated once more, so
/// it is no other call.
Value Calls::taken_from(const model::Call& node, const Value& result) {
  const auto* method = node.callee->get_if<model::Attribute>();
  const std::string_view name = method == nullptr ? std::string_view() : project().symbols().text(method->name);
  if ((name != "get" && name != "pop") || !may_be_loaded(*method->object, project().symbols())) return result;
  return values::part_of_unknown(expressions_.evaluate(*method->object));
}

/// `torch.load(path, map_location=lambda storage, place: storage.cuda(0))`, or with `{"cpu": "cuda:0"}`. Of a function
/// that leaves all where it is, the uses of what is loaded tell (use_signs.cpp).
Value Calls::loaded_by_map(const model::Call& node, const Value& callee,
                           std::span<const ArgumentValue> arguments) const {
  const auto is_load = [&](const Entity& entity) {
    return entity.kind == EntityKind::kLibraryName && catalog().row(entity.index).name == "torch.load";
  };
  Value loaded = Value::anything();
  if (callee.entities == nullptr || !std::ranges::all_of(callee.entities->items, is_load)) return loaded;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].keyword.empty() ? i != 1 : arguments[i].keyword != "map_location") continue;
    const Value& map = arguments[i].value;
    if (map.only(Kind::kDictionary) && map.aggregate != nullptr) {
      for (const values::DictionaryEntry& entry : map.aggregate->entries) {
        if (entry.key.text() == "cpu") loaded.places = entry.value.places;
      }
    }
    const auto* lambda = node.arguments[i].value->get_if<model::Lambda>();
    const auto* call = lambda == nullptr ? nullptr : lambda->body->get_if<model::Call>();
    const auto* move = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (move != nullptr && move->name == known_.cuda && !lambda->parameters.empty() &&
        model::is_name(*move->object, lambda->parameters.front().name))
      loaded.places = values::Place::kCuda;
  }
  if (!loaded.places.empty()) loaded.evidence = values::Evidence::kDeclared;
  return loaded;
}

/// `tokenizer(text, return_tensors="pt")`: whatever class it is of, it makes tensors on the CPU.
std::optional<Value> Calls::asked_tensors(std::span<const ArgumentValue> arguments) {
  const Value* asked = argument_named(arguments, "return_tensors");
  const bool is_asked = asked != nullptr && asked->known_string() == "pt";
  if (!is_asked || argument_named(arguments, "device") != nullptr) return std::nullopt;
  Value held = declared_.holder(known_.batch, values::Place::kCpu);
  held.evidence = values::Evidence::kSeen;
  return held;
}

}  // namespace syncfree::inference
