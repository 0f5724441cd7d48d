#include "frontends/clang/flags.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/environment_variables.h"
#include "analyzer/system/path_text.h"

namespace syncfree::clang_frontend {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int kDeepestFile = 8;  // options in files that name further files
constexpr int kMostFiles = 100;  // one that names itself twice would be read without end
constexpr std::uint64_t kLargestFile = 1'000'000;

/// An option with a value, in the spellings of the compilers: `-I x`, `-Ix`, `-I=x`, `--include-path x`.
struct Valued {
  std::string_view spelling;
  std::string_view clang;  ///< empty: it goes, with its value
  bool joins;              ///< may its value follow on without a sign?
};
constexpr std::array kValued = {
    Valued{"--include-path", "-I", false},
    Valued{"--system-include", "-isystem", false},
    Valued{"--define-macro", "-D", false},
    Valued{"--undefine-macro", "-U", false},
    Valued{"--pre-include", "-include", false},
    Valued{"--std", "-std=", false},
    Valued{"-isystem", "-isystem", true},
    Valued{"-iquote", "-iquote", true},
    Valued{"-idirafter", "-idirafter", true},
    Valued{"-include", "-include", false},
    Valued{"-imacros", "-imacros", false},
    Valued{"-isysroot", "-isysroot", true},
    Valued{"--sysroot", "--sysroot=", false},
    Valued{"-std", "-std=", false},
    Valued{"-target", "--target=", false},
    Valued{"--target", "--target=", false},
    // nvcc's own, and files that are written
    Valued{"-gencode", "", false},
    Valued{"--generate-code", "", false},
    Valued{"-arch", "", false},
    Valued{"--gpu-architecture", "", false},
    Valued{"-code", "", false},
    Valued{"--gpu-code", "", false},
    Valued{"-ccbin", "", false},
    Valued{"--compiler-bindir", "", false},
    Valued{"-Xptxas", "", false},
    Valued{"--ptxas-options", "", false},
    Valued{"-Xcudafe", "", false},
    Valued{"-Xlinker", "", false},
    Valued{"--linker-options", "", false},
    Valued{"-Xnvlink", "", false},
    Valued{"-Xfatbin", "", false},
    Valued{"-Xarchive", "", false},
    Valued{"-diag-suppress", "", false},
    Valued{"--diag-suppress", "", false},
    Valued{"--diag_suppress", "", false},
    Valued{"-diag-warn", "", false},
    Valued{"-diag-error", "", false},
    Valued{"-maxrregcount", "", false},
    Valued{"--maxrregcount", "", false},
    Valued{"-t", "", false},
    Valued{"--threads", "", false},
    Valued{"-x", "", false},
    Valued{"--x", "", false},
    Valued{"-default-stream", "", false},
    Valued{"--default-stream", "", false},
    Valued{"-cudart", "", false},
    Valued{"--cudart", "", false},
    Valued{"-o", "", false},
    Valued{"--output-file", "", false},
    Valued{"-MF", "", false},
    Valued{"-MT", "", false},
    Valued{"-MQ", "", false},
    Valued{"-L", "", true},
    Valued{"-l", "", true},
    Valued{"-I", "-I", true},
    Valued{"-D", "-D", true},
    Valued{"-U", "-U", true},
};
constexpr std::array<std::string_view, 2> kHostOptions = {"-Xcompiler", "--compiler-options"};
constexpr std::array<std::string_view, 2> kOptionFiles = {"--options-file", "-optf"};
/// Whole flags that say how the text is to be read.
constexpr std::array<std::string_view, 12> kKept = {
    "-fno-exceptions", "-fexceptions",  "-fno-rtti",    "-frtti",        "-fchar8_t", "-fno-char8_t",
    "-funsigned-char", "-fsigned-char", "-fcoroutines", "-fshort-enums", "-m64",      "-nostdinc++"};

/// Words as the option `spelling` gives its value at `at`; nothing if it is another option.
std::optional<std::string> value_of(const Words& words, std::size_t& at, std::string_view spelling, bool joins) {
  const std::string& word = words[at];
  if (!word.starts_with(spelling)) return std::nullopt;
  const std::string_view rest = std::string_view(word).substr(spelling.size());
  if (rest.empty()) return at + 1 < words.size() ? words[++at] : std::string();
  if (rest.front() == '=') return std::string(rest.substr(1));
  if (joins) return std::string(rest);
  return std::nullopt;
}

std::optional<Words> read_options(const fs::path& path) {
  auto read = source::read_bytes(sys::path_text(path), kLargestFile);
  if (!read) return std::nullopt;
  return shell_words(std::move(read->bytes));
}

class Translation {
 public:
  explicit Translation(const CompileCommand& command) : directory_(command.directory) {}

