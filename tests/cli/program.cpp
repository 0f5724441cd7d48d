#include "tests/cli/program.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

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

Workplace::Workplace() { std::filesystem::create_directory(folder_.path() / "work"); }

void Workplace::write(const std::string& path, std::string_view text) const { folder_.write("work/" + path, text); }

std::string Workplace::read(const std::string& path) const { return read_all(folder_.path() / "work" / path); }

Outcome Workplace::run(const std::string& arguments, std::string_view input, const std::string& folder) const {
  return run_with("", arguments, input, folder);
}

Outcome Workplace::run_with(const std::string& environment, const std::string& arguments, std::string_view input,
                            const std::string& folder) const {
  std::ofstream(folder_.path() / "in", std::ios::binary) << input;
  const auto quoted = [&](const std::filesystem::path& path) { return "'" + path.string() + "'"; };
  const std::string command = "( cd " + quoted(folder_.path() / "work" / folder) +
                              " && unset NO_COLOR GITHUB_STEP_SUMMARY VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV "
                              "PYTHONPATH && export XDG_CACHE_HOME=" +
                              quoted(folder_.path() / "cache") + " && " + clock_ + " " + environment +
                              " '" SYNCFREE_PROGRAM "' " + arguments + " ) <" + quoted(folder_.path() / "in") + " >" +
                              quoted(folder_.path() / "out") + " 2>" + quoted(folder_.path() / "error");
  const int status = std::system(command.c_str());
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = read_all(folder_.path() / "out"),
          .error = read_all(folder_.path() / "error")};
}

void Workplace::let_files_age() {
#ifdef LATER_CLOCK
  clock_ = "LD_PRELOAD='" LATER_CLOCK "'";
#else
  std::this_thread::sleep_for(std::chrono::milliseconds(2200));
#endif
}

}  // namespace syncfree::cli
