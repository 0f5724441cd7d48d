// What the catalog says of one callable: its parameters, what comes back, and when it blocks the host.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analyzer/values/value.h"

namespace syncfree::catalog {

/// What a parameter is when no argument is given for it.
enum class Default : std::uint8_t { kRequired, kNone, kTrue, kFalse, kZero, kOther };

/// What alone an operator takes in a place. `kTensor`: what a library's source declares to be one.
enum class Takes : std::uint8_t { kAnything, kInteger, kNumber, kTensor };

struct Parameter {
  std::string_view name;
  std::string_view other_name =
      {};  ///< the keyword of another overload for the same position: `torch.max(input, other | dim)`
  bool keyword_only = false;
  Takes takes = Takes::kAnything;
  std::uint8_t stars = 0;  ///< 1: `*name` takes the remaining positional arguments, 2: `**name`
  Default otherwise = Default::kRequired;
};

/// One condition of a row, compiled by rules/catalog/generate.py from text such as `device(input) and
/// absent(output_size)`. Nodes are in postfix order; evaluation is three-valued.
enum class Predicate : std::uint8_t {
  kAnd,
  kOr,
  kNot,  ///< operators on the stack
  kAlways,
  kDevice,       ///< argument is a tensor on the GPU (or holds one: list, tuple, dict of tensors)
  kCpuTensor,    ///< argument is a tensor on the CPU
  kTensor,       ///< argument is a tensor, on whatever device
  kWorksOn,      ///< as kDevice; what nothing is known of is a tensor too, since the operator takes nothing else
  kHoldsTensor,  ///< argument is a tensor or holds one
  kHoldsCpuIndex,
  kOnDevice,
  kOnCpu,        ///< argument is a tensor or an object whose tensors are on the GPU; on the CPU
  kHostData,     ///< argument is host data: number, string, NumPy array, or a sequence that holds no tensor
  kHostNumber,   ///< argument is a host number
  kHoldsNumber,  ///< argument is a host number or holds one
  kSequence,     ///< argument is a list, tuple, range or the like
  kEmpty,        ///< argument is a sequence known to be empty
  kArray,        ///< argument is a NumPy array
  kShape,        ///< argument is a torch.Size
  kPresent,
  kAbsent,  ///< argument was given (a given None counts as given)
  kNone,    ///< argument is None or absent with default None
  kTrue,
  kFalse,   ///< argument is the constant True / False (absent: the default of the parameter decides)
  kEquals,  ///< argument equals the constant `text` (string) or `number`
  kLess,    ///< argument is a number below `number`
  kNode,    ///< argument is the catalog's class or function whose node is `number`
  kObject,  ///< argument is an object that a row makes of the class whose node is `number`
  kRank,
  kRankAtLeast,  ///< rank of a tensor argument against `number`
  kBoolean,
  kInteger,
  kFloating,
  kComplex,   ///< element kind of a tensor argument
  kToDevice,  ///< argument names or implies a GPU: a device, a device string, a device tensor, a GPU index
  kToCpu,     ///< argument names or implies the CPU
  kPinned,
  kPageable,  ///< memory of a CPU tensor argument
  kSmall,
  kLarge,         ///< bytes of a tensor argument
  kAnyDevice,     ///< any argument at all is or holds a tensor on the GPU
  kSeveral,       ///< argument hands out at least two elements that can be tensors, or is a tensor of rank one or more
  kDtype,         ///< argument is an element type
  kText,          ///< argument is a string
  kThroughMask,   ///< argument is or holds a tensor whose gradient goes through a mask
  kWaitsBack,     ///< argument is or holds a tensor whose gradient waits on its way back for another reason
  kPerhaps,       ///< depends on what no value here shows: always "maybe"
  kMadeOnDevice,  ///< what names no device is made on the GPU
  kTestsGradients,  ///< anomaly detection is on
  kSurely,
  kPossibly,  ///< on the stack: a "maybe" below counts as no, or as yes (then on weaker evidence)
};

/// Which value a condition or a result speaks of: an argument, or what an object kept of the arguments of its
/// constructor and of methods that were called.
struct Operand {
  std::int8_t parameter = -1;   ///< index into Operator::parameters
  std::string_view field = {};  ///< the kept argument's name; empty: the argument itself
};

/// An argument that an object keeps.
struct Kept {
  std::string_view name;
  Operand operand;
};

struct ConditionNode {
  Predicate predicate;
  Operand operand = {};
  std::int64_t number = 0;
  std::string_view text = {};
};

/// A way in which the callable blocks the host.
struct Block {
  std::string_view rule;  ///< "SF502"
  std::span<const ConditionNode> condition;
  std::string_view reason;  ///< one plain clause: "the number of non-zero elements is read back to size the result"
  std::string_view call;    ///< the driver call that waits: "cuStreamSynchronize"
  std::string_view use_instead;  ///< may be empty
  bool measured = true;          ///< false: from PyTorch's source, not run
  bool eager = false;            ///< not in the graph of torch.compile, to which what Python does with numbers is known
  bool rare = false;             ///< a program does it at its start or end, unless a loop shows otherwise
};

/// Result descriptions, compiled from text such as `tensor(device=input, element=integer, rank=2)` into a small tree.
struct ResultNode;

/// What a function that a callable calls gets for one argument.
struct GivenArgument {
  std::string_view keyword = {};  ///< empty for a positional argument
  std::uint8_t stars = 0;         ///< 1: the elements of the value, 2: its entries by name
  const ResultNode* value = nullptr;
};

/// A function among the arguments that the callable calls itself: a hook, the target of a thread.
struct Callback {
  Operand function;
  std::span<const GivenArgument> arguments;
  bool in_rounds = false;  ///< once for each element of something
};

/// What a call means for the order of things on host and GPU; for the rules that follow control flow.
enum class Role : std::uint8_t {
  kNone,
  kCopy,           ///< copies between host and GPU; asynchronously with non_blocking=True
  kView,           ///< gives another view of its first operand's memory
  kMetadata,       ///< looks at shape, type or device only
  kRandom,         ///< gives something else each time
  kWaitsBack,      ///< its backward pass waits
  kClock,          ///< reads a host clock
  kRecord,         ///< puts an event into a stream
  kQuery,          ///< asks whether the GPU is done
  kElapsed,        ///< asks for the time between two events
  kBackward,       ///< queues a backward pass
  kOptimizerStep,  ///< updates the parameters
  kCapture,        ///< a context in which a CUDA graph is captured
  kCaptureBegin,
  kCaptureEnd,
  kStream,       ///< a context in which work goes to another stream
  kStreamWait,   ///< makes a stream wait for another one, or for an event
  kCaptureCall,  ///< captures what the functions do that it is given
  kLog,          ///< hands values to people: prints, logs, progress bars
};
/// Roles that only a look at the order of things can judge.
constexpr bool is_notable(Role role) { return role >= Role::kClock && role < Role::kLog; }

struct Operator {
  std::string_view name;  ///< "torch.repeat_interleave", "torch.Tensor.item"; for a class: its constructor
  std::span<const Parameter> parameters;  ///< of a method, the first is `self`
  const ResultNode* result = nullptr;     ///< null: unknown
  std::span<const Block> blocks;
  Role role = Role::kNone;
  std::span<const Callback> calls = {};
  std::span<const Kept> keeps = {};  ///< of a method: what its object keeps of the call from then on
};

}  // namespace syncfree::catalog
