#include "cli/confirm/trace.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "cli/confirm/nsight_export.h"
#include "cli/confirm/record_reader.h"
#include "cli/confirm/torch_trace.h"
#include "cli/process/subprocess.h"

namespace syncfree::confirm {
namespace {

constexpr std::string_view kSqlite = "SQLite format 3";
constexpr std::string_view kGzip = "\x1f\x8b";

std::string content_of(const std::string& path) {
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

}  // namespace

std::expected<Recording, std::string> read_trace(const std::string& path) {
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  if (kind == std::filesystem::file_type::not_found) return std::unexpected(path + ": No such file or directory");
  if (kind == std::filesystem::file_type::directory) return read_records(path);
  std::expected<std::string, std::string> text = content_of(path);
  if (text->starts_with(kSqlite)) {
    auto recording = read_nsight_export(path);
    if (!recording) return std::unexpected(path + ": " + recording.error());
    return recording;
  }
  if (text->starts_with(kGzip)) text = cli::output_of({"gzip", "-dc", "--", path});
  if (!text) return std::unexpected(path + ": " + text.error());
  auto process = read_torch_trace(*text);
  if (!process) return std::unexpected(path + ": " + process.error());
  return Recording{.processes = {std::move(*process)}};
}

}  // namespace syncfree::confirm
