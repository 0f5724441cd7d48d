// One source file as a program model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/model/statement.h"

namespace syncfree::model {

/// Something the frontend could not read; everything else of the file is still in the model.
struct SyntaxProblem {
  TextRange range;
  std::string message;
};

/// A comment, for suppressions and expectations. The range holds the comment marker too.
struct Comment {
  TextRange range;
};

/// A use of a macro of the program: what is found there is written at its definition.
struct Expansion {
  TextRange use;
  std::string macro;
  std::string path;              ///< of the file that defines it; empty for this one
  std::uint32_t definition = 0;  ///< offset of its name there
};

/// What a source file is written in.
enum class Language : std::uint8_t { kPython, kCxx };

/// Owns its nodes. `text` must outlive the module (it belongs to the source file).
struct Module {
  Language language = Language::kPython;
  Arena arena;
  std::string_view text;
  Block body;
  std::vector<const Function*> functions;            ///< by Function::id, in source order; lambdas included
  std::vector<const Class*> classes;                 ///< by Class::id, in source order
  std::vector<Comment> comments;                     ///< in source order
  std::vector<SyntaxProblem> problems;               ///< in source order
  std::vector<Expansion> expansions;                 ///< of C++
  std::vector<TextRange> debug_code;                 ///< of C++: what only builds for debugging hold; sorted and apart
  std::unordered_set<std::uint32_t> changed_unseen;  ///< of C++: variables of which the model leaves out a change
  std::uint32_t expression_count = 0;                ///< expression ids are below this
  std::string_view docstring;

  bool is_debug_code(TextRange range) const {
    const auto after = std::ranges::upper_bound(debug_code, range.begin, {}, &TextRange::begin);
    return after != debug_code.begin() && range.begin < std::prev(after)->end;
  }
};

}  // namespace syncfree::model
