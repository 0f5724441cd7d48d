// The fuzz targets: each reader of bytes that somebody else has written.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::fuzz {

struct Target {
  std::string_view name;
  /// Ends, whatever the bytes are; aborts if something is wrong that no sanitizer sees (`expect`).
  void (*run)(std::string_view bytes);
  std::vector<std::string> (*seeds)();      ///< what is mutated first
  std::span<const std::string_view> words;  ///< that mean something to the reader
};

std::span<const Target> targets();

/// Null if there is none.
const Target* find_target(std::string_view name);

/// Ends the process with `message` unless `holds`.
void expect(bool holds, std::string_view message);

/// The texts of the project's files below `folder` (from its root) with one of the endings, at most so long.
std::vector<std::string> texts_below(std::string_view folder, std::span<const std::string_view> endings,
                                     std::size_t longest);

}  // namespace syncfree::fuzz
