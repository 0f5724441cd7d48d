#include "frontends/cxx/preprocessor.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

#include "frontends/cxx/conditions.h"
#include "frontends/cxx/name_shapes.h"

namespace syncfree::cxx {

namespace {

constexpr std::size_t kDeepestExpansion = 12;
constexpr std::size_t kMostTokens = 4'000'000;  // a macro that doubles at each level must not eat the machine

struct Branch {
  Tokens tokens;
  bool skipped = false;
  bool for_debug = false;
  bool has_no_gpu = false;
  std::uint32_t begin = 0;  ///< in the file
  std::uint32_t condition = BuildConditions::kNone;
  std::string_view absent = {};  ///< a macro that builds with this branch do not define
};

struct Conditional {
  std::vector<Branch> branches;
  bool is_release = false;  ///< the first branch is for everything but debugging: what follows `#else` is for that
  bool has_gpu = false;     ///< the first branch is for builds with a GPU: what follows it is for others
  bool is_settled = false;  ///< the first branch is taken, whatever the build
  std::vector<AnyMacro> needed_otherwise = {};  ///< for what follows `#else`
  std::string_view absent_otherwise = {};       ///< the same
};

/// Something of a GPU's libraries, which may be another vendor's.
bool names_gpu(const Tokens& tokens) {
  constexpr std::array<std::string_view, 6> kLibraries = {"cuda", "hip", "gpu", "thrust", "cublas", "cub"};
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return token.is_name() &&
           std::ranges::any_of(kLibraries, [&](std::string_view library) { return token.text.starts_with(library); });
  });
}

bool is_balanced(const Tokens& tokens) {
  int depth = 0;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::kPunctuation || token.text.size() != 1) continue;
    const char c = token.text[0];
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (depth < 0) return false;
  }
  return depth == 0;
}

/// `PROJECT_CALL(…)` as a statement at the end, whose semicolon the macro brings along.
bool ends_in_macro(const Tokens& tokens) {
  if (!tokens.back().is(")")) return false;
  int depth = 0;
  std::size_t open = tokens.size();
  while (open-- > 0) {
    depth += tokens[open].is(")") ? 1 : tokens[open].is("(") ? -1 : 0;
    if (depth == 0) break;
  }
  constexpr std::string_view kOfMacros = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (depth != 0 || open == 0 || tokens[open - 1].text.find_first_not_of(kOfMacros) != std::string_view::npos)
    return false;
  return open == 1 || tokens[open - 2].is(";") || tokens[open - 2].is("}") || tokens[open - 2].is("{");
}

/// A branch that can follow another one: whole statements or declarations.
bool is_whole(const Tokens& tokens) {
  return is_balanced(tokens) && (tokens.empty() || tokens.back().is(";") || tokens.back().is("}") ||
                                 tokens.back().is(":") || ends_in_macro(tokens));
}

/// Does its last statement leave: `return x;`, `throw error;`? What follows belongs to another build then.
bool leaves(const Tokens& tokens) {
  constexpr std::array<std::string_view, 9> kWords = {"return", "throw", "break", "continue", "goto",
                                                      "exit",   "abort", "std",   "ABORT"};
  if (tokens.empty() || !tokens.back().is(";")) return false;
  std::size_t begin = 0;  // of the last statement
  int depth = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("{") || token.is("[")) ++depth;
    if (token.is(")") || token.is("}") || token.is("]")) --depth;
    if (depth == 0 && (token.is(";") || token.is("}"))) begin = i + 1;
  }
  return std::ranges::find(kWords, tokens[begin].text) != kWords.end();
}

/// `if (some build) { … }`
Tokens under_a_condition(const Tokens& tokens) {
  Tokens out;
  const auto add = [&](std::string_view text, TokenKind kind, std::uint32_t at) {
    out.push_back({.kind = kind, .text = text, .range = {at, at}});
  };
  const std::uint32_t begin = tokens.front().range.begin;
  add(";", TokenKind::kPunctuation, begin);  // after a macro that needs none
  add("if", TokenKind::kIdentifier, begin);
  add("(", TokenKind::kPunctuation, begin);
  add("this_build", TokenKind::kIdentifier, begin);
  add(")", TokenKind::kPunctuation, begin);
  add("{", TokenKind::kPunctuation, begin);
  out.insert(out.end(), tokens.begin(), tokens.end());
  add("}", TokenKind::kPunctuation, tokens.back().range.end);
  return out;
}

Tokens chosen(Conditional& conditional) {
  std::vector<Branch*> candidates;
  for (Branch& branch : conditional.branches) {
    if (!branch.skipped) candidates.push_back(&branch);
  }
  if (candidates.empty()) return {};
  for (Branch* branch : candidates) {
    if (is_balanced(branch->tokens) && leaves(branch->tokens)) branch->tokens = under_a_condition(branch->tokens);
  }
  Tokens all = std::move(candidates.front()->tokens);
  if (!is_whole(all)) return all;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (is_whole(candidates[i]->tokens))
      all.insert(all.end(), candidates[i]->tokens.begin(), candidates[i]->tokens.end());
  }
  return all;
}

