#include "frontends/python/syntax.h"

#include <algorithm>
#include <cassert>

namespace syncfree::python {
namespace {

struct SyntaxName {
  std::string_view name;
  bool is_named;
  Syntax syntax;
};

constexpr SyntaxName kNames[] = {
    {"comment", true, Syntax::kComment},
    {"line_continuation", true, Syntax::kLineContinuation},

    {"module", true, Syntax::kModule},
    {"block", true, Syntax::kBlock},
    {"expression_statement", true, Syntax::kExpressionStatement},
    {"assignment", true, Syntax::kAssignment},
    {"augmented_assignment", true, Syntax::kAugmentedAssignment},
    {"return_statement", true, Syntax::kReturn},
    {"delete_statement", true, Syntax::kDelete},
    {"raise_statement", true, Syntax::kRaise},
    {"pass_statement", true, Syntax::kPass},
    {"break_statement", true, Syntax::kBreak},
    {"continue_statement", true, Syntax::kContinue},
    {"global_statement", true, Syntax::kGlobal},
    {"nonlocal_statement", true, Syntax::kNonlocal},
    {"assert_statement", true, Syntax::kAssert},
    {"import_statement", true, Syntax::kImport},
    {"import_from_statement", true, Syntax::kImportFrom},
    {"future_import_statement", true, Syntax::kFutureImport},
    {"print_statement", true, Syntax::kPrint},
    {"exec_statement", true, Syntax::kExec},
    {"type_alias_statement", true, Syntax::kTypeAlias},
    {"if_statement", true, Syntax::kIf},
    {"elif_clause", true, Syntax::kElifClause},
    {"else_clause", true, Syntax::kElseClause},
    {"for_statement", true, Syntax::kFor},
    {"while_statement", true, Syntax::kWhile},
    {"try_statement", true, Syntax::kTry},
    {"except_clause", true, Syntax::kExceptClause},
    {"finally_clause", true, Syntax::kFinallyClause},
    {"with_statement", true, Syntax::kWith},
    {"with_clause", true, Syntax::kWithClause},
    {"with_item", true, Syntax::kWithItem},
    {"function_definition", true, Syntax::kFunction},
    {"class_definition", true, Syntax::kClass},
    {"decorated_definition", true, Syntax::kDecorated},
    {"decorator", true, Syntax::kDecorator},
    {"match_statement", true, Syntax::kMatch},
    {"case_clause", true, Syntax::kCaseClause},

    {"dotted_name", true, Syntax::kDottedName},
    {"aliased_import", true, Syntax::kAliasedImport},
    {"wildcard_import", true, Syntax::kWildcardImport},
    {"relative_import", true, Syntax::kRelativeImport},
    {"import_prefix", true, Syntax::kImportPrefix},

    {"parameters", true, Syntax::kParameters},
    {"lambda_parameters", true, Syntax::kLambdaParameters},
    {"typed_parameter", true, Syntax::kTypedParameter},
    {"default_parameter", true, Syntax::kDefaultParameter},
    {"typed_default_parameter", true, Syntax::kTypedDefaultParameter},
    {"positional_separator", true, Syntax::kPositionalSeparator},
    {"keyword_separator", true, Syntax::kKeywordSeparator},
    {"type_parameter", true, Syntax::kTypeParameter},
    {"type", true, Syntax::kType},
    {"generic_type", true, Syntax::kGenericType},
    {"union_type", true, Syntax::kUnionType},
    {"member_type", true, Syntax::kMemberType},
    {"splat_type", true, Syntax::kSplatType},
    {"constrained_type", true, Syntax::kConstrainedType},

    {"identifier", true, Syntax::kIdentifier},
    {"attribute", true, Syntax::kAttribute},
    {"call", true, Syntax::kCall},
    {"subscript", true, Syntax::kSubscript},
    {"slice", true, Syntax::kSlice},
    {"argument_list", true, Syntax::kArgumentList},
    {"keyword_argument", true, Syntax::kKeywordArgument},
    {"integer", true, Syntax::kInteger},
    {"float", true, Syntax::kFloat},
    {"true", true, Syntax::kTrue},
    {"false", true, Syntax::kFalse},
    {"none", true, Syntax::kNone},
    {"ellipsis", true, Syntax::kEllipsis},
    {"string", true, Syntax::kString},
    {"concatenated_string", true, Syntax::kConcatenatedString},
    {"interpolation", true, Syntax::kInterpolation},
    {"format_expression", true, Syntax::kFormatExpression},
    {"format_specifier", true, Syntax::kFormatSpecifier},
    {"type_conversion", true, Syntax::kTypeConversion},
    {"unary_operator", true, Syntax::kUnaryOperator},
    {"not_operator", true, Syntax::kNotOperator},
    {"binary_operator", true, Syntax::kBinaryOperator},
    {"comparison_operator", true, Syntax::kComparisonOperator},
    {"boolean_operator", true, Syntax::kBooleanOperator},
    {"conditional_expression", true, Syntax::kConditional},
    {"tuple", true, Syntax::kTuple},
    {"list", true, Syntax::kList},
    {"set", true, Syntax::kSet},
    {"dictionary", true, Syntax::kDictionary},
    {"pair", true, Syntax::kPair},
    {"dictionary_splat", true, Syntax::kDictionarySplat},
    {"dictionary_splat_pattern", true, Syntax::kDictionarySplatPattern},
    {"list_splat", true, Syntax::kListSplat},
    {"list_splat_pattern", true, Syntax::kListSplatPattern},
    {"expression_list", true, Syntax::kExpressionList},
    {"pattern_list", true, Syntax::kPatternList},
    {"tuple_pattern", true, Syntax::kTuplePattern},
    {"list_pattern", true, Syntax::kListPattern},
    {"list_comprehension", true, Syntax::kListComprehension},
    {"set_comprehension", true, Syntax::kSetComprehension},
    {"dictionary_comprehension", true, Syntax::kDictionaryComprehension},
    {"generator_expression", true, Syntax::kGenerator},
    {"for_in_clause", true, Syntax::kForInClause},
    {"if_clause", true, Syntax::kIfClause},
    {"lambda", true, Syntax::kLambda},
    {"await", true, Syntax::kAwait},
    {"yield", true, Syntax::kYield},
    {"named_expression", true, Syntax::kNamedExpression},
    {"parenthesized_expression", true, Syntax::kParenthesized},
    {"parenthesized_list_splat", true, Syntax::kParenthesizedListSplat},
    {"as_pattern", true, Syntax::kAsPattern},
    {"as_pattern_target", true, Syntax::kAsPatternTarget},

    {"case_pattern", true, Syntax::kCasePattern},
    {"class_pattern", true, Syntax::kClassPattern},
    {"union_pattern", true, Syntax::kUnionPattern},
    {"splat_pattern", true, Syntax::kSplatPattern},
    {"dict_pattern", true, Syntax::kDictPattern},
    {"keyword_pattern", true, Syntax::kKeywordPattern},
    {"complex_pattern", true, Syntax::kComplexPattern},

    {"+", false, Syntax::kPlusToken},
    {"-", false, Syntax::kMinusToken},
    {"*", false, Syntax::kStarToken},
    {"@", false, Syntax::kAtToken},
    {"/", false, Syntax::kSlashToken},
    {"//", false, Syntax::kDoubleSlashToken},
    {"%", false, Syntax::kPercentToken},
    {"**", false, Syntax::kDoubleStarToken},
    {"<<", false, Syntax::kLeftShiftToken},
    {">>", false, Syntax::kRightShiftToken},
    {"&", false, Syntax::kAmpersandToken},
    {"|", false, Syntax::kPipeToken},
    {"^", false, Syntax::kCaretToken},
    {"+=", false, Syntax::kPlusEqual},
    {"-=", false, Syntax::kMinusEqual},
    {"*=", false, Syntax::kStarEqual},
    {"@=", false, Syntax::kAtEqual},
    {"/=", false, Syntax::kSlashEqual},
    {"//=", false, Syntax::kDoubleSlashEqual},
    {"%=", false, Syntax::kPercentEqual},
    {"**=", false, Syntax::kDoubleStarEqual},
    {"<<=", false, Syntax::kLeftShiftEqual},
    {">>=", false, Syntax::kRightShiftEqual},
    {"&=", false, Syntax::kAmpersandEqual},
    {"|=", false, Syntax::kPipeEqual},
    {"^=", false, Syntax::kCaretEqual},
    {"==", false, Syntax::kEqualEqual},
    {"!=", false, Syntax::kNotEqual},
    {"<", false, Syntax::kLess},
    {"<=", false, Syntax::kLessEqual},
    {">", false, Syntax::kGreater},
    {">=", false, Syntax::kGreaterEqual},
    {"is", false, Syntax::kIsToken},
    {"is not", false, Syntax::kIsNotToken},
    {"in", false, Syntax::kInToken},
    {"not in", false, Syntax::kNotInToken},
    {"<>", false, Syntax::kLessGreater},
    {"~", false, Syntax::kTildeToken},
    {"not", false, Syntax::kNotToken},
    {"and", false, Syntax::kAndToken},
    {"or", false, Syntax::kOrToken},
    {"if", false, Syntax::kIfToken},
    {"else", false, Syntax::kElseToken},
    {"for", false, Syntax::kForToken},
    {"async", false, Syntax::kAsyncToken},
    {"def", false, Syntax::kDefToken},
    {"class", false, Syntax::kClassToken},
    {"from", false, Syntax::kFromToken},
    {"as", false, Syntax::kAsToken},
    {".", false, Syntax::kDotToken},
    {",", false, Syntax::kCommaToken},
    {":", false, Syntax::kColonToken},
    {";", false, Syntax::kSemicolonToken},
    {"=", false, Syntax::kEqualToken},
    {"->", false, Syntax::kArrowToken},
    {"(", false, Syntax::kOpenParenthesis},
    {")", false, Syntax::kCloseParenthesis},
    {"[", false, Syntax::kOpenBracket},
    {"]", false, Syntax::kCloseBracket},
    {"{", false, Syntax::kOpenBrace},
    {"}", false, Syntax::kCloseBrace},
    {"_", false, Syntax::kUnderscoreToken},
    {"__future__", false, Syntax::kFutureToken},
};

}  // namespace

SyntaxTable::SyntaxTable() {
  const TSLanguage* language = tree_sitter_python();
  const std::uint32_t count = ts_language_symbol_count(language);
  assert(count < table_.size());
  std::array<bool, static_cast<std::size_t>(Syntax::kCount)> seen{};
  for (std::uint32_t id = 0; id < count; ++id) {
    const auto symbol = static_cast<TSSymbol>(id);
    const std::string_view name = ts_language_symbol_name(language, symbol);
    const TSSymbolType type = ts_language_symbol_type(language, symbol);
    if (type == TSSymbolTypeAuxiliary) continue;
    const auto* entry = std::ranges::find_if(kNames, [&](const SyntaxName& candidate) {
      return candidate.name == name && candidate.is_named == (type == TSSymbolTypeRegular);
    });
    if (entry == std::end(kNames)) continue;
    table_[id] = entry->syntax;
    seen[static_cast<std::size_t>(entry->syntax)] = true;
  }
  for (const SyntaxName& name : kNames) {
    if (!seen[static_cast<std::size_t>(name.syntax)] && missing_.empty()) missing_ = name.name;
  }
}

const SyntaxTable& SyntaxTable::get() {
  static const SyntaxTable table;
  return table;
}

}  // namespace syncfree::python
