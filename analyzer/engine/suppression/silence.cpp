#include "analyzer/engine/suppression/silence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/engine/suppression/ascii.h"
#include "analyzer/engine/suppression/suppression.h"
#include "analyzer/source/line_table.h"

namespace syncfree::engine {
namespace {

/// Behind the last code of a `noqa: E501, W291` in a comment.
std::optional<std::size_t> end_of_noqa_codes(std::string_view comment) {
  static constexpr std::string_view kNoqa = "noqa:";
  const auto found = std::ranges::search(comment, kNoqa, {}, lower);
  if (found.empty()) return std::nullopt;
  auto at = static_cast<std::size_t>(found.end() - comment.begin());
  std::optional<std::size_t> end;
  while (at < comment.size()) {
    while (at < comment.size() && (is_space(comment[at]) || comment[at] == ',')) ++at;
    std::size_t digits = at;
    while (digits < comment.size() && is_letter(comment[digits])) ++digits;
    std::size_t stop = digits;
    while (stop < comment.size() && is_digit(comment[stop])) ++stop;
    if (digits == at || stop == digits) break;
    end = at = stop;
  }
  return end;
}

/// Before the parenthesis that ends a `NOLINT(bugprone-x)` in a comment.
std::optional<std::size_t> end_of_nolint_codes(std::string_view comment) {
  static constexpr std::string_view kNolint = "NOLINT(";
  const std::size_t begin = comment.find(kNolint);
  const std::size_t close = begin == std::string_view::npos ? begin : comment.find(')', begin);
  if (close == std::string_view::npos) return std::nullopt;
  return close;
}

struct Insertion {
  std::uint32_t offset;
  std::string text;
  std::uint32_t marker;  ///< bytes of `text` before the comment's marker
};

class Silencer {
 public:
  Silencer(std::string_view text, CommentStyle style, const model::Module& module)
      : text_(text), style_(style), module_(module), locator_(module), lines_(text) {}

  /// The lines on which a comment holds for the range, best first.
  std::vector<std::uint32_t> lines_for(source::TextRange range) {
    std::vector<std::uint32_t> result;
    const std::uint32_t end = std::max(statement_end(module_, locator_, range), 1U);
    for (const std::uint32_t offset : {range.empty() ? range.end : range.end - 1, end - 1, range.begin}) {
      const std::uint32_t line = lines_.line_of(offset);
      const bool continues = lines_.line_text(line).ends_with('\\');
      if (!continues && std::ranges::find(result, line) == result.end()) result.push_back(line);
    }
    return result;
  }

  Insertion insertion(std::uint32_t line, const std::set<std::string_view>& codes) const {
    std::string list;
    for (const std::string_view code : codes) list += (list.empty() ? "" : ", ") + std::string(code);
    const bool is_noqa = style_ == CommentStyle::kNoqa;
    for (const model::Comment& comment : module_.comments) {
      if (lines_.line_of(comment.range.begin) != line) continue;
      const std::string_view words = text_.substr(comment.range.begin, comment.range.size());
      const auto end = is_noqa ? end_of_noqa_codes(words) : end_of_nolint_codes(words);
      if (end) return {comment.range.begin + static_cast<std::uint32_t>(*end), ", " + list, 0};
    }
    const std::string comment = is_noqa ? "# noqa: " + list : "// NOLINT(" + list + ")";
    return {lines_.line_range(line).end, "  " + comment, 2};
  }

 private:
  std::string_view text_;
  CommentStyle style_;
  const model::Module& module_;
  model::Locator locator_;
  source::LineTable lines_;
};

/// By line, in the order of the text.
using Insertions = std::map<std::uint32_t, Insertion>;

struct Edited {
  std::string text;
  std::map<std::uint32_t, std::uint32_t> markers;  ///< line -> where its comment's marker is in `text`
};

Edited insert(std::string_view text, const Insertions& insertions) {
  Edited edited;
  std::uint32_t at = 0;
  for (const auto& [line, insertion] : insertions) {
    edited.text += text.substr(at, insertion.offset - at);
    edited.markers[line] = static_cast<std::uint32_t>(edited.text.size()) + insertion.marker;
    edited.text += insertion.text;
    at = insertion.offset;
  }
  edited.text += text.substr(at);
  return edited;
}

/// The lines whose insertion is no comment after all.
std::set<std::uint32_t> failed_lines(const Edited& edited, const model::Module* module, std::size_t problems) {
  std::set<std::uint32_t> failed;
  const bool spoiled = module == nullptr || module->problems.size() > problems;
  for (const auto& [line, marker] : edited.markers) {
    const bool is_comment = !spoiled && std::ranges::any_of(module->comments, [&](const model::Comment& comment) {
      return comment.range.begin <= marker && marker < comment.range.end;
    });
    if (!is_comment) failed.insert(line);
  }
  return failed;
}

/// A finding and the lines that may still take its comment, best last.
struct Wish {
  const Finding* finding;
  std::vector<std::uint32_t> lines;
};

}  // namespace

Silenced silence(std::string_view text, CommentStyle style, std::span<const Finding* const> findings,
                 const ReadModule& read) {
  Silenced result{.text = std::string(text)};
  const std::unique_ptr<model::Module> module = read(text);
  std::vector<Wish> wishes;
  if (!module) {
    result.left.assign(findings.begin(), findings.end());
    return result;
  }
  Silencer silencer(text, style, *module);
  for (const Finding* finding : findings) {
    auto lines = silencer.lines_for(finding->range);
    std::ranges::reverse(lines);
    wishes.push_back({finding, std::move(lines)});
  }
  while (true) {
    std::map<std::uint32_t, std::set<std::string_view>> codes;
    for (const Wish& wish : wishes) {
      if (!wish.lines.empty()) codes[wish.lines.back()].insert(wish.finding->code);
    }
    Insertions insertions;
    for (const auto& [line, names] : codes) insertions.emplace(line, silencer.insertion(line, names));
    const Edited edited = insert(text, insertions);
    const std::set<std::uint32_t> failed = failed_lines(edited, read(edited.text).get(), module->problems.size());
    if (failed.empty()) {
      result.text = edited.text;
      break;
    }
    for (Wish& wish : wishes) {
      if (!wish.lines.empty() && failed.contains(wish.lines.back())) wish.lines.pop_back();
    }
  }
  for (const Wish& wish : wishes) {
    wish.lines.empty() ? result.left.push_back(wish.finding) : static_cast<void>(++result.silenced);
  }
  return result;
}

}  // namespace syncfree::engine