Macro read_macro(const Directive& line) {
  Macro macro;
  macro.name = line.tokens[1].text;
  macro.name_range = line.tokens[1].range;
  std::size_t at = 2;
  if (line.has_parameters && at < line.tokens.size() && line.tokens[at].is("(")) {
    macro.is_function = true;
    for (++at; at < line.tokens.size() && !line.tokens[at].is(")"); ++at) {
      if (line.tokens[at].is("...")) macro.is_variadic = true;
      if (line.tokens[at].is_name()) macro.parameters.push_back(line.tokens[at].text);
    }
    ++at;
  }
  for (; at < line.tokens.size(); ++at) macro.body.push_back(line.tokens[at]);
  return macro;
}

class Preprocessor {
 public:
  Preprocessor(LexedFile file, const FileFacts* facts)
      : file_(std::move(file)), facts_(facts), off_(switched_off(file_)) {}

  Preprocessed run() {
    Preprocessed out;
    if (facts_ != nullptr) take_foreign_macros();
    Tokens taken = facts_ != nullptr ? take_compiled() : take_branches();
    for (const auto& [name, macro] : macros_) {
      if (macro.is_always) conditions_.always.push_back(name);
    }
    for (const auto& [name, macro] : macros_) names_.add(name);
    if (macros_.empty() && taken.size() < kMostTokens) {
      out.tokens = std::move(taken);
    } else {
      out.tokens.reserve(taken.size());
      expand(taken, out.tokens, 0);
    }
    for (const auto& [name, macro] : macros_) {
      const bool elsewhere = facts_ != nullptr && facts_->expanded.contains(macro.name_range.begin);
      if (!used_.contains(name) && macro.foreign == nullptr && !elsewhere) out.unused.push_back(name);
    }
    std::ranges::sort(out.unused, {}, [&](std::string_view name) { return macros_.at(name).name_range.begin; });
    out.for_debug = apart(std::move(for_debug_));
    out.conditions = std::move(conditions_);
    out.macros = std::move(macros_);
    out.expansions = std::move(expansions_);
    return out;
  }

 private:
  void take_foreign_macros() {
    for (const ForeignMacro& foreign : facts_->macros) {
      const LexedFile lexed = lex(foreign.definition);
      if (lexed.directives.empty() || lexed.directives.front().tokens.size() < 2) continue;
      Macro macro = read_macro(lexed.directives.front());
      macro.foreign = &foreign;
      macros_[macro.name] = std::move(macro);
    }
  }

  Tokens take_compiled() {
    Tokens whole;
    for (const Token& token : file_.tokens) {
      if (!facts_->is_skipped(token.range.begin)) whole.push_back(token);
    }
    for (const Directive& line : file_.directives) {
      if (line.tokens.size() < 2 || !line.tokens[0].is("define")) continue;
      if (facts_->is_skipped(line.tokens[1].range.begin)) continue;
      Macro macro = read_macro(line);
      conditions_.defined.push_back({macro.name, BuildConditions::kNone});
      macros_[macro.name] = std::move(macro);
    }
    return whole;
  }

  /// A whole file between `#ifndef NAME` and `#endif` is under no condition.
  bool begins_with_guard() const {
    if (file_.directives.empty()) return false;
    const Directive& first = file_.directives.front();
    return first.position == 0 && first.tokens.size() == 2 && first.tokens[0].is("ifndef");
  }

