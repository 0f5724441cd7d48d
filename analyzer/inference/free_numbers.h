// The numbers of the contexts and objects of a world whose inference has ended, for another world that makes them again
// one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// As long as it lives, `world` has all numbers of `of`, none of them made, and their keys; then `of` has these again.
class FreeNumbers {
 public:
  /// `world` has no contexts and objects yet. Both must outlive this, unless the keys are kept.
  FreeNumbers(World& of, World& world) : of_(&of), world_(&world) {
    world.contexts.reserve(with_room(of.contexts.size()));
    world.objects.reserve(with_room(of.objects.size()));
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
  /// For those that are new: what there is need not be moved.
  static std::size_t with_room(std::size_t count) { return count + count / 16 + 64; }

  World* of_;
  World* world_;
  std::size_t contexts_ = 0;
  std::size_t objects_ = 0;
};

/// Numbers that the contexts and objects of a world have, and that its inference had no use for: nothing that is known
/// of it speaks of them, and they may stand for something else.
struct UnusedNumbers {
  UnusedNumbers() = default;
  explicit UnusedNumbers(const World& world) {
    const std::size_t bodies = world.project.modules().size();  // modules keep theirs
    for (std::size_t i = world.contexts.size(); i > bodies; --i) {
      if (!world.contexts[i - 1].is_made) contexts.push_back(static_cast<std::uint32_t>(i - 1));
    }
    for (std::size_t i = world.objects.size(); i > world.project.classes().size(); --i) {
      if (!world.objects[i - 1].is_made) objects.push_back(static_cast<std::uint32_t>(i - 1));
    }
  }

  std::vector<std::uint32_t> contexts, objects;  ///< the lowest last
};

}  // namespace syncfree::inference
