#include "cli/verify/tree_copy.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

namespace syncfree::verify {
namespace {

namespace fs = std::filesystem;

// What programs make of the sources, and would make again.
constexpr std::array<std::string_view, 4> kLeftOut = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"};
// No program changes its own history or packages.
constexpr std::array<std::string_view, 4> kLinked = {".git", ".hg", ".svn", "node_modules"};

bool is_one_of(const fs::path& name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name.native()) != names.end();
}

bool is_environment(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "pyvenv.cfg", ignored) || fs::exists(folder / "conda-meta", ignored);
}

}  // namespace

bool lies_in(const fs::path& path, const fs::path& folder) {
  return path == folder || path.native().starts_with((folder / "").native());
}

std::string moved(const std::string& path, const fs::path& from, const fs::path& to) {
  if (path == from.native()) return to.native();
  const std::string folder = (from / "").native();
  return path.starts_with(folder) ? (to / path.substr(folder.size())).native() : path;
}

class TreeCopy::Planner {
 public:
  Planner(std::span<const fs::path> wanted, const CopyLimits& limits, TreeCopy& copy)
      : wanted_(wanted), limits_(limits), copy_(copy) {}

  std::expected<void, std::string> add_folder(const fs::path& folder) {
    copy_.folders_.insert(folder.lexically_relative(copy_.root_));
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      if (is_one_of(entry->path().filename(), kLeftOut)) continue;
      if (const auto added = add(*entry); !added) return added;
      const std::size_t entries = copy_.folders_.size() + copy_.files_.size() + copy_.links_.size();
      if (entries > limits_.most_entries) return too_much(std::to_string(limits_.most_entries) + " files");
    }
    if (error) return std::unexpected(folder.string() + ": " + error.message());
    return {};
  }

 private:
  std::unexpected<std::string> too_much(const std::string& what) const {
    return std::unexpected(copy_.root_.string() + " holds more than " + what +
                           ", too much to copy for each run: name the files to rewrite with --paths");
  }

  std::expected<void, std::string> add(const fs::directory_entry& entry) {
    const fs::path& path = entry.path();
    const fs::path name = path.lexically_relative(copy_.root_);
    std::error_code error;
    if (entry.is_symlink(error)) {
      const fs::path to = fs::read_symlink(path, error);
      const fs::path leads_to = (path.parent_path() / to).lexically_normal();
      // A relative one that leads elsewhere in the project leads there in the copy, too.
      copy_.links_[name] = to.is_relative() && lies_in(leads_to, copy_.root_) ? to : leads_to;
      return {};
    }
    const bool in_wanted = std::ranges::any_of(wanted_, [&](const fs::path& each) { return lies_in(path, each); });
    const bool around_wanted = std::ranges::any_of(wanted_, [&](const fs::path& each) { return lies_in(each, path); });
    if (entry.is_directory(error)) {
      if (limits_.builds && fs::exists(path / "CMakeCache.txt", error)) return {};
      const bool stays = is_one_of(path.filename(), kLinked) || is_environment(path);
      if (around_wanted || (in_wanted && !stays)) return add_folder(path);
    } else if (entry.is_regular_file(error) && in_wanted) {
      const std::uintmax_t size = entry.file_size(error);
      if (!error && size <= limits_.most_of_a_file) {
        bytes_ += size;
        copy_.files_.insert(name);
        if (bytes_ > limits_.most_bytes) return too_much(std::to_string(limits_.most_bytes >> 20) + " MB");
        return {};
      }
    }
    copy_.links_[name] = path;
    return {};
  }

  std::span<const fs::path> wanted_;
  const CopyLimits& limits_;
  TreeCopy& copy_;
  std::uint64_t bytes_ = 0;
};

std::expected<TreeCopy, std::string> TreeCopy::plan(const fs::path& root, std::span<const fs::path> wanted,
                                                    const CopyLimits& limits) {
  TreeCopy copy;
  copy.root_ = root;
  if (const auto added = Planner(wanted, limits, copy).add_folder(root); !added) return std::unexpected(added.error());
  return copy;
}

bool TreeCopy::has_copied(const fs::path& file) const {
  return lies_in(file, root_) && files_.contains(file.lexically_relative(root_));
}

bool TreeCopy::has_place(const fs::path& path) const {
  return has_copied(path) || (lies_in(path, root_) && folders_.contains(path.lexically_relative(root_)));
}

std::expected<void, std::string> TreeCopy::make(const fs::path& target,
                                                const std::map<fs::path, std::string>& changed) const {
  std::error_code error;
  fs::remove_all(target, error);
  const auto failed = [&](const fs::path& name) {
    return std::unexpected((target / name).string() + ": " + error.message());
  };
  for (const fs::path& folder : folders_) {
    fs::create_directories(target / folder, error);
    if (error) return failed(folder);
  }
  for (const fs::path& file : files_) {
    if (changed.contains(root_ / file)) continue;
    fs::copy_file(root_ / file, target / file, error);
    if (error) return failed(file);
  }
  for (const auto& [link, to] : links_) {
    fs::create_symlink(to, target / link, error);
    if (error) return failed(link);
  }
  for (const auto& [path, bytes] : changed) {
    const fs::path file = target / path.lexically_relative(root_);
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    out.close();
    if (!out) return std::unexpected(file.string() + " cannot be written");
    fs::permissions(file, fs::status(path, error).permissions(), error);
  }
  return {};
}

}  // namespace syncfree::verify
