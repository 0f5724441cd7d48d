// What was written over in a copy of the source so that the grammar reads the rest. The copy keeps every byte's place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/source/text_range.h"
#include "frontends/python/logical_lines.h"

namespace syncfree::python {

struct Rewriting {
  std::vector<source::TextRange> spoilt;  ///< lines with errors: their content is Unknown; sorted, disjoint
  std::vector<std::uint32_t> stars;       ///< stars blanked out: what follows is a Starred; sorted
  bool empty() const { return spoilt.empty() && stars.empty(); }
};

/// Takes out of the line what is Python but not in the grammar: `return *f(x), y` and defaults of type parameters. True
/// if there was any.
bool blank_out_unsupported(std::string& text, const LogicalLine& line, Rewriting& rewriting);

/// How much of a line with an error is kept.
enum class Spoiling : std::uint8_t { kNone, kHeaderKept, kNothingKept };

/// Writes something in place of the line that surely parses: as long as `done` is kNone, a header of the same kind if
/// it begins with one (`is_header`: and its block follows on lines of its own); else an expression. Returns what it
/// did; `done` if nothing is left to do.
Spoiling spoil(std::string& text, const LogicalLine& line, bool is_header, Spoiling done);

}  // namespace syncfree::python
