// `model(x)` of `model = DistributedDataParallel(net, device_ids=[0])`: the wrapper runs the module that it was given,
// with what it makes of the arguments.
#include <algorithm>
#include <vector>

#include "analyzer/inference/calls.h"
#include "analyzer/inference/module_containers.h"

namespace syncfree::inference {

/// `moves`: the row of a call of the wrapper, which gives what the module gets in place of the positional arguments;
/// null if it hands them on.
Value Calls::call_wrapper(const Value& wrapper, const Value& wrapped, const catalog::Operator* moves,
                          std::span<const ArgumentValue> arguments, source::TextRange range) {
  const Value module = module_containers_.moved_into(wrapper, wrapped);
  if (moves == nullptr) return call_value(module, arguments, range);
  const Value given = call_operator(*moves, &wrapper, arguments, range);
  // Of `*batch` it is not known how many there are.
  if (std::ranges::any_of(arguments, [](const ArgumentValue& each) { return each.stars == 1; }))
    return call_value(module, arguments, range);
  std::vector<ArgumentValue> moved(arguments.begin(), arguments.end());
  std::vector<Value*> positional;
  for (ArgumentValue& argument : moved) {
    if (argument.keyword.empty() && argument.stars == 0) positional.push_back(&argument.value);
  }
  if (positional.size() == 1) {
    *positional.front() = given;
  } else if (given.aggregate != nullptr && given.aggregate->elements.size() == positional.size()) {
    for (std::size_t i = 0; i < positional.size(); ++i) *positional[i] = given.aggregate->elements[i];
  }
  return call_value(module, moved, range);
}

}  // namespace syncfree::inference
