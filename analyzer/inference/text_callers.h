// Which modules may call a function as text alone tells (use_signs.h follows such calls): by a name of the function, or
// as a method of an object of its class.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// The word stands somewhere in the text.
bool has_word(std::string_view text, std::string_view word);

/// Of a project. It must outlive this.
class TextCallers {
 public:
  explicit TextCallers(const Project& project) : project_(project) {}

  /// More than all that do: modules that hold a word for the function, and for a method also one for its class or a
  /// class that derives from it.
  std::vector<std::uint32_t> of(std::uint32_t function) const;

 private:
  std::vector<std::string_view> names_of(TargetKind kind, const std::vector<std::uint32_t>& numbers) const;
  std::vector<std::uint32_t> with_descendants(std::uint32_t klass) const;

  const Project& project_;
};

}  // namespace syncfree::inference
