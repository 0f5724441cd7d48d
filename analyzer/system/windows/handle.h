// Handles that close themselves.
#pragma once

#include <utility>

#include <windows.h>

namespace syncfree::sys {

/// Null and INVALID_HANDLE_VALUE stand for none.
class Handle {
 public:
  explicit Handle(HANDLE value = nullptr) : value_(value == INVALID_HANDLE_VALUE ? nullptr : value) {}
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (value_ != nullptr) ::CloseHandle(value_);
    value_ = nullptr;
  }
  HANDLE get() const { return value_; }
  HANDLE release() { return std::exchange(value_, nullptr); }
  explicit operator bool() const { return value_ != nullptr; }

 private:
  HANDLE value_;
};

}  // namespace syncfree::sys
