#include "cli/language.h"

#include <algorithm>
#include <array>

namespace syncfree::cli {
namespace {

constexpr std::array<std::string_view, 7> kCxxExtensions = {".cpp", ".cc", ".cxx", ".cu", ".cuh", ".h", ".hpp"};

}  // namespace

bool is_cxx(std::string_view path) {
  return std::ranges::any_of(kCxxExtensions, [&](std::string_view extension) { return path.ends_with(extension); });
}

source::Decoder decoder_of(std::string_view path) {
  return is_cxx(path) ? source::decode_cxx_source : source::decode_python_source;
}

std::vector<std::string> read_extensions() {
  std::vector<std::string> extensions = {".py", ".ipynb"};
  extensions.insert(extensions.end(), kCxxExtensions.begin(), kCxxExtensions.end());
  return extensions;
}

}  // namespace syncfree::cli
