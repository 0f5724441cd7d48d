// What a name is by what is done with it (see name_uses.h).
#include <algorithm>
#include <array>

#include "analyzer/flow/module_names.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/declared.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Evidence;
using values::Place;
using values::Places;

namespace {

constexpr Uses kIsTensor = Uses(Use::kTensor) | Use::kMoved | Use::kGiven;
constexpr Uses kOfTensors = kTensorParts | Use::kHoldsMoved;
constexpr Uses kCopied = Uses(Use::kMoved) | Use::kHoldsMoved;
constexpr Uses kOnHost = kCopied | Use::kFromHost | Use::kHoldsFromHost | Use::kLoaded;

/// What the function copies to the device comes from the host, as what it loads to the CPU; what it only computes
/// something from that it copies, may be there already: its caller chooses.
Places of_argument(Uses uses) {
  if (uses.overlaps(kCopied | Use::kLoaded)) return Place::kCpu;
  return uses.overlaps(kOnHost) ? Places(Place::kCpu) | Place::kCaller : Places(Place::kCaller);
}

}  // namespace

Value Declared::unknown_module() const { return library_object(known_.module); }

/// A tensor, or an object whose parts are tensors: a batch, or what a model returns. It counts as the tensor that it
/// mostly is, and what tensors do not have is looked up in the object.
Value Declared::holder(std::uint32_t klass, Places places) const {
  Value value = Value::tensor(places, values::kAnyElement, {}, Evidence::kDeclared);
  value.entities = library_object(klass).entities;
  return value;
}

/// Certainly no tensor itself. Which container it is is a guess, unless its parts have names.
Value Declared::container_of_tensors(Places places, bool has_names) const {
  Value list = arena_.container(Kind::kList, holder(known_.batch, places));
  if (!has_names) {
    list.evidence = Evidence::kGuessed;
    return list;
  }
  Value object = library_object(known_.batch);
  object.aggregate = list.aggregate;
  return object;
}

/// What is unknown of a value is what its uses say; what is known stays, so that learning more loses nothing.
Value Declared::completed(values::ValueArena& arena, const Value& value, const Value& by_use) const {
  if (!value.is_anything()) return value;
  Value known = value;
  known.kinds = value.kinds - Kinds(Kind::kAnything);
  // What a file held is known by its place alone.
  if (known.kinds.empty() && by_use.only(Kind::kAnything)) return value;
  return known.kinds.empty() ? by_use : values::join(arena, known, by_use);
}

/// Anything if its uses say nothing. Of what is copied to the device and used for nothing else, its name decides
/// whether it is a tensor or a module: `net = net.to(device)`.
Value Declared::used_as(const NameUse& use, bool arrays_are_tensors, Places places, std::string_view name) const {
  const Uses uses = certain(use.uses);
  if (uses.has(Use::kScales)) return library_object(known_.grad_scaler);
  if (uses.has(Use::kLogs)) return library_object(known_.logger);
  const bool is_moved_alone = uses.has(Use::kMoved) && (uses - kOnHost).empty();
  const bool is_module = is_moved_alone && flow::names_a_module(name);
  if (is_module || uses.overlaps(Uses(Use::kModule) | Use::kGivesTensors)) {
    Value module = unknown_module();
    // `transform(image).unsqueeze(0).to(device)`: what it gives is not on the device yet. And `model = make();
    // model.cuda()`.
    const bool gives_from_host = !is_module && !uses.has(Use::kModule) && uses.has(Use::kFromHost);
    if (gives_from_host || places == Places(Place::kCpu)) module.places = Place::kCpu;
    return module;
  }
  const bool is_array = (uses.has(Use::kIndexed) && uses.overlaps(kOfTensors)) ||
                        (uses.overlaps(Uses(Use::kIndexed) | Use::kArray) && arrays_are_tensors);
  if ((is_array || uses.overlaps(kIsTensor)) && !uses.has(Use::kOther)) {
    const values::Elements elements =
        uses.has(Use::kMask) ? values::Elements(values::Element::kBoolean) : values::kAnyElement;
    return uses.has(Use::kKeyed) ? holder(known_.batch, places)
                                 : Value::tensor(places, elements, {}, Evidence::kDeclared);
  }
  if (uses.has(Use::kCounts)) return Value::of(Kind::kInteger, Evidence::kDeclared);
  if (uses.has(Use::kNumber)) return Value::of(values::kHostNumber, Evidence::kDeclared);
  // Of parts that have names some are tensors: those that are copied to the device together.
  const bool holds =
      uses.overlaps(Uses(Use::kMoved) | Use::kHoldsMoved) || (uses.overlaps(kTensorParts) && !uses.has(Use::kKeyed));
  // A loop whose body copies the items iterates over what a loader gives.
  if (uses.overlaps(Uses(Use::kMoved) | Use::kHoldsMoved) && places.has(Place::kCpu)) places = Place::kCpu;
  return holds ? container_of_tensors(places, uses.overlaps(Uses(Use::kKeyed) | Use::kOther)) : Value::anything();
}

