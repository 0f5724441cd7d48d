// The units of a request and what their files depend on, for the next request: it takes a look at every folder to find
// them, and between two edits of a text they are what they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "driver/file_settings.h"
#include "driver/found_files.h"
#include "driver/request.h"
#include "driver/unit.h"
#include "driver/unit_analysis.h"

namespace syncfree::driver {

/// A later request may ask about the same files: it is an editor's, which says what it knows of those on disk.
bool can_come_back(const CheckRequest& request);

class KnownFiles {
 public:
  KnownFiles(const CheckRequest& request, FoundFiles found);

  /// The request asks about the same paths, and knows of no change on disk since (CheckRequest::files_state).
  bool are_for(const CheckRequest& request) const;
  const std::vector<std::string>& paths() const { return paths_; }
  /// What the request says of one analysis alone: texts that are not saved, and what is wanted of them.
  void take(const CheckRequest& request);

  /// What the request's paths led to.
  FoundFiles& found() { return found_; }
  Units& units() { return units_; }
  /// Made when it is first asked for.
  const UnitSetup& setup(std::size_t unit);

 private:
  std::vector<std::string> paths_;
  FoundFiles found_;
  std::optional<std::uint64_t> state_;
  Units units_;
  std::deque<FileSettings> settings_;             ///< that the setups point into
  std::vector<std::optional<UnitSetup>> setups_;  ///< by unit
};

}  // namespace syncfree::driver
