#include "analyzer/inference/use_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/setting_names.h"

namespace syncfree::inference {

namespace {

// What NumPy arrays, modules, random generators or mathematical libraries have too says nothing.
constexpr std::array<std::string_view, 44> kTensorMembers = {
    "detach",        "unsqueeze",      "masked_fill",       "masked_fill_",  "new_zeros",   "new_ones",
    "new_tensor",    "new_full",       "new_empty",         "contiguous",    "is_cuda",     "index_select",
    "masked_select", "expand_as",      "scatter_",          "type_as",       "log_softmax", "detach_",
    "index_add_",    "scatter_add_",   "data_ptr",          "is_contiguous", "clamp",       "clamp_min",
    "clamp_",        "unsqueeze_",     "squeeze_",          "copy_",         "mul_",        "add_",
    "div_",          "sub_",           "index_fill_",       "view_as",       "reshape_as",  "is_sparse",
    "grad_fn",       "masked_scatter", "is_floating_point", "element_size",  "permute",     "unbind",
    "bmm",           "clamp_max"};
// `model.train()`, `net.parameters()`
constexpr std::array<std::string_view, 11> kModuleCalls = {
    "train",    "eval",          "parameters",     "named_parameters",      "zero_grad",      "modules",
    "children", "named_modules", "named_children", "register_forward_hook", "load_state_dict"};
constexpr std::array<std::string_view, 8> kParts = {"items",   "values",     "get",     "pop",
                                                    "popitem", "setdefault", "popleft", "next"};
constexpr std::array<std::string_view, 6> kViews = {"data", "T", "mT", "H", "real", "imag"};
constexpr std::array<std::string_view, 5> kKeyed = {"items", "keys", "values", "get", "update"};
constexpr std::array<std::string_view, 9> kPassing = {"tqdm",     "trange", "list",  "tuple", "iter",
                                                      "reversed", "sorted", "cycle", "islice"};
constexpr std::array<std::string_view, 2> kArrayFields = {"shape", "ndim"};
constexpr std::array<std::string_view, 7> kArrayMethods = {"sum", "any", "all", "max", "min", "argmax", "argmin"};
constexpr std::array<std::string_view, 6> kLevels = {"debug", "info", "warning", "error", "exception", "critical"};
constexpr std::array<std::string_view, 4> kTests = {"isinstance", "is_tensor", "hasattr", "callable"};
// Called with nothing but numbers: `x.softmax(-1)`, `scores.norm()`.
constexpr std::array<std::string_view, 28> kTensorCalls = {
    "softmax", "sigmoid", "tanh",     "relu",   "logsumexp",   "topk",  "norm",
    "exp",     "log",     "sqrt",     "rsqrt",  "neg",         "t",     "long",
    "int",     "bool",    "dim",      "numpy",  "logical_not", "isnan", "isinf",
    "square",  "sign",    "bincount", "gather", "expm1",       "log1p", "unique_consecutive"};
// The same of arrays too.
constexpr std::array<std::string_view, 17> kArrayCalls = {
    "item",   "tolist",  "mean",    "std",     "var",   "prod",  "cumsum",    "argsort", "nonzero",
    "unique", "squeeze", "flatten", "reshape", "ravel", "round", "transpose", "abs"};
// What they give lies on the host, wherever the tensor does.
constexpr std::array<std::string_view, 10> kAnswers = {"size",   "dim",          "numel", "nelement",   "ndimension",
                                                       "stride", "element_size", "item",  "get_device", "tolist"};
// What gives many positions at once.
constexpr std::array<std::string_view, 6> kPositions = {"randperm", "permutation", "argsort",
                                                        "nonzero",  "where",       "flatnonzero"};
// What modules have too, but no result of an operator: `(pred > 0.5).float()`.
constexpr std::array<std::string_view, 8> kCasts = {"float", "half", "double", "bfloat16",
                                                    "long",  "int",  "bool",   "type"};
// Of an array they give one value, of a tensor two: `values, indices = scores.max(1)`.
constexpr std::array<std::string_view, 9> kPairs = {"max",  "min",      "sort",   "topk",  "median",
                                                    "mode", "kthvalue", "cummax", "cummin"};
// NumPy calls them otherwise: `x.sum(dim=1, keepdim=True)`.
constexpr std::array<std::string_view, 3> kKeywords = {"dim", "keepdim", "descending"};
// Methods whose first argument is a tensor.
constexpr std::array<std::string_view, 9> kLikeAnother = {"type_as",     "expand_as",     "view_as",
                                                          "reshape_as",  "resize_as_",    "masked_fill_",
                                                          "masked_fill", "masked_select", "log_prob"};
constexpr std::array<std::string_view, 14> kIndexing = {
    "index_select", "gather",     "scatter",    "scatter_",    "scatter_add", "scatter_add_", "scatter_reduce",
    "index_add",    "index_add_", "index_copy", "index_copy_", "index_fill",  "index_fill_",  "scatter_reduce_"};
// Functions that make tensors of what may be none.
constexpr std::array<std::string_view, 7> kConversions = {"as_tensor",   "tensor",     "asarray", "from_numpy",
                                                          "FloatTensor", "LongTensor", "Tensor"};
constexpr std::array<std::string_view, 5> kMasked = {"masked_fill", "masked_fill_", "masked_select", "masked_scatter",
                                                     "masked_scatter_"};
constexpr std::array<std::string_view, 5> kMakers = {"tensor", "from_numpy", "FloatTensor", "LongTensor", "Tensor"};
constexpr std::array<std::string_view, 22> kTensors = {"x",
                                                       "input",
                                                       "inputs",
                                                       "hidden_states",
                                                       "hidden_state",
                                                       "logits",
                                                       "labels",
                                                       "input_ids",
                                                       "attention_mask",
                                                       "mask",
                                                       "query",
                                                       "key_states",
                                                       "query_states",
                                                       "value_states",
                                                       "target",
                                                       "targets",
                                                       "pred",
                                                       "preds",
                                                       "loss",
                                                       "scores",
                                                       "position_ids",
                                                       "inputs_embeds"};
// Usual names of functions that copy whatever they are given to the device: `batch = move_to_cuda(batch)`.
constexpr std::array<std::string_view, 14> kMovers = {
    "move_to_cuda",     "move_to_device",  "move_to_gpu",   "to_device",           "to_cuda",
    "to_gpu",           "batch_to_device", "batch_to_cuda", "batch_to_gpu",        "move_data_to_device",
    "load_data_to_gpu", "send_to_device",  "recursive_to",  "move_batch_to_device"};
// `x.new_zeros(n)`: a tensor of its own, beside `x`.
constexpr std::array<std::string_view, 6> kNewOnes = {"new",      "new_zeros", "new_ones",
                                                      "new_full", "new_empty", "new_tensor"};
// No tensor has them: `boxes.copy()`, `image.astype(float)`.
constexpr std::array<std::string_view, 2> kCopies = {"copy", "astype"};
// In-place methods that modules have too.
constexpr std::array<std::string_view, 2> kOfModulesToo = {"requires_grad_", "apply_"};
template <class Names>
void intern_all(const Names& from, model::SymbolTable& symbols, std::unordered_set<model::Symbol>& into) {
  for (const std::string_view name : from) into.insert(symbols.intern(name));
}

}  // namespace

UseNames::UseNames(const Known& known, model::SymbolTable& symbols) {
  intern_all(kTensorMembers, symbols, tensor_only);
  intern_all(kModuleCalls, symbols, module_calls);
  intern_all(kParts, symbols, parts);
  intern_all(kViews, symbols, views);
  intern_all(kKeyed, symbols, keyed);
  intern_all(kAnswers, symbols, answers);
  intern_all(kPassing, symbols, passing);
  intern_all(flow::kOptionNames, symbols, options);
  intern_all(flow::kOptionNames, symbols, settings);
  intern_all(flow::kHolderNames, symbols, settings);
  intern_all(kArrayFields, symbols, array);
  intern_all(kArrayMethods, symbols, array_methods);
  intern_all(kLevels, symbols, levels);
  intern_all(kTests, symbols, tests);
  intern_all(kTensorCalls, symbols, tensor_calls);
  intern_all(kArrayCalls, symbols, array_calls);
  intern_all(kPositions, symbols, positions);
  intern_all(kCasts, symbols, casts);
  intern_all(kConversions, symbols, conversions);
  intern_all(kMasked, symbols, masked);
  intern_all(kMakers, symbols, makers);
  intern_all(kMovers, symbols, movers);
  intern_all(kLikeAnother, symbols, like_another);
  intern_all(kIndexing, symbols, indexing);
  intern_all(kPairs, symbols, pairs);
  intern_all(kKeywords, symbols, keywords);
  intern_all(kNewOnes, symbols, new_ones);
  intern_all(kCopies, symbols, copies);
  intern_all(kOfModulesToo, symbols, of_modules_too);
  to = known.to;
  cuda = known.cuda;
  cpu = known.cpu;
  backward = known.backward;
  device = known.device_name;
  numpy = symbols.intern("numpy");
  from_numpy = symbols.intern("from_numpy");
  scale = symbols.intern("scale");
  unscale = symbols.intern("unscale_");
  enumerate = symbols.intern("enumerate");
  zip = symbols.intern("zip");
  range = symbols.intern("range");
  view = symbols.intern("view");
  map = symbols.intern("map");
  next = symbols.intern("next");
  size = symbols.intern("size");
  self = symbols.intern("self");
  grad = symbols.intern("grad");
  data = symbols.intern("data");
  numel = symbols.intern("numel");
  flatten = symbols.intern("flatten");
  any = symbols.intern("any");
  all = symbols.intern("all");
  sum = symbols.intern("sum");
  is_cuda = symbols.intern("is_cuda");
  full = symbols.intern("full");
  full_like = symbols.intern("full_like");
  index = symbols.intern("index");
}

bool names_a_tensor(std::string_view name) { return std::ranges::find(kTensors, name) != kTensors.end(); }

bool names_a_device(std::string_view name) {
  return name == "dev" || name.ends_with("device") || name.ends_with("DEVICE");
}

bool names_a_dataset(std::string_view name) { return name == "dataset" || name.ends_with("_dataset"); }

bool names_positions(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "index", "indices", "idx", "idxs", "inds", "ids", "indexes", "perm", "position", "positions", "order"};
  const std::size_t underscore = name.rfind('_');
  return std::ranges::find(kWords, underscore == std::string_view::npos ? name : name.substr(underscore + 1)) !=
         kWords.end();
}

