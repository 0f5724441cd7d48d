// The syntax tree of C++ source: declarations, statements and expressions by their tokens. It says what stands where,
// and nothing of what a name means or of which type a value is. Nodes live in the arena that the parser is given.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx::syntax {

/// Number of a token.
using Index = std::uint32_t;

/// `[begin, end)`: what the node takes up. `kNoToken` stands for a token that is not there.
inline constexpr Index kNoToken = 0xFFFFFFFF;

// expressions

enum class ExpressionKind : std::uint8_t {
  kMissing,
  kComma,
  kAssignment,
  kConditional,
  kChain,
  kPrefix,
  kSizeof,
  kCast,
  kPostfix,
  kLiteral,
  kWord,
  kGroup,
  kBraces,
  kLambda,
  kNamedCast,
  kName,
};

struct Expression {
  ExpressionKind kind;
  Index begin;
  Index end;

  template <class T>
  const T& as() const {
    assert(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
};

using Expressions = std::span<const Expression* const>;

struct Statement;
using Statements = std::span<const Statement* const>;

/// One of a call or of a braced list.
struct Argument {
  const Expression* value;
  Index begin;
  Index end;
  Expressions rest;  ///< what stands before the next `,` and is not understood
};
using Arguments = std::span<const Argument>;

struct Parameter {
  Index begin;
  Index end;
  Index name;  ///< kNoToken for one without
  bool has_default;
  const Expression* one_token;  ///< a default value of one token
};
using Parameters = std::span<const Parameter>;

/// What could not be read, or is not there.
struct Missing : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kMissing;
  source::TextRange range;
};

/// `a, b`
struct Comma : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kComma;
  Expressions items;
};

struct Assignment : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kAssignment;
  const Expression* target;
  const Expression* value;
  bool is_augmented;
};

/// `condition ? then : otherwise`; without `then` it is the condition.
struct Conditional : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kConditional;
  Index question;
  const Expression* condition;
  const Expression* then;
  const Expression* otherwise;  ///< null: its `:` is missing
};

enum class Operator : std::uint8_t {
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEqual,
  kNotEqual,
  kLess,
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kLeftShift,
  kRightShift,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
};

/// `first op value op value …` of operators that bind from the left; those that bind more closely lie in the values.
struct Chain : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kChain;
  struct Link {
    Operator operation;
    const Expression* value;
  };
  const Expression* first;
  std::span<const Link> links;
};

/// An operator, `new` or `throw` before its operand; `begin` is its token.
struct Prefix : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kPrefix;
  const Expression* operand;  ///< null: there is none
};

/// `sizeof`, `decltype` and their like: nothing of the operand is evaluated.
struct Sizeof : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kSizeof;
  const Expression* operand;  ///< null where it stands in parentheses
};

/// `(type)operand`
struct Cast : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kCast;
  Index type_begin;
  Index type_end;
  const Expression* operand;
};

/// `value.member`, `value->member(…)`, `value[…]`, `value(…)`, one after the other.
struct Postfix : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kPostfix;
  enum class SuffixKind : std::uint8_t { kMember, kIndex, kCall, kStep };
  struct Suffix {
    SuffixKind kind;
    Index name = kNoToken;  ///< of a member; kNoToken: it has none
    Index open = kNoToken;  ///< of the bracket; of a member that is called, of its `(`
    Index end;
    const Expression* index = nullptr;  ///< null: `[]`
    Arguments given = {};
  };
  const Expression* value;
  std::span<const Suffix> suffixes;
};

/// A number, a character, or one or more strings behind each other.
struct Literal : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kLiteral;
};

/// `true`, `false`, `nullptr`, `NULL`, `this`
struct Word : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kWord;
};

struct Group : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kGroup;
  const Expression* inner;  ///< null: `()`
  Expressions rest;         ///< what stands before the `)` and is not understood
};

struct Braces : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kBraces;
  Arguments elements;
};

struct Lambda : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kLambda;
  Index head;  ///< behind the `[…]`
  Index open;  ///< of the body; kNoToken: it has none, and is no lambda
  Index close;
  Parameters parameters;
  Statements body;
};

/// `static_cast<type>(operand)`
struct NamedCast : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kNamedCast;
  Index type_begin;  ///< kNoToken: it names none
  Index type_end;
  const Expression* operand;  ///< null: it has none
};

/// `ns::name<T>`, `ns::name<T>(given)`, `kernel<<<configuration>>>(given)`
struct Name : Expression {
  static constexpr ExpressionKind kKind = ExpressionKind::kName;
  enum class Use : std::uint8_t { kPlain, kCall, kLaunch };
  Use use;
  std::string_view written;  ///< without template arguments and leading colons
  Index last;                ///< part of the name
  Index template_open;       ///< 0 without template arguments behind the last part
  Index open;                ///< of the arguments; of a launch kNoToken if it has none
  Arguments configuration;
  Arguments given;
};

// statements

enum class StatementKind : std::uint8_t {
  kBlock,
  kIf,
  kFor,
  kRangeFor,
  kWhile,
  kDo,
  kSwitch,
  kTry,
  kReturn,
  kJump,
  kAlias,
  kVariables,
  kExpressions,
};

/// A null pointer where one is expected stands for one that says nothing: `;`, a label.
struct Statement {
  StatementKind kind;
  Index begin;
  Index end;

