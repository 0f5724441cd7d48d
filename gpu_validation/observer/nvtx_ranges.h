// The part of NVTX that the observer speaks to, declared here: how a library hears of a program's ranges
// (NVTX_INJECTION64_PATH). Order and size are those of NVTX 3.
#pragma once

#include <cstddef>
#include <cstdint>

namespace syncfree::observer {

using NvtxFunction = void (*)();

struct NvtxCallbacks {
  size_t size;
  /// Where the functions of a module are kept, by their number.
  int (*functions)(int module, NvtxFunction*** table, unsigned* count);
};

constexpr uint32_t kNvtxCallbackTable = 1;
constexpr int kNvtxCore = 1;
constexpr int kNvtxDomains = 5;

enum NvtxCoreFunction : unsigned {
  kNvtxStartEx = 4,
  kNvtxStart = 5,
  kNvtxEnd = 7,
  kNvtxPushEx = 8,
  kNvtxPush = 9,
  kNvtxPop = 11
};
enum NvtxDomainFunction : unsigned {
  kNvtxDomainStartEx = 2,
  kNvtxDomainEnd = 3,
  kNvtxDomainPushEx = 4,
  kNvtxDomainPop = 5,
  kNvtxDomainRegister = 10,
};

constexpr int kNvtxText = 1;
constexpr int kNvtxRegisteredText = 3;

struct NvtxEvent {
  uint16_t version, size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type, reserved;
  uint64_t payload;
  int32_t message_type;
  const char* message;  // of kNvtxText; else what kNvtxDomainRegister has returned
};

}  // namespace syncfree::observer