  void read(const Words& words, std::size_t from, int depth) {
    for (std::size_t at = from; at < words.size(); ++at) read_word(words, at, depth);
  }

  Words flags;

 private:
  void read_word(const Words& words, std::size_t& at, int depth) {
    if (words[at].starts_with('@')) return read_file(words[at].substr(1), depth);
    for (const std::string_view spelling : kOptionFiles) {
      if (auto file = value_of(words, at, spelling, false)) return read_file(*file, depth);
    }
    for (const std::string_view spelling : kHostOptions) {
      if (auto options = value_of(words, at, spelling, false)) return read_host_options(*options, depth);
    }
    for (const Valued& option : kValued) {
      if (auto value = value_of(words, at, option.spelling, option.joins)) return add(option, std::move(*value));
    }
    if (std::ranges::find(kKept, words[at]) != kKept.end()) flags.push_back(words[at]);
  }

  void read_file(const std::string& name, int depth) {
    if (depth >= kDeepestFile || ++files_ > kMostFiles) return;
    if (const auto words = read_options(fs::path(directory_) / name)) read(*words, 0, depth + 1);
  }

  // -Xcompiler -fno-rtti,-DX=1
  void read_host_options(std::string_view options, int depth) {
    Words words;
    while (true) {
      const std::size_t comma = options.find(',');
      words.emplace_back(options.substr(0, comma));
      if (comma == std::string_view::npos) break;
      options.remove_prefix(comma + 1);
    }
    if (depth < kDeepestFile) read(words, 0, depth + 1);
  }

  void add(const Valued& option, std::string value) {
    if (option.clang.empty() || value.empty()) return;
    if (option.clang.ends_with('=') || option.clang.size() == 2) {
      flags.push_back(std::string(option.clang) + value);
    } else {
      flags.emplace_back(option.clang);
      flags.push_back(std::move(value));
    }
  }

  std::string directory_;
  int files_ = 0;  ///< of options, read so far
};

std::string base_name(const std::string& word) { return sys::path_text(fs::path(word).filename()); }

/// Behind `ccache` and its like, and `env` with its variables.
std::size_t compiler_index(const Words& words) {
  constexpr std::array<std::string_view, 5> kLaunchers = {"ccache", "sccache", "distcc", "icecc", "env"};
  std::size_t at = 0;
  while (at + 1 < words.size() && (std::ranges::find(kLaunchers, base_name(words[at])) != kLaunchers.end() ||
                                   (at > 0 && words[at].find('=') != std::string::npos && words[at][0] != '-'))) {
    ++at;
  }
  return at;
}

/// nvcc finds CUDA's headers by itself: beside its own folder.
void add_cuda_headers(const std::string& compiler, const std::string& directory, Words& flags) {
  Words roots;
  if (compiler.find('/') != std::string::npos)
    roots.push_back(sys::path_text((fs::path(directory) / compiler).parent_path().parent_path()));
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::string value = sys::variable(variable).value_or(""); !value.empty()) roots.push_back(std::move(value));
  }
  roots.emplace_back("/usr/local/cuda");
  for (const std::string& root : roots) {
    for (const char* folder : {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"}) {
      const fs::path include = fs::path(root) / folder;
      std::error_code ignored;
      if (!fs::exists(include / "cuda_runtime.h", ignored)) continue;
      flags.insert(flags.end(), {"-isystem", sys::path_text(include)});
      if (fs::exists(include / "cccl", ignored))
        flags.insert(flags.end(), {"-isystem", sys::path_text(include / "cccl")});
      return;
    }
  }
}

bool names_language(const Words& words, std::string_view language) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-x" + std::string(language) || words[i] == "-x=" + std::string(language)) return true;
    if (i + 1 < words.size() && words[i] == "-x" && words[i + 1] == language) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> clang_flags(const CompileCommand& command, const std::string& source) {
  const std::size_t compiler = compiler_index(command.words);
  const bool nvcc = base_name(command.words[compiler]).find("nvcc") != std::string::npos;
  const bool cuda = (nvcc && source.ends_with(".cu")) || names_language(command.words, "cu") ||
                    names_language(command.words, "cuda") || source.ends_with(".cu");
  Translation translation(command);
  translation.read(command.words, compiler + 1, 0);
  Words flags = std::move(translation.flags);
  if (nvcc || cuda) add_cuda_headers(command.words[compiler], command.directory, flags);
  if (cuda) {
    // Clang's own idea of CUDA stays out; the prelude takes its place.
    flags.insert(flags.begin(), {"-xcuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-include",
                                 "/syncfree-lint/prelude.h", "-Xclang", "-fno-cuda-host-device-constexpr"});
  } else {
    flags.insert(flags.begin(), "-xc++");
  }
  return flags;
}

}  // namespace syncfree::clang_frontend