/// An element of a table of pandas, which reads like one of a tensor.
bool Declared::is_of_a_table(const model::Expression& expression) const {
  const auto among = [&](model::Symbol name) {
    const std::string_view text = project_.symbols().text(name);
    return text == "iloc" || text == "loc" || text == "iat" || text == "groupby" || text == "to_numpy";
  };
  for (const model::Expression* part = &expression;;) {
    if (const auto* attribute = part->get_if<model::Attribute>()) {
      if (among(attribute->name)) return true;
      part = attribute->object;
    } else if (const auto* subscript = part->get_if<model::Subscript>()) {
      part = subscript->object;
    } else if (const auto* call = part->get_if<model::Call>()) {
      part = call->callee;
    } else {
      return false;
    }
  }
}

/// Anything for another name than that of a device or of an element type.
Value Declared::setting_by_name(model::Symbol name) const {
  const std::string_view text = project_.symbols().text(name);
  if (text.ends_with("dtype")) return Value::of(Kind::kDtype, Evidence::kDeclared);
  if (!names_a_device(text)) return Value::anything();
  Value device = Value::device(Place::kCaller);
  device.evidence = Evidence::kDeclared;
  return device;
}

/// What is bound here to something unknown.
Value Declared::bound_by_use(std::uint32_t module, const FunctionInfo* function,
                             const model::Expression& target) const {
  const NameUses& said = uses(module, function, UseTable::kDeepestCalls);
  const NameUse* use = said.bound_by(target);
  const auto* name = target.get_if<model::Name>();
  if (use == nullptr || (use->uses.empty() && name != nullptr))
    return name == nullptr ? Value::anything() : setting_by_name(name->name);
  // What comes after the copy is on the device.
  const bool on_host = use->uses.overlaps(kOnHost) && target.range.begin <= use->last_move;
  return used_as(*use, said.arrays_are_tensors(), on_host ? Place::kCpu : Place::kCaller,
                 flow::last_name(target, project_.symbols()));
}

Value Declared::attribute_by_use(std::uint32_t module, const FunctionInfo* function, model::Symbol name,
                                 model::Symbol attribute) const {
  const NameUses& said = uses(module, function, UseTable::kDeepestCalls);
  const NameUse* use = said.attribute(name, attribute);
  if (use == nullptr || use->uses.empty()) return setting_by_name(attribute);
  return used_as(*use, said.arrays_are_tensors(), of_argument(use->uses), project_.symbols().text(attribute));
}

/// Of `self.attribute`: all methods of the class speak of the same thing.
Value Declared::member_by_use(std::uint32_t klass, model::Symbol attribute) const {
  const std::uint64_t key = std::uint64_t{klass} << 32U | attribute.id;
  return once(members_by_use_, key, [&] {
    NameUse all;
    const ClassInfo& info = project_.classes()[klass];
    const Spoken& spoken = uses_.spoken(info.module);
    const auto add = [&](std::uint32_t one) {
      const ClassInfo& definition = project_.classes()[one];
      for (std::size_t i = 0; i < definition.methods.size(); ++i) {
        const FunctionInfo& method = project_.functions()[definition.methods.value(i)];
        if (method.is_static || method.function->parameters.empty()) continue;
        const NameUse* use =
            uses(method.module, &method, 0).attribute(method.function->parameters.front().name, attribute);
        if (use != nullptr) all.uses |= use->uses - Uses(Use::kCalled);
      }
    };
    for (const std::uint32_t ancestor : info.ancestors) add(ancestor);
    for (const std::uint32_t child : info.children) add(child);
    // `for x, y in self.loader: x = x.to(self.device)`
    const Place where = all.uses.has(Use::kHoldsMoved) ? Place::kCpu : Place::kCaller;
    if (all.uses.empty()) return setting_by_name(attribute);
    return used_as(all, !spoken.other_arrays && spoken.torch, where, project_.symbols().text(attribute));
  });
}

