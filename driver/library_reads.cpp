#include "driver/library_reads.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "driver/byte_record.h"
#include "driver/content_hash.h"

namespace syncfree::driver {
namespace {

bool is_same(const std::string& path, const LibraryContent& content, std::int64_t young) {
  const auto stamp = source::stamp_of(path);
  if (!stamp || stamp->size != content.stamp.size) return false;
  if (std::max(stamp->modified, stamp->changed) < young && *stamp == content.stamp) return true;
  if (content.hash == 0) return false;
  const auto read = source::read_bytes(path, std::numeric_limits<std::uint32_t>::max());
  return read && content_hash(read->bytes) == content.hash;
}

}  // namespace

std::string encode_reads(const LibraryReads& reads) {
  std::string out;
  put(out, static_cast<std::uint8_t>(reads.is_cut_short));
  put(out, static_cast<std::uint64_t>(reads.contents.size()));
  for (const auto& [path, content] : reads.contents) {
    put_text(out, path);
    put(out, content.stamp);
    put(out, content.hash);
  }
  put(out, static_cast<std::uint64_t>(reads.asked.size()));
  for (const auto& [path, kind] : reads.asked) {
    put_text(out, path);
    put(out, kind);
  }
  return out;
}

bool still_hold(std::string_view bytes, std::int64_t young) {
  ByteRecord record(bytes);
  std::uint64_t count = 0;
  std::string path;
  std::uint8_t is_cut_short = 0;
  if (!record.take(is_cut_short) || !record.take(count)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    LibraryContent content;
    if (!record.take_text(path) || !record.take(content.stamp) || !record.take(content.hash)) return false;
    if (!is_same(path, content, young)) return false;
  }
  if (!record.take(count)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    PathKind kind = PathKind::kNothing;
    if (!record.take_text(path) || !record.take(kind) || kind_of(path) != kind) return false;
  }
  return true;
}

bool is_cut_short(std::string_view bytes) {
  std::uint8_t is_cut_short = 0;
  return ByteRecord(bytes).take(is_cut_short) && is_cut_short != 0;
}

}  // namespace syncfree::driver
