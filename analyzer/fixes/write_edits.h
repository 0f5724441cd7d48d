// Edits of the model as edits of the text: what all languages with calls in parentheses have in common. How new code is
// spelt is the frontend's.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/fixes/edit.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::fixes {

/// Where new code is put.
enum class Slot : std::uint8_t {
  kOperand,    ///< something is applied to it: a call, a subscript, `.name`
  kArgument,   ///< between the parentheses of a call
  kValue,      ///< in the place of an expression
  kStatement,  ///< in the place of a statement, or on a line of its own
};

/// A language's way to write.
class Printer {
 public:
  virtual ~Printer() = default;
  /// Nothing if the language cannot say it.
  virtual std::optional<std::string> print(const Code& code, Slot slot) = 0;
  /// `keyword=`, for languages that have it.
  virtual std::optional<std::string> keyword(std::string_view name) = 0;
  /// Another name for what a callee that is one name refers to.
  virtual std::optional<std::string> full_name(const std::string& name) = 0;
  /// May `text` stand inside `parents`, innermost first; a formatted string does not take everything.
  virtual bool may_stand_in(std::span<const model::Expression* const> parents, std::string_view text) const = 0;
  /// What printing made necessary elsewhere in the file.
  virtual std::vector<TextEdit> elsewhere() const = 0;
};

struct Source {
  const model::Module& module;
  const model::SymbolTable& symbols;
};

/// The text edits of a fix, sorted; nothing if they cannot be written without losing a comment or without knowing where.
/// `around` is where the finding is.
std::optional<std::vector<TextEdit>> write_edits(const Source& source, const model::Location& around,
                                                 std::span<const Edit> edits, Printer& printer);

/// Comments that lie in `range`.
std::size_t comments_in(const model::Module& module, source::TextRange range);

/// The beginning of the line that holds `offset`, if only blanks are between; nothing otherwise.
std::optional<std::uint32_t> blank_line_start(std::string_view text, std::uint32_t offset);

/// "\r\n" or "\n", as the file has it.
std::string_view line_end_of(std::string_view text);

}  // namespace syncfree::fixes
