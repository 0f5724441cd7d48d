// The parts of a file that only builds have which define a macro, for who knows what builds define.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"

namespace syncfree::cxx {

/// Views point into the file's text.
struct BuildConditions {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Condition {
    std::vector<std::string_view> macros;  ///< a build must define one of them
    std::uint32_t around = kNone;          ///< another one that must hold, too; comes before it
  };
  struct Code {
    source::TextRange range;
    std::uint32_t condition;
  };
  struct Definition {
    std::string_view macro;
    std::uint32_t condition;  ///< kNone: nothing is asked
  };

  struct LeftOut {
    source::TextRange range;
    std::string_view macro;  ///< builds that define it do not have the code
  };

  std::vector<Condition> all;
  std::vector<Code> code;
  std::vector<Definition> defined;
  std::vector<LeftOut> left_out;
  std::vector<std::string_view> always;  ///< macros that the file defines in every build
};

}  // namespace syncfree::cxx
