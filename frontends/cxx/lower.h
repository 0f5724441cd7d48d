// C++ and CUDA source in, program model out, from the file alone: no headers, no build.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "frontends/cxx/facts.h"
#include "frontends/cxx/links.h"

namespace syncfree::cxx {

struct ReadLimits {
  std::uint32_t max_bytes = 32u << 20;  ///< larger files are refused
  std::uint32_t max_depth = 200;        ///< deeper nesting becomes Unknown
  std::uint32_t max_links = 1000;       ///< of chains of `else if` in each other; longer ones are cut
};

/// Where the tensors of a file are, as its name says: `ops/cpu/nms.cpp` and `nms_cpu.cpp` are what the CPU's dispatch
/// calls.
enum class FilePlace : std::uint8_t { kUnknown, kCpu };
FilePlace place_of_path(std::string_view path);

/// In C, words that C++ has made its own are names: `new`, `class`.
enum class Dialect : std::uint8_t { kCxx, kC };
Dialect dialect_of_path(std::string_view path);

/// Names of members and of aliases, with what their types say.
struct MemberTypes {
  std::vector<std::pair<std::string, Type>> members;
  std::vector<std::pair<std::string, Type>> aliases;
  std::vector<std::string> on_host;  ///< tensors that functions there look into
};

/// The module refers to `utf8_text`, which must outlive it. Host functions become functions of the module; kernels and
/// other device code are left out. Names of libraries are those of the catalog: `at::nonzero(x)` is the model's
/// `torch.nonzero(x)`, `x.options()` stands for `x`, and `cudaFree(p)` is `cuda_runtime.cudaFree(p)`. What cannot be
/// read becomes Unknown. `facts` is what a compiler knows of the file, if one has seen it. Refused with one message is
/// what cannot be source: a NUL byte, or more bytes than the limit. `links` receives the names that tie the file to
/// others.
/// `members`: what a header beside the file declares.
std::expected<std::unique_ptr<model::Module>, std::string> read_cxx(
    std::string_view utf8_text, model::SymbolTable& symbols, FilePlace place = FilePlace::kUnknown,
    const FileFacts* facts = nullptr, ReadLimits limits = {}, FileLinks* links = nullptr,
    const MemberTypes* members = nullptr, Dialect dialect = Dialect::kCxx);

/// The members of the classes in a header, and its aliases of types; function bodies are not read.
MemberTypes member_types(std::string_view utf8_text);

}  // namespace syncfree::cxx
