// Where tensors are: places named by device-like arguments, and the place of a result among several operands.
#pragma once

#include "analyzer/catalog/evaluate.h"
#include "analyzer/values/value.h"

namespace syncfree::catalog {

/// What a device-like argument (`"cuda:0"`, `torch.device(…)`, 0, a tensor, a dtype, None) says.
struct NamedPlace {
  values::Places places;  ///< empty: it names no device at all
  values::Evidence evidence = values::Evidence::kSeen;
  bool may_be_silent = false;  ///< it may be None or an element type
};
NamedPlace named_place(const values::Value& value);

struct FoundPlace {
  values::Places places;
  values::Evidence evidence = values::Evidence::kSeen;
};
/// Where an operator computes: with its device operands; a CPU tensor of rank 0 goes along with them. `elementwise`: an
/// argument of which nothing is known may be an operand.
FoundPlace joined_place(const BoundArguments& arguments, bool elementwise);
/// Where the tensors are that a call is given, also in objects; nothing where it is given none.
std::optional<FoundPlace> place_of_parts(const BoundArguments& arguments);

/// Is it, or does it hold, a tensor on the GPU; on the CPU.
values::Truth holds_device_tensor(const values::Value& value);
values::Truth holds_cpu_index(const values::Value& value);
values::Truth holds_tensor(const values::Value& value);
/// It is a number of Python's, or holds one: in a list, tuple, mapping, record.
values::Truth holds_number(const values::Value& value);
/// Is it, or does it hold, a tensor that was selected by a mask: the way back through it counts the mask again.
bool goes_through_mask(const values::Value& value);
/// The same of one whose gradient waits for another reason.
bool waits_back(const values::Value& value);

}  // namespace syncfree::catalog
