#include "cli/git_changes.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "analyzer/system/path_text.h"
#include "cli/process/subprocess.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

std::string first_line(std::string_view text) {
  std::string line(text.substr(0, text.find('\n')));
  for (const std::string_view prefix : {"fatal: ", "error: "}) {
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
  }
  return line;
}

/// Runs none of the programs that a repository's configuration can name: it may be a stranger's. Filters, which have
/// names of their own, are turned off one by one.
std::expected<Finished, std::string> git(const fs::path& folder, Words words, const Words& settings = {}) {
  // Paths come as they are, but for what git always quotes.
  Words all = {"git", "--no-optional-locks", "-C", sys::path_text(folder)};
  for (const std::string_view setting :
       {"core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never"}) {
    all.insert(all.end(), {"-c", std::string(setting)});
  }
  for (const std::string& setting : settings) all.insert(all.end(), {"-c", setting});
  words.insert(words.begin(), all.begin(), all.end());
  auto finished = run_program(words);
  if (!finished) return std::unexpected("`--diff-base` needs the program git: " + finished.error());
  return finished;
}

/// Its output, or git's own complaint.
std::expected<std::string, std::string> git_output(const fs::path& folder, Words words, const Words& settings = {}) {
  auto finished = git(folder, std::move(words), settings);
  if (!finished) return std::unexpected(std::move(finished.error()));
  if (finished->status != 0) return std::unexpected("`--diff-base`: git says: " + first_line(finished->error));
  return std::move(finished->out);
}

std::string without_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

/// A path as git writes it behind "+++ ": in quotes, with C's escapes, if it has characters that need them.
std::string unquoted(std::string_view word) {
  if (!word.starts_with('"')) return std::string(word.substr(0, word.find('\t')));
  static constexpr std::string_view kLetters = "abfnrtv";
  static constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v";
  std::string path;
  for (std::size_t i = 1; i < word.size() && word[i] != '"'; ++i) {
    if (word[i] != '\\' || i + 1 == word.size()) {
      path += word[i];
      continue;
    }
    const char escape = word[++i];
    if (const std::size_t letter = kLetters.find(escape); letter != std::string_view::npos) {
      path += kMeanings[letter];
    } else if (escape >= '0' && escape <= '7') {
      path += static_cast<char>(std::strtoul(std::string(word.substr(i, 3)).c_str(), nullptr, 8));
      i += 2;
    } else {
      path += escape;
    }
  }
  return path;
}

struct Hunk {
  std::uint32_t removed = 1;
  std::uint32_t first = 0;
  std::uint32_t added = 1;
};

/// "@@ -12,3 +14 @@ …".
std::optional<Hunk> read_hunk(std::string_view line) {
  if (!line.starts_with("@@ -")) return std::nullopt;
  Hunk hunk;
  const char* at = line.data() + 4;
  const char* end = line.data() + line.size();
  std::uint32_t ignored = 0;
  const auto number = [&](std::uint32_t& value) { at = std::from_chars(at, end, value).ptr; };
  const auto take = [&](char c) { return at < end && *at == c && ++at != nullptr; };
  number(ignored);
  if (take(',')) number(hunk.removed);
  if (!take(' ') || !take('+')) return std::nullopt;
  number(hunk.first);
  if (take(',')) number(hunk.added);
  return hunk;
}

std::expected<std::string, std::string> common_ancestor(const std::string& revision, const fs::path& top) {
  const auto commit = git(top, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit) return std::unexpected(commit.error());
  if (commit->status != 0) {
    return std::unexpected("`--diff-base`: no commit is called `" + revision + "` in " + sys::path_text(top) +
                           "; has it been fetched?");
  }
  const auto base = git(top, {"merge-base", without_line_end(commit->out), "HEAD"});
  if (!base) return std::unexpected(base.error());
  if (base->status != 0) {
    const std::string why = base->error.empty() ? "" : " (" + first_line(base->error) + ")";
    return std::unexpected("`--diff-base`: `" + revision + "` and HEAD have no common commit here" + why +
                           "; a shallow clone lacks it");
  }
  return without_line_end(base->out);
}

/// Settings that turn off every filter which the configuration names.
std::expected<Words, std::string> without_filters(const fs::path& top) {
  const auto named =
      git(top, {"config", "--name-only", "-z", "--get-regexp", "^filter\\..*\\.(clean|process|required)$"});
  if (!named) return std::unexpected(named.error());
  Words settings;
  for (std::string_view rest = named->out; !rest.empty();) {  // empty, with status 1, if there is none
    const std::string name(rest.substr(0, rest.find('\0')));
    if (name.contains('='))
      return std::unexpected("`--diff-base`: git has no option that leaves out the filter `" + name + "`");
    settings.push_back(name + (name.ends_with(".required") ? "=false" : "="));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  return settings;
}

}  // namespace

driver::ChangedLines read_diff(std::string_view diff, const fs::path& top) {
  driver::ChangedLines changes;
  fs::path file;
  std::uint32_t content = 0;  // lines of the current hunk that are still to come
  while (!diff.empty()) {
    const std::string_view line = diff.substr(0, diff.find('\n'));
    diff.remove_prefix(std::min(line.size() + 1, diff.size()));
    if (content > 0) {
      if (!line.starts_with('\\')) --content;  // "\ No newline at end of file" is none of them
    } else if (line.starts_with("+++ ")) {
      const std::string path = unquoted(line.substr(4));
      file = path.starts_with("b/") ? top / path.substr(2) : fs::path();
    } else if (const auto hunk = read_hunk(line)) {
      content = hunk->removed + hunk->added;
      if (hunk->added > 0 && !file.empty()) changes.add(file, {hunk->first, hunk->first + hunk->added - 1});
    }
  }
  return changes;
}

std::expected<driver::ChangedLines, std::string> changed_lines(const std::string& revision, const fs::path& folder) {
  const auto top_text = git_output(folder, {"rev-parse", "--show-toplevel"});
  if (!top_text) return std::unexpected(top_text.error());
  const fs::path top = without_line_end(*top_text);
  const auto base = common_ancestor(revision, top);
  if (!base) return std::unexpected(base.error());
  const auto settings = without_filters(top);
  if (!settings) return std::unexpected(settings.error());
  const auto diff =
      git_output(top,
                 {"diff", "--ignore-submodules=all", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
                  "--no-relative", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", *base, "--"},
                 *settings);
  if (!diff) return std::unexpected(diff.error());
  const auto untracked = git_output(top, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!untracked) return std::unexpected(untracked.error());
  driver::ChangedLines changes = read_diff(*diff, top);
  for (std::string_view rest = *untracked; !rest.empty();) {
    const std::string_view path = rest.substr(0, rest.find('\0'));
    changes.add(top / path, {});
    rest.remove_prefix(std::min(path.size() + 1, rest.size()));
  }
  return changes;
}

}  // namespace syncfree::cli
