// Something that several hold until one of them changes it.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace syncfree::inference {

/// All holders are of one thread, so that they are counted without atomic operations: states are copied at every branch
/// of the code, and hold a few of these each.
template <class T>
class Shared {
 public:
  Shared() = default;  ///< holds nothing
  template <class... Args>
  static Shared make(Args&&... args) {
    Shared made;
    made.held_ = std::make_unique<Held>(std::forward<Args>(args)...).release();
    return made;
  }
  Shared(const Shared& other) : held_(other.held_) {
    if (held_ != nullptr) ++held_->holders;
  }
  Shared(Shared&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~Shared() {
    if (held_ != nullptr && --held_->holders == 0) std::unique_ptr<Held>(held_).reset();
  }

  explicit operator bool() const { return held_ != nullptr; }
  const T& operator*() const { return held_->content; }
  /// For changes: from here on its own copy, if others hold it too.
  T& own() {
    if (held_->holders > 1) *this = make(held_->content);
    return held_->content;
  }
  /// The same thing, not an equal one.
  friend bool operator==(const Shared& a, const Shared& b) { return a.held_ == b.held_; }

 private:
  struct Held {
    template <class... Args>
    explicit Held(Args&&... args) : content(std::forward<Args>(args)...) {}

    T content;
    std::uint32_t holders = 1;
  };

  Held* held_ = nullptr;
};

}  // namespace syncfree::inference
