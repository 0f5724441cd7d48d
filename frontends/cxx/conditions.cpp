#include "frontends/cxx/conditions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace syncfree::cxx {

namespace {

bool mentions(const Tokens& tokens, std::string_view name) {
  return std::ranges::any_of(tokens, [&](const Token& token) { return token.text == name; });
}

bool is_nothing(const Tokens& body) {
  return body.size() == 1 && (body.front().text == "0" || body.front().text == "false");
}

/// Of a build in which somebody looks for a fault, or makes each launch wait for that, unless the file itself says that
/// it is one: `CUDA_DEBUG`, `DEVICE_SYNCHRONIZE`, `CUDA_ERROR_CHECK`.
bool names_debug(const Token& token, const Macros& defined) {
  const bool looks_for_errors = token.text.contains("CHECK") && token.text.contains("ERR");
  const bool names_it = looks_for_errors || token.text.contains("DEBUG") || token.text.contains("SYNCHRONIZE");
  if (!token.is_name() || !names_it || token.is("NDEBUG")) return false;
  const auto found = defined.find(token.text);
  return found == defined.end() || is_nothing(found->second.body);
}

/// The one macro that a condition asks for.
struct Asked {
  std::string_view macro;
  bool is_negated = false;
  bool is_value = false;  ///< `#if NAME`: whether it is defined as something
};

using Part = std::span<const Token>;

/// `!defined(NAME)`, `NAME`; nothing for other parts of conditions.
std::optional<Asked> asked_by(Part tokens) {
  std::size_t at = 0;
  Asked found;
  found.is_negated = tokens.size() > at && tokens[at].is("!");
  if (found.is_negated) ++at;
  found.is_value = tokens.size() <= at || !tokens[at].is("defined");
  if (!found.is_value) ++at;
  const bool is_bracketed = tokens.size() == at + 3 && tokens[at].is("(") && tokens[at + 2].is(")");
  if (is_bracketed) ++at;
  if ((!is_bracketed && tokens.size() != at + 1) || !tokens[at].is_name()) return std::nullopt;
  found.macro = tokens[at].text;
  return found;
}

/// `#ifdef NAME`, `#if !defined(NAME)`, `#elif NAME`; nothing for other conditions.
std::optional<Asked> asked(const Directive& line) {
  const Tokens& tokens = line.tokens;
  const std::string_view word = tokens[0].text;
  if (word != "ifdef" && word != "ifndef") return asked_by(Part(tokens).subspan(1));
  if (tokens.size() != 2) return std::nullopt;
  return Asked{.macro = tokens[1].text, .is_negated = word == "ifndef"};
}

/// The parts of a condition between an operator, outside of brackets.
std::vector<Part> split(Part tokens, std::string_view between) {
  std::vector<Part> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += tokens[i].is("(") ? 1 : tokens[i].is(")") ? -1 : 0;
    if (depth != 0 || !tokens[i].is(between)) continue;
    parts.push_back(tokens.subspan(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(tokens.subspan(begin));
  return parts;
}

Part without_brackets(Part tokens) {
  while (tokens.size() > 2 && tokens.front().is("(") && tokens.back().is(")")) {
    int depth = 0;
    for (const Token& token : tokens.first(tokens.size() - 1)) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0) return tokens;  // (A) && (B)
    }
    tokens = tokens.subspan(1, tokens.size() - 2);
  }
  return tokens;
}

bool is_one_of(Part tokens, std::string_view number, std::string_view word) {
  tokens = without_brackets(tokens);
  return tokens.size() == 1 && (tokens[0].text == number || tokens[0].text == word);
}

/// `0`, `(0)`, `0 && NAME`
bool is_never(Part condition) {
  return std::ranges::any_of(split(without_brackets(condition), "&&"),
                             [](Part part) { return is_one_of(part, "0", "false"); });
}

constexpr std::size_t kLongest = 64;  // tokens of a condition that is taken apart

/// One of the macros, where each alternative asks for one.
AnyMacro any_of(std::span<const Part> alternatives) {
  AnyMacro macros;
  for (const Part each : alternatives) {
    const std::optional<Asked> what = asked_by(without_brackets(each));
    if (!what || what->is_negated) return {};
    macros.push_back(what->macro);
  }
  return macros;
}

void add_needed(Part tokens, std::vector<AnyMacro>& needed) {
  tokens = without_brackets(tokens);
  const std::vector<Part> alternatives = split(tokens, "||");
  const std::vector<Part> parts = split(tokens, "&&");
  if (alternatives.size() == 1 && parts.size() > 1) {
    for (const Part part : parts) add_needed(part, needed);
  } else if (AnyMacro macros = any_of(alternatives); !macros.empty()) {
    needed.push_back(std::move(macros));
  }
}

/// The oldest version that is in use. Nobody who looks for waits builds for one before it.
std::optional<int> oldest(std::string_view macro) {
  struct Version {
    std::string_view macro;
    int oldest;
  };
  constexpr auto kVersions = std::to_array<Version>({{"CUDA_VERSION", 11000},
                                                     {"CUDART_VERSION", 11000},
                                                     {"__CUDACC_VER_MAJOR__", 11},
                                                     {"CUSPARSE_VERSION", 11000},
                                                     {"CUDNN_VERSION", 8000},
                                                     {"CUDNN_MAJOR", 8},
                                                     {"NCCL_MAJOR", 2},
                                                     {"NV_TENSORRT_MAJOR", 7},
                                                     {"TORCH_VERSION_MAJOR", 1}});
  const auto found = std::ranges::find(kVersions, macro, &Version::macro);
  return found == kVersions.end() ? std::nullopt : std::optional(found->oldest);
}

std::optional<int> number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// `CUDART_VERSION >= 9000`: what all versions in use answer.
std::optional<bool> all_versions_say(Part condition) {
  if (condition.size() != 3) return std::nullopt;
  const std::optional<int> first = oldest(condition[0].text);
  const std::optional<int> asked = number_of(condition[2].text);
  if (!first || !asked) return std::nullopt;
  const std::string_view compares = condition[1].text;
  if (compares == ">=" || compares == "<") return *first >= *asked ? std::optional(compares == ">=") : std::nullopt;
  if (*first <= *asked) return std::nullopt;
  if (compares == ">" || compares == "!=") return true;
  return compares == "<=" || compares == "==" ? std::optional(false) : std::nullopt;
}

/// The same of what joins such comparisons and others.
std::optional<bool> by_version(Part condition) {
  condition = without_brackets(condition);
  for (const bool decides : {true, false}) {  // one that is true decides alternatives
    const std::vector<Part> parts = split(condition, decides ? "||" : "&&");
    if (parts.size() == 1) continue;
    bool is_known = true;
    for (const Part part : parts) {
      const std::optional<bool> answer = by_version(part);
      if (answer == decides) return decides;
      is_known = is_known && answer;
    }
    return is_known ? std::optional(!decides) : std::nullopt;
  }
  return all_versions_say(condition);
}

}  // namespace

