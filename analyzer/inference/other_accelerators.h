// Packages of accelerators that are neither the CPU nor a GPU of CUDA.
#pragma once

#include <array>
#include <string_view>

namespace syncfree::inference {

struct OtherAccelerator {
  std::string_view package;
  bool needs_device;  ///< it cannot be imported without one, and a machine that has one has no CUDA
};

inline constexpr std::array<OtherAccelerator, 6> kOtherAccelerators = {{{"torch_xla", false},
                                                                        {"torch_npu", true},
                                                                        {"torch_mlu", true},
                                                                        {"torch_musa", false},
                                                                        {"intel_extension_for_pytorch", false},
                                                                        {"habana_frameworks", true}}};

}  // namespace syncfree::inference
