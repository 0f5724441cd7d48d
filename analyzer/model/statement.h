// Statements, functions and classes of the program model.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/model/expression.h"

namespace syncfree::model {

enum class StatementKind : std::uint8_t {
  kExpression,
  kAssign,
  kAugmentedAssign,
  kIf,
  kWhile,
  kFor,
  kWith,
  kTry,
  kMatch,
  kReturn,
  kRaise,
  kAssert,
  kDelete,
  kImport,
  kImportFrom,
  kFunction,
  kClass,
  kGlobal,
  kBreak,
  kContinue,
  kPass,
};

struct Statement {
  StatementKind kind;
  TextRange range;

  template <class T>
  const T& as() const {
    assert(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
  template <class T>
  const T* get_if() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};

using Block = std::span<const Statement* const>;

struct ExpressionStatement : Statement {
  static constexpr auto kKind = StatementKind::kExpression;
  const Expression* value;
};

/// `targets[0] = targets[1] = value`, and `target: annotation = value` (one target; `value` may then be null).
struct Assign : Statement {
  static constexpr auto kKind = StatementKind::kAssign;
  Expressions targets;
  const Expression* value;
  const Expression* annotation;  ///< null without one
};

struct AugmentedAssign : Statement {
  static constexpr auto kKind = StatementKind::kAugmentedAssign;
  const Expression* target;
  BinaryOperator operation;
  const Expression* value;
};

/// `elif` is an If as the only statement of `otherwise`.
struct If : Statement {
  static constexpr auto kKind = StatementKind::kIf;
  const Expression* condition;
  Block then;
  Block otherwise;
};

struct While : Statement {
  static constexpr auto kKind = StatementKind::kWhile;
  const Expression* condition;
  Block body;
  Block otherwise;
};

struct For : Statement {
  static constexpr auto kKind = StatementKind::kFor;
  const Expression* target;
  const Expression* iterable;
  Block body;
  Block otherwise;
  bool is_async;
};

struct WithItem {
  const Expression* context;
  const Expression* target;  ///< null without `as`
};

struct With : Statement {
  static constexpr auto kKind = StatementKind::kWith;
  std::span<const WithItem> items;
  Block body;
  bool is_async;
};

struct ExceptHandler {
  const Expression* type;  ///< null for a bare `except`
  Symbol name;
  Block body;
  TextRange range;
};

struct Try : Statement {
  static constexpr auto kKind = StatementKind::kTry;
  Block body;
  std::span<const ExceptHandler> handlers;
  Block otherwise;
  Block finally;
};

/// One `case`. Patterns are kept as what they test and bind: `captures` are names bound by the pattern; `values` are
/// value patterns and class names, evaluated for their effects on names only.
struct MatchCase {
  const Expression* class_pattern;  ///< the class of `case Class(...)`, else null
  std::span<const Symbol> captures;
  const Expression* guard;  ///< null without one
  Block body;
  TextRange range;
};

struct Match : Statement {
  static constexpr auto kKind = StatementKind::kMatch;
  const Expression* subject;
  std::span<const MatchCase> cases;
};

struct Return : Statement {
  static constexpr auto kKind = StatementKind::kReturn;
  const Expression* value;  ///< may be null
};

struct Raise : Statement {
  static constexpr auto kKind = StatementKind::kRaise;
  const Expression* value;  ///< may be null
  const Expression* cause;  ///< may be null
};

struct Assert : Statement {
  static constexpr auto kKind = StatementKind::kAssert;
  const Expression* condition;
  const Expression* message;  ///< may be null
};

struct Delete : Statement {
  static constexpr auto kKind = StatementKind::kDelete;
  Expressions targets;
};

/// `import a.b.c as d`: path = {a, b, c}, alias = d (empty without `as`).
struct ImportedName {
  std::span<const Symbol> path;
  Symbol alias;
};

struct Import : Statement {
  static constexpr auto kKind = StatementKind::kImport;
  std::span<const ImportedName> names;
};

/// `from ..a.b import c as d`: level = 2, module = {a, b}; each name has a path of one symbol. `from m import *` has
/// `is_star`.
struct ImportFrom : Statement {
  static constexpr auto kKind = StatementKind::kImportFrom;
  std::uint32_t level;
  std::span<const Symbol> module;
  std::span<const ImportedName> names;
  bool is_star;
};

enum class ParameterKind : std::uint8_t { kPositionalOnly, kNormal, kStar, kKeywordOnly, kDoubleStar };

struct Parameter {
  Symbol name;
  ParameterKind kind;
  const Expression* annotation;     ///< may be null
  const Expression* default_value;  ///< may be null
  TextRange range;
};

struct Class;

/// A function, method or lambda. Every one of a module has an entry in `Module::functions`.
struct Function : Statement {
  static constexpr auto kKind = StatementKind::kFunction;
  std::uint32_t id;  ///< index into Module::functions
  Symbol name;       ///< empty for a lambda
  TextRange name_range;
  std::span<const Parameter> parameters;
  const Expression* return_annotation;  ///< may be null
  Expressions decorators;
  Block body;                 ///< for a lambda: one Return statement
  const Class* owner;         ///< the class whose body holds it directly, else null
  const Function* enclosing;  ///< the function whose body holds it (through classes too), else null
  bool is_async;
  bool is_generator;                  ///< a `yield` occurs in its own body
  std::string_view docstring;         ///< raw, without quotes; empty if none
  std::span<const Symbol> globals;    ///< names declared `global` in its body
  std::span<const Symbol> nonlocals;  ///< names declared `nonlocal` in its body
  std::span<const Symbol>
      locals;  ///< names its body binds (assignments, loops, imports, definitions…), without parameters
};

struct Class : Statement {
  static constexpr auto kKind = StatementKind::kClass;
  std::uint32_t id;  ///< index into Module::classes
  Symbol name;
  TextRange name_range;
  std::span<const Argument> bases;  ///< keyword arguments (metaclass=…) included
  Expressions decorators;
  Block body;
  const Class* owner;         ///< enclosing class, else null
  const Function* enclosing;  ///< enclosing function, else null
  std::string_view docstring;
};

/// `global a, b` at module level of a function; kept so that its range is known. The names are on the function.
struct Global : Statement {
  static constexpr auto kKind = StatementKind::kGlobal;
};
struct Break : Statement {
  static constexpr auto kKind = StatementKind::kBreak;
};
struct Continue : Statement {
  static constexpr auto kKind = StatementKind::kContinue;
};
struct Pass : Statement {
  static constexpr auto kKind = StatementKind::kPass;
};

}  // namespace syncfree::model
