// Methods that give back what they were called on: `net.load(path).to(device)`.
#include "analyzer/inference/calls.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// Of a method that all calls share the context of, what it gives is any instance: `net.load(path).to(device)`.
Value Calls::as_called_on(const FunctionInfo& info, const Value& self, const Value& result) const {
  const auto is_generic = [&](const Value& value) {
    return value.only(Kind::kInstance) && value.entities != nullptr && value.entities->items.size() == 1 &&
           value.entities->items.front().kind == EntityKind::kObject &&
           value.entities->items.front().index < project().classes().size();
  };
  if (!is_generic(result) || !self.only(Kind::kInstance) || !info.gives_back_self) return result;
  Value itself = self;
  // Where the method has moved it, it is; what the method leaves alone is where it was.
  constexpr values::Places kCaller = values::Place::kCaller;
  if (!result.places.empty())
    itself.places = result.places.overlaps(kCaller) ? (result.places - kCaller) | self.places : result.places;
  return itself;
}

}  // namespace syncfree::inference