  template <class T>
  const T& as() const {
    assert(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
};

struct Block : Statement {
  static constexpr StatementKind kKind = StatementKind::kBlock;
  Statements body;
};

struct Variables;

/// A chain of `else if` lies side by side.
struct If : Statement {
  static constexpr StatementKind kKind = StatementKind::kIf;
  struct Branch {
    Index begin;
    Index close;  ///< the `)` of its condition
    Index end;
    const Statement* initial = nullptr;   ///< before a `;`
    const Variables* declared = nullptr;  ///< instead of `condition`
    const Expression* condition = nullptr;
    const Statement* then = nullptr;
  };
  std::span<const Branch> branches;
  bool has_otherwise;
  const Statement* otherwise;
};

struct For : Statement {
  static constexpr StatementKind kKind = StatementKind::kFor;
  Index middle;  ///< the second `;`
  const Statement* initial;
  const Expression* condition;  ///< null: there is none
  const Expression* step;       ///< null: there is none
  const Statement* body;
};

struct RangeFor : Statement {
  static constexpr StatementKind kKind = StatementKind::kRangeFor;
  Index type_begin;
  Index name;  ///< kNoToken: it has none
  const Expression* items;
  const Statement* body;
};

struct While : Statement {
  static constexpr StatementKind kKind = StatementKind::kWhile;
  const Expression* condition;
  const Statement* body;
};

struct Do : Statement {
  static constexpr StatementKind kKind = StatementKind::kDo;
  const Statement* body;
  const Expression* condition;  ///< null: its `while` is missing
  bool repeats;                 ///< not `while (0)`
};

struct Switch : Statement {
  static constexpr StatementKind kKind = StatementKind::kSwitch;
  struct Section {
    Index begin;
    Index end;
    Statements body;
  };
  const Expression* subject;
  std::span<const Section> sections;
  bool is_braced;
  const Statement* whole;  ///< without braces
};

struct Try : Statement {
  static constexpr StatementKind kKind = StatementKind::kTry;
  struct Handler {
    Index begin;
    Index end;
    const Statement* body;
  };
  const Statement* body;
  std::span<const Handler> handlers;
};

struct Return : Statement {
  static constexpr StatementKind kKind = StatementKind::kReturn;
  bool throws;
  const Expression* value;  ///< null: there is none
  Expressions rest;
};

/// `break`, `continue`
struct Jump : Statement {
  static constexpr StatementKind kKind = StatementKind::kJump;
  bool is_break;
};

/// `using name = type;`, `typedef type name;`
struct Alias : Statement {
  static constexpr StatementKind kKind = StatementKind::kAlias;
  Index name;
  Index type_begin;
  Index type_end;
};

/// A declaration of variables; `end` is where it ends at the latest.
struct Variables : Statement {
  static constexpr StatementKind kKind = StatementKind::kVariables;
  enum class Initial : std::uint8_t { kNothing, kValue, kParentheses, kBraces, kOther };
  struct Variable {
    bool points;  ///< `*name`
    Index name;   ///< kNoToken: it has none
    Index end;
    Expressions sizes;  ///< of an array; null for `[]`
    Initial initial = Initial::kNothing;
    const Expression* value = nullptr;
    Arguments given = {};
  };
  Index type_end;  ///< the stars before the first name are not part of the type
  Index first;     ///< the first name
  std::span<const Variable> variables;
  /// `auto [a, b] = value`
  Index bindings_open;  ///< kNoToken: these are none
  Index bindings_close;
  const Expression* value;
};

/// One expression after the other, up to a `;`; mostly there is one.
struct ExpressionStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::kExpressions;
  struct Item {
    Index begin;
    Index end;
    const Expression* value;
    bool ends_process;  ///< as `abort()` does
  };
  std::span<const Item> items;
};

// declarations

enum class DeclarationKind : std::uint8_t { kNamespace, kClass, kFunction, kPrototype, kFields, kAlias };

struct Declaration {
  DeclarationKind kind;
  Index begin;
  Index end;

  template <class T>
  const T& as() const {
    assert(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
};
using Declarations = std::span<const Declaration* const>;

struct Namespace : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kNamespace;
  Index name;     ///< kNoToken: it has none
  Index aliased;  ///< the last name of the namespace that this is another name of; kNoToken: it is one itself
  Declarations members;
};

struct Class : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kClass;
  Index name;  ///< kNoToken: it has none
  std::span<const Index> bases;
  Declarations members;
};

/// With a body, which is read on demand.
struct Function : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kFunction;
  Index parameters;  ///< their `(`
  Index name;
  Index open;  ///< of the body
  Index close;
  std::uint32_t depth;  ///< of what lies around it
};

struct Prototype : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kPrototype;
  Index parameters;
  Index name;
};

/// Members of a class or variables of a namespace: `thrust::device_vector<int> a, *b;`
struct Fields : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kFields;
  struct Field {
    bool points;
    Index name;
  };
  Index type_end;
  std::span<const Field> fields;
};

struct TypeAlias : Declaration {
  static constexpr DeclarationKind kKind = DeclarationKind::kAlias;
  Alias alias;
};

/// `name(given)` of a constructor.
struct Initializer {
  Index name;
  Index end;
  Arguments given;
};

struct FunctionBody {
  Parameters parameters;
  std::span<const Initializer> initializers;
  Statements statements;
};

}  // namespace syncfree::cxx::syntax
