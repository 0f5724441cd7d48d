// Conditions that hold the first time alone, and those that ask for what is off unless somebody asks for it. Whether a
// flag is set behind them shows in the tokens: the model leaves out what happens to numbers and pointers.
#include <algorithm>
#include <array>

#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

// Words in the names of classes whose members whoever runs the program sets.
constexpr std::array<std::string_view, 7> kOptions = {"Option", "Config",   "Setting", "Param",
                                                      "Args",   "Argument", "Flags"};
// What runs on the GPU at all is no option of such code.
constexpr std::array<std::string_view, 6> kOfGpu = {"gpu", "GPU", "cuda", "CUDA", "device", "hip"};

bool is_constant(const model::Expression& value, model::ConstantKind kind) {
  const auto* constant = value.get_if<model::Constant>();
  return constant != nullptr && constant->constant == kind;
}

/// Are its two operands equal where the comparison has this outcome: `a == b`, not `a != b`, not `a > 0`.
bool says_equal(const model::Comparison& compared, bool outcome) {
  if (compared.operands.size() != 2) return false;
  using enum model::ComparisonOperator;
  const model::ComparisonOperator operation = compared.operators[0];
  return operation == (outcome ? kEqual : kNotEqual) || (!outcome && operation == kGreater);
}

/// What is done once: a flag of another name may tell of a state, which comes again.
bool tells_of_start(std::string_view flag) {
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"init", "Init", "first", "First", "setup", "created", "once", "Once", "built", "loaded", "configured",
       "allocated", "packed", "prepared", "converted", "uploaded", "compiled", "registered"});
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return flag.contains(start); });
}

bool is_zero(const model::Expression& value) {
  const auto* constant = value.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kInteger && constant->integer == 0;
}

/// `if (param->perf_stats)`, `if (isProfiling())`: whoever measures the speed asks for it, and waits on purpose.
bool asks_to_measure(const model::Expression& condition, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 10> kWords = {"perf",         "profile",        "profiled", "profiler",
                                                       "profiling",    "timing",         "timings",  "instrument",
                                                       "instrumented", "instrumentation"};
  const auto* call = condition.get_if<model::Call>();
  const model::Expression& asked = call == nullptr ? condition : *call->callee;
  const auto* member = asked.get_if<model::Attribute>();
  const auto* variable = asked.get_if<model::Name>();
  if (member == nullptr && variable == nullptr) return false;
  return flow::holds_word(symbols.text(member != nullptr ? member->name : variable->name), kWords);
}

/// `verbose == 2`, `debug_level & kMoves`: somebody looks on.
bool asks_for_talk(const model::Expression& condition, bool outcome, const model::SymbolTable& symbols) {
  const auto talks = [&](const model::Expression& part) {
    const std::string_view name = flow::last_name(part, symbols);
    return name.contains("ebug") || name.contains("erbos");
  };
  if (const auto* bits = condition.get_if<model::Binary>())
    return outcome && bits->operation == model::BinaryOperator::kBitAnd && talks(*bits->left);
  const auto* compared = condition.get_if<model::Comparison>();
  if (compared == nullptr || compared->operands.size() != 2 || !says_equal(*compared, outcome)) return false;
  const model::Expression& level = *compared->operands[1];
  return is_constant(level, model::ConstantKind::kInteger) && !is_zero(level) && talks(*compared->operands[0]);
}

/// `level == "DEBUG"`: somebody looks for a fault.
bool asks_for_debugging(const model::Expression& condition, bool outcome) {
  constexpr std::array<std::string_view, 3> kLevels = {"debug", "trace", "verbose"};
  const auto* compared = condition.get_if<model::Comparison>();
  if (compared == nullptr || compared->operands.size() != 2 || !says_equal(*compared, outcome)) return false;
  return std::ranges::any_of(compared->operands, [&](const model::Expression* operand) {
    const auto* text = operand->get_if<model::Constant>();
    return text != nullptr && text->constant == model::ConstantKind::kString && flow::holds_word(text->text, kLevels);
  });
}

/// `unlikely(flag)`, `PROJECT_PREDICT_FALSE(flag)`, `__builtin_expect(flag, 0)`: the text says what to expect, also of
/// the opposite.
bool is_unexpected(const model::Expression& condition, bool outcome, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 1> kUnlikely = {"unlikely"};
  constexpr std::array<std::string_view, 1> kLikely = {"likely"};
  constexpr std::array<std::string_view, 1> kPredict = {"predict"};
  const auto* call = condition.get_if<model::Call>();
  if (call == nullptr || call->arguments.empty()) return false;
  const auto* member = call->callee->get_if<model::Attribute>();
  const auto* function = call->callee->get_if<model::Name>();
  if (member == nullptr && function == nullptr) return false;
  const std::string_view name = symbols.text(member != nullptr ? member->name : function->name);
  if (name == "__builtin_expect" && call->arguments.size() == 2) {
    const auto* expected = call->arguments[1].value->get_if<model::Constant>();
    return expected != nullptr && (expected->integer != 0) != outcome;
  }
  if (call->arguments.size() != 1) return false;
  const bool predicts = flow::holds_word(name, kPredict);
  if (outcome) return flow::holds_word(name, kUnlikely) || (predicts && name.ends_with("FALSE"));
  return flow::holds_word(name, kLikely) || (predicts && name.ends_with("TRUE"));
}

}  // namespace

