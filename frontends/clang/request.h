// The program's request to a worker: one source to compile, as text of one line an item.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::clang_frontend {

struct WorkRequest {
  std::string directory;                  ///< where the compiler is run
  std::string source;                     ///< absolute
  std::optional<std::string> text;        ///< of the source, where it is not what the file holds; without NUL
  std::vector<std::string> arguments;     ///< of Clang, without the compiler's name and the source
  std::vector<std::string> files;         ///< absolute: whatever is known of these is wanted
  std::uint64_t most_bytes = 6ULL << 30;  ///< of memory; with real headers of torch a source takes about a quarter
  std::uint32_t most_seconds = 240;       ///< of the processor
};

std::string write_request(const WorkRequest& request);
std::optional<WorkRequest> read_request(std::string_view text);

}  // namespace syncfree::clang_frontend
