// Written types of variables, as far as the analysis cares.
#pragma once

#include <cstdint>
#include <span>

#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {

enum class Type : std::uint8_t {
  kUnknown,
  kTensor,
  kTensorList,
  kTensorMap,  ///< from anything to tensors
  kOptions,    ///< at::TensorOptions; its model is the device that it names
  kDevice,
  kElementType,  ///< at::ScalarType
  kMemoryFormat,
  kPolicy,          ///< Thrust execution policy; its model is "par", "par_nosync" or "host"
  kDeviceVector,    ///< thrust::device_vector and its like
  kDeviceIterator,  ///< thrust::device_ptr, iterators of device vectors
  kDeviceBuffer,    ///< rmm::device_uvector and device_scalar: memory that nobody fills
  kHostVector,      ///< thrust::host_vector, std::vector
  kHostIterator,
  kInputs,  ///< std::vector<torch::jit::IValue>: what a module is given; its model is the first of them
  kPointer,
  kNumber,
  kDeviceGuard,
  kQueue,    ///< torch's streams and events
  kLoader,   ///< of torch::data: what iterates over batches
  kBatch,    ///< what such a loader gives: its tensors are in host memory
  kPickled,  ///< what was read from a file: its tensors are in host memory until they are moved
  kOther,    ///< a class of the program or of another library: none of these, which only a compiler knows
};

/// Reads the tokens of a type: the last name before template arguments decides.
Type read_type(std::span<const Token> tokens);

/// What is held by a pointer: vectors, buffers and queues are used through one as if they were there.
Type pointer_to(Type type);

}  // namespace syncfree::cxx
