// The questions of an analysis to the file system about libraries and build files, so that a later run can tell whether
// it would get the same answers: the contents of files, and what lies where.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "analyzer/source/file_bytes.h"
#include "driver/library_places.h"

namespace syncfree::driver {

/// A file that was looked into, and what it held.
struct LibraryContent {
  source::FileStamp stamp;
  std::uint64_t hash = 0;  ///< 0: it could not be read, or is too large
};

struct LibraryReads {
  std::map<std::string, LibraryContent> contents;  ///< by path
  std::map<std::string, PathKind> asked;           ///< by path
  bool is_cut_short = false;                       ///< there was more than the limits allow
};

std::string encode_reads(const LibraryReads& reads);

/// Is all still as in the record. A stamp counts if it is older than `young` (nanoseconds since 1970); otherwise the
/// bytes are compared. False for a record that is damaged.
bool still_hold(std::string_view record, std::int64_t young);
/// Of a record that holds.
bool is_cut_short(std::string_view record);

}  // namespace syncfree::driver
