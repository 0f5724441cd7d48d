#include "frontends/cxx/visible_files.h"

#include <algorithm>
#include <unordered_set>

namespace syncfree::cxx {

namespace {

constexpr std::size_t kMostVisible = 2'000;  // files that one includes, directly or not
constexpr std::size_t kMostIncluding = 200;  // files that include one, directly or not

/// `backend/cuda/copy.hpp`
bool is_for_gpu(std::string_view path) {
  return path.contains("cuda/") || path.contains("gpu/") || path.contains("hip/") || path.contains("CUDA/") ||
         path.contains("GPU/");
}

}  // namespace

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::size_t shared_folders(std::string_view a, std::string_view b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) shared += a[i] == '/' ? 1 : 0;
  return shared;
}

std::size_t common_folders(std::span<const LinkedFile> files) {
  std::string_view first;
  std::size_t common = 0;
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    if (first.empty()) {
      first = file.path;
      common = first.rfind('/') + 1;
    }
    common = std::min<std::size_t>(common, std::ranges::mismatch(first, file.path).in1 - first.begin());
  }
  return first.substr(0, common).rfind('/') + 1;
}

VisibleFiles::VisibleFiles(std::span<const LinkedFile> files) : files_(files), includes_(files.size()) {
  for (Visible& visible : visible_) visible.rounds.assign(files.size(), 0);
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    if (files[file].module != nullptr) by_name_[file_name(files[file].path)].push_back(file);
  }
}

bool VisibleFiles::is_visible(View view, std::uint32_t from, std::uint32_t to) {
  if (view == View::kOwn && from == to) return true;
  Visible& visible = visible_[static_cast<std::size_t>(view)];
  if (visible.from != from) {
    visible.from = from;
    ++visible.round;
    if (view == View::kOwn) {
      look_up(visible, {from});
    } else {
      look_up(visible, including(from));
    }
  }
  return visible.rounds[to] == visible.round;
}

/// Marks these files and those that they include.
void VisibleFiles::look_up(Visible& visible, std::vector<std::uint32_t> todo) {
  for (const std::uint32_t file : todo) visible.rounds[file] = visible.round;
  for (std::size_t i = 0; i < todo.size() && todo.size() < kMostVisible; ++i) {
    for (const std::uint32_t next : included_by(todo[i])) {
      if (visible.rounds[next] == visible.round) continue;
      visible.rounds[next] = visible.round;
      todo.push_back(next);
    }
  }
}

std::vector<std::uint32_t> VisibleFiles::including(std::uint32_t header) {
  if (including_.empty()) {
    including_.resize(files_.size());
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      if (files_[file].module == nullptr) continue;
      for (const std::uint32_t included : included_by(file)) including_[included].push_back(file);
    }
  }
  std::vector<std::uint32_t> found;
  std::unordered_set<std::uint32_t> known = {header};
  const auto add_all = [&](std::uint32_t of) {
    for (const std::uint32_t file : including_[of]) {
      if (is_hidden(header, file)) continue;
      if (found.size() < kMostIncluding && known.insert(file).second) found.push_back(file);
    }
  };
  add_all(header);
  for (std::size_t i = 0; i < found.size(); ++i) add_all(found[i]);
  return found;
}

const std::vector<std::uint32_t>& VisibleFiles::included_by(std::uint32_t file) {
  Includes& includes = includes_[file];
  if (includes.is_known) return includes.files;
  includes.is_known = true;
  for (const std::string_view written : files_[file].links->includes) {
    if (const std::uint32_t found = header(file, written); found != kNone) includes.files.push_back(found);
  }
  return includes.files;
}

std::uint32_t VisibleFiles::header(std::uint32_t from, std::string_view written) const {
  while (written.starts_with("../") || written.starts_with("./")) written.remove_prefix(written.find('/') + 1);
  const auto found = by_name_.find(file_name(written));
  if (found == by_name_.end()) return kNone;
  std::uint32_t best = kNone;
  std::size_t nearest = 0;
  for (const std::uint32_t file : found->second) {
    const std::string_view path = files_[file].path;
    if (!path.ends_with(written) || (path.size() > written.size() && path[path.size() - written.size() - 1] != '/'))
      continue;
    const std::size_t shared = shared_folders(files_[from].path, path);
    if (best != kNone && shared < nearest) continue;
    // Of backends that are as near, the one that has something to wait for.
    if (best != kNone && shared == nearest && (is_for_gpu(files_[best].path) || !is_for_gpu(path))) continue;
    best = file;
    nearest = shared;
  }
  return best;
}

}  // namespace syncfree::cxx
