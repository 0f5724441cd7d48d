#include "analyzer/values/value.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "analyzer/values/entity.h"
#include "analyzer/values/hash.h"

namespace syncfree::values {

namespace {

std::size_t hash_of(const Aggregate& aggregate) {
  std::size_t hash = aggregate.exact ? 1 : 2;
  for (const Value& element : aggregate.elements) hash = mixed(hash, values::hash_of(element));
  for (const DictionaryEntry& entry : aggregate.entries)
    hash = mixed(hash, mixed(values::hash_of(entry.key), values::hash_of(entry.value)));
  return mixed(hash, values::hash_of(aggregate.rest));
}

// A sum, because the order of the items does not count.
std::size_t hash_of(const Entities& entities) {
  std::size_t hash = 0;
  for (const Entity& item : entities.items) {
    std::size_t one = mixed(static_cast<std::size_t>(item.kind), item.module);
    one = mixed(mixed(one, item.index), (std::size_t{item.environment} << 32U) | item.name);
    if (item.self != nullptr) one = mixed(one, values::hash_of(*item.self));
    if (item.bound != nullptr) one = mixed(one, values::hash_of(*item.bound));
    hash += one;
  }
  return hash;
}

template <class T>
bool equal_content(const T* a, const T* b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

ConstantValue constant_of(ConstantValue::Type type, std::int64_t integer) {
  ConstantValue constant;
  constant.type = type;
  constant.integer = integer;
  return constant;
}

}  // namespace

Truth Value::is_device_tensor() const {
  if (is_bottom()) return Truth::kNo;
  const Truth tensor = is_tensor();
  if (tensor == Truth::kNo) return Truth::kNo;
  if (!may_be(Kind::kTensor)) return Truth::kMaybe;  // anything at all
  if (places.within(kOnDevice)) return tensor;
  if (places.overlaps(kOnDevice)) return tensor && Truth::kSometimes;
  return places.empty() || places.has(Place::kUnknown) || is_anything() ? Truth::kMaybe : Truth::kNo;
}

Truth Value::is_cpu_tensor() const {
  if (is_bottom()) return Truth::kNo;
  const Truth tensor = is_tensor();
  if (tensor == Truth::kNo) return Truth::kNo;
  if (!may_be(Kind::kTensor)) return places.within(kOnDevice) ? Truth::kNo : Truth::kMaybe;
  if (places.within(Place::kCpu)) return tensor;
  if (places.has(Place::kCpu)) return tensor && Truth::kSometimes;
  return places.empty() || places.has(Place::kUnknown) || is_anything() ? Truth::kMaybe : Truth::kNo;
}

Value part_of_unknown(const Value& whole) {
  Value part = Value::anything();
  if (!whole.is_anything() || !whole.only(Kinds(Kind::kAnything) | Kind::kNone) || whole.places.empty()) return part;
  part.places = whole.places;
  part.evidence = whole.evidence;
  return part;
}

bool may_hold_device_tensor(const Value& value) {
  if (value.may_be(Kind::kTensor) && !value.places.within(Place::kCpu)) return true;
  if (value.aggregate == nullptr) return false;
  const auto& elements = value.aggregate->elements;
  return may_hold_device_tensor(value.aggregate->rest) || std::ranges::any_of(elements, may_hold_device_tensor);
}

Value Value::boolean(bool b) {
  Value v = of(Kind::kBoolean);
  v.constant = constant_of(ConstantValue::Type::kBoolean, b ? 1 : 0);
  return v;
}

Value Value::integer(std::int64_t n) {
  Value v = of(Kind::kInteger);
  v.constant = constant_of(ConstantValue::Type::kInteger, n);
  return v;
}

Value Value::floating(double x) {
  Value v = of(Kind::kFloating);
  v.constant.type = ConstantValue::Type::kFloating;
  v.constant.floating = x;
  return v;
}

Value Value::string(std::string_view text) {
  Value v = of(Kind::kString);
  v.constant.type = ConstantValue::Type::kString;
  v.constant.characters = text.data();
  v.constant.length = static_cast<std::uint32_t>(text.size());
  v.places = place_of_name(text);
  return v;
}

Value Value::tensor(Places places, Elements elements, Rank rank, Evidence evidence) {
  Value v = of(Kind::kTensor, evidence);
  v.places = places;
  v.elements = elements;
  v.memories = kAnyMemory;
  v.extents = rank.most == 0 ? Extents(Extent::kSmall) : kAnyExtent;
  v.rank = rank;
  return v;
}

Value Value::device(Places places) {
  Value v = of(Kind::kDevice);
  v.places = places;
  return v;
}

Value Value::dtype(Elements elements) {
  Value v = of(Kind::kDtype);
  v.elements = elements;
  return v;
}

std::optional<bool> Value::known_bool() const {
  if (constant.type != ConstantValue::Type::kBoolean || !only(Kind::kBoolean)) return std::nullopt;
  return constant.integer != 0;
}

std::optional<std::int64_t> Value::known_integer() const {
  if (constant.type != ConstantValue::Type::kInteger || !only(Kind::kInteger)) return std::nullopt;
  return constant.integer;
}

Places place_of_name(std::string_view device) {
  if (device.starts_with("torch.cuda.")) return Place::kCuda;  // a tensor type
  // Strings that name none may be long: more than this is not looked at.
  const std::string_view beginning = device.substr(0, std::string_view("cuda:").size());
  const std::string_view type = beginning.substr(0, beginning.find(':'));
  if (type == "cuda") return Place::kCuda;
  if (type == "cpu") return Place::kCpu;
  if (type == "meta") return Place::kMeta;
  return {};
}

bool operator==(const ConstantValue& a, const ConstantValue& b) {
  if (a.type != b.type) return false;
  switch (a.type) {
    case ConstantValue::Type::kNothing:
      return true;
    case ConstantValue::Type::kBoolean:
    case ConstantValue::Type::kInteger:
      return a.integer == b.integer;
    // Bit by bit, so that a NaN equals itself and a join of equal values changes nothing.
    case ConstantValue::Type::kFloating:
      return std::bit_cast<std::uint64_t>(a.floating) == std::bit_cast<std::uint64_t>(b.floating);
    case ConstantValue::Type::kString:
      return a.text() == b.text();
  }
  return false;
}

bool operator==(const Aggregate& a, const Aggregate& b) {
  auto same_entry = [](const DictionaryEntry& x, const DictionaryEntry& y) {
    return x.key == y.key && x.value == y.value;
  };
  return a.exact == b.exact && std::ranges::equal(a.elements, b.elements) &&
         std::ranges::equal(a.entries, b.entries, same_entry) && a.rest == b.rest;
}

bool operator==(const Entity& a, const Entity& b) {
  return same_thing(a, b) && equal_content(a.self, b.self) && equal_content(a.bound, b.bound);
}

bool operator==(const Entities& a, const Entities& b) {
  auto holds = [&b](const Entity& item) { return std::ranges::find(b.items, item) != b.items.end(); };
  return a.items.size() == b.items.size() && std::ranges::all_of(a.items, holds);
}

bool has_same_head(const Value& a, const Value& b) {
  return a.kinds == b.kinds && a.places == b.places && a.elements == b.elements && a.memories == b.memories &&
         a.extents == b.extents && a.rank == b.rank && a.evidence == b.evidence && a.origin == b.origin &&
         a.registered == b.registered && a.read_back == b.read_back && a.waits_back == b.waits_back &&
         a.constant == b.constant;
}

bool operator==(const Value& a, const Value& b) {
  // Most are copies of each other; that bytes between the members differ says nothing.
  if (std::memcmp(&a, &b, sizeof(Value)) == 0) return true;
  return has_same_head(a, b) && equal_content(a.aggregate, b.aggregate) && equal_content(a.entities, b.entities);
}

std::size_t hash_of(const ConstantValue& constant) {
  const auto type = static_cast<std::size_t>(constant.type);
  switch (constant.type) {
    case ConstantValue::Type::kNothing:
      return 0;
    case ConstantValue::Type::kBoolean:
    case ConstantValue::Type::kInteger:
      return mixed(type, static_cast<std::size_t>(constant.integer));
    case ConstantValue::Type::kFloating:
      return mixed(type, std::bit_cast<std::size_t>(constant.floating));
    case ConstantValue::Type::kString:
      return mixed(type, std::hash<std::string_view>{}(constant.text()));
  }
  return 0;
}

std::size_t hash_of_head(const Value& value) {
  std::size_t hash = value.kinds.bits;
  const std::size_t small = std::size_t{value.places.bits} | (std::size_t{value.elements.bits} << 8U) |
                            (std::size_t{value.memories.bits} << 16U) | (std::size_t{value.extents.bits} << 20U) |
                            (static_cast<std::size_t>(value.evidence) << 24U) | (std::size_t{value.registered} << 28U) |
                            (std::size_t{value.read_back} << 29U) | (std::size_t{value.waits_back} << 30U) |
                            (static_cast<std::size_t>(value.origin) << 48U) |
                            (static_cast<std::size_t>(value.rank.least) << 32U) |
                            (static_cast<std::size_t>(value.rank.most) << 40U);
  hash = mixed(hash, small);
  return mixed(hash, hash_of(value.constant));
}

std::size_t hash_of(const Value& value) {
  std::size_t hash = hash_of_head(value);
  if (value.aggregate != nullptr) hash = mixed(hash, hash_of(*value.aggregate));
  if (value.entities != nullptr) hash = mixed(hash, hash_of(*value.entities));
  return hash;
}

}  // namespace syncfree::values
