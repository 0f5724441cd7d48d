#include "rules/shared/subscript_cause.h"

#include <algorithm>

namespace syncfree::rules {

using engine::Event;
using engine::EventKind;
using values::IndexKind;
using values::IndexPart;
using values::IndexParts;
using values::Kind;
using values::Rank;
using values::Truth;
using values::Value;

namespace {

Truth weaker(Truth a, Truth b) { return a && b; }

/// A value that may be anything says nothing about the CPU.
Truth is_cpu_tensor(const Value& value) {
  return value.may_be(Kind::kTensor) && value.places.overlaps(values::Place::kCpu) ? value.is_cpu_tensor() : Truth::kNo;
}

Truth is_host_number(const Value& value) {
  if (value.only(values::kHostNumber)) return Truth::kYes;
  return value.may_be(values::kHostNumber) ? Truth::kSometimes : value.is_anything() ? Truth::kMaybe : Truth::kNo;
}

/// A number or a 0-dim CPU tensor. Measured: stores treat both alike.
Truth is_host_scalar(const Value& value) { return is_host_number(value) || (is_cpu_tensor(value) && value.rank.is(0)); }

bool any_of(const IndexParts& parts, IndexKind kind) {
  return std::any_of(parts.begin(), parts.end(), [kind](const IndexPart& part) { return part.kind == kind; });
}

/// A tensor on the GPU whose element kind is not known: a mask or an integer index.
bool is_mask_or_index(const IndexPart& part) {
  return part.kind == IndexKind::kUnknown && part.places.overlaps(values::kOnDevice);
}

bool is_tensor_on_device(const IndexPart& part) {
  return part.kind == IndexKind::kDeviceMask || part.kind == IndexKind::kDeviceIndex || is_mask_or_index(part);
}

/// A tensor on the CPU of which it is not known whether it is a mask.
bool is_unknown_on_host(const IndexPart& part) {
  return part.kind == IndexKind::kUnknown && part.places == values::Places(values::Place::kCpu);
}

/// Of what was compared with a number at most one dimension is left (see narrow_to_one_element).
Truth may_have_no_dimensions(const IndexPart& part) {
  const bool one_element = part.rank.least == 0 && part.rank.most == 1;
  return one_element ? Truth::kSometimes : part.rank.is(0);
}

class Judge {
 public:
  explicit Judge(const Event& event) : event_(event), parts_(values::index_parts(event.operands[1])) {}

  SubscriptVerdict load() {
    consider_index();
    // A mask on the GPU selects nothing of a tensor on the host: that raises.
    if (is_cpu_tensor(event_.operands[0]) == Truth::kYes) return verdict_;
    for (const IndexPart& part : parts_) {
      if (part.kind == IndexKind::kDeviceMask) consider(SubscriptCause::kMask, part.sure, part.kind);
      if (is_mask_or_index(part)) consider(SubscriptCause::kMask, Truth::kMaybe, part.kind);
    }
    return verdict_;
  }

  SubscriptVerdict store() {
    if (event_.operands[0].is_device_tensor() == Truth::kNo) {
      // Through masks and lists of positions, tensors of two devices do not meet.
      if (values::is_basic(parts_))
        consider(SubscriptCause::kDeviceValue, event_.operands[2].is_device_tensor(), IndexKind::kHostInteger);
      if (is_cpu_tensor(event_.operands[0]) == Truth::kYes && is_host_number(event_.operands[2]) == Truth::kYes)
        consider_number_on_host();
      return verdict_;
    }
    verdict_.stores_number = is_host_scalar(event_.operands[2]) == Truth::kYes;
    consider_index();
    consider_stored_through_mask();
    if (values::is_basic(parts_)) {
      consider(SubscriptCause::kHostValue, copies_into_view(), IndexKind::kHostInteger);
    } else {
      consider_number_through_index();
    }
    return verdict_;
  }

 private:
  void consider(SubscriptCause cause, Truth sure, IndexKind kind) {
    if (sure <= verdict_.sure) return;
    verdict_.cause = cause;
    verdict_.sure = sure;
    verdict_.kind = kind;
  }

  /// What an index costs whether it is loaded from or stored to. A CPU mask and a 0-dim CPU index are free.
  void consider_index() {
    // `x[rows, columns]`: masks do not stand side by side.
    const bool are_positions = std::ranges::count_if(parts_, is_unknown_on_host) > 1;
    for (const IndexPart& part : parts_) {
      if (are_positions && is_unknown_on_host(part)) {
        consider(SubscriptCause::kHostIndex, part.sure && Truth::kSometimes, IndexKind::kCpuIndex);
      } else if (part.kind == IndexKind::kHostElements || part.kind == IndexKind::kCpuIndex) {
        consider(SubscriptCause::kHostIndex, part.sure, part.kind);
      } else if (part.kind == IndexKind::kDeviceIndex && part.places.has(values::Place::kCpu)) {
        // On either side, mostly because it is where the indexed tensor is.
        consider(SubscriptCause::kHostIndex, Truth::kMaybe, IndexKind::kCpuIndex);
      }
    }
    for (const IndexPart& part : parts_) {
      const bool reads = part.kind == IndexKind::kDeviceScalar || part.kind == IndexKind::kDeviceBounds;
      // Of no dimensions, an index is read and a mask is counted: it waits either way.
      const bool either = is_mask_or_index(part) || part.kind == IndexKind::kDeviceIndex;
      const Truth scalar = reads ? Truth::kYes : either ? may_have_no_dimensions(part) : Truth::kNo;
      if (values::known(scalar)) consider(SubscriptCause::kDeviceScalar, weaker(part.sure, scalar), part.kind);
    }
  }

