// How the names of a set begin and how long they are. Most names that a set is asked for differ in that.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace syncfree::cxx {

class NameShapes {
 public:
  constexpr void add(std::string_view name) {
    begins_ |= begin_of(name);
    lengths_ |= length_of(name);
  }
  /// False for no name that was added.
  constexpr bool may_have(std::string_view name) const {
    return (begins_ & begin_of(name)) != 0 && (lengths_ & length_of(name)) != 0;
  }

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::uint64_t begin_of(std::string_view name) {
    return name.empty() ? 1 : std::uint64_t{1} << (static_cast<unsigned char>(name[0]) % kBits);
  }
  static constexpr std::uint64_t length_of(std::string_view name) {
    return std::uint64_t{1} << std::min(name.size(), kBits - 1);
  }

  std::uint64_t begins_ = 0;
  std::uint64_t lengths_ = 0;
};

}  // namespace syncfree::cxx
