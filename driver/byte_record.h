// Numbers and texts one behind another, as they are in memory: for files that one build of the program keeps.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace syncfree::driver {

template <class T>
void put(std::string& out, const T& thing) {
  static_assert(std::has_unique_object_representations_v<T>);
  out.append(reinterpret_cast<const char*>(&thing), sizeof(T));
}

inline void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

/// Reads them in the same order; false where the bytes end before.
class ByteRecord {
 public:
  explicit ByteRecord(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  bool take(T& thing) {
    static_assert(std::has_unique_object_representations_v<T>);
    if (bytes_.size() < sizeof(T)) return false;
    std::memcpy(&thing, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    return true;
  }

  bool take_text(std::string& text) {
    std::uint32_t size = 0;
    if (!take(size) || bytes_.size() < size) return false;
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return true;
  }

 private:
  std::string_view bytes_;
};

}  // namespace syncfree::driver
