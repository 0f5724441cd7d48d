// Comments that ask for silence, put into a source text for findings that are to stay.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/model/module.h"

namespace syncfree::engine {

enum class CommentStyle : std::uint8_t { kNoqa, kNolint };  ///< `# noqa: SF301`, `// NOLINT(SF301)`

struct Silenced {
  std::string text;
  std::size_t silenced = 0;          ///< findings that have a comment now
  std::vector<const Finding*> left;  ///< findings for which no line can take one
};

/// Reads a text as its frontend does; null if it cannot be read.
using ReadModule = std::function<std::unique_ptr<model::Module>(std::string_view text)>;

/// A comment at the end of a line of each finding or of its statement; the codes go into one that is there already. The
/// result is read again: a comment that would have become part of a string or of a continued line is put elsewhere.
Silenced silence(std::string_view text, CommentStyle style, std::span<const Finding* const> findings,
                 const ReadModule& read);

}  // namespace syncfree::engine
