// The shapes of all code of a project, as they were read until somebody changes one.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analyzer/context/code_shape.h"

namespace syncfree::context {

class Shapes {
 public:
  /// By code: functions, then module bodies. They have to outlive this.
  explicit Shapes(std::vector<const CodeShape*> read) : shapes_(std::move(read)) {}

  std::size_t size() const { return shapes_.size(); }
  const CodeShape& operator[](std::uint32_t code) const { return *shapes_[code]; }
  /// A shape of its own, from now on.
  CodeShape& change(std::uint32_t code) {
    std::unique_ptr<CodeShape>& own = changed_[code];
    if (own == nullptr) {
      own = std::make_unique<CodeShape>(*shapes_[code]);
      shapes_[code] = own.get();
    }
    return *own;
  }

 private:
  std::vector<const CodeShape*> shapes_;
  std::unordered_map<std::uint32_t, std::unique_ptr<CodeShape>> changed_;
};

}  // namespace syncfree::context
