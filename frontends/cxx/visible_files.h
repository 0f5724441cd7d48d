// Which files of a project see which: by what they include, and by what those that include them have included.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

std::string_view file_name(std::string_view path);

/// How much of two paths is the same, in folders.
std::size_t shared_folders(std::string_view a, std::string_view b);

/// Of the paths: how much of them is the folder that all of the files lie in.
std::size_t common_folders(std::span<const LinkedFile> files);

enum class View : std::uint8_t {
  kOwn,         ///< a file and what it includes, directly or not
  kOfIncluding  ///< what those that include it see: a header may use what stands before it there
};

class VisibleFiles {
 public:
  /// `files` must outlive this. Files without a module see nothing.
  explicit VisibleFiles(std::span<const LinkedFile> files);

  /// Quick as long as `from` stays the same.
  bool is_visible(View view, std::uint32_t from, std::uint32_t to);
  /// What tests have is for tests alone.
  bool is_hidden(std::uint32_t from, std::uint32_t to) const { return files_[to].is_apart && !files_[from].is_apart; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Includes {
    bool is_known = false;
    std::vector<std::uint32_t> files;
  };
  struct Visible {
    std::uint32_t from = kNone;
    std::uint32_t round = 0;
    std::vector<std::uint32_t> rounds;  ///< by file: the last round that saw it
  };

  void look_up(Visible& visible, std::vector<std::uint32_t> todo);
  std::vector<std::uint32_t> including(std::uint32_t header);
  const std::vector<std::uint32_t>& included_by(std::uint32_t file);
  std::uint32_t header(std::uint32_t from, std::string_view written) const;

  std::span<const LinkedFile> files_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_name_;
  std::vector<Includes> includes_;                     ///< by file
  std::vector<std::vector<std::uint32_t>> including_;  ///< by file; empty until somebody asks
  std::array<Visible, 2> visible_;                     ///< by View
};

}  // namespace syncfree::cxx