  Tokens take_branches() {
    Tokens whole;
    whole.reserve(file_.tokens.size());
    std::vector<Conditional> open;
    const std::size_t guards = begins_with_guard() ? 1 : 0;
    std::size_t at = 0;
    const auto sink = [&]() -> Tokens& { return open.empty() ? whole : open.back().branches.back().tokens; };
    const auto flush = [&](std::size_t until) {
      Tokens& into = sink();
      const auto begin = file_.tokens.begin();
      into.insert(into.end(), begin + static_cast<std::ptrdiff_t>(at), begin + static_cast<std::ptrdiff_t>(until));
      at = until;
    };
    const auto end_branch = [&](std::uint32_t end) {
      Branch& branch = open.back().branches.back();
      branch.skipped |= branch.has_no_gpu && !names_gpu(branch.tokens);
      if (branch.begin >= end) return;
      if (branch.for_debug) for_debug_.push_back({branch.begin, end});
      if (branch.condition != BuildConditions::kNone)
        conditions_.code.push_back({.range = {branch.begin, end}, .condition = branch.condition});
      if (!branch.absent.empty())
        conditions_.left_out.push_back({.range = {branch.begin, end}, .macro = branch.absent});
    };
    const auto close = [&] {
      Tokens kept = chosen(open.back());
      open.pop_back();
      Tokens& into = sink();
      into.insert(into.end(), kept.begin(), kept.end());
    };
    for (const Directive& line : file_.directives) {
      flush(line.position);
      if (line.tokens.empty()) continue;
      const std::string_view word = line.tokens[0].text;
      const std::uint32_t begin = line.tokens.back().range.end;
      if (word == "if" || word == "ifdef" || word == "ifndef") {
        const std::optional<bool> settled = is_settled(line, macros_, off_);
        const std::optional<bool> gpu = asks_for_gpu(line);
        const bool is_guard = guards == 1 && at == 0 && open.empty();
        open.push_back({.branches = {{.tokens = {},
                                      .skipped = is_foreign(line) || is_off(line, macros_) || settled == false,
                                      .for_debug = is_for_debug(line, macros_),
                                      .has_no_gpu = gpu == false,
                                      .begin = begin,
                                      .condition = condition_of(needed_macros(line), open),
                                      .absent = is_guard ? std::string_view() : absent_macro(line)}},
                        .is_release = is_for_release(line, macros_),
                        .has_gpu = gpu == true,
                        .is_settled = settled == true,
                        .needed_otherwise = needed_otherwise(line),
                        .absent_otherwise = absent_otherwise(line)});
      } else if ((word == "elif" || word == "else") && !open.empty()) {
        end_branch(line.tokens[0].range.begin);
        const std::vector<AnyMacro> needed = word == "elif" ? needed_macros(line) : open.back().needed_otherwise;
        const std::uint32_t condition = condition_of(needed, std::span(open).first(open.size() - 1));
        const bool asks = word == "elif";
        const std::optional<bool> settled = asks ? is_settled(line, macros_, off_) : std::nullopt;
        open.back().branches.push_back({.tokens = {},
                                        .skipped = open.back().is_settled || settled == false ||
                                                   (asks && (is_foreign(line) || is_off(line, macros_))),
                                        .for_debug = asks ? is_for_debug(line, macros_) : open.back().is_release,
                                        .has_no_gpu = open.back().has_gpu,
                                        .begin = begin,
                                        .condition = condition,
                                        .absent = asks ? std::string_view() : open.back().absent_otherwise});
        open.back().is_settled |= settled == true;
      } else if (word == "endif" && !open.empty()) {
        end_branch(line.tokens[0].range.begin);
        close();
      } else if (word == "define" && line.tokens.size() > 1 && !is_skipped(open)) {
        define(line, open, guards);
      } else if (word == "undef" && line.tokens.size() > 1) {
        if (const auto known = macros_.find(line.tokens[1].text); known != macros_.end())
          known->second.is_always = false;
      }
    }
    flush(file_.tokens.size());
    while (!open.empty()) close();
    return whole;
  }

  static std::uint32_t condition_around(std::span<const Conditional> open) {
    return open.empty() ? BuildConditions::kNone : open.back().branches.back().condition;
  }

  /// Of a branch that needs the macros.
  std::uint32_t condition_of(std::span<const AnyMacro> needed, std::span<const Conditional> open) {
    std::uint32_t condition = condition_around(open);
    for (const AnyMacro& macros : needed) {
      conditions_.all.push_back({.macros = macros, .around = condition});
      condition = static_cast<std::uint32_t>(conditions_.all.size() - 1);
    }
    return condition;
  }

  /// Of two definitions the last one is the release build's, unless it stands in a branch for debugging.
  void define(const Directive& line, const std::vector<Conditional>& open, std::size_t guards) {
    Macro macro = read_macro(line);
    const auto known = macros_.find(macro.name);
    macro.for_debug =
        std::ranges::any_of(open, [](const Conditional& conditional) { return conditional.branches.back().for_debug; });
    macro.condition = condition_around(open);
    conditions_.defined.push_back({macro.name, macro.condition});
    if (known != macros_.end() && macro.for_debug && !known->second.for_debug) return;
    macro.is_fixed = open.size() <= guards && known == macros_.end();
    macro.is_always = open.size() <= guards || (known != macros_.end() && known->second.is_always);
    macros_[macro.name] = std::move(macro);
  }

  static bool is_skipped(const std::vector<Conditional>& open) {
    return std::ranges::any_of(open, [](const Conditional& conditional) {
      return conditional.branches.back().skipped || conditional.branches.back().has_no_gpu;
    });
  }

  static bool opens(const Token& token) { return token.is("(") || token.is("{") || token.is("["); }
  static bool closes(const Token& token) { return token.is(")") || token.is("}") || token.is("]"); }

