// What a callable gives back, as data: compiled by rules/catalog/generate.py from text such as
// `tensor(device=input, element=integer, rank=2)`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analyzer/catalog/operator.h"
#include "analyzer/values/lattice.h"

namespace syncfree::catalog {

enum class ResultForm : std::uint8_t {
  kTensor,
  kArray,      ///< NumPy array; element kind and rank as of a tensor
  kOperand,    ///< the argument itself
  kMoved,      ///< the argument, moved to the device that `tensor` says (nn.Module.to)
  kElementOf,  ///< any element of the argument
  kPlain,      ///< host value of `kinds`
  kBoolean,
  kInteger,
  kString,        ///< the constant `number` or `text`
  kRead,          ///< host number read from the argument's tensor: bool, int or float by its element kind
  kDevice,        ///< device: the one that `tensor` says; with `kinds`, the text that names it
  kDtype,         ///< element type: the one that `tensor` says
  kShape,         ///< torch.Size of the argument
  kTuple,         ///< exactly `children`
  kFields,        ///< a named tuple: exactly `children`, also reached by `names`
  kContainer,     ///< container of `kinds` with any number of `children[0]`
  kSameShape,     ///< container like the argument, with elements `children[0]`
  kDictionary,    ///< mapping with values `children[0]`
  kMappingItem,   ///< a value of the mapping argument (any)
  kMappingItems,  ///< iterator of (key, value) of the mapping argument
  kItems,         ///< a `kinds` container of the argument's elements
  kEnumerate,     ///< iterator of (integer, element of the argument)
  kZip,           ///< iterator of tuples of the elements of the arguments taken by `*name`
  kEach,          ///< what `*name` took: alone, or a tuple; of each, `children[0]` says what it is then
  kMade,          ///< object of the class that the argument is, where `tensor` says
  kInstance,      ///< object of the catalog class `row`, keeping `kept`
  kNode,          ///< the catalog class or function of `row` itself
  kIf,            ///< children[0] where `condition` holds, else children[1]
  kOneOf,         ///< any of `children`
  kBatch,         ///< what a loader gives of children[0]; where nothing is known of it, children[1]
  kPlaced,        ///< children[0], with all tensors that it holds where `tensor` says
  kCalled,        ///< what the functions gave that the callable called (Operator::calls)
  kAnything,      ///< nothing is known of it but, with `tensor`, where the tensors are that it holds
};

enum class DeviceRule : std::uint8_t {
  kJoin,     ///< where the tensor arguments are
  kFixed,    ///< `places`
  kOperand,  ///< where the operand is
};

enum class ElementRule : std::uint8_t {
  kFixed,    ///< `elements`
  kOperand,  ///< as the operand
  kPromote,  ///< the common type of the tensor and number arguments
  kFloat,    ///< as the operand, but floating for integers (sqrt, mean)
  kSum,      ///< as the operand, but integer for booleans (sum, prod)
  kReal,     ///< as the operand, but floating for complex (abs)
  kData,     ///< as torch.tensor infers it from host data
};

enum class RankRule : std::uint8_t {
  kFixed,      ///< `rank`
  kOperand,    ///< as the operand's, plus `plus`
  kBroadcast,  ///< the largest of the tensor arguments'
  kReduce,     ///< the operand's less what the arguments `dim` and `keepdim` say
  kSizes,      ///< as many as sizes were given
  kData,       ///< nesting of host data; of a tensor or array its own
  kElements,   ///< of the tensors in the sequence operand, plus `plus`
  kMatmul,     ///< of a matrix product of the operand and the next one
  kAtMost,     ///< at most the operand's
  kFlatten,    ///< the operand's, with dimensions from `start_dim` to `end_dim` made one
  kUnflatten,  ///< the operand's, less one, plus the number of sizes
  kEquation,   ///< of the output part of an einsum equation
  kIndex,      ///< the operand's if that is not 0, else 1
};

enum class MemoryRule : std::uint8_t { kPageable, kPinned, kOperand, kByArgument };
enum class ExtentRule : std::uint8_t { kByRank, kOperand, kSizes, kData };

/// How to find device, element kind, rank and memory of a tensor result.
struct TensorRule {
  DeviceRule device = DeviceRule::kJoin;
  Operand device_argument = {};  ///< if it is given, it decides; else `device`
  Operand device_operand = {};
  values::Places places = {};

  ElementRule element = ElementRule::kFixed;
  Operand dtype_argument = {};      ///< if it is given, it decides; else `element`
  Operand dtype_argument_too = {};  ///< a second one, for `Tensor.to(dtype)`
  Operand element_operand = {};
  values::Elements elements = values::kAnyElement;

  RankRule rank = RankRule::kFixed;
  Operand rank_operand = {};
  Operand rank_operand_too = {};
  Operand dim = {};
  Operand keepdim = {};
  std::int8_t plus = 0;
  values::Rank fixed = {};

  MemoryRule memory = MemoryRule::kPageable;
  Operand memory_operand = {};
  ExtentRule extent = ExtentRule::kByRank;
  Operand extent_operand = {};
};

struct ResultNode {
  ResultForm form = ResultForm::kAnything;
  Operand operand = {};
  values::Kinds kinds = {};
  std::int64_t number = 0;
  std::string_view text = {};
  const TensorRule* tensor = nullptr;
  std::span<const ResultNode> children = {};
  std::span<const std::string_view> names = {};
  std::span<const ConditionNode> condition = {};
  std::span<const Kept> kept = {};
  std::uint32_t row = 0;
};

}  // namespace syncfree::catalog
