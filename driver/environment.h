// Where the third-party packages are that Python would import: read off the folders of an environment. No interpreter
// is started, and nothing of the environment is executed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace syncfree::driver {

/// Which environment holds. The variables are those of the shell, as far as they say it.
struct EnvironmentSettings {
  bool is_read = false;         ///< otherwise no package of others is read
  std::filesystem::path named;  ///< an interpreter or an environment's folder, absolute; empty: the active one
  std::string virtual_env;      ///< VIRTUAL_ENV
  std::string conda_prefix;     ///< CONDA_PREFIX
  bool is_conda_base = false;   ///< CONDA_DEFAULT_ENV says that nobody activated another one
  std::string python_path;      ///< PYTHONPATH
};

struct Environment {
  std::vector<std::filesystem::path> folders;  ///< in which packages are, absolute, in the order in which Python looks
  std::string fault;                           ///< what was named is no environment: one line
};

/// For code in `folder` (absolute): the environment that is named, else the active one, else a `.venv` in the folder or
/// in those around it, up to the repository.
Environment find_environment(const EnvironmentSettings& settings, const std::filesystem::path& folder);

}  // namespace syncfree::driver