  /// For each opening bracket the index of what closes it, of whatever kind; 0 where nothing does. Looking for it at
  /// each of many that stay open would take the square of their number.
  static std::vector<std::size_t> closers_of(const Tokens& in) {
    std::vector<std::size_t> closers(in.size());
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < in.size(); ++at) {
      if (opens(in[at])) open.push_back(at);
      if (!closes(in[at]) || open.empty()) continue;
      closers[open.back()] = at;
      open.pop_back();
    }
    return closers;
  }

  void expand(const Tokens& in, Tokens& out, std::size_t depth) {
    std::vector<std::size_t> closers;
    for (std::size_t at = 0; at < in.size() && out.size() < kMostTokens; ++at) {
      const Token& token = in[at];
      const bool may_be_macro = token.is_name() && names_.may_have(token.text);
      const auto found = may_be_macro ? macros_.find(token.text) : macros_.end();
      if (found == macros_.end() || depth > kDeepestExpansion || active_.contains(token.text)) {
        out.push_back(token);
        continue;
      }
      const Macro& macro = found->second;
      std::vector<Tokens> arguments;
      std::size_t end = at;
      if (macro.is_function) {
        if (closers.empty()) closers = closers_of(in);
        end = at + 1 < in.size() && in[at + 1].is("(") ? closers[at + 1] : 0;
        if (end == 0) {  // its name alone is no use of it
          out.push_back(token);
          continue;
        }
        arguments = read_arguments(in, at + 1, end, macro);
      }
      used_.insert(macro.name);
      const source::TextRange place{token.range.begin, std::max(token.range.end, in[end].range.end)};
      expansions_.push_back({.place = place, .macro = macro.name});
      if (macro.for_debug) for_debug_.push_back(place);
      if (macro.condition != BuildConditions::kNone)
        conditions_.code.push_back({.range = place, .condition = macro.condition});
      Tokens replaced = substitute(macro, arguments, place);
      active_.insert(macro.name);
      expand(replaced, out, depth + 1);
      active_.erase(macro.name);
      at = end;
    }
  }

  /// What lies between the parentheses at `open` and `close`.
  static std::vector<Tokens> read_arguments(const Tokens& in, std::size_t open, std::size_t close, const Macro& macro) {
    std::vector<Tokens> arguments(1);
    int depth = 0;
    for (std::size_t at = open + 1; at < close; ++at) {
      const Token& token = in[at];
      depth += opens(token) ? 1 : closes(token) ? -1 : 0;
      const bool rest = macro.is_variadic && arguments.size() > macro.parameters.size();
      // Braces and brackets protect commas here, which the standard does not do: a lambda is one argument to a reader.
      if (depth == 0 && token.is(",") && !rest) {
        arguments.emplace_back();
      } else {
        arguments.back().push_back(token);
      }
    }
    return arguments;
  }

  static Tokens substitute(const Macro& macro, const std::vector<Tokens>& arguments, source::TextRange place) {
    Tokens out;
    for (std::size_t i = 0; i < macro.body.size(); ++i) {
      Token token = macro.body[i];
      if (token.is("#") && i + 1 < macro.body.size() && macro.is_function) {  // the text of an argument: a string
        token.kind = TokenKind::kString;
        token.text = "\"\"";
        token.range = place;
        out.push_back(token);
        ++i;
        continue;
      }
      if (token.is("##")) continue;
      if (token.is_name()) {
        const auto parameter = std::ranges::find(macro.parameters, token.text);
        std::size_t index = static_cast<std::size_t>(parameter - macro.parameters.begin());
        const bool is_rest = token.text == "__VA_ARGS__" && macro.is_variadic;
        if (is_rest) index = macro.parameters.size();
        if (parameter != macro.parameters.end() || is_rest) {
          if (index < arguments.size()) out.insert(out.end(), arguments[index].begin(), arguments[index].end());
          continue;
        }
      }
      token.range = place;
      out.push_back(token);
    }
    return out;
  }

  LexedFile file_;
  const FileFacts* facts_;
  MacroNames off_;
  Macros macros_;
  NameShapes names_;  ///< of the macros
  std::vector<Expansion> expansions_;
  std::vector<source::TextRange> for_debug_;
  BuildConditions conditions_;
  std::unordered_set<std::string_view> used_;
  std::unordered_set<std::string_view> active_;
};

}  // namespace

std::vector<source::TextRange> apart(std::vector<source::TextRange> ranges) {
  std::ranges::sort(ranges, {}, &source::TextRange::begin);
  std::vector<source::TextRange> joined;
  for (const source::TextRange range : ranges) {
    if (!joined.empty() && range.begin < joined.back().end) {
      joined.back().end = std::max(joined.back().end, range.end);
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

Preprocessed preprocess(LexedFile file, const FileFacts* facts) { return Preprocessor(std::move(file), facts).run(); }

}  // namespace syncfree::cxx
