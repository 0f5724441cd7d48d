#include "analyzer/fixes/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace syncfree::fixes {
namespace {

constexpr std::size_t kContext = 3;
/// Beyond so many differing lines the middle is shown as one change: the search takes memory by their square.
constexpr std::size_t kMostDifferences = 4000;

using Lines = std::vector<std::string_view>;

Lines lines_with_endings(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// Lines [before_begin, before_end) gave way to [after_begin, after_end).
struct Change {
  std::size_t before_begin, before_end, after_begin, after_end;
};

/// Which lines of the one stand in the other: Myers' greedy search for the shortest script.
class Matching {
 public:
  Matching(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  std::vector<Change> changes() {
    while (head_ < before_.size() && head_ < after_.size() && before_[head_] == after_[head_]) ++head_;
    while (tail_ < before_.size() - head_ && tail_ < after_.size() - head_ &&
           before_[before_.size() - 1 - tail_] == after_[after_.size() - 1 - tail_])
      ++tail_;
    const auto n = static_cast<std::int64_t>(before_.size() - head_ - tail_);
    const auto m = static_cast<std::int64_t>(after_.size() - head_ - tail_);
    if (n == 0 && m == 0) return {};
    if (n == 0 || m == 0 || !search(n, m)) return {whole(n, m)};
    return walk_back(n, m);
  }

 private:
  Change whole(std::int64_t n, std::int64_t m) const {
    return {head_, head_ + static_cast<std::size_t>(n), head_, head_ + static_cast<std::size_t>(m)};
  }

  bool equal(std::int64_t x, std::int64_t y) const {
    return before_[head_ + static_cast<std::size_t>(x)] == after_[head_ + static_cast<std::size_t>(y)];
  }

  /// Fills `rounds_`: the farthest point on each diagonal after so many differences.
  bool search(std::int64_t n, std::int64_t m) {
    const auto most =
        static_cast<std::int64_t>(std::min<std::size_t>(kMostDifferences, static_cast<std::size_t>(n + m)));
    std::vector<std::int64_t> farthest(static_cast<std::size_t>(2 * most + 3), 0);
    const auto at = [&](std::int64_t k) -> std::int64_t& { return farthest[static_cast<std::size_t>(k + most + 1)]; };
    for (std::int64_t d = 0; d <= most; ++d) {
      std::vector<std::int64_t> round;
      round.reserve(static_cast<std::size_t>(d) + 1);
      for (std::int64_t k = -d; k <= d; k += 2) {
        std::int64_t x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
        std::int64_t y = x - k;
        while (x < n && y < m && equal(x, y)) ++x, ++y;
        at(k) = x;
        round.push_back(x);
        if (x >= n && y >= m) {
          rounds_.push_back(std::move(round));
          return true;
        }
      }
      rounds_.push_back(std::move(round));
    }
    return false;
  }

  std::int64_t reached(std::int64_t d, std::int64_t k) const {
    return rounds_[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)];
  }

  std::vector<Change> walk_back(std::int64_t x, std::int64_t y) const {
    std::vector<Change> changes;
    for (auto d = static_cast<std::int64_t>(rounds_.size()) - 1; d > 0; --d) {
      const std::int64_t k = x - y;
      const bool inserted = k == -d || (k != d && reached(d - 1, k - 1) < reached(d - 1, k + 1));
      const std::int64_t from = inserted ? k + 1 : k - 1;
      const std::int64_t from_x = reached(d - 1, from);
      const std::int64_t from_y = from_x - from;
      const auto first_x = head_ + static_cast<std::size_t>(from_x);
      const auto first_y = head_ + static_cast<std::size_t>(from_y);
      add(changes, {first_x, first_x + (inserted ? 0 : 1), first_y, first_y + (inserted ? 1 : 0)});
      x = from_x;
      y = from_y;
    }
    std::ranges::reverse(changes);
    return changes;
  }

  /// In front of the last one added; the two become one if they touch.
  static void add(std::vector<Change>& changes, Change change) {
    if (!changes.empty() && changes.back().before_begin == change.before_end &&
        changes.back().after_begin == change.after_end) {
      changes.back().before_begin = change.before_begin;
      changes.back().after_begin = change.after_begin;
    } else {
      changes.push_back(change);
    }
  }

  const Lines& before_;
  const Lines& after_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  std::vector<std::vector<std::int64_t>> rounds_;
};

void write_line(char mark, std::string_view line, std::string& out) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

std::string range_text(std::size_t begin, std::size_t count) {
  // A range of no lines is named by the line before it.
  std::string text = std::to_string(count == 0 ? begin : begin + 1);
  if (count != 1) text += "," + std::to_string(count);
  return text;
}

void write_hunk(const Lines& before, const Lines& after, const Change* first, const Change* last, std::string& out) {
  const std::size_t lead = std::min(kContext, first->before_begin);
  const std::size_t trail = std::min(kContext, before.size() - last->before_end);
  const std::size_t before_begin = first->before_begin - lead;
  const std::size_t after_begin = first->after_begin - lead;
  out += "@@ -" + range_text(before_begin, last->before_end + trail - before_begin) + " +" +
         range_text(after_begin, last->after_end + trail - after_begin) + " @@\n";
  std::size_t at = before_begin;
  for (const Change* change = first; change <= last; ++change) {
    for (; at < change->before_begin; ++at) write_line(' ', before[at], out);
    for (; at < change->before_end; ++at) write_line('-', before[at], out);
    for (std::size_t i = change->after_begin; i < change->after_end; ++i) write_line('+', after[i], out);
  }
  for (; at < last->before_end + trail; ++at) write_line(' ', before[at], out);
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
  const Lines old_lines = lines_with_endings(before);
  const Lines new_lines = lines_with_endings(after);
  const std::vector<Change> changes = Matching(old_lines, new_lines).changes();
  if (changes.empty()) return {};
  // A name with blanks ends at a tab.
  const std::string end = path.find(' ') == std::string_view::npos ? "\n" : "\t\n";
  std::string out = "--- " + std::string(path) + end + "+++ " + std::string(path) + end;
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].before_begin - changes[last].before_end <= 2 * kContext)
      ++last;
    write_hunk(old_lines, new_lines, &changes[first], &changes[last], out);
    first = last + 1;
  }
  return out;
}

}  // namespace syncfree::fixes
