// Modules that other modules hold or wrap.
#include "analyzer/catalog/operand.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// `model.module` of `model = DataParallel(net)`.
Value Members::wrapped_module(const Value& self, model::Symbol name, bool& found) {
  const Value* kept = catalog::kept_field(self, project().symbols().text(name));
  found = kept != nullptr && module_containers_.is_module(*kept) && module_containers_.is_module(self);
  return found ? module_containers_.moved_into(self, *kept) : Value{};
}

/// `self.blocks.first`: a ModuleDict's modules are attributes too.
Value Members::held_module(const Value& self, std::uint32_t node, model::Symbol name, bool& found) {
  if (known_.module_dict == kNowhere || self.aggregate == nullptr || !catalog().derives(node, known_.module_dict))
    return {};
  for (const values::DictionaryEntry& entry : self.aggregate->entries) {
    if (entry.key.text() != project().symbols().text(name)) continue;
    found = true;
    return module_containers_.moved_into(self, entry.value);
  }
  return {};
}

}  // namespace syncfree::inference
