#include "tests/cli/program.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <sys/wait.h>

namespace syncfree::cli {
namespace {

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::string one_read_with(std::string_view comment) {
  return std::string(kOneRead.substr(0, kOneRead.size() - 1)) + "  " + std::string(comment) + "\n";
}

Workplace::Workplace() {
  std::string name = (std::filesystem::temp_directory_path() / "syncfree_cli_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = std::filesystem::canonical(name);
  std::filesystem::create_directory(folder_ / "work");
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Workplace::write(const std::string& path, std::string_view text) const {
  const std::filesystem::path file = folder_ / "work" / path;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string Workplace::read(const std::string& path) const { return read_all(folder_ / "work" / path); }

Outcome Workplace::run(const std::string& arguments, std::string_view input, const std::string& folder) const {
  return run_with("", arguments, input, folder);
}

Outcome Workplace::run_with(const std::string& environment, const std::string& arguments, std::string_view input,
                            const std::string& folder) const {
  std::ofstream(folder_ / "in", std::ios::binary) << input;
  const auto quoted = [&](const std::filesystem::path& path) { return "'" + path.string() + "'"; };
  const std::string command =
      "( cd " + quoted(folder_ / "work" / folder) +
      " && unset NO_COLOR GITHUB_STEP_SUMMARY && export XDG_CACHE_HOME=" + quoted(folder_ / "cache") + " && " +
      environment + " '" SYNCFREE_PROGRAM "' " + arguments + " ) <" + quoted(folder_ / "in") + " >" +
      quoted(folder_ / "out") + " 2>" + quoted(folder_ / "error");
  const int status = std::system(command.c_str());
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = read_all(folder_ / "out"),
          .error = read_all(folder_ / "error")};
}

}  // namespace syncfree::cli
