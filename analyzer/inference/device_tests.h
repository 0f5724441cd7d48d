// Tests whose outcome says on which device, or in which element type, the code behind them runs: `device.type ==
// "cuda"`, `args.use_cuda`, `x.dtype == torch.float16`.
#pragma once

#include <cstdint>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// Where the code behind a test runs, as far as the test says.
enum class Elsewhere : std::uint8_t {
  kNo,
  kNotAsked,   ///< where the program was told to use no GPU
  kOnCpu,      ///< or on another device
  kChosenCpu,  ///< where the program's own device is the CPU, or another one
  kInHalf,     ///< in float16
  kOnOther,    ///< where CUDA is not
};

/// What the outcome of one test says, which is no `and`, `or` or `not`. By its text alone.
Elsewhere elsewhere(const model::Expression& test, bool positive, const model::SymbolTable& symbols);

}  // namespace syncfree::inference
