#include "analyzer/catalog/place.h"

#include <algorithm>

#include "analyzer/catalog/operand.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::Aggregate;
using values::Evidence;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Places;
using values::Truth;
using values::Value;

namespace {

constexpr Kinds kDeviceLike = Kinds(Kind::kDevice) | Kind::kString | Kind::kTensor;

// The strongest answer of `ask` for the value or anything it holds.
template <class Ask>
Truth strongest(const Value& value, const Ask& ask) {
  const Truth own = ask(value);
  if (own == Truth::kYes || !value.may_be(values::kContainer)) return own;
  if (value.aggregate == nullptr) {
    // Of a container nothing is known about; an object of a library class keeps its tensors to itself.
    return own || (value.may_be(values::kContainer - Kind::kLibraryObject) ? Truth::kMaybe : Truth::kNo);
  }
  const Aggregate& held = *value.aggregate;
  Truth inner = held.rest.is_bottom() ? Truth::kNo : strongest(held.rest, ask);
  for (const Value& element : held.elements) inner = inner || strongest(element, ask);
  for (const values::DictionaryEntry& entry : held.entries) inner = inner || strongest(entry.value, ask);
  if (!value.only(values::kContainer)) inner = inner && Truth::kSometimes;
  return own || inner;
}

// The operands of one call, by what is known of them.
struct Operands {
  FoundPlace on_device;  // surely on the GPU
  FoundPlace known;      // the rest
  bool found_device = false;
  bool found = false;
  bool unknown = false;    // an argument may be a tensor or anything
  bool cpu_array = false;  // a CPU tensor that is certainly no scalar

  void add(const Value& value) {
    if (value.may_be(Kind::kTensor)) {
      add_tensor(value);
    } else if (value.is_anything()) {
      unknown = true;
    }
    // An object's tensors (a module's parameters) are operands too, where the object knows their place.
    if (!value.may_be(Kind::kTensor) && value.may_be(Kinds(Kind::kLibraryObject) | Kind::kInstance) &&
        !value.places.empty())
      add_tensor(value);
    if (value.aggregate == nullptr || !value.may_be(values::kContainer - Kind::kLibraryObject)) return;
    // A list that is empty here grows in ways that are not followed: torch takes no empty list of tensors.
    if (value.only(Kind::kList) && value.aggregate->exact && value.aggregate->elements.empty()) unknown = true;
    for (const Value& element : value.aggregate->elements) add(element);
    for (const values::DictionaryEntry& entry : value.aggregate->entries) add(entry.value);
    if (!value.aggregate->rest.is_bottom()) add(value.aggregate->rest);
  }

  void add_tensor(const Value& value) {
    const bool device = value.places.within(values::kOnDevice);
    FoundPlace& place = device ? on_device : known;
    bool& seen = device ? found_device : found;
    // One operand that surely is on the GPU brings the result there.
    const Evidence both = device ? std::max(place.evidence, value.evidence) : std::min(place.evidence, value.evidence);
    place.evidence = seen ? both : value.evidence;
    place.places |= value.places.empty() ? Places(Place::kUnknown) : value.places;
    seen = true;
    cpu_array = cpu_array || (value.only(Kind::kTensor) && value.places.within(Place::kCpu) && value.rank.least > 0 &&
                              value.evidence == Evidence::kSeen);
  }
};

}  // namespace