/// `table` of `table.find(key)`, if the call has so many arguments; null for another expression.
const model::Expression* Reader::asked_by(const Expression& value, std::string_view method, std::size_t given) const {
  const auto* call = value.get_if<model::Call>();
  const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const bool is_asked = callee != nullptr && call->arguments.size() == given && symbols_.text(callee->name) == method;
  return is_asked ? callee->object : nullptr;
}

/// The table that lacks the key where the test has this outcome: `table.find(key) == table.end()`, `!table.count(key)`.
const model::Expression* Reader::lacking_table(const Expression& test, bool outcome) const {
  const auto* compared = test.get_if<model::Comparison>();
  if (compared == nullptr) {
    if (outcome) return nullptr;
    const Expression* counted = asked_by(test, "count", 1);
    return counted != nullptr ? counted : asked_by(test, "contains", 1);
  }
  if (!says_equal(*compared, outcome)) return nullptr;
  if (is_zero(*compared->operands[1])) return asked_by(*compared->operands[0], "count", 1);
  const Expression* table = asked_by(*compared->operands[1], "end", 0);
  return table != nullptr ? table : asked_by(*compared->operands[1], "cend", 0);
}

/// The last name of `flag`, `this->flag` and `state->flag`, if the variable is there before a call and after it.
std::string_view Reader::lasting_variable(const Expression& value) {
  const auto* member = value.get_if<model::Attribute>();
  const auto* root = (member == nullptr ? value : *member->object).get_if<model::Name>();
  if (root == nullptr) return {};
  const std::string_view owner = symbols_.text(root->name);
  const Variable* variable = variable_of(owner);
  if (variable != nullptr && !variable->lasts) return {};
  return member == nullptr ? owner : symbols_.text(member->name);
}

bool Reader::does(VariableUse use, std::string_view variable, std::size_t from, std::size_t to) {
  if (!variable_uses_) variable_uses_.emplace(tokens_);
  return variable_uses_->has(use, variable, from, to);
}

/// The function counts it, and gives it no other value.
bool Reader::only_counts(std::string_view variable) {
  return does(VariableUse::kCounted, variable, function_begin_, function_end_) &&
         !does(VariableUse::kReplaced, variable, function_begin_, function_end_);
}

/// Does something but a constructor reset it?
bool Reader::is_reset_later(std::string_view flag) {
  std::size_t from = 0;
  for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
    const bool constructs =
        token(i).is_name() && token(i + 1).is("::") && token(i + 2).text == token(i).text && token(i + 3).is("(");
    if (!constructs) continue;
    std::size_t at = closing(i + 3, tokens_.size()) + 1;
    for (bool is_initialised = !token(at).is(":"); at < tokens_.size() && !token(at).is(";"); ++at) {
      if (is_initialised && token(at).is("{")) break;
      is_initialised = token(at).is("(") || token(at).is("{");
      if (is_initialised) at = closing(at, tokens_.size());
    }
    if (at >= tokens_.size() || !token(at).is("{")) continue;
    if (does(VariableUse::kReset, flag, from, at)) return true;
    from = std::max(from, closing(at, tokens_.size()));
  }
  return does(VariableUse::kReset, flag, from, tokens_.size());
}

/// `if (scale != old_scale_) …; old_scale_ = scale;`: a setting seldom changes.
bool Reader::is_new_setting(const model::Comparison& compared, bool outcome, std::size_t from, std::size_t to) {
  constexpr std::array<std::string_view, 16> kRounds = {"frame", "step",  "iter",  "iteration", "id",    "time",
                                                        "stamp", "index", "count", "batch",     "epoch", "round",
                                                        "pos",   "pose",  "seq",   "version"};
  if (!says_equal(compared, !outcome)) return false;
  return std::ranges::any_of(compared.operands, [&](const Expression* operand) {
    const std::string_view kept = lasting_variable(*operand);
    return !kept.empty() && !flow::holds_word(kept, kRounds) && does(VariableUse::kSet, kept, from, to) &&
           std::ranges::none_of(compared.operands, [](const Expression* other) {
             return other->kind == model::ExpressionKind::kConstant;
           });
  });
}