/// What the body does with a parameter, where the signature says nothing.
Value Declared::parameter_by_use(const FunctionInfo& function, model::Symbol name) const {
  const NameUses& said = uses(function.module, &function, UseTable::kDeepestCalls);
  const NameUse* use = said.parameter(name);
  if (use == nullptr || use->uses.empty()) return setting_by_name(name);
  return used_as(*use, said.arrays_are_tensors(), of_argument(use->uses), project_.symbols().text(name));
}

/// `batch: library.Batch` that the function copies to the device: it holds tensors, whatever else its class has.
Value Declared::copied_object(const FunctionInfo& function, model::Symbol name, Value value) const {
  if (!value.only(Kind::kLibraryObject) || !value.places.empty()) return value;
  const NameUses& said = uses(function.module, &function, UseTable::kDeepestCalls);
  const NameUse* use = said.parameter(name);
  if (use == nullptr || !use->uses.overlaps(kCopied)) return value;
  const Value held = used_as(*use, said.arrays_are_tensors(), of_argument(use->uses), project_.symbols().text(name));
  return held.is_anything() ? value : held;
}

bool Declared::is_keyed(const FunctionInfo* function, const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr || function == nullptr) return false;
  const NameUse* use = uses(function->module, function, UseTable::kDeepestCalls).parameter(name->name);
  return use != nullptr && use->uses.has(Use::kKeyed);
}

bool Declared::is_called(std::uint32_t module, const FunctionInfo* function,
                         const model::Expression& expression) const {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* owner = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (owner == nullptr) return false;
  const NameUse* use = uses(module, function, UseTable::kDeepestCalls).attribute(owner->name, attribute->name);
  return use != nullptr && use->uses.has(Use::kCalled);
}

/// `torch.tensor(scores)`
bool Declared::is_converted(const FunctionInfo& function, model::Symbol name) const {
  const NameUse* use = uses(function.module, &function, UseTable::kDeepestCalls).parameter(name);
  return use != nullptr && use->uses.has(Use::kConverted);
}

/// See NameUses::selects_as_mask.
bool Declared::selects_as_mask(std::uint32_t module, const FunctionInfo* function, model::Symbol name) const {
  return uses(module, function, UseTable::kDeepestCalls).selects_as_mask(name);
}

/// `config["device"]`, `batch["labels"]`
Value Declared::part_by_use(std::uint32_t module, const FunctionInfo* function, model::Symbol name,
                            std::string_view key) const {
  const model::Symbol part = project_.symbols().intern(key);
  const NameUses& said = uses(module, function, UseTable::kDeepestCalls);
  const NameUse* use = name ? said.part(name, part) : nullptr;
  if (use == nullptr || use->uses.empty()) return setting_by_name(part);
  return used_as(*use, said.arrays_are_tensors(), of_argument(use->uses), key);
}

/// Of a parameter that is declared as a container and says no more: `batch[key]` in `for key in batch`.
Value Declared::any_part_by_use(const FunctionInfo* function, model::Symbol name) const {
  if (function == nullptr || !name) return Value::anything();
  const NameUse* use = uses(function->module, function, UseTable::kDeepestCalls).parameter(name);
  if (use == nullptr || !use->uses.overlaps(kOfTensors)) return Value::anything();
  const Value whole = parameter_by_use(*function, name);
  return whole.aggregate == nullptr ? Value::anything() : values::any_element(arena_, whole);
}

/// A tensor that the body copies to the device may come from the host.
Value Declared::placed_by_use(const FunctionInfo& function, model::Symbol name, Value value) const {
  if (!value.may_be(Kinds(Kind::kTensor) | values::kContainer)) return value;
  const NameUse* use = uses(function.module, &function, UseTable::kDeepestCalls).parameter(name);
  return use == nullptr || !use->uses.overlaps(kOnHost) ? value : perhaps_on_host(value, 0);
}

Value Declared::perhaps_on_host(Value value, int depth) const {
  constexpr int kDeepest = 3;
  if (value.may_be(Kind::kTensor) && value.places == Places(Place::kCaller)) value.places |= Place::kCpu;
  if (value.aggregate == nullptr || depth > kDeepest) return value;
  const values::Aggregate& content = *value.aggregate;
  std::vector<Value> elements;
  for (const Value& element : content.elements) elements.push_back(perhaps_on_host(element, depth + 1));
  std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
  for (values::DictionaryEntry& entry : entries) entry.value = perhaps_on_host(entry.value, depth + 1);
  value.aggregate = arena_.aggregate({.elements = elements,
                                      .exact = content.exact,
                                      .entries = entries,
                                      .rest = perhaps_on_host(content.rest, depth + 1)});
  return value;
}

}  // namespace syncfree::inference
