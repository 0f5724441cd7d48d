#include "driver/language.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

namespace syncfree::driver {
namespace {

// Headers last.
constexpr std::array<std::string_view, 19> kCxxExtensions = {".cpp", ".cc",  ".cxx", ".c++", ".C",   ".c",   ".cu",
                                                             ".hip", ".cuh", ".h",   ".hh",  ".hpp", ".hxx", ".H",
                                                             ".hu",  ".inl", ".inc", ".ipp", ".tpp"};

constexpr std::size_t kCxxSources = 8;
constexpr std::array<std::string_view, 5> kPythonExtensions = {".py", ".pyi", ".pyw", ".ipynb", ".pyx"};
constexpr std::size_t kRead = 4096;  // of a file whose name says nothing

/// Lines end in `;`, `{` or `}`, and none begins as only Python's do.
bool ends_lines_as_cxx(std::string_view text) {
  bool found = false;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    for (const std::string_view python : {"def ", "import ", "from ", "class ", "@"}) {
      const bool is_class = python == "class " && !line.contains(':');
      if (line.starts_with(python) && !is_class) return false;
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    found = found || line.ends_with(");") || line.ends_with(") {") || line.ends_with("; }") || line == "};";
  }
  return found;
}

/// The language of a file's beginning, by what only one of the languages has.
bool begins_as_cxx(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe may never give anything
  std::string text(kRead, '\0');
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  constexpr std::array<std::string_view, 9> kSigns = {"#include",   "#pragma",   "#ifndef", "__global__",  "namespace ",
                                                      "template <", "template<", "std::",   "extern \"C\""};
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.find(sign) != std::string::npos; }) ||
         ends_lines_as_cxx(text);
}

}  // namespace

bool is_cxx(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view extension = name.substr(dot);
  if (std::ranges::find(kCxxExtensions, extension) != kCxxExtensions.end()) return true;
  if (std::ranges::find(kPythonExtensions, extension) != kPythonExtensions.end()) return false;
  return begins_as_cxx(std::string(path));
}

bool is_cxx_header(std::string_view path) {
  return std::ranges::any_of(std::span(kCxxExtensions).subspan(kCxxSources),
                             [&](std::string_view extension) { return path.ends_with(extension); });
}

source::Decoder decoder_of(std::string_view path) {
  return is_cxx(path) ? source::decode_cxx_source : source::decode_python_source;
}

std::vector<std::string> cxx_extensions() { return {kCxxExtensions.begin(), kCxxExtensions.end()}; }

std::vector<std::string> read_extensions() {
  std::vector<std::string> extensions = cxx_extensions();
  extensions.insert(extensions.begin(), {".py", ".ipynb"});
  return extensions;
}

}  // namespace syncfree::driver
