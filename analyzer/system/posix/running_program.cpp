#include "analyzer/system/running_program.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#elif defined(__linux__)
#include <cstddef>
#include <cstring>

#include <link.h>
#endif

#include "analyzer/system/path_text.h"

namespace syncfree::sys {
#ifdef __linux__
namespace {

/// Of one segment of notes: each is a header, its name and its content, both filled up to four bytes.
std::string build_id_in(const char* notes, std::size_t size) {
  const auto filled = [](std::size_t length) { return (length + 3) / 4 * 4; };
  ElfW(Nhdr) note;
  while (size >= sizeof note) {
    std::memcpy(&note, notes, sizeof note);
    const std::size_t content = sizeof note + filled(note.n_namesz);
    const std::size_t end = content + filled(note.n_descsz);
    if (end > size) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(notes + sizeof note, "GNU", 4) == 0) {
      return {notes + content, note.n_descsz};
    }
    notes += end;
    size -= end;
  }
  return {};
}

/// For dl_iterate_phdr, which begins with the program itself: its build ID goes to `found`, a std::string.
int take_build_id(dl_phdr_info* object, std::size_t, void* found) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
    std::string id = build_id_in(notes, segment.p_memsz);
    if (!id.empty()) *static_cast<std::string*>(found) = std::move(id);
  }
  return 1;  // the other objects are libraries
}

}  // namespace

std::string build_id() {
  std::string found;
  static_cast<void>(::dl_iterate_phdr(take_build_id, &found));
  return found;
}
#else
std::string build_id() { return {}; }
#endif

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
