// `x[i]`, read and written.
#include <algorithm>
#include <array>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/use_names.h"
#include "analyzer/inference/way_back.h"
#include "analyzer/values/index.h"

namespace syncfree::inference {

namespace {

constexpr Kinds kContainers = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary | Kind::kShape | Kind::kRange |
                              Kind::kIterator | Kind::kString;

}  // namespace

Subscripts::Subscripts(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      state_(all.variables.state),
      record_(all.record),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      attributes_(all.attributes),
      containers_(all.containers),
      calls_(all.calls),
      expressions_(all.expressions),
      branches_(all.branches) {}

/// `x.shape[2]`: there are three dimensions at least, or it had raised.
void Subscripts::count_dimensions(const model::Subscript& node, const Value& index) {
  const auto* shape = node.object->get_if<model::Attribute>();
  const std::optional<std::int64_t> at = index.known_integer();
  if (shape == nullptr || !at || project().symbols().text(shape->name) != "shape") return;
  const std::uint32_t slot = variables_.slot_of(*shape->object);
  const std::int64_t least = *at < 0 ? -*at : *at + 1;
  if (slot == Scope::kAbsent || !state_.slots[slot].only(Kind::kTensor)) return;
  Value tensor = state_.slots[slot];
  if (least <= tensor.rank.least || least > tensor.rank.most) return;
  tensor.rank.least = static_cast<std::int8_t>(least);
  state_.slots.set(slot, tensor);
}

Value Subscripts::slice_value(const model::Slice& slice) {
  std::array<Value, 3> parts;
  const model::Expression* const nodes[] = {slice.start, slice.stop, slice.step};
  for (std::size_t i = 0; i < 3; ++i) {
    parts[i] = nodes[i] == nullptr ? Value::none() : expressions_.evaluate(*nodes[i]);
    if (parts[i].is_bottom()) return {};
  }
  return arena_.sequence(Kind::kSlice, parts);
}

Value Subscripts::index_tensor(const Value& object, const Value& index) {
  const values::IndexParts parts = values::index_parts(index);
  Value result = object;
  result.kinds = object.kinds & (Kinds(Kind::kTensor) | Kind::kArray);
  result.rank = values::rank_after(object.rank, parts);
  result.registered = false;
  result.aggregate = nullptr;
  result.entities = nullptr;
  result.constant = {};
  // Measured: an index on the CPU is copied to the GPU again on the way back, a list is not.
  result.waits_back |=
      known(object.is_device_tensor()) && std::ranges::any_of(parts, [](const values::IndexPart& part) {
        const bool on_host = part.kind == values::IndexKind::kCpuIndex || part.kind == values::IndexKind::kCpuMask;
        return on_host && values::known(part.sure);
      });
  result.read_back |= object.only(Kind::kTensor) && std::ranges::any_of(parts, [](const values::IndexPart& part) {
                        return part.kind == values::IndexKind::kDeviceMask && values::known(part.sure);
                      });
  if (result.only(Kind::kArray) && result.rank.is(0) == Truth::kYes) {
    // An element of a NumPy array is a host number.
    Value number =
        Value::of(object.elements.within(values::kWholeNumbers) ? Kinds(Kind::kInteger) : values::kHostNumber);
    return number;
  }
  return result;
}

/// `outputs[1:]`, `outputs[:2]` of what is known to begin with so many.
std::optional<Value> Subscripts::part_of_tuple(const values::Aggregate& content, const Value& slice) {
  if (slice.aggregate == nullptr || slice.aggregate->elements.size() != 3) return std::nullopt;
  const Value& from = slice.aggregate->elements[0];
  const Value& to = slice.aggregate->elements[1];
  const auto first = from.only(Kind::kNone) ? std::optional<std::int64_t>(0) : from.known_integer();
  if (!first || *first < 0 || !slice.aggregate->elements[2].only(Kind::kNone)) return std::nullopt;
  const auto known = static_cast<std::int64_t>(content.elements.size());
  const auto skipped = static_cast<std::size_t>(std::min(*first, known));
  if (to.only(Kind::kNone)) return arena_.tuple_beginning(content.elements.subspan(skipped), content.rest);
  const auto end = to.known_integer();
  if (!end || *end < 0 || *end > known) return std::nullopt;
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(*end - *first, 0));
  return arena_.sequence(Kind::kTuple, content.elements.subspan(skipped, count));
}

Value Subscripts::index_container(const Value& object, const Value& index) {
  const values::Aggregate* content = object.aggregate;
  if (object.only(Kind::kString)) return Value::of(Kind::kString);
  if (object.only(Kinds(Kind::kShape) | Kind::kRange)) {
    if (index.may_be(Kind::kSlice)) {
      Value shape = Value::of(Kind::kShape);
      return shape;
    }
    if (content != nullptr && content->exact && index.known_integer()) {
      std::int64_t at = *index.known_integer();
      if (at < 0) at += static_cast<std::int64_t>(content->elements.size());
      if (at >= 0 && at < static_cast<std::int64_t>(content->elements.size()))
        return content->elements[static_cast<std::size_t>(at)];
    }
    return Value::of(Kind::kInteger);
  }
  if (content == nullptr) return index.may_be(Kind::kSlice) ? object : Value::anything();
  if (object.may_be(Kind::kDictionary) || (!content->exact && !content->entries.empty())) {
    for (const values::DictionaryEntry& entry : content->entries) {
      if (entry.key == index.constant && index.constant.type != values::ConstantValue::Type::kNothing)
        return entry.value;
    }
    const bool known_key = index.constant.type != values::ConstantValue::Type::kNothing;
    if (known_key) return content->rest.is_bottom() ? Value::anything() : content->rest;
    Value any = content->rest;
    for (const values::DictionaryEntry& entry : content->entries) any = join(any, entry.value);
    return any.is_bottom() ? Value::anything() : any;
  }
  const auto number = index.known_integer();
  const bool begins = !content->exact && !content->elements.empty();
  if (begins && number && *number >= 0) {
    const auto at = static_cast<std::size_t>(*number);
    if (at < content->elements.size()) return content->elements[at];
    return content->rest.is_bottom() ? Value::anything() : content->rest;
  }
  if (content->exact && number) {
    std::int64_t at = *number;
    const auto size = static_cast<std::int64_t>(content->elements.size());
    if (at < 0) at += size;
    if (at >= 0 && at < size) return content->elements[static_cast<std::size_t>(at)];
    return Value::anything();
  }
  if (index.only(Kind::kSlice)) {
    if (content->exact && index.aggregate != nullptr && index.aggregate->elements.size() == 3) {
      const Value& start = index.aggregate->elements[0];
      const Value& stop = index.aggregate->elements[1];
      const Value& step = index.aggregate->elements[2];
      const auto size = static_cast<std::int64_t>(content->elements.size());
      const auto bound = [&](const Value& v, std::int64_t otherwise) -> std::optional<std::int64_t> {
        if (v.only(Kind::kNone)) return otherwise;
        auto n = v.known_integer();
        if (n && *n < 0) *n += size;
        if (n) *n = std::clamp<std::int64_t>(*n, 0, size);
        return n;
      };
      const auto from = bound(start, 0);
      const auto to = bound(stop, size);
      if (step.only(Kind::kNone) && from && to) {
        const auto first = static_cast<std::size_t>(*from);
        const auto last = static_cast<std::size_t>(std::max(*from, *to));
        return arena_.sequence(object.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple,
                               content->elements.subspan(first, last - first));
      }
    }
    if (begins && object.only(Kind::kTuple)) {
      if (std::optional<Value> part = part_of_tuple(*content, index)) return *part;
    }
    const Value element = values::any_element(arena_, object);
    return arena_.container(object.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple, element);
  }
  const Value any = values::any_element(arena_, object);
  // A list that is empty here grows in ways that are not followed.
  return any.is_bottom() && content->exact ? Value::anything() : any;
}

/// Records are read by position or by name too. A record that leaves out its empty fields counts only the others, so a
/// position may mean any field up to the next that is never None.
Value Subscripts::record_field(const Value& object, const Value& index, bool& found) {
  Value result;
  if (object.entities == nullptr) return result;
  for (const Entity& entity : object.entities->items) {
    if (entity.kind != EntityKind::kObject) continue;
    const ClassInfo& info = project().classes()[world_.class_of(entity.index)];
    if (!info.is_record) continue;
    if (!index.known_string().empty()) {
      bool has = false;
      const Value field = members_.attribute_of(object, project().symbols().intern(index.known_string()), &has);
      if (has) result = join(result, field);
      found |= has;
      continue;
    }
    const auto position = index.known_integer();
    if (!position || *position < 0) continue;
    for (auto at = static_cast<std::size_t>(*position); at < info.field_order.size(); ++at) {
      bool has = false;
      Value field = members_.attribute_of(object, info.field_order[at], &has);
      if (!has || field.is_bottom()) break;
      found = true;
      const bool may_be_empty = field.may_be(Kind::kNone);
      field.kinds = field.kinds - Kinds(Kind::kNone);
      if (!field.kinds.empty()) result = join(result, field);
      if (!may_be_empty) break;
    }
  }
  return result;
}

void Subscripts::emit_subscript(EventKind kind, source::TextRange range, const Value& object, const Value& index,
                                const Value& stored, const values::IndexParts& parts, bool augmented) {
  Event event{.kind = kind, .range = range};
  event.blocks = object.is_device_tensor();
  event.evidence = object.evidence;
  event.places = object.places;
  if (event.blocks == Truth::kNo && kind == EventKind::kSubscriptStore && !augmented) {
    // Into a CPU tensor, a tensor on the GPU is copied.
    event.blocks = stored.is_device_tensor();
    event.evidence = std::min(event.evidence, stored.evidence);
    event.places = stored.places;
  }
  event.operands = {object, index, stored};
  event.augmented = augmented;
  for (const values::IndexPart& part : parts) {
    const bool on_device =
        part.kind == values::IndexKind::kDeviceMask || part.kind == values::IndexKind::kDeviceIndex ||
        part.kind == values::IndexKind::kDeviceScalar || part.kind == values::IndexKind::kDeviceBounds;
    // A mask or positions: for a store into a tensor on the CPU it is all the same.
    const bool either = kind == EventKind::kSubscriptStore && part.kind == values::IndexKind::kUnknown &&
                        part.places.within(values::kOnDevice) && object.places.within(values::Place::kCpu);
    if (!on_device && !either) continue;
    // What may be on either side is where the object is: a tensor on the CPU is indexed by one that is there.
    if (part.places.has(values::Place::kCpu) && object.places.within(values::Place::kCpu)) continue;
    // Only a tensor on the GPU is indexed by one.
    event.blocks = event.blocks || (object.is_tensor() && part.sure);
    event.places |= part.places;
    event.evidence = std::min(event.evidence, part.evidence);
  }
  record_.emit(std::move(event));
}

/// Only a tensor is indexed by a mask on the GPU, and only tensors and arrays by several positions.
Value Subscripts::selected_from(const Value& object, const Value& index) {
  // Taken for a list only because a part of it is a tensor, or for a tensor by its name.
  const bool is_guess =
      object.evidence == values::Evidence::kGuessed && object.only(Kinds(Kind::kList) | Kind::kTensor);
  if (!is_guess && (!object.is_anything() || object.may_be(Kind::kTensor))) return object;
  for (const values::IndexPart& part : values::index_parts(index)) {
    if (!values::known(part.sure)) continue;
    const bool selects = part.kind == values::IndexKind::kDeviceMask ||
                         ((part.kind == values::IndexKind::kDeviceIndex || part.kind == values::IndexKind::kCpuIndex ||
                           part.kind == values::IndexKind::kCpuMask) &&
                          part.rank.least > 0 && declared_.arrays_are_tensors(frame_.module, frame_.function));
    if (!selects) continue;
    Value tensor = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
    if (is_guess && object.only(Kind::kTensor)) tensor.rank = object.rank;
    return is_guess ? tensor : declared_.completed(arena_, object, tensor);
  }
  return object;
}

Value Subscripts::load_index(const Value& given, const Value& index, source::TextRange range) {
  if (given.is_bottom() || index.is_bottom()) return {};
  const Value object = selected_from(given, index);
  Value result;
  if (object.may_be(Kind::kInstance)) {
    bool found = false;
    result = record_field(object, index, found);
    if (!found) {
      const ArgumentValue argument{{}, 0, index};
      result = calls_.call_method(object, known_.getitem, {&argument, 1}, range, found);
    }
    // The object decides, whatever built-in container its class derives from.
    if (found) return result;
    if (object.only(Kind::kInstance)) return Value::anything();
  }
  if (object.may_be(Kinds(Kind::kTensor) | Kind::kArray)) {
    if (object.may_be(Kind::kTensor)) {
      const values::IndexParts parts = values::index_parts(index);
      bool plain = true;
      for (const values::IndexPart& part : parts) {
        plain &= part.kind == values::IndexKind::kHostInteger || part.kind == values::IndexKind::kSlice ||
                 part.kind == values::IndexKind::kNewAxis || part.kind == values::IndexKind::kEllipsis;
      }
      if (!plain) {
        emit_subscript(EventKind::kSubscriptLoad, range, object, index, {}, parts);
      }
    }
    if (object.only(Kind::kArray) && index.only(Kind::kTensor)) record_.emit_value(EventKind::kHostIndex, range, index);
    result = join(result, index_tensor(object, index));
  }
  if (object.may_be(kContainers)) {
    if (index.may_be(Kind::kTensor) && !object.only(Kind::kDictionary) && !object.may_be(Kind::kTensor)) {
      Value counted = index;
      counted.evidence = std::min(index.evidence, object.evidence);
      record_.emit_value(EventKind::kHostIndex, range, counted);
    }
    if (index.only(Kind::kSlice) && index.aggregate != nullptr && !object.may_be(Kind::kTensor)) {
      const auto bound =
          std::ranges::find_if(index.aggregate->elements, [](const Value& one) { return one.may_be(Kind::kTensor); });
      if (bound != index.aggregate->elements.end()) record_.emit_value(EventKind::kHostIndex, range, *bound);
    }
    Value container = object;
    container.kinds = object.kinds & kContainers;
    result = join(result, index_container(container, index));
  }
  if (object.may_be(Kind::kClass)) return object;  // Generic[T]
  if (object.may_be(Kind::kLibraryObject) && object.entities != nullptr) {
    const bool is_of_host = std::ranges::any_of(object.entities->items, [&](const Entity& entity) {
      return entity.kind == EntityKind::kLibraryObject && entity.index == catalog().host_object();
    });
    if (is_of_host) {
      result = join(result, declared_.host_object());
    } else if (module_containers_.is_module_container(object) && object.aggregate != nullptr) {
      // `self.blocks[t]` asks the tensor for an index, as a list does.
      if (index.may_be(Kind::kTensor)) record_.emit_value(EventKind::kHostIndex, range, index);
      return module_containers_.module_at(object, index);
    } else if (object.aggregate != nullptr) {
      result = module_containers_.moved_into(object, index_container(object, index));
    } else {
      bool found = false;
      const ArgumentValue argument{{}, 0, index};
      result = join(result, calls_.call_method(object, known_.getitem, {&argument, 1}, range, found));
    }
  }
  if (object.is_anything()) result = join(result, values::part_of_unknown(object));
  return result.is_bottom() ? Value::anything() : result;
}

/// A tensor has no names: what is asked for one is a mapping, and what it holds is open. What a model returns holds
/// tensors, and so does what is copied to the device as a whole.
bool Subscripts::is_keyed_by_text(const Value& object, const Value& index) const {
  if (!index.only(Kind::kString) || !object.only(Kind::kTensor) || object.places.within(values::Place::kCpu))
    return false;
  return object.entities == nullptr || std::ranges::none_of(object.entities->items, [&](const Entity& entity) {
           return entity.index == known_.output;
         });
}

/// `out["tokens"]`, where `out = self.forward(x)` is all that the name stands for, and the project's own method gives
/// a tensor: no code runs behind it.
bool Subscripts::raises_for_text(const model::Expression& object, const Value& tensor) {
  const auto* name = object.get_if<model::Name>();
  if (name == nullptr || frame_.function == nullptr || tensor.evidence == values::Evidence::kGuessed) return false;
  return branches_.seldom().is_only(name->name, [&](const model::Expression& value) {
    const auto* call = value.get_if<model::Call>();
    if (call == nullptr) return false;
    const Value callee = expressions_.evaluate(*call->callee);
    return callee.only(Kind::kFunction) && callee.entities != nullptr &&
           std::ranges::all_of(callee.entities->items,
                               [](const Entity& entity) { return entity.kind == EntityKind::kFunction; });
  });
}

/// `state["scale"]` of an unknown mapping that was stored here: what it is until the name means something else.
const Value* Subscripts::known_part(const model::Subscript& node) const {
  const auto* key = node.index->get_if<model::Constant>();
  if (state_.facts.empty() || key == nullptr || key->constant != model::ConstantKind::kString) return nullptr;
  const std::uint32_t slot = variables_.slot_of(*node.object);
  return slot == Scope::kAbsent ? nullptr : state_.fact_of_part(slot, project().symbols().find(key->text));
}

void Subscripts::note_part(const model::Subscript& target, const Value& object, const Value& key, const Value& value) {
  if (key.known_string().empty()) {
    if (key.may_be(Kinds(Kind::kString) | Kind::kAnything)) forget_parts(*target.object);
    return;
  }
  // What a dictionary holds it says itself, but for what a test has said of it.
  const bool is_unknown = object.is_anything() && !object.may_be(values::kContainer);
  if (!is_unknown && !object.only(Kind::kLibraryObject) && !object.only(Kind::kTensor))
    return forget_parts(*target.object);
  if (const std::uint32_t slot = variables_.slot_of(*target.object); slot != Scope::kAbsent)
    state_.set_part(slot, project().symbols().intern(key.known_string()), value);
}

/// What the variable holds may be something else now.
void Subscripts::forget_parts(const model::Expression& object) {
  if (state_.facts.empty()) return;
  if (const std::uint32_t slot = variables_.slot_of(object); slot != Scope::kAbsent) state_.forget_parts_of(slot);
}

/// `move(batch)`, `batch.update(other)`: a method that does not only read changes its object, and a function of the
/// project, or one that nobody sees, what it is given.
void Subscripts::forget_changed_parts(const model::Call& node, const Value& callee) {
  static constexpr std::array<std::string_view, 6> kReading = {"get", "keys", "values", "items", "copy", "setdefault"};
  if (state_.facts.empty()) return;
  if (const auto* method = node.callee->get_if<model::Attribute>()) {
    if (std::ranges::find(kReading, project().symbols().text(method->name)) == kReading.end())
      forget_parts(*method->object);
  }
  const bool is_of_library =
      callee.entities != nullptr && std::ranges::all_of(callee.entities->items, [](const Entity& entity) {
        return entity.kind == EntityKind::kLibraryName || entity.kind == EntityKind::kLibraryObject ||
               entity.kind == EntityKind::kMethod;
      });
  if (is_of_library) return;
  for (const model::Argument& argument : node.arguments) {
    if (argument.stars == 0) forget_parts(*argument.value);
  }
}

Value Subscripts::load_subscript(const model::Subscript& node) {
  Value object = expressions_.evaluate(*node.object);
  if (const Value* known = known_part(node)) return *known;
  const Value index = selecting_index(*node.index, expressions_.evaluate(*node.index), object);
  if (index.only(Kind::kString)) attributes_.rule_out_tensor(*node.object, object);
  count_dimensions(node, index);
  // One of the positions that `order` holds, `order[i]`, is a number, also where the rank of `order` is not known. A
  // constant chooses a row as often: `edge_index[0]`.
  const bool is_position = object.only(Kind::kTensor) && object.rank.is(1) == values::Truth::kMaybe &&
                           index.only(Kind::kInteger) && !index.known_integer() && is_called_positions(*node.object);
  if (is_position) object.rank = values::Rank::exactly(1);
  const std::string_view key = index.known_string();
  const auto* name = node.object->get_if<model::Name>();
  const model::Symbol of = name == nullptr ? model::Symbol{} : name->name;
  const Value by_use = key.empty() ? Value::anything() : declared_.part_by_use(frame_.module, frame_.function, of, key);
  // In other objects than those that are known, `state["device"]` and parts that are counted are not tensors.
  constexpr values::Kinds kOwn = values::Kinds(Kind::kDictionary) | Kind::kInstance;
  if (is_keyed_by_text(object, index) && raises_for_text(*node.object, object)) return {};
  const bool is_other = (names_a_device(key) || by_use.only(Kind::kInteger)) && !object.may_be(kOwn);
  Value value = is_other || is_keyed_by_text(object, index) ? values::part_of_unknown(object)
                                                            : load_index(object, index, node.range);
  if (value.read_back && value.only(Kind::kTensor) && is_detached(*node.object, project().symbols()))
    value.read_back = false;
  const bool is_open =
      object.only(Kind::kAnything) || (object.evidence == values::Evidence::kGuessed && !object.may_be(Kind::kTensor));
  if (is_open && is_place_in_dataset(*node.object, *node.index, index))
    return declared_.holder(known_.batch, values::Place::kCpu);
  if (!value.is_anything()) return value;
  // `batch: dict[str, Any]`: the body says what the parts are that it takes one by one.
  const bool is_declared = object.only(Kinds(Kind::kDictionary) | Kind::kList | Kind::kTuple | Kind::kNone);
  const bool is_open_key = index.constant.type == values::ConstantValue::Type::kNothing;
  if (is_open_key && is_declared)
    return declared_.completed(arena_, value, declared_.any_part_by_use(frame_.function, of));
  if (key.empty()) return value;
  if (is_learning_rate(node, key)) return Value::of(Kind::kFloating, values::Evidence::kDeclared);
  return declared_.completed(arena_, value, by_use);
}

void Subscripts::store_subscript(const model::Subscript& target, const Value& value, bool augmented) {
  const Value given = expressions_.evaluate(*target.object);
  Value index = selecting_index(*target.index, expressions_.evaluate(*target.index), given);
  if (given.is_bottom() || index.is_bottom() || value.is_bottom()) return;
  note_part(target, given, index, value);
  const Value object = selected_from(given, index);
  // `mask[nodes] = True`: a mask is made of positions.
  const bool makes_mask =
      object.only(Kind::kTensor) && object.elements.within(values::kSelecting) && value.only(values::kHostNumber);
  if (makes_mask && index.only(Kind::kTensor) && index.elements == values::kAnyElement)
    index.elements = values::Element::kInteger;
  if (object.may_be(Kind::kInstance)) {
    bool found = false;
    const ArgumentValue arguments[] = {{{}, 0, index}, {{}, 0, value}};
    calls_.call_method(object, known_.setitem, arguments, target.range, found);
  }
  // `sample["image"] = image`: whatever it is, it is no tensor.
  if (object.may_be(Kind::kTensor) && !index.only(Kind::kString)) {
    // `layer.weight[i] = 0`: who fills a parameter is about to build a model that is not moved yet.
    const values::IndexParts parts = values::index_parts(index);
    const bool fills_weight =
        value.only(values::kHostNumber) && !object.rank.known() && attributes_.is_weight(*target.object) &&
        std::ranges::all_of(parts, [](const auto& part) { return part.kind == values::IndexKind::kHostInteger; });
    record_.guards.doubt += fills_weight ? 1 : 0;
    emit_subscript(EventKind::kSubscriptStore, target.range, object, index, value, parts, augmented);
    record_.guards.doubt -= fills_weight ? 1 : 0;
    return;
  }
  if (index.may_be(Kind::kTensor) && (object.may_be(Kind::kList) || object.only(Kind::kArray)))
    record_.emit_value(EventKind::kHostIndex, target.range, index);
  if (module_containers_.is_module_container(object))
    containers_.assign_back(*target.object, module_containers_.with_module(object, index, value));
  if (!object.may_be(Kinds(Kind::kList) | Kind::kDictionary)) return;
  // The container's content grows by the stored value.
  Value changed = object;
  if (object.may_be(Kind::kDictionary)) {
    std::vector<values::DictionaryEntry> entries;
    Value rest = object.aggregate == nullptr ? Value::anything() : object.aggregate->rest;
    bool placed = false;
    if (object.aggregate != nullptr) entries.assign(object.aggregate->entries.begin(), object.aggregate->entries.end());
    if (index.constant.type != values::ConstantValue::Type::kNothing) {
      for (values::DictionaryEntry& entry : entries) {
        if (entry.key == index.constant) {
          entry.value = value;
          placed = true;
        }
      }
      if (!placed && entries.size() < kMostKeys) {
        entries.push_back({index.constant, value});
        placed = true;
      }
    }
    if (!placed) rest = join(rest, value);
    // `d[k].append(v)`, and nothing is known of `k`: each of them may have grown.
    const bool is_any = index.constant.type == values::ConstantValue::Type::kNothing;
    if (is_any && value.only(Kinds(Kind::kList) | Kind::kSet | Kind::kDictionary)) {
      for (values::DictionaryEntry& entry : entries) entry.value = join(entry.value, value);
    }
    changed = arena_.dictionary(entries, rest);
  } else {
    const auto number = index.known_integer();
    if (object.aggregate != nullptr && object.aggregate->exact && number && *number >= 0 &&
        static_cast<std::size_t>(*number) < object.aggregate->elements.size()) {
      std::vector<Value> elements(object.aggregate->elements.begin(), object.aggregate->elements.end());
      elements[static_cast<std::size_t>(*number)] = value;
      changed = arena_.sequence(Kind::kList, elements);
    } else if (object.aggregate != nullptr) {
      changed = arena_.container(Kind::kList, join(values::any_element(arena_, object), value));
    }
  }
  containers_.assign_back(*target.object, changed);
}

}  // namespace syncfree::inference
