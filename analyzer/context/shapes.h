// The shapes of all code of a project, as they were read until somebody changes one.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/context/code_shape.h"

namespace syncfree::context {

class Shapes {
 public:
  /// By code: functions, then module bodies. They have to outlive this.
  explicit Shapes(std::vector<const CodeShape*> read) : shapes_(std::move(read)) {}

  std::size_t size() const { return shapes_.size(); }
  const CodeShape& operator[](std::uint32_t code) const { return *shapes_[code]; }
  /// A shape of its own, from now on. What of it is changed is taken over where a text says the same (`take_over`).
  CodeShape& change(std::uint32_t code) {
    std::unique_ptr<CodeShape>& own = changed_[code];
    if (own == nullptr) {
      own = std::make_unique<CodeShape>(*shapes_[code]);
      shapes_[code] = own.get();
    }
    return *own;
  }

  /// Read from another text that says the same. `carry(found, own)` gives what was changed of the one before to a copy
  /// of the new one.
  template <class Carry>
  void take_over(std::uint32_t code, const CodeShape& now, const Carry& carry) {
    shapes_[code] = &now;
    const auto found = changed_.find(code);
    if (found == changed_.end()) return;
    auto own = std::make_unique<CodeShape>(now);
    carry(*found->second, *own);
    shapes_[code] = own.get();
    found->second = std::move(own);
  }

 private:
  std::vector<const CodeShape*> shapes_;
  std::unordered_map<std::uint32_t, std::unique_ptr<CodeShape>> changed_;
};

}  // namespace syncfree::context
