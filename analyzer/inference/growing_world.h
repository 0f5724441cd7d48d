// The world of an inference that has ended, growing once more round by round: it is the former one in place, of which
// nothing is made at first, and which is as it was again in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/inference/round_log.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class GrowingWorld {
 public:
  /// As long as this lives, `of` has no contexts and no objects. All must outlive it.
  GrowingWorld(const Project& project, const StoredNames& names, World& of, const RoundLog& log)
      : of_(of),
        log_(log),
        world_{.project = project,
               .stored_names = names,
               .notes_all = of.notes_all,
               .contexts = std::move(of.contexts),
               .context_index = std::move(of.context_index),
               .objects = std::move(of.objects),
               .object_index = std::move(of.object_index)},
        has_hidden_context_(world_.contexts.size(), false),
        has_hidden_object_(world_.objects.size(), false) {
    world_.is_open.resize(of.is_open.size());
    world_.merged.resize(of.merged.size());
    world_.of_subclasses.resize(of.of_subclasses.size());
    world_.crowded.resize(of.crowded.size());
    world_.in_order.reserve(of.in_order.size());
    for (const std::uint32_t number : of.in_order) {
      Context& context = world_.contexts[number];
      context.is_made = false;
      if (std::exchange(context.is_abandoned, false)) abandoned_.push_back(number);
    }
    for (const std::uint32_t number : log.objects(log.size())) world_.objects[number].is_made = false;
  }
  ~GrowingWorld() {
    for (const std::uint32_t number : of_.in_order) world_.contexts[number].is_made = true;
    for (const std::uint32_t number : abandoned_) world_.contexts[number].is_abandoned = true;
    for (const std::uint32_t number : log_.objects(log_.size())) world_.objects[number].is_made = true;
    for (auto& [number, outcome] : outcomes_) world_.contexts[number].outcome = std::move(outcome);
    for (auto& [number, attributes] : attributes_) world_.objects[number].attributes = std::move(attributes);
    of_.contexts = std::move(world_.contexts);
    of_.context_index = std::move(world_.context_index);
    of_.objects = std::move(world_.objects);
    of_.object_index = std::move(world_.object_index);
  }
  GrowingWorld(const GrowingWorld&) = delete;
  GrowingWorld& operator=(const GrowingWorld&) = delete;

  World& world() { return world_; }

  /// What these came to in the end is not there; otherwise it is, and nobody may look at it.
  void hide_context(std::uint32_t number) {
    if (has_hidden_context_[number]) return;
    has_hidden_context_[number] = true;
    outcomes_.emplace_back(number, std::exchange(world_.contexts[number].outcome, {}));
  }
  void hide_object(std::uint32_t number) {
    if (has_hidden_object_[number]) return;
    has_hidden_object_[number] = true;
    attributes_.emplace_back(number, std::exchange(world_.objects[number].attributes, {}));
  }

  /// With what a round began.
  void grow(std::size_t round) {
    const std::size_t contexts = round < log_.size() ? log_.contexts(round) : of_.in_order.size();
    while (world_.in_order.size() < contexts) {
      const std::uint32_t number = of_.in_order[world_.in_order.size()];
      world_.contexts[number].is_made = true;
      world_.in_order.push_back(number);
    }
    const auto objects = log_.objects(round);
    for (; objects_ < objects.size(); ++objects_) world_.objects[objects[objects_]].is_made = true;
  }

 private:
  World& of_;
  const RoundLog& log_;
  World world_;
  std::vector<bool> has_hidden_context_;
  std::vector<bool> has_hidden_object_;
  std::vector<std::pair<std::uint32_t, Outcome>> outcomes_;  ///< that are hidden
  std::vector<std::pair<std::uint32_t, model::FlatMap<model::Symbol, Value>>> attributes_;
  std::vector<std::uint32_t> abandoned_;
  std::size_t objects_ = 0;  ///< made so far
};

}  // namespace syncfree::inference
