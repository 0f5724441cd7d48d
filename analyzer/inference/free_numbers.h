// The numbers of the contexts and objects of a world whose inference has ended, for another world that makes them again
// one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// As long as it lives, `world` has all numbers of `of`, none of them made, and their keys; then `of` has these again.
class FreeNumbers {
 public:
  /// `world` has no contexts and objects yet. Both must outlive this, unless the keys are kept.
  FreeNumbers(World& of, World& world) : of_(&of), world_(&world) {
    for (Context& old : of.contexts)
      world.contexts.push_back({.key = std::move(old.key), .outcome = {}, .layer = old.layer, .is_made = false});
    for (Object& old : of.objects)
      world.objects.push_back({.layer = old.layer, .key = std::move(old.key), .attributes = {}, .is_made = false});
    contexts_ = of.contexts.size();
    objects_ = of.objects.size();
  }
  ~FreeNumbers() {
    for (std::size_t i = 0; i < contexts_; ++i) of_->contexts[i].key = std::move(world_->contexts[i].key);
    for (std::size_t i = 0; i < objects_; ++i) of_->objects[i].key = std::move(world_->objects[i].key);
  }
  FreeNumbers(const FreeNumbers&) = delete;
  FreeNumbers& operator=(const FreeNumbers&) = delete;

  /// Of what the layer had under this key, if that is not made yet; otherwise model::HashIndex::kAbsent.
  std::uint32_t find(const ContextKey& key, std::uint32_t layer) const {
    return of_->context_index.find(key.hash, [&](std::uint32_t number) {
      const Context& context = world_->contexts[number];
      return !context.is_made && context.layer == layer && context.key == key;
    });
  }
  std::uint32_t find(const ObjectKey& key, std::uint32_t layer) const {
    return of_->object_index.find(key.hash, [&](std::uint32_t number) {
      const Object& object = world_->objects[number];
      return !object.is_made && object.layer == layer && object.key == key;
    });
  }

  /// The keys stay where they are.
  void keep() { contexts_ = objects_ = 0; }

 private:
  World* of_;
  World* world_;
  std::size_t contexts_ = 0;
  std::size_t objects_ = 0;
};

}  // namespace syncfree::inference
