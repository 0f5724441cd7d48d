#include "analyzer/source/file_discovery.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "analyzer/source/ignore_rules.h"
#include "analyzer/source/path_pattern.h"
#include "analyzer/source/project_root.h"
#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"

namespace syncfree::source {
namespace {

namespace fs = std::filesystem;

fs::path working_folder() {
  std::error_code ignored;  // a working directory that was removed: only absolute paths work then
  return fs::current_path(ignored);
}

/// `path` relative to `folder`, if it lies below it.
std::optional<std::string_view> below(std::string_view path, const fs::path& folder) {
  const std::string& above = sys::path_text(folder);
  std::string_view rest = path;
  if (!rest.starts_with(above)) return std::nullopt;
  rest.remove_prefix(above.size());
  if (!above.ends_with('/')) {
    if (!rest.starts_with('/')) return std::nullopt;
    rest.remove_prefix(1);
  }
  return rest;
}

std::string message_of(const std::error_code& error) { return "cannot be read: " + error.message(); }

class Search {
 public:
  explicit Search(const DiscoveryOptions& options)
      : options_(options),
        working_folder_(working_folder()),
        exclude_root_(options.exclude_root.empty() ? working_folder_ : fs::path(options.exclude_root)) {
    for (const std::string& line : options.excludes) add_exclude(exclude_root_, line);
    for (const Exclusion& exclusion : options.more_excludes) add_exclude(exclusion.root, exclusion.pattern);
  }

  void add(const std::string& path) {
    const fs::path absolute = absolute_of(path);
    std::error_code error;
    const fs::file_status status = fs::status(absolute, error);
    if (!fs::exists(status)) {
      problem(absolute,
              error ? message_of(error) : message_of(std::make_error_code(std::errc::no_such_file_or_directory)));
      return;
    }
    const bool is_folder = fs::is_directory(status);
    if (options_.force_exclude && is_skipped_by_itself_or_above(absolute, is_folder)) return;
    if (is_folder) {
      OutsideLinks links{.named = absolute, .project = {}, .first = {}, .count = 0};
      outside_ = &links;
      walk(absolute, options_.respect_gitignore ? IgnoreRules::at(absolute) : IgnoreRules());
      tell(links);
    } else {
      files_.push_back(display_path(absolute));
    }
  }

  Discovery result() && {
    std::ranges::sort(files_);
    const auto repeated = std::ranges::unique(files_);
    files_.erase(repeated.begin(), repeated.end());
    std::ranges::stable_sort(problems_, {}, &DiscoveryProblem::path);
    return {std::move(files_), std::move(problems_), cut_short_};
  }

 private:
  fs::path absolute_of(const std::string& path) const {
    fs::path absolute = (working_folder_ / path).lexically_normal();
    if (!absolute.has_filename() && absolute.has_relative_path()) absolute = absolute.parent_path();  // "folder/"
    return absolute;
  }

  std::string display_path(const fs::path& absolute) const {
    const std::string& text = sys::path_text(absolute);
    if (const auto relative = below(text, working_folder_)) return std::string(*relative);
    return absolute == working_folder_ ? "." : text;
  }

  void problem(const fs::path& path, std::string message) {
    problems_.push_back({.path = display_path(path), .message = std::move(message)});
  }

  /// Links below a named folder that lead out of its project.
  struct OutsideLinks {
    fs::path named;    ///< the folder, which may itself be a link
    fs::path project;  ///< empty until it is asked for
    fs::path first;
    std::size_t count;
  };

  bool leads_outside(const fs::path& link) {
    if (outside_->project.empty()) outside_->project = project_root(link.parent_path());
    if (leads_into(link, outside_->project) || leads_into(link, outside_->named)) return false;
    if (outside_->count == 0 || link < outside_->first) outside_->first = link;
    ++outside_->count;
    return true;
  }

  void tell(const OutsideLinks& links) {
    if (links.count == 0) return;
    std::string message = "is a link that leads out of the project, " + display_path(links.project) +
                          "; name the file itself to have it read";
    if (links.count > 1) message += " (and so for " + std::to_string(links.count - 1) + " more)";
    problems_.push_back({.path = display_path(links.first), .message = std::move(message), .fatal = false});
  }