bool is_foreign(const Directive& line) {
  const Tokens& tokens = line.tokens;
  if (tokens.size() < 2) return false;
  const std::string_view word = tokens[0].text;
  const bool negative = word == "ifndef" || mentions(tokens, "!");
  if (word == "if" && is_never(Part(tokens).subspan(1))) return true;
  const bool foreign = mentions(tokens, "__CUDA_ARCH__") || mentions(tokens, "USE_ROCM") ||
                       mentions(tokens, "__HIP_PLATFORM_AMD__") || mentions(tokens, "__HIP_PLATFORM_HCC__") ||
                       mentions(tokens, "__HIPCC__") || mentions(tokens, "HIP_VERSION") ||
                       std::ranges::any_of(tokens, [](const Token& token) { return token.text.ends_with("_SYCL"); });
  return foreign && !negative && !mentions(tokens, "||") && !mentions(tokens, "CUDA_VERSION");
}

bool is_for_debug(const Directive& line, const Macros& defined) {
  const Tokens& tokens = line.tokens;
  if (tokens.size() < 2) return false;
  const bool negative = tokens[0].is("ifndef") || mentions(tokens, "!");
  if (mentions(tokens, "NDEBUG")) return negative && tokens.size() <= 6;
  return !negative && std::ranges::any_of(tokens, [&](const Token& token) { return names_debug(token, defined); });
}

bool is_for_release(const Directive& line, const Macros& defined) {
  const Tokens& tokens = line.tokens;
  if (tokens.size() < 2 || tokens.size() > 6) return false;
  const bool negative = tokens[0].is("ifndef") || mentions(tokens, "!");
  if (mentions(tokens, "NDEBUG")) return !negative;
  return negative && std::ranges::any_of(tokens, [&](const Token& token) { return names_debug(token, defined); });
}

