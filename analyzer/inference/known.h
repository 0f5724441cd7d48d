// Names and catalog nodes that the interpreter treats in a way of its own, looked up once.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// Library callables whose effect is on control or on the interpreter's own state, not only on values.
enum class Special : std::uint8_t {
  kNone,
  kSuper,
  kIsInstance,
  kHasAttr,
  kGetAttr,
  kSetAttr,
  kStoreAttribute,
  kVars,
  kAsDict,
  kMap,
  kFilter,
  kReduce,
  kPartial,
  kSortLike,
  kDictionary,
  kIsTensor,
  kToFloat,
  kToInteger,
  kToBoolean,
  kToString,
  kLength,
  kIterate,
  kNext,
  kTrueConstant,
  kDecided,
  kFalseConstant,
  kEnumerate,
  kZip,
  kType,
  kKeepFunction,
  kTreeMap,
  kTreeLeaves,
  kTreeFlatten,
  kNamedTuple,
  kSample,
  kLookUp,
  kFormat,
  kLowerCase,
  kUpperCase,
  kCast,
  kExecute,
};

struct Known {
  Known(const catalog::Catalog& catalog, model::SymbolTable& symbols);

  // Classes whose members a value of that kind has.
  std::uint32_t tensor, array, integer, floating, boolean, string, list, tuple, dictionary, set, shape, device, dtype,
      generator, slice;
  std::uint32_t module;             ///< torch.nn.Module
  std::uint32_t autograd_function;  ///< torch.autograd.Function
  std::uint32_t parameter;          ///< torch.nn.Parameter
  std::uint32_t buffer;             ///< torch.nn.Buffer
  std::uint32_t builtins;
  std::uint32_t grad_scaler;
  std::uint32_t lightning_module;
  std::uint32_t trainer;
  std::uint32_t logger;
  std::uint32_t output;         ///< what a model returns
  std::uint32_t batch;          ///< what a loader gives
  std::uint32_t named_methods;  ///< what methods of objects do that are known by the method's name alone
  std::uint32_t rare_methods;   ///< the same, where no class of the project has a method of that name
  std::uint32_t sequential, module_list, module_dict;  ///< containers of modules
  std::uint32_t object;                                ///< builtins.object
  std::array<std::uint32_t, 2> distributions;          ///< bases of distributions of one's own
  std::array<std::uint32_t, 3> owners_of_tensors;      ///< classes of torch whose objects live where their tensors do

  model::FlatMap<std::uint32_t, Special> specials;  ///< by catalog node
  /// By name, functions of `cxx` that give the same whatever they are given.
  model::FlatMap<model::Symbol, values::Value> cxx_results;

  // Attribute and method names.
  model::Symbol apply, setup_context, compute, arg_constraints;
  model::Symbol forward, backward, saved_tensors, init, new_, call, enter, exit, iter, next, len, contains, getitem,
      setitem, bool_, float_, int_, str_, repr, getattr, post_init, to, cuda, cpu, as_numpy, device_name, type_name,
      dtype_name, cxx, cxx_test, is_cuda, is_cpu, copy_into, item, ndim, dim, append, extend, insert, add, update,
      setdefault, unpacked, appendleft, register_buffer, register_parameter, add_module, name_, register_module, dict_;
  /// Methods that only tensors have: a value on which one is called is a tensor.
  bool only_tensors_have(model::Symbol name) const { return tensor_only_.contains(name); }
  /// The method that an operator calls on an object: "__add__", …
  model::Symbol dunder(std::string_view name) const;
  /// "__iadd__", …
  model::Symbol in_place(model::BinaryOperator operation) const {
    return in_place_[static_cast<std::size_t>(operation)];
  }

 private:
  model::FlatMap<model::Symbol, std::uint8_t> tensor_only_;
  std::unordered_map<std::string_view, model::Symbol> dunders_;
  std::array<model::Symbol, 13> in_place_;
};

}  // namespace syncfree::inference
