#include "analyzer/system/running_program.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "analyzer/system/path_text.h"

namespace syncfree::sys {

std::string running_program() {
  std::error_code error;
#ifdef __APPLE__
  std::uint32_t size = 0;
  static_cast<void>(::_NSGetExecutablePath(nullptr, &size));  // says how long the path is
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
  path.resize(path.find('\0'));
  const std::filesystem::path program = std::filesystem::canonical(path, error);
#else
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
#endif
  return error ? std::string() : path_text(program);
}

std::string running_program_to_open() {
#ifdef __linux__
  return "/proc/self/exe";
#else
  return running_program();
#endif
}

std::vector<std::string> program_arguments(int count, char** values) {
  return {values + (count > 0 ? 1 : 0), values + count};
}

void end_program(int status) { std::exit(status); }

}  // namespace syncfree::sys
