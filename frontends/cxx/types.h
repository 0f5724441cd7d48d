// What a written type says of a variable, as far as the analysis cares.
#pragma once

#include <cstdint>
#include <span>

#include "frontends/cxx/token.h"

namespace syncfree::cxx {

enum class Type : std::uint8_t {
  kUnknown,
  kTensor,
  kTensorList,
  kOptions,  ///< at::TensorOptions; its model is the device that it names
  kDevice,
  kElementType,  ///< at::ScalarType
  kMemoryFormat,
  kPolicy,          ///< Thrust execution policy; its model is "par", "par_nosync" or "host"
  kDeviceVector,    ///< thrust::device_vector and its like
  kDeviceIterator,  ///< thrust::device_ptr, iterators of device vectors
  kHostVector,      ///< thrust::host_vector, std::vector
  kHostIterator,
  kPointer,
  kNumber,
  kDeviceGuard,
};

/// Reads the tokens of a type: the last name before template arguments decides.
Type read_type(std::span<const Token> tokens);

}  // namespace syncfree::cxx