bool no_tensor_takes(const model::Call& call, model::Symbol method, const catalog::Catalog& catalog,
                     std::uint32_t tensor) {
  const std::uint32_t row = catalog.child(tensor, method);
  const catalog::Operator* operation = row == catalog::Catalog::kNowhere ? nullptr : catalog.row(row).operation;
  if (operation == nullptr || operation->parameters.size() != 1 || operation->parameters[0].stars != 0) return false;
  return std::ranges::any_of(call.arguments,
                             [](const model::Argument& argument) { return argument.stars == 0 && !argument.keyword; });
}

bool names_a_shape(std::string_view name) {
  return name.ends_with("shape") || name.ends_with("size") || name.ends_with("sizes");
}

bool is_functional(std::string_view function) {
  if (function == "torch.autograd.Variable" || function == "torch.autograd.variable.Variable") return true;
  const bool is_one = function.starts_with("torch.nn.functional.") || function.starts_with("torch.linalg.") ||
                      (function.starts_with("torch.") && std::ranges::count(function, '.') == 1);
  return is_one && function != "torch.is_tensor";
}

bool may_begin_with_a_number(std::string_view function) {
  constexpr std::array<std::string_view, 17> kFunctions = {
      "torch.add",    "torch.sub",         "torch.subtract",    "torch.mul",         "torch.multiply",   "torch.div",
      "torch.divide", "torch.true_divide", "torch.pow",         "torch.float_power", "torch.remainder",  "torch.xlogy",
      "torch.isin",   "torch.result_type", "torch.bitwise_and", "torch.bitwise_or",  "torch.bitwise_xor"};
  return std::ranges::find(kFunctions, function) != kFunctions.end();
}

}  // namespace syncfree::inference