  void consider_stored_through_mask() {
    const auto masks = std::ranges::count(parts_, IndexKind::kDeviceMask, &IndexPart::kind);
    const bool with_index = masks > 1 || any_of(parts_, IndexKind::kDeviceIndex);
    const Truth stores_tensor = event_.operands[2].is_device_tensor();
    for (const IndexPart& part : parts_) {
      if (part.kind == IndexKind::kDeviceMask) {
        // A number becomes a masked fill, which is free; not for a 0-dim mask, nor beside an integer index or
        // another mask.
        const Truth always = with_index ? Truth::kYes : weaker(part.rank.is(0), values::truth(part.rank.known()));
        consider(SubscriptCause::kMask, part.sure && (stores_tensor || always), part.kind);
      } else if (is_mask_or_index(part)) {
        consider(SubscriptCause::kMask, weaker(stores_tensor, Truth::kMaybe), part.kind);
      }
    }
  }

  /// A number stored into a tensor on the CPU. Measured: the positions of the true elements of a mask are counted and
  /// copied to the host, where the number is stored; so are positions, and one of no dimensions.
  void consider_number_on_host() {
    for (const IndexPart& part : parts_) {
      const bool is_position = part.kind == IndexKind::kDeviceIndex || part.kind == IndexKind::kDeviceScalar;
      if (part.kind == IndexKind::kDeviceMask) consider(SubscriptCause::kMask, part.sure, part.kind);
      if (is_position || (is_mask_or_index(part) && part.places.within(values::kOnDevice)))
        consider(SubscriptCause::kDeviceValue, part.sure, part.kind);
    }
  }

  /// A number through an index becomes a tensor on the GPU first; so it does through a mask that lies on the CPU.
  /// Measured: also through two masks, or a mask beside an index.
  void consider_number_through_index() {
    const Value& value = event_.operands[2];
    const Truth number = is_host_number(value) || (lies_on_host_beside_target() && value.rank.is(0));
    const bool several = std::ranges::count_if(parts_, is_tensor_on_device) > 1;
    for (const IndexPart& part : parts_) {
      if (part.kind == IndexKind::kDeviceIndex || part.kind == IndexKind::kCpuMask ||
          (several && is_mask_or_index(part))) {
        consider(SubscriptCause::kHostValue, number && part.sure, part.kind);
      } else if (is_mask_or_index(part)) {
        consider(SubscriptCause::kHostValue, weaker(number, Truth::kMaybe), part.kind);
      }
    }
  }

  /// The stored value is a tensor on the host, and what it is stored into is not. If both may be on the host, or both
  /// where the caller has put them, they may be there together.
  Truth lies_on_host_beside_target() const {
    const Value& value = event_.operands[2];
    const Value& target = event_.operands[0];
    const Truth on_cpu = is_cpu_tensor(value);
    if (on_cpu != Truth::kSometimes) return on_cpu;
    const values::Places caller = values::Place::kCaller;
    const bool may_be_together =
        target.is_device_tensor() == Truth::kSometimes || (value.places.overlaps(caller) && target.places == caller);
    return may_be_together ? Truth::kMaybe : on_cpu;
  }

  /// A store into a view: one element is copied, a larger view is filled by a kernel.
  Truth copies_into_view() const {
    const Value& value = event_.operands[2];
    const Truth on_cpu = lies_on_host_beside_target();
    Truth one_element = rank_of_view().is(0);
    // Rows are filled by slices: who stores a number at positions alone, mostly has one for each dimension.
    if (one_element == Truth::kMaybe && is_host_scalar(value) == Truth::kYes && has_positions_alone())
      one_element = Truth::kSometimes;
    return ((is_host_number(value) || on_cpu) && one_element) || (on_cpu && !value.rank.is(0));
  }

  bool has_positions_alone() const {
    return std::ranges::all_of(parts_, [](const IndexPart& part) { return part.kind == IndexKind::kHostInteger; });
  }

  Rank rank_of_view() const {
    Rank rank = values::rank_after(event_.operands[0].rank, parts_);
    // Each slice keeps a dimension, also of a tensor whose rank is not known.
    const auto kept = std::count_if(parts_.begin(), parts_.end(), [](const IndexPart& part) {
      return part.kind == IndexKind::kSlice || part.kind == IndexKind::kDeviceBounds;
    });
    rank.least = std::max(rank.least, static_cast<std::int8_t>(kept));
    rank.most = std::max(rank.most, rank.least);
    return rank;
  }

  const Event& event_;
  IndexParts parts_;
  SubscriptVerdict verdict_;
};

}  // namespace

SubscriptVerdict judge_subscript(const Event& event) {
  if (event.blocks == Truth::kNo) return {};
  if (event.kind == EventKind::kSubscriptLoad) return Judge(event).load();
  if (event.kind == EventKind::kSubscriptStore) return Judge(event).store();
  return {};
}

}  // namespace syncfree::rules
