// Expressions of the program model, the same for every language.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "analyzer/model/symbol.h"
#include "analyzer/source/text_range.h"

namespace syncfree::model {

using source::TextRange;

enum class ExpressionKind : std::uint8_t {
  kName,
  kAttribute,
  kCall,
  kSubscript,
  kSlice,
  kConstant,
  kUnary,
  kBinary,
  kComparison,
  kBoolean,
  kConditional,
  kSequence,
  kDictionary,
  kComprehension,
  kFormatted,
  kLambda,
  kStarred,
  kAwait,
  kYield,
  kNamed,
  kUnknown,  ///< could not be read (syntax error); children are not visited
};

/// Common head of all expression nodes; use `as<T>()` after looking at `kind`. Nodes live in their module's arena and
/// are immutable once the module is built.
struct Expression {
  ExpressionKind kind;
  std::uint32_t id = 0;  ///< dense within its module, in evaluation-independent source order
  TextRange range;       ///< without enclosing parentheses

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

using Expressions = std::span<const Expression* const>;

struct Name : Expression {
  static constexpr auto kKind = ExpressionKind::kName;
  Symbol name;
};

struct Attribute : Expression {
  static constexpr auto kKind = ExpressionKind::kAttribute;
  const Expression* object;
  Symbol name;
  TextRange name_range;
};

struct Argument {
  Symbol keyword;           ///< empty for a positional argument
  std::uint8_t stars = 0;   ///< 1: `*value`, 2: `**value`
  const Expression* value;  ///< never a Starred node
  TextRange range;          ///< with keyword and stars
};

struct Call : Expression {
  static constexpr auto kKind = ExpressionKind::kCall;
  const Expression* callee;
  std::span<const Argument> arguments;
  TextRange arguments_range;  ///< from `(` to `)`; a bare generator argument's own range excludes them
};

/// `object[index]`; several indices are one Sequence of kind tuple.
struct Subscript : Expression {
  static constexpr auto kKind = ExpressionKind::kSubscript;
  const Expression* object;
  const Expression* index;
};

/// `start:stop:step` inside a subscript; each part may be null.
struct Slice : Expression {
  static constexpr auto kKind = ExpressionKind::kSlice;
  const Expression* start;
  const Expression* stop;
  const Expression* step;
};

enum class ConstantKind : std::uint8_t { kNone, kTrue, kFalse, kInteger, kFloat, kComplex, kString, kBytes, kEllipsis };

struct Constant : Expression {
  static constexpr auto kKind = ExpressionKind::kConstant;
  ConstantKind constant;
  std::int64_t integer = 0;  ///< for kInteger that fits; otherwise saturated
  double number = 0;         ///< for kInteger and kFloat
  std::string_view text;  ///< for kString: decoded and joined if it is plain; otherwise the raw text between the quotes
};

enum class UnaryOperator : std::uint8_t { kNot, kNegate, kPlus, kInvert };

struct Unary : Expression {
  static constexpr auto kKind = ExpressionKind::kUnary;
  UnaryOperator operation;
  const Expression* operand;
};

enum class BinaryOperator : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kMatrixMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kLeftShift,
  kRightShift,
  kBitAnd,
  kBitOr,
  kBitXor,
};

struct Binary : Expression {
  static constexpr auto kKind = ExpressionKind::kBinary;
  BinaryOperator operation;
  const Expression* left;
  const Expression* right;
};

enum class ComparisonOperator : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIs,
  kIsNot,
  kIn,
  kNotIn
};

/// `operands[0] operators[0] operands[1] …`; a chain has more than one operator.
struct Comparison : Expression {
  static constexpr auto kKind = ExpressionKind::kComparison;
  Expressions operands;
  std::span<const ComparisonOperator> operators;
};

/// `a and b and c` is one node with three operands.
struct Boolean : Expression {
  static constexpr auto kKind = ExpressionKind::kBoolean;
  bool is_and;
  Expressions operands;
};

struct Conditional : Expression {
  static constexpr auto kKind = ExpressionKind::kConditional;
  const Expression* condition;
  const Expression* then_value;
  const Expression* else_value;
};

enum class SequenceKind : std::uint8_t { kTuple, kList, kSet };

struct Sequence : Expression {
  static constexpr auto kKind = ExpressionKind::kSequence;
  SequenceKind sequence;
  Expressions elements;  ///< may hold Starred nodes
};

struct DictionaryItem {
  const Expression* key;  ///< null for `**value`
  const Expression* value;
};

struct Dictionary : Expression {
  static constexpr auto kKind = ExpressionKind::kDictionary;
  std::span<const DictionaryItem> items;
};

enum class ComprehensionKind : std::uint8_t { kList, kSet, kDictionary, kGenerator };

struct ComprehensionClause {
  const Expression* target;
  const Expression* iterable;
  Expressions conditions;
  bool is_async = false;
};

struct Comprehension : Expression {
  static constexpr auto kKind = ExpressionKind::kComprehension;
  ComprehensionKind comprehension;
  const Expression* key;      ///< for kDictionary, else null
  const Expression* element;  ///< the value for kDictionary
  std::span<const ComprehensionClause> clauses;
};

/// One replacement field `{value!r:spec}` of a formatted string; nested fields of the spec follow as fields of their
/// own.
struct FormattedField {
  const Expression* value;
  TextRange range;  ///< with the braces
  bool has_format;  ///< a format specification follows
  char conversion;  ///< 'r', 's', 'a' or 0
};

struct Formatted : Expression {
  static constexpr auto kKind = ExpressionKind::kFormatted;
  std::span<const FormattedField> fields;
  std::string_view begins;   ///< as written, up to its first brace
  bool is_template = false;  ///< a t-string: values are kept, not formatted
};

struct Parameter;

struct Lambda : Expression {
  static constexpr auto kKind = ExpressionKind::kLambda;
  std::span<const Parameter> parameters;
  const Expression* body;
  std::uint32_t function_id;  ///< index into Module::functions, where the lambda has an entry of its own
};

struct Starred : Expression {
  static constexpr auto kKind = ExpressionKind::kStarred;
  std::uint8_t stars;
  const Expression* value;
};

struct Await : Expression {
  static constexpr auto kKind = ExpressionKind::kAwait;
  const Expression* value;
};

struct Yield : Expression {
  static constexpr auto kKind = ExpressionKind::kYield;
  const Expression* value;  ///< null for a bare `yield`
  bool is_from;
};

/// `name := value`
struct Named : Expression {
  static constexpr auto kKind = ExpressionKind::kNamed;
  const Expression* target;
  const Expression* value;
};

struct Unknown : Expression {
  static constexpr auto kKind = ExpressionKind::kUnknown;
};

}  // namespace syncfree::model
