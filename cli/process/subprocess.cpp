#include "cli/process/subprocess.h"

#include <utility>

#include "analyzer/system/program.h"

namespace syncfree::cli {

std::expected<Finished, std::string> run_program(const std::vector<std::string>& words) {
  auto end = sys::run_program({.words = words});
  if (!end) return std::unexpected(std::move(end.error()));
  return Finished{.status = end->status, .out = std::move(end->out), .error = std::move(end->error)};
}

std::expected<std::string, std::string> output_of(const std::vector<std::string>& words) {
  auto finished = run_program(words);
  if (!finished) return std::unexpected(words[0] + ": " + finished.error());
  if (finished->status != 0) return std::unexpected(words[0] + " has failed");
  return std::move(finished->out);
}

}  // namespace syncfree::cli
