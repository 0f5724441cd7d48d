#include "rules/rewrites/masked_places.h"

#include <vector>

#include "analyzer/values/index.h"

namespace syncfree::rules {

using fixes::Code;
using model::Expression;
using values::IndexKind;
using values::IndexPart;
using values::IndexParts;

namespace {

bool may_be_mask(const IndexPart& part) {
  return part.kind == IndexKind::kDeviceMask ||
         (part.kind == IndexKind::kUnknown && part.places.overlaps(values::kOnDevice));
}

bool keeps_dimension(const IndexPart& part) {
  return part.kind == IndexKind::kSlice || part.kind == IndexKind::kNewAxis;
}

/// `:` and `...` leave all as it is.
bool is_whole(const Expression& part) {
  const auto* slice = part.get_if<model::Slice>();
  if (slice != nullptr) return slice->start == nullptr && slice->stop == nullptr && slice->step == nullptr;
  const auto* constant = part.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kEllipsis;
}

/// Which part is the mask, if none of the others is known to be a tensor or a list.
std::optional<std::size_t> mask_among(const IndexParts& parts) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const IndexPart& part = parts.items[i];
    const bool basic = keeps_dimension(part) || part.kind == IndexKind::kHostInteger ||
                       part.kind == IndexKind::kCpuScalar || part.kind == IndexKind::kEllipsis;
    if (basic || (part.kind == IndexKind::kUnknown && !may_be_mask(part))) continue;
    if (!may_be_mask(part) || found) return std::nullopt;
    found = i;
  }
  return found;
}

Code with_dimensions_behind(const Expression& mask, std::size_t count) {
  Code code = fixes::kept(mask);
  for (; count > 0; --count) code = fixes::method(code, "unsqueeze", {{{}, fixes::number("-1")}});
  return code;
}

/// Of a tensor with more dimensions than the mask.
std::size_t more_dimensions(const values::Value& object, const IndexPart& mask) {
  const bool known = object.only(values::Kind::kTensor) && object.rank.known() && mask.rank.known();
  return known && object.rank.least > mask.rank.least ? static_cast<std::size_t>(object.rank.least - mask.rank.least)
                                                      : 0;
}

}  // namespace

std::optional<MaskedPlaces> masked_places(const engine::Event& event, const model::Subscript& node) {
  const IndexParts parts = values::index_parts(event.operands[1]);
  const std::optional<std::size_t> at = mask_among(parts);
  if (!at) return std::nullopt;
  const IndexPart& mask = parts.items[*at];
  const auto* several = node.index->get_if<model::Sequence>();
  MaskedPlaces places{fixes::kept(*node.object), {}, node.index, true, mask.kind == IndexKind::kDeviceMask};
  if (several == nullptr || parts.count == 1) {
    places.mask = with_dimensions_behind(*node.index, more_dimensions(event.operands[0], mask));
    return places;
  }
  if (several->elements.size() != parts.count) return std::nullopt;
  places.node = several->elements[*at];
  places.alone = false;
  std::size_t behind = 0;
  for (std::size_t i = *at + 1; i < parts.count; ++i) {
    if (parts.items[i].kind == IndexKind::kEllipsis) return std::nullopt;
    behind += keeps_dimension(parts.items[i]) ? 1 : 0;
  }
  places.mask = with_dimensions_behind(*places.node, behind);
  std::vector<Code> rest;
  std::size_t needed = 0;  // up to the last part that does something
  for (std::size_t i = 0; i < parts.count; ++i) {
    const bool does_nothing = i == *at || is_whole(*several->elements[i]);
    if (!does_nothing) needed = i + 1;
  }
  // Under a mask of several dimensions, the parts behind it would move.
  if (needed > *at && mask.rank.is(1) == values::Truth::kNo) return std::nullopt;
  for (std::size_t i = 0; i < needed; ++i)
    rest.push_back(i == *at ? fixes::slice(":") : fixes::kept(*several->elements[i]));
  if (rest.size() == 1) {
    places.whole = fixes::subscript(places.whole, rest.front());
  } else if (!rest.empty()) {
    places.whole = fixes::subscript(places.whole, fixes::tuple(std::move(rest)));
  }
  return places;
}

}  // namespace syncfree::rules