bool is_off(const Directive& line, const Macros& defined) {
  const Tokens& tokens = line.tokens;
  const bool asks =
      tokens.size() == 2 || (tokens.size() == 4 && (tokens[2].is(">") || tokens[2].is("!=")) && tokens[3].text == "0");
  if (!asks || tokens[0].text == "ifdef" || tokens[0].text == "ifndef") return false;
  const auto found = defined.find(tokens[1].text);
  if (found == defined.end() || found->second.is_function) return false;
  return found->second.is_fixed && is_nothing(found->second.body);
}

MacroNames switched_off(const LexedFile& file) {
  MacroNames names;
  for (const source::TextRange range : file.comments) {
    std::string_view rest = file.text.substr(range.begin, range.size());
    const auto takes = [&](std::string_view word) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      if (!rest.starts_with(word)) return false;
      rest.remove_prefix(word.size());
      return true;
    };
    if (!takes("//") || !takes("#") || !takes("define ") || !takes("")) continue;
    const std::size_t end = rest.find_first_of(" \t\r(");
    if (!rest.empty() && end == std::string_view::npos) names.insert(rest);
  }
  return names;
}

std::optional<bool> is_settled(const Directive& line, const Macros& defined, const MacroNames& off) {
  const Tokens& tokens = line.tokens;
  if (tokens[0].is("if") && is_one_of(Part(tokens).subspan(1), "1", "true")) return true;
  if (tokens.size() <= kLongest) {
    if (const std::optional<bool> answer = by_version(Part(tokens).subspan(1))) return answer;
  }
  const std::optional<Asked> what = asked(line);
  if (!what || what->is_value) return std::nullopt;
  const auto found = defined.find(what->macro);
  if (found == defined.end() && off.contains(what->macro)) return what->is_negated;
  if (found == defined.end() || !found->second.is_always) return std::nullopt;
  return !what->is_negated;
}

namespace {

/// Whether a build that defines the macro has a GPU.
std::optional<bool> has_gpu(std::string_view macro) {
  constexpr std::array<std::string_view, 12> kWith = {"USE_CUDA",    "USE_GPU",    "WITH_CUDA",    "WITH_GPU",
                                                      "HAVE_CUDA",   "HAVE_GPU",   "HAS_CUDA",     "HAS_GPU",
                                                      "ENABLE_CUDA", "ENABLE_GPU", "CUDA_ENABLED", "CUDA_FOUND"};
  constexpr std::array<std::string_view, 5> kWithout = {"NO_CUDA", "NO_GPU", "WITHOUT_CUDA", "WITHOUT_GPU", "CPU_ONLY"};
  const auto ends = [&](std::string_view words) {
    return macro == words || (macro.ends_with(words) && macro[macro.size() - words.size() - 1] == '_');
  };
  if (std::ranges::any_of(kWith, ends)) return true;
  if (std::ranges::any_of(kWithout, ends)) return false;
  return std::nullopt;
}

}  // namespace

std::optional<bool> asks_for_gpu(const Directive& line) {
  const std::optional<Asked> what = asked(line);
  const std::optional<bool> has = what ? has_gpu(what->macro) : std::nullopt;
  return has ? std::optional(*has != what->is_negated) : std::nullopt;
}

bool tells_of_gpu(std::string_view macro) { return has_gpu(macro).has_value(); }

std::vector<AnyMacro> needed_macros(const Directive& line) {
  const Part condition = Part(line.tokens).subspan(1);
  std::vector<AnyMacro> needed;
  if (line.tokens[0].is("ifdef")) {
    if (condition.size() == 1) needed.push_back({condition[0].text});
  } else if (!line.tokens[0].is("ifndef") && condition.size() <= kLongest) {
    add_needed(condition, needed);
  }
  return needed;
}

std::vector<AnyMacro> needed_otherwise(const Directive& line) {
  const std::optional<Asked> what = asked(line);
  if (!what || !what->is_negated) return {};
  return {{what->macro}};
}

std::string_view absent_macro(const Directive& line) {
  const std::optional<Asked> what = asked(line);
  return what && what->is_negated && !what->is_value ? what->macro : std::string_view();
}

std::string_view absent_otherwise(const Directive& line) {
  const std::optional<Asked> what = asked(line);
  return what && !what->is_negated && !what->is_value ? what->macro : std::string_view();
}

}  // namespace syncfree::cxx
