// Runs the built program as a user does.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/main/temporary_folder.h"

namespace syncfree::cli {

struct Outcome {
  int status = -1;  ///< of exit; 128 + signal if it was ended by one
  std::string out;
  std::string error;
};

/// A folder of its own for each test, removed with what is in it.
class Workplace {
 public:
  Workplace();

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::filesystem::path cache() const { return folder() / "cache" / "syncfree-lint"; }
  /// Makes the folders on the way; `path` is relative.
  void write(const std::string& path, std::string_view text) const;
  std::string read(const std::string& path) const;
  /// Runs syncfree-lint in there or in a folder of it, without NO_COLOR, GITHUB_STEP_SUMMARY, an active
  /// environment of Python and a terminal. Its cache
  /// is in a folder beside that. `arguments` are shell: they may redirect what they like elsewhere.
  Outcome run(const std::string& arguments, std::string_view input = "", const std::string& folder = ".") const;
  /// What was written until now counts as old in the runs that follow: their clock is ahead, or under sanitizers, which
  /// take no other clock, the test waits.
  void let_files_age();
  /// The same as `run` with variables of the environment, as a shell takes them: "A=1 B=2".
  Outcome run_with(const std::string& environment, const std::string& arguments, std::string_view input = "",
                   const std::string& folder = ".") const;

 private:
  test::TemporaryFolder folder_;
  std::string clock_;  ///< as an assignment of the shell
};

/// A file with one finding: SF301 at line 8, column 15; certain and hot.
inline constexpr std::string_view kOneRead =
    "import torch\n"
    "\n"
    "class Loss(torch.nn.Module):\n"
    "    def forward(self, batch):\n"
    "        loss = torch.rand((), device='cuda')\n"
    "        loss += 1\n"
    "        loss *= 2\n"
    "        print(loss.item())\n";

/// The same with a comment behind the finding.
std::string one_read_with(std::string_view comment);

/// A file without findings.
inline constexpr std::string_view kNoRead = "import torch\n\nt = torch.ones(3)\n";

}  // namespace syncfree::cli
