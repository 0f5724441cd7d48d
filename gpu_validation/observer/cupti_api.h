// The part of CUPTI and of the CUDA driver that the observer speaks to, declared here, so that it builds without a CUDA
// toolkit. Names of members are ours; order and size are those of CUDA 12 and 13 (tests/gpu_validation compares them
// with the toolkit's headers where there are some).
#pragma once

#include <cstddef>
#include <cstdint>

namespace syncfree::observer {

// CUPTI's callback API.

using CuptiResult = int;
constexpr CuptiResult kCuptiSuccess = 0;
constexpr CuptiResult kCuptiSubscriberTaken = 39;

constexpr int kDriverDomain = 1;
constexpr int kEnter = 0;

struct CallbackData {
  int site;  // kEnter, or the exit
  const char* name;
  const void* arguments;  // the call's arguments, one after the other, as in a structure
  void* result;           // CudaResult*, on exit
  const char* symbol;
  void* context;
  uint32_t context_number;
  uint64_t* correlation;  // the subscriber's own, kept from entry to exit
  uint32_t correlation_number;
};

using Subscriber = void*;
using CallbackFunction = void (*)(void* user, int domain, uint32_t id, const void* data);

struct CuptiFunctions {
  CuptiResult (*subscribe)(Subscriber*, CallbackFunction, void* user) = nullptr;
  CuptiResult (*unsubscribe)(Subscriber) = nullptr;
  CuptiResult (*enable_callback)(uint32_t enable, Subscriber, int domain, uint32_t id) = nullptr;
  CuptiResult (*enable_domain)(uint32_t enable, Subscriber, int domain) = nullptr;
  CuptiResult (*callback_name)(int domain, uint32_t id, const char** name) = nullptr;
  CuptiResult (*result_string)(CuptiResult, const char** text) = nullptr;
};

// CUPTI's activity API. Records have grown from version to version behind what is read of them here.

using ActivityKind = int;
constexpr ActivityKind kActivityCopy = 1;
constexpr ActivityKind kActivitySet = 2;
constexpr ActivityKind kActivityKernel = 10;  // kernels that may run side by side

/// Offsets in bytes.
struct ActivityLayout {
  ActivityKind kind;
  size_t start, end;           // uint64_t, in nanoseconds
  size_t stream, correlation;  // uint32_t
};
constexpr ActivityLayout kActivityLayouts[] = {
    {kActivityKernel, 16, 24, 48, 92}, {kActivityCopy, 16, 24, 40, 44}, {kActivitySet, 16, 24, 40, 44}};
constexpr size_t kKernelName = 104;   // const char*
constexpr size_t kCopyDirection = 4;  // uint8_t: CUpti_ActivityMemcpyKind

constexpr const ActivityLayout* layout_of(ActivityKind kind) {
  for (const ActivityLayout& layout : kActivityLayouts) {
    if (layout.kind == kind) return &layout;
  }
  return nullptr;
}

constexpr uint32_t kFlushForced = 1;

struct ActivityFunctions {
  CuptiResult (*register_callbacks)(void (*give)(uint8_t** buffer, size_t* size, size_t* most_records),
                                    void (*take)(void* context, uint32_t stream, uint8_t* buffer, size_t size,
                                                 size_t valid)) = nullptr;
  CuptiResult (*enable)(ActivityKind) = nullptr;
  CuptiResult (*disable)(ActivityKind) = nullptr;
  CuptiResult (*flush)(uint32_t flags) = nullptr;
  CuptiResult (*next_record)(uint8_t* buffer, size_t valid, uint8_t** record) = nullptr;
  CuptiResult (*timestamp)(uint64_t*) = nullptr;
};

// The driver.

using CudaResult = int;
constexpr CudaResult kCudaSuccess = 0;
constexpr CudaResult kCudaNotReady = 600;

using Stream = void*;
inline const Stream kLegacyStream = reinterpret_cast<Stream>(1);
inline const Stream kPerThreadStream = reinterpret_cast<Stream>(2);

constexpr unsigned kMemoryTypeHost = 1;
constexpr unsigned kMemoryTypeUnified = 4;
constexpr int kAttributeMemoryType = 2;
constexpr int kAttributeIsManaged = 8;
constexpr int kCaptureRelaxed = 2;
constexpr int kNotCapturing = 0;

struct DriverFunctions {
  CudaResult (*pointer_attributes)(unsigned count, int* attributes, void** values, uintptr_t pointer) = nullptr;
  CudaResult (*stream_query)(Stream) = nullptr;
  CudaResult (*event_query)(void* event) = nullptr;
  CudaResult (*stream_is_capturing)(Stream, int* status) = nullptr;
  CudaResult (*exchange_capture_mode)(int* mode) = nullptr;
};

// What is on one side of a shaped copy.
struct CopySide2D {
  size_t x_bytes;
  size_t y;
  unsigned memory;  // kMemoryTypeHost and so on
  const void* host;
  uintptr_t device;
  void* array;
  size_t pitch;
};

struct Copy2D {
  CopySide2D source;
  CopySide2D destination;
  size_t width_bytes;
  size_t height;
};

struct CopySide3D {
  size_t x_bytes;
  size_t y;
  size_t z;
  size_t level;
  unsigned memory;
  const void* host;
  uintptr_t device;
  void* array;
  void* reserved;
  size_t pitch;
  size_t height;
};

struct Copy3D {
  CopySide3D source;
  CopySide3D destination;
  size_t width_bytes;
  size_t height;
  size_t depth;
};

// Arguments of calls, as CallbackData::arguments points to them.

struct LinearCopyArguments {  // cuMemcpy, its directed forms and their asynchronous twins
  void* destination;
  void* source;
  size_t bytes;
  Stream stream;  // asynchronous twins only
};

struct ArrayCopyArguments {  // cuMemcpyHtoAAsync and cuMemcpyAtoHAsync
  void* destination;
  void* middle;  // an offset, or the source
  void* source;
  size_t bytes;
  Stream stream;
};

struct ShapedCopyArguments {  // cuMemcpy2D and cuMemcpy3D
  const void* copy;           // Copy2D or Copy3D
  Stream stream;              // asynchronous twins only
};

struct OneArgument {  // cuStreamSynchronize, cuEventSynchronize
  void* handle;
};

}  // namespace syncfree::observer
