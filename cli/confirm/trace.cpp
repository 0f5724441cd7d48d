#include "cli/confirm/trace.h"

#include <filesystem>

#include "cli/confirm/record_reader.h"

namespace syncfree::confirm {

std::expected<Recording, std::string> read_trace(const std::string& path) {
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  if (kind == std::filesystem::file_type::not_found) return std::unexpected(path + ": No such file or directory");
  if (kind == std::filesystem::file_type::directory) return read_records(path);
  return std::unexpected(path + ": no recording");
}

}  // namespace syncfree::confirm
