#include "frontends/clang/worker_process.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"
#include "analyzer/system/program.h"
#include "analyzer/system/running_program.h"

namespace syncfree::clang_frontend {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = 256u << 20;
constexpr std::chrono::seconds kMostForVersion(10);
constexpr int kPatience = 5;

std::expected<std::string, std::string> run(const std::string& program, const std::vector<std::string>& arguments,
                                            std::string_view request, std::chrono::seconds most,
                                            std::chrono::seconds most_of_processor) {
  sys::Program worker{
      .words = {program}, .input = request, .keeps_errors = false, .most_time = most, .most_output = kMostOutput};
  worker.words.insert(worker.words.end(), arguments.begin(), arguments.end());
  auto end = sys::run_program(worker);
  if (!end) return std::unexpected("cannot start `" + program + "`: " + end.error());
  if (end->was_stopped || end->was_limited) {
    const std::chrono::seconds limit = end->was_stopped ? most : most_of_processor;
    return std::unexpected("took longer than " + std::to_string(limit.count()) + " s or more memory than it may have");
  }
  if (!end->signal.empty()) return std::unexpected("crashed or ran out of memory (" + end->signal + ")");
  if (end->status != 0) return std::unexpected("failed with status " + std::to_string(end->status));
  return std::move(end->out);
}

}  // namespace

std::optional<std::string> worker_program() {
  const fs::path self = sys::running_program();
  if (self.empty()) return std::nullopt;
  for (const fs::path& folder : {self.parent_path(), self.parent_path() / "../libexec/syncfree-lint"}) {
    const fs::path program = folder / "syncfree-lint-clang";
    if (sys::may_run(program)) return sys::path_text(program.lexically_normal());
  }
  return std::nullopt;
}

std::optional<std::string> clang_version() {
  const auto program = worker_program();
  if (!program) return std::nullopt;
  auto text = run(*program, {"--version"}, {}, kMostForVersion, kMostForVersion);
  if (!text) return std::nullopt;
  while (!text->empty() && text->back() == '\n') text->pop_back();
  return *text;
}

std::expected<std::string, std::string> run_worker(const std::string& program, const WorkRequest& request) {
  // The limit is of the processor's time: on a busy machine that takes longer.
  const std::chrono::seconds most(request.most_seconds);
  return run(program, {}, write_request(request), kPatience * most, most);
}

}  // namespace syncfree::clang_frontend
