// What a rule asks for: changes of the program model, and new code as a tree. The frontend that lowered the nodes
// writes them in its language (frontends/*/render_edits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/model/statement.h"

namespace syncfree::fixes {

struct CodeArgument;

enum class CodeKind : std::uint8_t {
  kKept,     ///< `kept`, byte for byte, but with `parts` where `places` stand in it
  kName,     ///< `text`
  kLibrary,  ///< `text`, a full library name ("torch.full"), spelt as the file imports it
  kNumber,   ///< `text`
  kTrue,
  kFalse,
  kString,     ///< `text`, without quotes
  kTuple,      ///< of `parts`; as an index, what is between the brackets
  kList,       ///< of `parts`
  kAttribute,  ///< `parts[0]`.`text`
  kCall,       ///< `parts[0]`(`arguments`)
  kSubscript,  ///< `parts[0]`[`parts[1]`]
  kSlice,      ///< `text`, as between brackets: "-2:-1"
  kBinary,     ///< `parts[0]` `text` `parts[1]`, `text` an operator; another one in the parts binds more tightly
  kAssign,     ///< `parts[0]` = `parts[1]`: a statement
  kReturn,     ///< return `parts[0]`: a statement
};

/// New code: nodes of the source kept as they are written there, and what is put around them.
struct Code {
  CodeKind kind;
  const model::Expression* kept = nullptr;
  std::string text;
  std::vector<Code> parts;
  std::vector<CodeArgument> arguments;
  std::vector<const model::Expression*> places = {};
};

struct CodeArgument {
  std::string keyword;  ///< empty for a positional argument
  Code value;
};

inline Code kept(const model::Expression& node) { return {CodeKind::kKept, &node, {}, {}, {}}; }
/// `node` with other code in the place of some expressions in it, which do not overlap.
struct Substitution {
  const model::Expression* place;
  Code code;
};
inline Code kept_with(const model::Expression& node, std::vector<Substitution> substitutions) {
  Code code = kept(node);
  for (Substitution& one : substitutions) {
    code.places.push_back(one.place);
    code.parts.push_back(std::move(one.code));
  }
  return code;
}
inline Code name(std::string text) { return {CodeKind::kName, nullptr, std::move(text), {}, {}}; }
inline Code library(std::string text) { return {CodeKind::kLibrary, nullptr, std::move(text), {}, {}}; }
inline Code number(std::string text) { return {CodeKind::kNumber, nullptr, std::move(text), {}, {}}; }
inline Code boolean(bool value) { return {value ? CodeKind::kTrue : CodeKind::kFalse, nullptr, {}, {}, {}}; }
inline Code string(std::string text) { return {CodeKind::kString, nullptr, std::move(text), {}, {}}; }
inline Code tuple(std::vector<Code> parts) { return {CodeKind::kTuple, nullptr, {}, std::move(parts), {}}; }
inline Code list(std::vector<Code> parts) { return {CodeKind::kList, nullptr, {}, std::move(parts), {}}; }
inline Code slice(std::string text) { return {CodeKind::kSlice, nullptr, std::move(text), {}, {}}; }
inline Code attribute(Code object, std::string name) {
  return {CodeKind::kAttribute, nullptr, std::move(name), {std::move(object)}, {}};
}
inline Code call(Code callee, std::vector<CodeArgument> arguments) {
  return {CodeKind::kCall, nullptr, {}, {std::move(callee)}, std::move(arguments)};
}
inline Code method(Code object, std::string name, std::vector<CodeArgument> arguments) {
  return call(attribute(std::move(object), std::move(name)), std::move(arguments));
}
inline Code subscript(Code object, Code index) {
  return {CodeKind::kSubscript, nullptr, {}, {std::move(object), std::move(index)}, {}};
}
inline Code binary(Code left, std::string operation, Code right) {
  return {CodeKind::kBinary, nullptr, std::move(operation), {std::move(left), std::move(right)}, {}};
}
inline Code assign(Code target, Code value) {
  return {CodeKind::kAssign, nullptr, {}, {std::move(target), std::move(value)}, {}};
}

inline Code returned(Code value) { return {CodeKind::kReturn, nullptr, {}, {std::move(value)}, {}}; }

/// `target` gives way to `code`.
struct Replace {
  const model::Expression* target;
  Code code;
};

/// `inner`, which lies in `outer`, takes its place: what is around it goes.
struct Unwrap {
  const model::Expression* outer;
  const model::Expression* inner;
};

/// `.name`, or with `arguments` `.name(…)`, of what `target` gives.
struct SelectMember {
  const model::Expression* target;
  const model::Expression* outer;  ///< the call whose receiver it is; null if it is not a receiver
  std::string name;
  std::optional<std::vector<CodeArgument>> arguments = std::nullopt;
};

/// `[slice]` of what `target`, a call, gives.
struct SelectElements {
  const model::Expression* target;
  std::string slice;  ///< as between brackets: ":2"
};

/// The last part of a callee gets another name: `torch.tensor` becomes `torch.full`. A callee that is one imported name
/// becomes `full`, the whole name of the new one.
struct Rename {
  const model::Expression* callee;
  std::string name;
  std::string full;
};

/// A positional argument before the call's `before`th one, which exists.
struct InsertArgument {
  const model::Call* call;
  std::size_t before;
  Code value;
};

/// A positional argument behind all others.
struct AppendArgument {
  const model::Call* call;
  Code value;
};

/// A keyword argument, in place of the one of that name or behind the last.
struct SetKeyword {
  const model::Call* call;
  std::string keyword;
  Code value;
};

struct RemoveArgument {
  const model::Call* call;
  std::size_t index;
};

struct ReplaceStatement {
  const model::Statement* target;
  Code code;
};

/// A line of its own before the one on which `before` begins, with the same indentation; executed only if `condition`
/// holds.
struct InsertBefore {
  const model::Statement* before;
  Code code;
  std::optional<Code> condition = std::nullopt;
};

/// A line of its own after the last one of `after`, with the same indentation.
struct InsertAfter {
  const model::Statement* after;
  Code code;
};

/// The lines of a statement go.
struct RemoveStatement {
  const model::Statement* target;
};

/// The lines of `statements`, in this order, with the comments directly above them, stand before or after those of
/// `anchor`, with its indentation.
struct MoveStatements {
  enum class Side : std::uint8_t { kBefore, kAfter };
  std::vector<const model::Statement*> statements;
  Side side;
  const model::Statement* anchor;
};

/// The statement runs only if `condition` holds.
struct Guard {
  const model::Statement* target;
  Code condition;
};

/// The statement, or `code` in its place, is executed inside of `context`: `with context:`.
struct Inside {
  const model::Statement* target;
  Code context;
  std::optional<Code> code = std::nullopt;
};

/// `return value` becomes `name = value`.
struct KeepReturned {
  const model::Return* target;
  std::string name;
};

using Edit = std::variant<Replace, Unwrap, SelectMember, SelectElements, Rename, InsertArgument, AppendArgument,
                          SetKeyword, RemoveArgument, ReplaceStatement, InsertBefore, InsertAfter, RemoveStatement,
                          MoveStatements, Guard, Inside, KeepReturned>;

/// A fix before it is written in a language. Without edits it is words: no line that can be typed in takes the wait
/// away, and `title` says what has to change.
struct Proposal {
  Applicability applicability;
  std::string title;
  std::vector<Edit> edits;
  WaitsLeft waits_left = WaitsLeft::kNone;
  std::string hint = {};  ///< beside edits: what to do, where the rule's own hint speaks of another way
};

}  // namespace syncfree::fixes
