#include "analyzer/values/index.h"

#include <algorithm>

namespace syncfree::values {

namespace {

IndexPart tensor_part(const Value& index) {
  IndexPart part;
  part.places = index.places;
  part.evidence = index.evidence;
  part.rank = index.rank;
  part.sure = index.is_tensor();
  const Truth on_device = index.is_device_tensor();
  const Truth on_cpu = index.is_cpu_tensor();
  const Elements elements = index.elements.empty() ? kAnyElement : index.elements;
  const bool is_mask = elements.within(kSelecting);
  // Floating tensors cannot index, so a tensor that is no mask is an integer one.
  const bool integer = !elements.overlaps(kSelecting);
  if (on_cpu == Truth::kYes) {
    if (is_mask) {
      part.kind = IndexKind::kCpuMask;
    } else if (integer) {
      part.kind = index.rank.is(0) == Truth::kYes ? IndexKind::kCpuScalar : IndexKind::kCpuIndex;
      if (index.rank.is(0) == Truth::kMaybe) part.sure = part.sure && Truth::kSometimes;
    }
    return part;
  }
  if (on_device == Truth::kNo) return part;
  part.sure = part.sure && on_device;
  if (is_mask) {
    part.kind = IndexKind::kDeviceMask;
  } else if (integer) {
    part.kind = index.rank.is(0) == Truth::kYes ? IndexKind::kDeviceScalar : IndexKind::kDeviceIndex;
  }
  return part;
}

IndexPart part_of(const Value& index) {
  IndexPart part;
  part.evidence = index.evidence;
  part.sure = Truth::kYes;
  const Kinds kinds = index.kinds;
  if (kinds.within(Kind::kNone)) {
    part.kind = IndexKind::kNewAxis;
  } else if (kinds.within(Kind::kEllipsis)) {
    part.kind = IndexKind::kEllipsis;
  } else if (kinds.within(Kind::kBoolean)) {
    part.kind = IndexKind::kHostBoolean;
  } else if (kinds.within(Kinds(Kind::kInteger) | Kind::kFloating)) {
    part.kind = IndexKind::kHostInteger;
  } else if (kinds.has(Kind::kSlice) && !kinds.has(Kind::kTensor)) {
    part.kind = IndexKind::kSlice;
    if (index.aggregate != nullptr) {
      for (const Value& bound : index.aggregate->elements) {
        const Truth device = bound.is_device_tensor();
        if (device != Truth::kNo && bound.may_be(Kind::kTensor)) {
          part.kind = IndexKind::kDeviceBounds;
          part.sure = device;
          part.places = bound.places;
          part.evidence = bound.evidence;
        }
      }
    }
  } else if (kinds.has(Kind::kTensor)) {
    return tensor_part(index);
  } else if (kinds.within(kHostSequence | Kind::kArray)) {
    part.kind = IndexKind::kHostElements;
    part.rank = kinds.has(Kind::kArray) ? index.rank : Rank::exactly(1);
    if (kinds.within(Kind::kArray)) {
      // `x[np.int64]`: an array of no dimensions is a number.
      if (index.rank.is(0) == Truth::kYes) part.kind = IndexKind::kHostInteger;
    } else if (index.aggregate != nullptr) {
      const Aggregate& content = *index.aggregate;
      const Value* first = !content.elements.empty() ? &content.elements.front() : &content.rest;
      if (first->may_be(kHostSequence)) part.rank = Rank::exactly(2);
      // Whatever a list holds, it becomes a tensor on the CPU first; of tensors it is a tuple in disguise.
      if (first->may_be(Kind::kTensor)) part.sure = Truth::kMaybe;
      if (first->is_anything()) part.evidence = std::min(part.evidence, Evidence::kDeclared);
      // A list of index tensors is a tuple in disguise. If they have no dimensions, each is read.
      if (first->only(Kind::kTensor)) {
        const IndexPart one = tensor_part(*first);
        if (one.kind == IndexKind::kDeviceScalar) return one;
        part.kind = IndexKind::kUnknown;
      }
      if (content.exact && content.elements.empty()) part.kind = IndexKind::kUnknown;
    }
  } else if (kinds.overlaps(Kinds(Kind::kList) | Kind::kRange)) {
    // A list on one way through the code, and unknown on another. What may be a number mostly is one: an element of
    // what `.tolist()` gives.
    part.kind = IndexKind::kHostElements;
    part.sure = kinds.overlaps(kHostNumber) ? Truth::kMaybe : Truth::kSometimes;
    part.evidence = std::min(part.evidence, Evidence::kDeclared);
  } else {
    part.sure = Truth::kMaybe;
  }
  return part;
}

// `x[[slice(None), 0]]`: a list that holds a slice, None or an ellipsis is a tuple in disguise.
bool is_list_of_parts(const Value& index) {
  constexpr Kinds kNoElement = Kinds(Kind::kSlice) | Kind::kNone | Kind::kEllipsis;
  if (!index.only(Kind::kList) || index.aggregate == nullptr) return false;
  const Aggregate& held = *index.aggregate;
  return held.rest.may_be(kNoElement) ||
         std::ranges::any_of(held.elements, [&](const Value& one) { return one.may_be(kNoElement); });
}

}  // namespace

IndexParts index_parts(const Value& index) {
  IndexParts parts;
  if (index.only(Kind::kTuple) || is_list_of_parts(index)) {
    if (index.aggregate != nullptr && index.aggregate->exact) {
      for (const Value& element : index.aggregate->elements) {
        if (parts.count < IndexParts::kMost) parts.items[parts.count++] = part_of(element);
      }
      return parts;
    }
    if (index.aggregate != nullptr && index.aggregate->elements.empty() && index.aggregate->rest.only(Kind::kTensor)) {
      parts.items[parts.count++] = part_of(index.aggregate->rest);
      return parts;
    }
    parts.items[parts.count++] = IndexPart{};
    return parts;
  }
  parts.items[parts.count++] = part_of(index);
  return parts;
}

bool is_basic(const IndexParts& parts) {
  for (const IndexPart& part : parts) {
    switch (part.kind) {
      case IndexKind::kHostInteger:
      case IndexKind::kSlice:
      case IndexKind::kDeviceBounds:
      case IndexKind::kNewAxis:
      case IndexKind::kEllipsis:
      case IndexKind::kDeviceScalar:
      case IndexKind::kCpuScalar:
        break;
      default:
        return false;
    }
  }
  return true;
}

namespace {

/// The fewest dimensions that the parts need, and those of them that are left for certain.
struct Dimensions {
  int needed = 0;
  int left = 0;
};

Dimensions dimensions(const IndexParts& parts) {
  Dimensions found;
  for (const IndexPart& part : parts) {
    switch (part.kind) {
      case IndexKind::kSlice:
      case IndexKind::kDeviceBounds:
        ++found.left;
        ++found.needed;
        break;
      case IndexKind::kNewAxis:
        ++found.left;
        break;
      case IndexKind::kHostInteger:
      case IndexKind::kDeviceScalar:
      case IndexKind::kCpuScalar:
      case IndexKind::kDeviceIndex:
      case IndexKind::kCpuIndex:
      case IndexKind::kHostElements:
        ++found.needed;
        break;
      case IndexKind::kDeviceMask:
      case IndexKind::kCpuMask:
        found.needed += part.rank.least;
        break;
      case IndexKind::kHostBoolean:
      case IndexKind::kEllipsis:
      case IndexKind::kUnknown:
        break;
    }
  }
  return found;
}

}  // namespace

Rank rank_after(Rank rank, const IndexParts& parts) {
  const Dimensions dimensions = values::dimensions(parts);
  // What has fewer raises.
  if (rank.most >= dimensions.needed) rank.least = std::max(rank.least, static_cast<std::int8_t>(dimensions.needed));
  bool advanced = false;
  Rank gathered = Rank::exactly(0);
  for (const IndexPart& part : parts) {
    switch (part.kind) {
      case IndexKind::kHostInteger:
      case IndexKind::kDeviceScalar:
      case IndexKind::kCpuScalar:
        rank = rank.plus(-1);
        break;
      case IndexKind::kNewAxis:
      case IndexKind::kHostBoolean:
        rank = rank.plus(1);
        break;
      case IndexKind::kSlice:
      case IndexKind::kDeviceBounds:
      case IndexKind::kEllipsis:
        break;
      case IndexKind::kDeviceMask:
      case IndexKind::kCpuMask:
        advanced = true;
        // The dimensions of a mask give way to one, that of the true elements.
        if (!part.rank.known()) return Rank::at_least(dimensions.left + 1);
        rank = rank.plus(-part.rank.least);
        gathered = {std::max<std::int8_t>(gathered.least, 1), std::max<std::int8_t>(gathered.most, 1)};
        break;
      case IndexKind::kDeviceIndex:
      case IndexKind::kCpuIndex:
      case IndexKind::kHostElements:
        advanced = true;
        rank = rank.plus(-1);
        gathered = {std::max(gathered.least, part.rank.least), std::max(gathered.most, part.rank.most)};
        break;
      case IndexKind::kUnknown:
        return Rank::at_least(dimensions.left);
    }
  }
  if (!advanced) return rank;
  if (!gathered.known()) return Rank::at_least(rank.least + gathered.least);
  return rank.plus(gathered.least);
}

}  // namespace syncfree::values
