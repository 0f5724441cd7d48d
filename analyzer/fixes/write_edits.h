// Edits of the model as edits of the text: what all languages with calls in parentheses have in common. How new code is
// spelt is the frontend's.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/fixes/edit.h"
#include "analyzer/fixes/statement_lines.h"
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
  /// For languages where one argument holds what others give by keywords: that argument with another of them in it.
  virtual std::optional<TextEdit> in_options(const SetKeyword&) { return std::nullopt; }
  /// Another name for what a callee that is one name refers to.
  virtual std::optional<std::string> full_name(const std::string& name) = 0;
  /// What stands before statements that run only under a condition, and what they are indented by; nothing where that
  /// is not said with indentation.
  struct Condition {
    std::string line;
    std::string indentation;
  };
  virtual std::optional<Condition> condition(const Code& code, std::string_view indentation) = 0;
  /// The same for statements that run inside of a context.
  virtual std::optional<Condition> context(const Code& code, std::string_view indentation) = 0;
  /// May `text` stand inside `parents`, innermost first; a formatted string does not take everything.
  virtual bool may_stand_in(std::span<const model::Expression* const> parents, std::string_view text) const = 0;
  /// What printing made necessary elsewhere in the file.
  virtual std::vector<TextEdit> elsewhere() const = 0;
};

struct Source {
  const model::Module& module;
  const model::SymbolTable& symbols;
  model::Locator& locator;  ///< of the module
};

/// The text edits of a fix, sorted; nothing if they cannot be written without losing a comment or without knowing
/// where.
std::optional<std::vector<TextEdit>> write_edits(const Source& source, std::span<const Edit> edits, Printer& printer);

/// The text of `code.kept` with what stands in it in other places; nothing if some of that cannot be printed.
std::optional<std::string> text_of_kept(const model::Module& module, const Code& code, Printer& printer);

/// Comments that lie in `range`.
std::size_t comments_in(const model::Module& module, source::TextRange range);

}  // namespace syncfree::fixes
