#include "watched_calls.h"

#include "observer.h"

namespace syncfree::observer {
namespace {

struct Row {
  std::string_view name;  // without suffixes
  std::uint8_t kind;
  Arguments arguments = Arguments::kNone;
};

constexpr Row kRows[] = {
    {"cuStreamSynchronize", SYNCFREE_WAIT, Arguments::kStream},
    {"cuEventSynchronize", SYNCFREE_WAIT, Arguments::kEvent},
    {"cuCtxSynchronize", SYNCFREE_WAIT},
    {"cuMemcpy", SYNCFREE_COPY, Arguments::kLinearCopy},
    {"cuMemcpyPeer", SYNCFREE_COPY},
    {"cuMemcpyDtoH", SYNCFREE_COPY, Arguments::kLinearCopy},
    {"cuMemcpyHtoD", SYNCFREE_COPY, Arguments::kLinearCopy},
    {"cuMemcpyDtoA", SYNCFREE_COPY},
    {"cuMemcpyAtoD", SYNCFREE_COPY},
    {"cuMemcpyHtoA", SYNCFREE_COPY},
    {"cuMemcpyAtoH", SYNCFREE_COPY},
    {"cuMemcpy2D", SYNCFREE_COPY, Arguments::kFlatCopy},
    {"cuMemcpy2DUnaligned", SYNCFREE_COPY, Arguments::kFlatCopy},
    {"cuMemcpy3D", SYNCFREE_COPY, Arguments::kSpatialCopy},
    {"cuMemcpyAsync", SYNCFREE_ASYNC_COPY, Arguments::kLinearCopy},
    {"cuMemcpyDtoHAsync", SYNCFREE_ASYNC_COPY, Arguments::kLinearCopy},
    {"cuMemcpyHtoDAsync", SYNCFREE_ASYNC_COPY, Arguments::kLinearCopy},
    {"cuMemcpyHtoAAsync", SYNCFREE_ASYNC_COPY, Arguments::kArrayCopy},
    {"cuMemcpyAtoHAsync", SYNCFREE_ASYNC_COPY, Arguments::kArrayCopy},
    {"cuMemcpy2DAsync", SYNCFREE_ASYNC_COPY, Arguments::kFlatCopy},
    {"cuMemcpy3DAsync", SYNCFREE_ASYNC_COPY, Arguments::kSpatialCopy},
    {"cuMemFree", SYNCFREE_RELEASE},
    {"cuMemFreeHost", SYNCFREE_RELEASE},
    {"cuMemHostUnregister", SYNCFREE_RELEASE},
    {"cuMemUnmap", SYNCFREE_RELEASE},
    {"cuMemPoolTrimTo", SYNCFREE_RELEASE},
    {"cuEventQuery", SYNCFREE_QUERY},
    {"cuStreamQuery", SYNCFREE_QUERY},
    {"cuLaunchKernel", SYNCFREE_LAUNCH},
    {"cuLaunchKernelEx", SYNCFREE_LAUNCH},
    {"cuLaunchCooperativeKernel", SYNCFREE_LAUNCH},
    {"cuGraphLaunch", SYNCFREE_LAUNCH},
    {"cuMemsetD8Async", SYNCFREE_LAUNCH},
    {"cuMemsetD16Async", SYNCFREE_LAUNCH},
    {"cuMemsetD32Async", SYNCFREE_LAUNCH},
    {"cuMemcpyDtoDAsync", SYNCFREE_LAUNCH},
    {"cuMemAlloc", SYNCFREE_ALLOCATE},
    {"cuMemAllocPitch", SYNCFREE_ALLOCATE},
    {"cuMemAllocManaged", SYNCFREE_ALLOCATE},
    {"cuMemAllocHost", SYNCFREE_ALLOCATE},
    {"cuMemHostAlloc", SYNCFREE_ALLOCATE},
    {"cuMemHostRegister", SYNCFREE_ALLOCATE},
    {"cuMemCreate", SYNCFREE_ALLOCATE},
    {"cuMemMap", SYNCFREE_ALLOCATE},
    {"cuMemSetAccess", SYNCFREE_ALLOCATE},
    {"cuModuleLoadData", SYNCFREE_ALLOCATE},
    {"cuModuleLoadDataEx", SYNCFREE_ALLOCATE},
    {"cuModuleLoadFatBinary", SYNCFREE_ALLOCATE},
    {"cuLibraryLoadData", SYNCFREE_ALLOCATE},
    {"cuProfilerStart", SYNCFREE_RANGE_BEGIN},
    {"cuProfilerStop", SYNCFREE_RANGE_END},
};

std::string_view without_suffix(std::string_view name) {
  for (bool again = true; again;) {
    again = false;
    for (std::string_view suffix : {"_v2", "_v3", "_ptds", "_ptsz"}) {
      if (name.ends_with(suffix)) {
        name.remove_suffix(suffix.size());
        again = true;
      }
    }
  }
  return name;
}

}  // namespace

WatchedCall watched_call(std::string_view name) {
  const std::string_view plain = without_suffix(name);
  for (const Row& row : kRows) {
    if (row.name != plain) continue;
    return {
        .kind = row.kind, .arguments = row.arguments, .per_thread = name.ends_with("_ptsz") || name.ends_with("_ptds")};
  }
  return {};
}

}  // namespace syncfree::observer
