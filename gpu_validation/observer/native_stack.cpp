#include "native_stack.h"

#include <array>
#include <climits>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>

namespace syncfree::observer {
namespace {

constexpr std::size_t kMost = 48;

bool is_cuda(std::string_view module) {
  const std::size_t slash = module.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? module : module.substr(slash + 1);
  for (std::string_view part : {"libcuda.so", "libcudart", "libcupti", "libcudadebugger", "libsyncfree_observer"}) {
    if (name.starts_with(part)) return true;
  }
  return false;
}

/// The main program is named as it was called, which need not be a path.
std::string file_of(const Dl_info& info) {
  char resolved[PATH_MAX];
  if (info.dli_fname == nullptr) return {};
  if (std::string_view(info.dli_fname).find(".so") == std::string_view::npos &&
      realpath("/proc/self/exe", resolved) != nullptr)
    return resolved;
  return realpath(info.dli_fname, resolved) != nullptr ? resolved : info.dli_fname;
}

}  // namespace

void read_native(std::vector<uint64_t>& addresses, std::size_t limit) {
  std::array<void*, kMost> found;
  const int count = backtrace(found.data(), static_cast<int>(kMost));
  for (int i = 0; i < count && addresses.size() < limit; ++i)
    addresses.push_back(reinterpret_cast<uint64_t>(found[static_cast<std::size_t>(i)]));
}

std::vector<NativePlace> native_places(const std::vector<uint64_t>& addresses) {
  std::vector<NativePlace> places;
  for (const uint64_t address : addresses) {
    Dl_info info{};
    const uint64_t call = address - 1;  // what is known is where the call returns to
    if (dladdr(reinterpret_cast<void*>(call), &info) == 0 || info.dli_fbase == nullptr) continue;
    const std::string file = file_of(info);
    if (is_cuda(file)) continue;
    const auto base = reinterpret_cast<uint64_t>(info.dli_fbase);
    const bool fixed = static_cast<const Elf64_Ehdr*>(info.dli_fbase)->e_type == ET_EXEC;
    places.push_back({.module = file,
                      .offset = fixed ? call : call - base,
                      .symbol = info.dli_sname != nullptr ? info.dli_sname : ""});
  }
  return places;
}

}  // namespace syncfree::observer
