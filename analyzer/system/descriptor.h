// File descriptors that close themselves, and pipes that programs which are started do not inherit.
#pragma once

#include <expected>
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

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Both ends are closed in a program that is started. The error is errno's.
std::expected<Pipe, int> make_pipe();

/// A socket that serves as a pipe: who writes to it after its reader has died gets an error and no signal, given
/// `kNoSignal`.
std::expected<Pipe, int> make_socket();

/// A flag for `send`.
extern const int kNoSignal;

}  // namespace syncfree::sys