NamedPlace named_place(const Value& value) {
  NamedPlace named;
  named.evidence = value.evidence;
  // A device that may be None was not set yet: who computes has set it. `x.to(bool)` names an element type.
  named.may_be_silent =
      value.may_be(Kinds(Kind::kDtype) | Kind::kClass) || (value.may_be(Kind::kNone) && !value.may_be(kDeviceLike));
  // A text that may be an element type in its place is the name of one.
  const bool names_type = value.may_be(Kind::kDtype) && value.places.empty();
  if (value.may_be(kDeviceLike) && !names_type) {
    const bool other_device = value.only(Kind::kString) && value.constant.type == values::ConstantValue::Type::kString;
    named.places = value.places;
    if (value.places.empty()) named.places = other_device ? Place::kMeta : Place::kUnknown;
  }
  if (value.may_be(Kind::kInteger)) named.places |= Place::kCuda;
  // Nobody names a device who means the one that is there anyway.
  if (value.is_anything() || named.places.has(Place::kUnknown)) {
    named.places = (named.places - Places(Place::kUnknown)) | Place::kCaller;
    named.evidence = Evidence::kDeclared;
  }
  // `"cuda" if torch.cuda.is_available() else "cpu"`: its author means a GPU, the CPU is for machines without one.
  // Where a tensor may be on either side, its device is either.
  if (named.places.has(Place::kCpu) && named.places.has(Place::kCuda)) {
    named.places = (named.places - (Places(Place::kCpu) | Place::kCuda)) | Place::kCaller;
    named.evidence = std::min(named.evidence, Evidence::kDeclared);
  }
  return named;
}

FoundPlace joined_place(const BoundArguments& arguments, bool elementwise) {
  Operands operands;
  for_each_argument(arguments, [&operands](const Value& value) { operands.add(value); });
  // A CPU tensor that is no scalar cannot meet a GPU tensor: where the place is the caller's choice, it is the CPU.
  if (operands.found_device && !(operands.cpu_array && operands.on_device.places.within(Place::kCaller))) {
    const Places certain = operands.on_device.places & Place::kCuda;
    return {certain.empty() ? operands.on_device.places : certain, operands.on_device.evidence};
  }
  if (operands.cpu_array) return {Place::kCpu, Evidence::kSeen};
  if (!operands.found) {
    // What a function of tensors is given is a tensor, and whoever made it chose its device.
    if (operands.unknown) return {Place::kCaller, Evidence::kDeclared};
    // Only host data went in: torch computes on its default device, the CPU.
    const bool unknown = arguments.open;
    return {unknown ? Place::kUnknown : Place::kCpu, unknown ? Evidence::kGuessed : Evidence::kSeen};
  }
  FoundPlace place = operands.known;
  if (elementwise && operands.unknown) place.places |= Place::kUnknown;
  return place;
}

std::optional<FoundPlace> place_of_parts(const BoundArguments& arguments) {
  Operands operands;
  for_each_argument(arguments, [&operands](const Value& value) { operands.add(value); });
  if (operands.found_device) return operands.on_device;
  if (operands.found) return operands.known;
  return std::nullopt;
}

Truth holds_device_tensor(const Value& value) {
  return strongest(value, [](const Value& one) { return one.is_device_tensor(); });
}

Truth holds_cpu_index(const Value& value) {
  return strongest(value, [](const Value& one) {
    const bool is_mask = !one.elements.empty() && one.elements.within(values::kSelecting);
    return is_mask ? Truth::kNo : one.is_cpu_tensor();
  });
}

Truth holds_tensor(const Value& value) {
  return strongest(value, [](const Value& one) { return one.is_tensor(); });
}

namespace {

bool any_part(const Value& value, bool Value::* flag) {
  if (value.only(Kind::kTensor)) return value.*flag;
  if (!value.may_be(values::kHostSequence) || value.aggregate == nullptr) return false;
  return value.aggregate->rest.*flag ||
         std::ranges::any_of(value.aggregate->elements, [flag](const Value& element) { return element.*flag; });
}

}  // namespace

bool goes_through_mask(const Value& value) { return any_part(value, &Value::read_back); }

bool waits_back(const Value& value) { return any_part(value, &Value::waits_back); }

Truth holds_number(const Value& value) {
  return strongest(value, [](const Value& one) {
    if (one.only(values::kHostNumber)) return Truth::kYes;
    if (one.may_be(values::kHostNumber)) return Truth::kSometimes;
    return one.is_anything() ? Truth::kMaybe : Truth::kNo;
  });
}

}  // namespace syncfree::catalog
