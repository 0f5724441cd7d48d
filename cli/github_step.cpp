#include "cli/github_step.h"

#include <sstream>

#include "analyzer/report/github_summary.h"
#include "analyzer/system/environment_variables.h"
#include "analyzer/system/write_file.h"

namespace syncfree::cli {
namespace {

std::string variable(const char* name) { return sys::variable(name).value_or(""); }

/// Where GitHub shows the repository's files at the commit of the run; empty where the runner does not say.
std::string source_url() {
  const std::string server = variable("GITHUB_SERVER_URL");
  const std::string repository = variable("GITHUB_REPOSITORY");
  const std::string commit = variable("GITHUB_SHA");
  if (server.empty() || repository.empty() || commit.empty()) return "";
  return server + "/" + repository + "/blob/" + commit + "/";
}

}  // namespace

std::expected<void, std::string> write_step_summary(const engine::Report& report) {
  const std::string path = variable("GITHUB_STEP_SUMMARY");
  if (path.empty()) return {};
  std::ostringstream out;
  report::write_github_summary(report, source_url(), out);
  const auto written = sys::append_to_file(path, out.str());
  if (!written) return std::unexpected("GITHUB_STEP_SUMMARY: " + path + ": " + written.error());
  return {};
}

}  // namespace syncfree::cli
