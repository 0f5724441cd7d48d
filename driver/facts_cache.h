// Clang's answers about sources, on disk, so that a source is not compiled again while nothing that it is made of
// changed: its bytes and those of every header that was read, its flags, and which files the facts are asked of. In
// doubt it is. A header that appears in front of another one on the include path is not noticed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/source/file_bytes.h"
#include "driver/byte_record.h"
#include "frontends/clang/answer.h"
#include "frontends/clang/request.h"

namespace syncfree::driver {

class FactsCache {
 public:
  /// Of the project that `database` tells how to build; `worker` is the program that compiles. Without a folder nothing
  /// is known and nothing kept.
  FactsCache(const std::optional<std::filesystem::path>& folder, const std::string& database,
             const std::string& worker);

  /// Nothing if the source is to be compiled.
  std::optional<cxx::Facts> find(const clang_frontend::WorkRequest& request);

  /// Of a request that was answered just now.
  void add(const clang_frontend::WorkRequest& request, const clang_frontend::WorkAnswer& answer);

  /// Writes what was found and added, and what nobody asked for and still holds.
  void store();

 private:
  struct File {
    source::FileStamp stamp;  ///< of no use while its inode is 0: too young when it was taken
    std::uint64_t hash = 0;
    std::optional<bool> holds = {};  ///< nothing: it was not looked at in this run
  };

  using NamedFile = std::map<std::string, File>::value_type;

  struct Source {
    std::uint64_t command = 0;  ///< hash of all but the files
    std::uint64_t content = 0;  ///< hash of the hashes of what was read
    std::vector<NamedFile*> read;
    std::vector<std::string> wanted;  ///< of these the facts are
    std::vector<std::string> absent;  ///< the places of headers that are nowhere
    std::string facts;
  };

  void load();
  bool take_all(std::string_view bytes);
  static bool take_source(ByteRecord& record, const std::vector<NamedFile*>& files, Source& source);
  std::string files_text(std::unordered_map<const NamedFile*, std::uint32_t>& ids) const;
  bool holds(NamedFile& file);
  bool holds(const Source& source);
  bool look_at(NamedFile& file);
  bool is_known_now(NamedFile& file);
  static std::uint64_t content_of(const Source& source);

  std::filesystem::path path_;  ///< empty: nothing is kept
  std::int64_t started_;
  std::map<std::string, File> files_;
  std::map<std::string, Source> sources_;
  bool is_changed_ = false;
};

}  // namespace syncfree::driver
