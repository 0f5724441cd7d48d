// The node kinds of the Python grammar, as an enumeration to switch on.
#pragma once

#include <tree_sitter/api.h>

#include <array>
#include <cstdint>
#include <string_view>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace syncfree::python {

/// Named nodes first, tokens after them. The operators stand in the order of model::BinaryOperator and of
/// model::ComparisonOperator.
enum class Syntax : std::uint8_t {
  kOther,
  kError,
  kComment,
  kLineContinuation,

  kModule, kBlock, kExpressionStatement, kAssignment, kAugmentedAssignment, kReturn, kDelete, kRaise, kPass, kBreak, kContinue,
  kGlobal, kNonlocal, kAssert, kImport, kImportFrom, kFutureImport, kPrint, kExec, kTypeAlias, kIf, kElifClause, kElseClause,
  kFor, kWhile, kTry, kExceptClause, kFinallyClause, kWith, kWithClause, kWithItem, kFunction, kClass, kDecorated, kDecorator,
  kMatch, kCaseClause,

  kDottedName, kAliasedImport, kWildcardImport, kRelativeImport, kImportPrefix,

  kParameters, kLambdaParameters, kTypedParameter, kDefaultParameter, kTypedDefaultParameter, kPositionalSeparator,
  kKeywordSeparator, kTypeParameter, kType, kGenericType, kUnionType, kMemberType, kSplatType, kConstrainedType,

  kIdentifier, kAttribute, kCall, kSubscript, kSlice, kArgumentList, kKeywordArgument, kInteger, kFloat, kTrue, kFalse, kNone,
  kEllipsis, kString, kConcatenatedString, kInterpolation, kFormatExpression, kFormatSpecifier, kTypeConversion, kUnaryOperator, kNotOperator,
  kBinaryOperator, kComparisonOperator, kBooleanOperator, kConditional, kTuple, kList, kSet, kDictionary, kPair, kDictionarySplat,
  kDictionarySplatPattern, kListSplat, kListSplatPattern, kExpressionList, kPatternList, kTuplePattern, kListPattern,
  kListComprehension, kSetComprehension, kDictionaryComprehension, kGenerator, kForInClause, kIfClause, kLambda, kAwait, kYield,
  kNamedExpression, kParenthesized, kParenthesizedListSplat, kAsPattern, kAsPatternTarget,

  kCasePattern, kClassPattern, kUnionPattern, kSplatPattern, kDictPattern, kKeywordPattern, kComplexPattern,

  kPlusToken, kMinusToken, kStarToken, kAtToken, kSlashToken, kDoubleSlashToken, kPercentToken, kDoubleStarToken,
  kLeftShiftToken, kRightShiftToken, kAmpersandToken, kPipeToken, kCaretToken,
  kPlusEqual, kMinusEqual, kStarEqual, kAtEqual, kSlashEqual, kDoubleSlashEqual, kPercentEqual, kDoubleStarEqual,
  kLeftShiftEqual, kRightShiftEqual, kAmpersandEqual, kPipeEqual, kCaretEqual,
  kEqualEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kIsToken, kIsNotToken, kInToken, kNotInToken, kLessGreater,
  kTildeToken, kNotToken, kAndToken, kOrToken, kIfToken, kElseToken, kForToken, kAsyncToken, kDefToken, kClassToken, kFromToken,
  kAsToken, kDotToken, kCommaToken, kColonToken, kSemicolonToken, kEqualToken, kArrowToken, kOpenParenthesis, kCloseParenthesis,
  kOpenBracket, kCloseBracket, kOpenBrace, kCloseBrace, kUnderscoreToken, kFutureToken,

  kCount
};

/// What each symbol of the grammar is. Built once; symbols that lowering never asks for are kOther.
class SyntaxTable {
 public:
  static const SyntaxTable& get();
  Syntax operator[](TSSymbol symbol) const { return symbol < table_.size() ? table_[symbol] : Syntax::kError; }
  /// Kinds that no symbol of the linked grammar has; empty unless grammar and table have drifted apart.
  std::string_view first_missing() const { return missing_; }

 private:
  SyntaxTable();
  std::array<Syntax, 512> table_{};
  std::string_view missing_;
};

}  // namespace syncfree::python
