#include "analyzer/system/write_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include <io.h>
#include <windows.h>

#include "analyzer/system/files.h"
#include "analyzer/system/interrupts.h"
#include "analyzer/system/path_text.h"
#include "analyzer/system/windows/handle.h"
#include "analyzer/system/windows/utf16.h"

namespace syncfree::sys {
namespace {

namespace fs = std::filesystem;
using Result = std::expected<void, std::string>;

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

Result failure() { return std::unexpected("cannot be written: " + last_error_text()); }

Result write_all(HANDLE file, std::string_view content) {
  while (!content.empty()) {
    DWORD written = 0;
    const auto size = static_cast<DWORD>(std::min<std::size_t>(content.size(), 1 << 30));
    if (::WriteFile(file, content.data(), size, &written, nullptr) == 0) return failure();
    content.remove_prefix(written);
  }
  return {};
}

/// A file that is written in place is cut off behind its new end.
Result open_and_write(const fs::path& path, std::string_view content, DWORD access, DWORD disposition) {
  const Handle file(::CreateFileW(path.c_str(), access, kShared, nullptr, disposition, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file) return failure();
  Result result = write_all(file.get(), content);
  const bool is_over = access == GENERIC_WRITE && ::GetFileType(file.get()) == FILE_TYPE_DISK;
  if (result && is_over && ::SetEndOfFile(file.get()) == 0) result = failure();
  return result;
}

/// A new file beside `path` with this content; its name.
std::expected<fs::path, std::string> write_beside(const fs::path& path, std::string_view content) {
  constexpr int kMostNames = 100;
  for (int i = 0; i < kMostNames; ++i) {
    LARGE_INTEGER now = {};
    ::QueryPerformanceCounter(&now);
    const std::string name = "." + std::to_string(::GetCurrentProcessId()) + "-" + std::to_string(now.QuadPart + i);
    fs::path made = path;
    made += name;
    const Result written = open_and_write(made, content, GENERIC_WRITE, CREATE_NEW);
    if (written) return made;
    if (::GetLastError() == ERROR_FILE_EXISTS) continue;
    std::error_code ignored;
    fs::remove(made, ignored);
    return std::unexpected(written.error());
  }
  return std::unexpected("cannot be written: no name is free for a new file beside it");
}

Result without_temporary(Result result, const fs::path& temporary) {
  std::error_code error;
  fs::remove(temporary, error);
  if (!error) return result;
  const std::string left = path_text(temporary) + " cannot be removed: " + error.message();
  return std::unexpected(result ? left : result.error() + "; " + left);
}

/// Over what is there. If that fails half-way, the new text lies beside it.
Result write_over(const fs::path& path, std::string_view content) {
  const auto copy = write_beside(path, content);
  if (!copy) return std::unexpected(copy.error());
  const Result result = open_and_write(path, content, GENERIC_WRITE, OPEN_EXISTING);
  if (result) return without_temporary(result, *copy);
  return std::unexpected(result.error() + "; the new text is in " + path_text(*copy));
}

/// The new file gets the rights and attributes of the old one.
Result replace(const fs::path& path, std::string_view content, bool exists) {
  const auto temporary = write_beside(path, content);
  if (!temporary) return std::unexpected(temporary.error());
  constexpr DWORD kAsFarAsItGoes = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  const bool done =
      exists ? ::ReplaceFileW(path.c_str(), temporary->c_str(), nullptr, kAsFarAsItGoes, nullptr, nullptr) != 0
             : ::MoveFileExW(temporary->c_str(), path.c_str(), MOVEFILE_REPLACE_EXISTING) != 0;
  return done ? Result{} : without_temporary(failure(), *temporary);
}

/// What the path stands for, through links.
fs::path target_of(HANDLE file, const fs::path& path) {
  std::wstring name(MAX_PATH, L'\0');
  DWORD size = ::GetFinalPathNameByHandleW(file, name.data(), static_cast<DWORD>(name.size()), FILE_NAME_NORMALIZED);
  if (size > name.size()) {
    name.resize(size);
    size = ::GetFinalPathNameByHandleW(file, name.data(), static_cast<DWORD>(name.size()), FILE_NAME_NORMALIZED);
  }
  if (size == 0 || size > name.size()) return path;
  name.resize(size);
  return name;
}

bool is_console(HANDLE file) {
  DWORD mode = 0;
  return ::GetConsoleMode(file, &mode) != 0;
}

Result write_console(HANDLE console, std::string_view content) {
  const std::wstring wide = to_utf16(content);
  constexpr std::size_t kMost = 8192;  // characters at a time: an old console takes no more
  for (std::size_t at = 0; at < wide.size();) {
    DWORD written = 0;
    const auto size = static_cast<DWORD>(std::min(wide.size() - at, kMost));
    if (::WriteConsoleW(console, wide.data() + at, size, &written, nullptr) == 0) return failure();
    at += written;
  }
  return {};
}

}  // namespace

Result write_descriptor(int descriptor, std::string_view content) {
  const auto file = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));  // NOLINT(performance-no-int-to-ptr)
  if (is_console(file)) return write_console(file, content);
  const Result written = write_all(file, content);
  if (written) return written;
  const DWORD error = ::GetLastError();
  const bool is_gone = error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA;
  return is_gone ? Result{} : written;
}

Result append_to_file(const std::string& path, std::string_view content) {
  return open_and_write(path, content, FILE_APPEND_DATA, OPEN_ALWAYS);
}

Result write_file(const std::string& path, std::string_view content) {
  const InterruptsHeld held;
  const fs::path named(path);
  Handle old(::CreateFileW(named.c_str(), FILE_READ_ATTRIBUTES, kShared, nullptr, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  if (!old) return ::GetLastError() == ERROR_FILE_NOT_FOUND ? replace(named, content, false) : failure();
  if (::GetFileType(old.get()) != FILE_TYPE_DISK) return open_and_write(named, content, GENERIC_WRITE, OPEN_EXISTING);
  BY_HANDLE_FILE_INFORMATION known = {};
  if (::GetFileInformationByHandle(old.get(), &known) == 0) return failure();
  // A link is written through, not replaced; what has several names stays one file.
  const fs::path target = target_of(old.get(), named);
  old.reset();
  return known.nNumberOfLinks > 1 ? write_over(target, content) : replace(target, content, true);
}

Result rewrite_file(const std::string& path, std::string_view content) {
  const DWORD attributes = ::GetFileAttributesW(fs::path(path).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return failure();
  if ((attributes & FILE_ATTRIBUTE_READONLY) != 0) return std::unexpected("is read-only; it is left as it is");
  return write_file(path, content);
}

}  // namespace syncfree::sys