/// Is the outcome of one test for the first time alone, since the tokens change what it asks for.
bool Reader::is_first(const Expression& test, bool outcome, std::size_t from, std::size_t to) {
  if (const Expression* table = lacking_table(test, outcome)) {
    const std::string_view variable = lasting_variable(*table);
    return !variable.empty() && does(VariableUse::kFilled, variable, from, to);
  }
  // `if (!table_.defined()) table_ = …`
  for (const std::string_view asks : {"defined", "has_value"}) {
    const Expression* made = outcome ? nullptr : asked_by(test, asks, 0);
    const std::string_view variable = made == nullptr ? std::string_view() : lasting_variable(*made);
    if (!variable.empty() && does(VariableUse::kSet, variable, from, to)) return true;
  }
  const auto* compared = test.get_if<model::Comparison>();
  if (compared == nullptr) {
    // `if (!initialized_) …; initialized_ = true;`, `if (first_) …; first_ = false;`
    const std::string_view flag = lasting_variable(test);
    if (flag.empty() || !tells_of_start(flag)) return false;
    const bool is_set = does(VariableUse::kSet, flag, from, to);
    if (outcome) return !is_set && does(VariableUse::kReset, flag, from, to);
    return is_set && !is_reset_later(flag);
  }
  if (is_new_setting(*compared, outcome, from, to)) return true;
  if (!says_equal(*compared, outcome)) return false;
  const std::string_view variable = lasting_variable(*compared->operands[0]);
  if (variable.empty()) return false;
  if (is_zero(*compared->operands[1])) return only_counts(variable);
  // A pointer that is given up is made again, which is seldom.
  return is_constant(*compared->operands[1], model::ConstantKind::kNone) && does(VariableUse::kSet, variable, from, to);
}

/// A member of options that is off, and that nothing in the file switches on.
bool Reader::is_off(const Expression& test) {
  const auto* member = test.get_if<model::Attribute>();
  if (member == nullptr) return false;
  const std::string_view option = symbols_.text(member->name);
  return off_by_default_.contains(option) && !does(VariableUse::kSet, option, 0, tokens_.size());
}

/// Does the outcome follow from a test that seldom has it. The tokens are those that run then.
bool Reader::is_seldom(const Expression& condition, bool outcome, std::size_t from, std::size_t to) {
  if (const auto* unary = condition.get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot)
    return is_seldom(*unary->operand, !outcome, from, to);
  if (const auto* boolean = condition.get_if<model::Boolean>()) {
    const auto is = [&](const Expression* part) { return is_seldom(*part, outcome, from, to); };
    return boolean->is_and == outcome ? std::ranges::any_of(boolean->operands, is)
                                      : std::ranges::all_of(boolean->operands, is);
  }
  if (is_test(condition)) {
    const auto& asked = condition.as<model::Call>();
    return asked.arguments.size() == 1 && is_seldom(*asked.arguments.front().value, outcome, from, to);
  }
  return (outcome && (is_off(condition) || asks_to_measure(condition, symbols_))) ||
         is_unexpected(condition, outcome, symbols_) || asks_for_debugging(condition, outcome) ||
         asks_for_talk(condition, outcome, symbols_) || is_first(condition, outcome, from, to);
}

/// The condition, and with it that it is seldom so, or seldom not so.
const model::Expression* Reader::with_rarity(const Expression* condition, const syntax::If::Branch& read) {
  if (read.then == nullptr || function_end_ == 0) return condition;
  const std::size_t behind = read.then->end;
  const bool holds = is_seldom(*condition, true, read.then->begin, behind);
  const bool fails = !holds && is_seldom(*condition, false, behind, function_end_);
  if (!holds && !fails) return condition;
  const TextRange range = condition->range;
  const Argument seldom{.value = {library("cxx.once", range)}, .range = range};
  const Expression* once = call(library("cxx.test", range), {seldom}, range, range);
  const Expression* operands[] = {holds ? once : not_of(once), condition};
  auto* both = make_expression<model::Boolean>(range);
  both->is_and = holds;
  both->operands = module_.arena.copy(std::span<const Expression* const>(operands));
  return both;
}

/// `bool measures = false;` and `bool measures{false};` of a class of options.
void Reader::note_default(std::string_view owner, std::size_t name) {
  const bool has_options = std::ranges::any_of(kOptions, [&](std::string_view word) { return owner.contains(word); });
  const std::string_view option = token(name).text;
  const auto names = [&](std::string_view word) { return option.contains(word); };
  if (!has_options || std::ranges::any_of(kOfGpu, names)) return;
  const Token& open = token(name + 1);
  const bool is_off = (open.is("=") || open.is("{")) && token(name + 2).is("false");
  const bool is_empty = open.is("{") && token(name + 2).is("}") && name != 0 && token(name - 1).is("bool");
  if (is_off || is_empty) off_by_default_.insert(option);
}

}  // namespace syncfree::cxx