  void walk(const fs::path& folder, const IgnoreRules& ignored) {
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
      cut_short_ |= ++entries_ > options_.limits.entries || files_.size() > options_.limits.files;
      if (cut_short_) return;
      visit(*entries, ignored);
    }
    if (error) problem(folder, message_of(error));
  }

  void visit(const fs::directory_entry& entry, const IgnoreRules& ignored) {
    std::error_code error;
    const bool is_link = sys::is_link(entry);
    const bool is_folder = !is_link && entry.is_directory(error);
    if (!is_folder && !has_wanted_extension(entry.path())) return;
    if (is_skipped(entry.path(), is_folder, ignored)) return;
    if (is_folder) {
      walk(entry.path(), options_.respect_gitignore ? ignored.inside(entry.path()) : ignored);
      return;
    }
    if (is_link) {
      const fs::file_status status = fs::status(entry.path(), error);
      if (fs::is_directory(status)) return;
      if (fs::is_regular_file(status) && leads_outside(entry.path())) return;
    }
    // What is no readable file stays in the list: reading it gives the message.
    files_.push_back(display_path(entry.path()));
  }

  bool has_wanted_extension(const fs::path& path) const {
    const std::string& name = sys::path_text(path);
    return std::ranges::any_of(options_.extensions,
                               [&](const std::string& extension) { return name.ends_with(extension); });
  }

  bool is_skipped(const fs::path& path, bool is_folder, const IgnoreRules& ignored) const {
    if (is_folder && options_.default_excludes && is_default_exclude(path)) return true;
    if (is_excluded(path, is_folder)) return true;
    return ignored.ignores(path, is_folder);
  }

  bool is_skipped_by_itself_or_above(const fs::path& path, bool is_folder) const {
    // Only from the exclude root down: a project is not skipped for the folder that it was cloned into.
    const std::string& text = sys::path_text(path);
    const auto relative = below(text, exclude_root_);
    fs::path at = relative ? exclude_root_ : path.parent_path();
    for (const fs::path& component : relative ? fs::path(*relative) : path.filename()) {
      const IgnoreRules ignored = options_.respect_gitignore ? IgnoreRules::at(at) : IgnoreRules();
      at /= component;
      if (is_skipped(at, at != path || is_folder, ignored)) return true;
    }
    return false;
  }

  static bool is_default_exclude(const fs::path& folder) {
    const std::string name = sys::path_text(folder.filename());
    return name.starts_with('.') || std::ranges::find(kDefaultExcludes, name) != kDefaultExcludes.end();
  }

  void add_exclude(const fs::path& root, const std::string& line) {
    auto pattern = parse_path_pattern(line);
    if (!pattern) return;
    auto same = std::ranges::find(excludes_, root, &Excludes::root);
    if (same == excludes_.end()) same = excludes_.insert(same, {.root = root, .patterns = {}});
    same->patterns.push_back(std::move(*pattern));
  }

  bool is_excluded(const fs::path& path, bool is_folder) const {
    const std::string& text = sys::path_text(path);
    return std::ranges::any_of(excludes_, [&](const Excludes& excludes) {
      // Outside the root only names can match.
      const std::string name = sys::path_text(path.filename());
      const std::string_view relative = below(text, excludes.root).value_or(name);
      return last_match(excludes.patterns, relative, is_folder).value_or(false);
    });
  }

  /// Patterns of one root; a later one can take back what an earlier one leaves out.
  struct Excludes {
    fs::path root;
    std::vector<PathPattern> patterns;
  };

  const DiscoveryOptions& options_;
  fs::path working_folder_;
  fs::path exclude_root_;
  std::vector<Excludes> excludes_;
  std::vector<std::string> files_;
  std::vector<DiscoveryProblem> problems_;
  OutsideLinks* outside_ = nullptr;  ///< of the folder that is walked
  std::size_t entries_ = 0;
  bool cut_short_ = false;
};

}  // namespace

Discovery discover_files(std::span<const std::string> paths, const DiscoveryOptions& options) {
  Search search(options);
  for (const std::string& path : paths) search.add(path);
  return std::move(search).result();
}

}  // namespace syncfree::source
