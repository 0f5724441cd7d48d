// File descriptors that close themselves.
#pragma once

#include <utility>

namespace syncfree::sys {

/// Owns a descriptor; a negative one stands for none.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset();
  int get() const { return value_; }

 private:
  int value_;
};

}  // namespace syncfree::sys
