#include "analyzer/system/running_program.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

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
  return error ? std::string() : program.string();
}

std::string running_program_to_open() {
#ifdef __linux__
  return "/proc/self/exe";
#else
  return running_program();
#endif
}

}  // namespace syncfree::sys
