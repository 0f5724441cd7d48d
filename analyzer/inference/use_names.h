// Names that say how a value is used: members that only tensors have, calls that only modules answer, and the like.
#pragma once

#include <string_view>
#include <unordered_set>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/known.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// Names that mean something to how a value is used, looked up once.
struct UseNames {
  UseNames(const Known& known, model::SymbolTable& symbols);

  std::unordered_set<model::Symbol> tensor_only;  ///< members of tensors that no array, module or number has
  std::unordered_set<model::Symbol> module_calls;
  std::unordered_set<model::Symbol> parts;          ///< methods of containers that give what they hold
  std::unordered_set<model::Symbol> views;          ///< attributes of tensors that are tensors
  std::unordered_set<model::Symbol> keyed;          ///< members of mappings
  std::unordered_set<model::Symbol> answers;        ///< methods of tensors that give what the host knows or reads
  std::unordered_set<model::Symbol> passing;        ///< functions that hand on the elements of their first argument
  std::unordered_set<model::Symbol> array;          ///< fields of tensors and arrays that a container has not
  std::unordered_set<model::Symbol> array_methods;  ///< the same of methods
  std::unordered_set<model::Symbol> tensor_calls;   ///< methods of tensors alone, called with nothing but numbers
  std::unordered_set<model::Symbol> array_calls;    ///< methods of tensors and arrays, called like that
  std::unordered_set<model::Symbol> positions;      ///< functions that give many positions at once
  std::unordered_set<model::Symbol> like_another;   ///< methods whose first argument is a tensor: `x.view_as(y)`
  std::unordered_set<model::Symbol> indexing;       ///< methods of tensors whose second argument is a tensor of indices
  std::unordered_set<model::Symbol> conversions;    ///< functions that make tensors of what may be none
  std::unordered_set<model::Symbol> masked;         ///< methods of tensors whose first argument is a mask
  std::unordered_set<model::Symbol> makers;         ///< functions that make tensors of what is none
  std::unordered_set<model::Symbol> movers;         ///< usual names of functions that copy a batch to the device
  std::unordered_set<model::Symbol> levels;         ///< what loggers are called with
  std::unordered_set<model::Symbol> tests;          ///< functions that ask what a value is
  std::unordered_set<model::Symbol> casts;          ///< of a result of an operator: of a tensor
  std::unordered_set<model::Symbol> pairs;          ///< methods that give two values, if a tensor has them
  std::unordered_set<model::Symbol> keywords;       ///< of methods of tensors alone
  std::unordered_set<model::Symbol> new_ones;       ///< methods of tensors that make others beside them
  std::unordered_set<model::Symbol> copies;         ///< methods that no tensor has, which give another of the same kind
  std::unordered_set<model::Symbol> of_modules_too;
  std::unordered_set<model::Symbol> options;   ///< usual names of the object that holds a command line's options
  std::unordered_set<model::Symbol> settings;  ///< these, and usual names of other objects that hold settings
  model::Symbol numpy, from_numpy, to, cuda, cpu, backward, scale, unscale, enumerate, range, view, zip, map, next,
      size, device, self, grad, data, numel, is_cuda, full, full_like, flatten, index, any, all, sum;
};

/// `x`, `logits`: a tensor wherever people write models; evidence enough for a guess only.
bool names_a_tensor(std::string_view name);
/// `device`, `local_device`: where the code computes, if nothing else is known of it.
bool names_a_device(std::string_view name);
/// `dataset`, `val_dataset`
bool names_a_dataset(std::string_view name);
/// `idx`, `edge_index`, `row_ids`: is the last word of the name that of positions.
bool names_positions(std::string_view name);

/// `Group.exp(x)`: a tensor's `exp` takes nothing by position, so this is the method of something else. `tensor`: the
/// node of torch's class.
bool no_tensor_takes(const model::Call& call, model::Symbol method, const catalog::Catalog& catalog,
                     std::uint32_t tensor);

/// `batch_shape`, `size`: it counts its elements (`numel`) as a tensor does.
bool names_a_shape(std::string_view name);

/// Of `torch`, `torch.nn.functional` or `torch.linalg`, and what gave tensors gradients before torch 0.4: takes tensors
/// and gives them.
bool is_functional(std::string_view function);

/// Functions of torch that take a number in place of their first tensor: `torch.pow(beta, steps)`.
bool may_begin_with_a_number(std::string_view function);

}  // namespace syncfree::inference
