// What happens at an expression, as the inference sees it, for the rules to judge. Events speak of values, never of
// syntax.
#pragma once

#include <array>
#include <cstdint>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/source/text_range.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

enum class EventKind : std::uint8_t {
  kCall,   ///< a catalog operator that blocks for these arguments; `block` says how; operands: the receiver if it is a
           ///< method, then the arguments as they are written
  kTruth,  ///< a value's truth is taken (if, while, assert, not, and/or, ternary, comprehension condition); operand:
           ///< the value
  kContains,        ///< `item in container`; operands: item, container
  kFormat,          ///< a value becomes text; operand: the value
  kRepeat,          ///< `[x] * n`, `"a" * n`; operand: the count
  kSubscriptLoad,   ///< operands: object, index
  kSubscriptStore,  ///< operands: object, index, stored value
  kHostIndex,       ///< a host sequence indexed by a value (`items[t]`); operand: the index
};

/// Why the host takes a truth: the rules name the construct.
enum class TruthUse : std::uint8_t {
  kNone,
  kIf,
  kWhile,
  kAssert,
  kNot,
  kBooleanOperator,
  kConditional,
  kComprehension,
  kReduction,  ///< a built-in such as max, sorted or filter compares or tests elements; the event's range is the call
};

/// What becomes of the value that the event reads; decides the finding's dependency.
enum class Consumer : std::uint8_t {
  kUnknown,
  kDiscarded,    ///< nothing, or a check that changes nothing else
  kControlFlow,  ///< it decides what the host does next
  kReported,     ///< people read it: printed, logged, collected
  kDeviceAgain,  ///< it only goes into further work of the GPU
  kHostOnly,     ///< the host computes with it: a size, an index, an iteration
};

/// How the value that a call copies to the GPU was made.
using values::Origin;

struct Event {
  EventKind kind;
  source::TextRange range;                       ///< the innermost expression that blocks
  values::Truth blocks = values::Truth::kMaybe;  ///< for kCall: of the condition; else: is the operand a device tensor
  values::Evidence evidence = values::Evidence::kGuessed;
  values::Places places;
  std::array<values::Value, 3> operands;
  TruthUse truth_use = TruthUse::kNone;
  Consumer consumer = Consumer::kUnknown;
  Origin origin = Origin::kUnknown;  ///< of a call's operands[0]
  const catalog::Block* block = nullptr;
  const catalog::Operator* operation = nullptr;
  bool of_unknown = false;       ///< of a call: its condition was asked of values of which nothing is known, too, or
                                 ///< of two that hold on different paths, perhaps never on the same
  bool augmented = false;        ///< the store of `x[i] += …`
  bool loop_test = false;        ///< evaluated in the test of a `while`, so once in each iteration
  std::uint16_t loop_depth = 0;  ///< loops of the same function around it
  bool captured = false;         ///< while a CUDA graph is captured; set by the engine
  bool guarded = false;          ///< runs seldom: every N steps, when debugging, when an error is raised
  std::uint16_t read_back = 0;  ///< of a call's first 16 written arguments, those whose tensors its condition speaks of
};

}  // namespace syncfree::inference
