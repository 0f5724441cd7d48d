// What each parameter is without any call being known (Declared::parameter), worked out once for all threads of an
// inference.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/layer_classes.h"
#include "analyzer/inference/project.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

/// Thread-safe. The project must outlive it.
class ParameterTable {
 public:
  explicit ParameterTable(const Project& project) : project_(project) {
    std::size_t count = 0;
    for (const FunctionInfo& function : project.functions()) {
      first_.push_back(static_cast<std::uint32_t>(count));
      count += function.function->parameters.size();
    }
    values_ = std::vector<std::atomic<const values::Value*>>(count);
  }

  /// What is known of the parameters of `before` is known here too: but for the functions of the modules `redone`,
  /// which had other texts or other things that these mean, and for `signatures`.
  void take_what_is_alike(const ParameterTable& before, std::span<const std::uint32_t> redone,
                          std::span<const std::uint32_t> signatures);

  /// If the project links as this one.
  void take_classes(const ParameterTable& before) {
    if (project_.links() == before.project_.links()) classes_ = before.classes_;
  }
  LayerClasses& classes() const { return *classes_; }

  /// Null: nobody has added it so far.
  const values::Value* find(const FunctionInfo& function, std::size_t index) const {
    return values_[place_of(function, index)].load(std::memory_order_acquire);
  }
  /// `value` must last as long as the table. Threads that add the same parameter add equal values.
  void add(const FunctionInfo& function, std::size_t index, const values::Value* value) {
    values_[place_of(function, index)].store(value, std::memory_order_release);
  }

  /// `keep` gives for each value the one that takes its place.
  template <class Keep>
  void compact(const Keep& keep) {
    for (std::atomic<const values::Value*>& value : values_) {
      if (const values::Value* known = value.load(std::memory_order_acquire); known != nullptr)
        value.store(keep(*known), std::memory_order_release);
    }
  }

  /// For when the inference has ended: whoever asks later keeps values for a while only.
  void close() { is_closed_ = true; }
  bool is_closed() const { return is_closed_; }

 private:
  std::size_t place_of(const FunctionInfo& function, std::size_t index) const {
    return first_[static_cast<std::size_t>(&function - project_.functions().data())] + index;
  }

  const Project& project_;
  std::shared_ptr<LayerClasses> classes_ = std::make_shared<LayerClasses>();
  std::vector<std::uint32_t> first_;  ///< by function: the place of its first parameter
  std::vector<std::atomic<const values::Value*>> values_;
  bool is_closed_ = false;
};

}  // namespace syncfree::inference
