#include "analyzer/inference/live_contexts.h"

#include "analyzer/inference/world.h"

namespace syncfree::inference {

LiveContexts::LiveContexts(const World& world, const std::vector<bool>& live)
    : begins_(world.project.functions().size() + 1, 0) {
  const auto counts = [&](std::uint32_t context) {
    return live[context] && (world.contexts[context].key.code & kModuleBody) == 0;
  };
  for (const std::uint32_t context : world.in_order) {
    if (counts(context)) ++begins_[world.contexts[context].key.code + 1];
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  contexts_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end());
  for (const std::uint32_t context : world.in_order) {
    if (counts(context)) contexts_[next[world.contexts[context].key.code]++] = context;
  }
}

}  // namespace syncfree::inference
