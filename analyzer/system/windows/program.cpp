#include "analyzer/system/program.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <system_error>
#include <thread>

#include <windows.h>

#include "analyzer/system/environment_variables.h"
#include "analyzer/system/windows/handle.h"
#include "analyzer/system/windows/utf16.h"

namespace syncfree::sys {
namespace {

namespace fs = std::filesystem;

struct Pipe {
  Handle read;
  Handle write;
};

/// `ours` is the end that the program does not inherit.
std::optional<Pipe> make_pipe(Handle Pipe::* ours) {
  SECURITY_ATTRIBUTES inherited = {
      .nLength = sizeof inherited, .lpSecurityDescriptor = nullptr, .bInheritHandle = TRUE};
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  if (::CreatePipe(&read, &write, &inherited, 0) == 0) return std::nullopt;
  Pipe pipe{Handle(read), Handle(write)};
  if (::SetHandleInformation((pipe.*ours).get(), HANDLE_FLAG_INHERIT, 0) == 0) return std::nullopt;
  return pipe;
}

/// So that the program's own reading of its command line gives the word back.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) return word;
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  text.append(backslashes, L'\\');
  return text + L'"';
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Looked up on PATH alone: Windows would look in the working folder first, and that may be anybody's.
std::optional<fs::path> find_program(const std::string& name) {
  if (name.find_first_of("/\\") != std::string::npos)
    return is_file(name) ? std::optional<fs::path>(name) : std::nullopt;
  const std::string path = variable("PATH").value_or("");
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(kPathSeparator, at), path.size());
    const fs::path folder = path.substr(at, end - at);
    at = end + 1;
    if (folder.is_absolute() && is_file(folder / (name + ".exe"))) return folder / (name + ".exe");
  }
  return std::nullopt;
}

/// What a program that is started gets from this one: nothing but these handles.
class Inherited {
 public:
  explicit Inherited(std::array<HANDLE, 3> handles) : handles_(handles) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    ::InitializeProcThreadAttributeList(list(), 1, 0, &size);
    ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(), sizeof handles_, nullptr,
                                nullptr);
  }
  ~Inherited() { ::DeleteProcThreadAttributeList(list()); }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;

  STARTUPINFOEXW start() {
    STARTUPINFOEXW start = {};
    start.StartupInfo.cb = sizeof start;
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = handles_[0];
    start.StartupInfo.hStdOutput = handles_[1];
    start.StartupInfo.hStdError = handles_[2];
    start.lpAttributeList = list();
    return start;
  }

 private:
  LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data()); }

  std::array<HANDLE, 3> handles_;
  std::vector<char> memory_;
};

Handle open_null() {
  SECURITY_ATTRIBUTES inherited = {
      .nLength = sizeof inherited, .lpSecurityDescriptor = nullptr, .bInheritHandle = TRUE};
  return Handle(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, nullptr));
}

Handle start(const std::vector<std::string>& words, std::array<HANDLE, 3> handles) {
  const auto file = find_program(words.front());
  if (!file) {
    ::SetLastError(ERROR_FILE_NOT_FOUND);
    return Handle();
  }
  std::wstring line;
  for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + quoted(to_utf16(word));
  Inherited inherited(handles);
  STARTUPINFOEXW how = inherited.start();
  PROCESS_INFORMATION started = {};
  if (::CreateProcessW(file->c_str(), line.data(), nullptr, nullptr, TRUE, EXTENDED_STARTUPINFO_PRESENT, nullptr,
                       nullptr, &how.StartupInfo, &started) == 0)
    return Handle();
  ::CloseHandle(started.hThread);
  return Handle(started.hProcess);
}

/// Reads to the end; calls `too_much` where it is more than it may be.
void drain(HANDLE from, std::string& text, std::size_t most, const std::function<void()>& too_much) {
  std::vector<char> buffer(1 << 16);
  DWORD count = 0;
  while (::ReadFile(from, buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr) != 0 && count > 0) {
    text.append(buffer.data(), count);
    if (text.size() > most) return too_much();
  }
}

void feed(HANDLE to, std::string_view input) {
  while (!input.empty()) {
    DWORD count = 0;
    const auto size = static_cast<DWORD>(std::min<std::size_t>(input.size(), 1 << 16));
    if (::WriteFile(to, input.data(), size, &count, nullptr) == 0) return;  // it ended; its status says how
    input.remove_prefix(count);
  }
}

}  // namespace

std::expected<ProgramEnd, std::string> run_program(const Program& program) {
  auto input = make_pipe(&Pipe::write);
  auto out = make_pipe(&Pipe::read);
  auto error = make_pipe(&Pipe::read);
  Handle null = open_null();
  if (!input || !out || !error || !null) return std::unexpected(last_error_text());
  Handle process = start(program.words,
                         {input->read.get(), out->write.get(), program.keeps_errors ? error->write.get() : null.get()});
  if (!process) return std::unexpected(last_error_text());
  input->read.reset();
  out->write.reset();
  error->write.reset();
  ProgramEnd end;
  bool wrote_too_much = false;
  const auto stop = [&] { ::TerminateProcess(process.get(), 1); };
  {
    const std::jthread writes([&] {
      feed(input->write.get(), program.input);
      input->write.reset();
    });
    const std::jthread reads([&] {
      drain(out->read.get(), end.out, program.most_output, [&] {
        wrote_too_much = true;
        stop();
      });
    });
    const std::jthread reads_errors([&] { drain(error->read.get(), end.error, program.most_output, stop); });
    const DWORD most = program.most_time ? static_cast<DWORD>(program.most_time->count() * 1000) : INFINITE;
    end.was_stopped = ::WaitForSingleObject(process.get(), most) != WAIT_OBJECT_0;
    if (end.was_stopped) stop();
  }
  end.was_stopped = end.was_stopped || wrote_too_much;
  DWORD status = 0;
  ::WaitForSingleObject(process.get(), INFINITE);
  ::GetExitCodeProcess(process.get(), &status);
  end.status = static_cast<int>(status);
  return end;
}

bool may_run(const fs::path& file) { return is_file(file); }

bool is_running(long process) {
  const Handle opened(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process)));
  return opened && ::WaitForSingleObject(opened.get(), 0) == WAIT_TIMEOUT;
}

}  // namespace syncfree::sys
