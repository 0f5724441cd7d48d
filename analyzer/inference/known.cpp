#include "analyzer/inference/known.h"

#include <array>
#include <utility>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

namespace {

// Members of torch.Tensor that neither NumPy arrays, nor strings and containers, nor nn.Module have.
constexpr std::array kTensorOnly = {
    "detach",
    "cpu",
    "cuda",
    "nonzero",
    "item",
    "numpy",
    "long",
    "dim",
    "repeat_interleave",
    "isnan",
    "isfinite",
    "exp",
    "sqrt",
    "tanh",
    "norm",
    "flip",
    "triu",
    "tril",
    "unsqueeze",
    "masked_fill",
    "masked_fill_",
    "new_zeros",
    "new_ones",
    "new_tensor",
    "new_full",
    "new_empty",
    "permute",
    "contiguous",
    "backward",
    "numel",
    "is_cuda",
    "index_select",
    "masked_select",
    "expand",
    "expand_as",
    "scatter",
    "scatter_",
    "gather",
    "type_as",
    "unbind",
    "addmm",
    "bmm",
    "logical_not",
    "logical_and",
    "softmax",
    "log_softmax",
    "sigmoid",
    "requires_grad_",
    "detach_",
    "is_floating_point",
    "element_size",
    "narrow",
    "chunk",
    "index_add_",
    "scatter_add_",
    "topk",
    "data_ptr",
    "is_contiguous",
    "clamp",
    "clamp_min",
    "clamp_",
    "unsqueeze_",
    "squeeze_",
    "fill_",
    "zero_",
    "copy_",
    "mul_",
    "add_",
    "div_",
    "sub_",
    "index_fill_",
    "masked_scatter",
    "view_as",
    "reshape_as",
    "is_sparse",
    "to_sparse",
    "grad_fn",
    "unfold",
    "baddbmm",
    "matmul",
    "log_",
};

constexpr std::array kDunders = {
    "__add__",     "__sub__",     "__mul__",     "__matmul__",   "__truediv__",   "__floordiv__", "__mod__",
    "__pow__",     "__lshift__",  "__rshift__",  "__and__",      "__or__",        "__xor__",      "__radd__",
    "__rsub__",    "__rmul__",    "__rmatmul__", "__rtruediv__", "__rfloordiv__", "__rmod__",     "__rpow__",
    "__rlshift__", "__rrshift__", "__rand__",    "__ror__",      "__rxor__",      "__eq__",       "__ne__",
    "__lt__",      "__le__",      "__gt__",      "__ge__",       "__neg__",       "__pos__",      "__invert__",
    "__abs__",     "__delitem__"};

// In the order of model::BinaryOperator.
constexpr std::array kInPlace = {"__iadd__",      "__isub__", "__imul__", "__imatmul__", "__itruediv__",
                                 "__ifloordiv__", "__imod__", "__ipow__", "__ilshift__", "__irshift__",
                                 "__iand__",      "__ior__",  "__ixor__"};

struct SpecialName {
  std::string_view name;
  Special special;
};
constexpr std::array kSpecialNames = {
    SpecialName{"builtins.super", Special::kSuper},
    SpecialName{"builtins.isinstance", Special::kIsInstance},
    SpecialName{"builtins.hasattr", Special::kHasAttr},
    SpecialName{"builtins.getattr", Special::kGetAttr},
    SpecialName{"builtins.setattr", Special::kSetAttr},
    SpecialName{"builtins.object.__setattr__", Special::kStoreAttribute},
    SpecialName{"builtins.vars", Special::kVars},
    SpecialName{"dataclasses.asdict", Special::kAsDict},
    SpecialName{"builtins.map", Special::kMap},
    SpecialName{"builtins.filter", Special::kFilter},
    SpecialName{"builtins.zip", Special::kZip},
    SpecialName{"builtins.enumerate", Special::kEnumerate},
    SpecialName{"builtins.sorted", Special::kSortLike},
    SpecialName{"builtins.list.sort", Special::kSortLike},
    SpecialName{"builtins.min", Special::kSortLike},
    SpecialName{"builtins.max", Special::kSortLike},
    SpecialName{"builtins.float", Special::kToFloat},
    SpecialName{"builtins.int", Special::kToInteger},
    SpecialName{"builtins.bool", Special::kToBoolean},
    SpecialName{"builtins.str", Special::kToString},
    SpecialName{"builtins.repr", Special::kToString},
    SpecialName{"builtins.print", Special::kToString},
    SpecialName{"builtins.format", Special::kToString},
    SpecialName{"builtins.len", Special::kLength},
    SpecialName{"builtins.iter", Special::kIterate},
    SpecialName{"builtins.list", Special::kIterate},
    SpecialName{"builtins.dict", Special::kDictionary},
    SpecialName{"collections.OrderedDict", Special::kDictionary},
    SpecialName{"builtins.dict.get", Special::kLookUp},
    SpecialName{"builtins.dict.pop", Special::kLookUp},
    SpecialName{"builtins.str.format", Special::kFormat},
    SpecialName{"builtins.str.lower", Special::kLowerCase},
    SpecialName{"builtins.str.casefold", Special::kLowerCase},
    SpecialName{"builtins.str.upper", Special::kUpperCase},
    SpecialName{"builtins.tuple", Special::kIterate},
    SpecialName{"builtins.next", Special::kNext},
    SpecialName{"builtins.type", Special::kType},
    SpecialName{"functools.reduce", Special::kReduce},
    SpecialName{"torch.utils._pytree.tree_map", Special::kTreeMap},
    SpecialName{"torch.utils._pytree.tree_map_only", Special::kTreeMap},
    SpecialName{"torch.utils._pytree.tree_leaves", Special::kTreeLeaves},
    SpecialName{"torch.utils._pytree.tree_flatten", Special::kTreeFlatten},
    SpecialName{"collections.namedtuple", Special::kNamedTuple},
    SpecialName{"random.sample", Special::kSample},
    SpecialName{"random.choices", Special::kSample},
    SpecialName{"builtins.exec", Special::kExecute},
    SpecialName{"typing.cast", Special::kCast},
    SpecialName{"typing_extensions.cast", Special::kCast},
    SpecialName{"functools.partial", Special::kPartial},
    SpecialName{"functools.wraps", Special::kKeepFunction},
    SpecialName{"torch.is_tensor", Special::kIsTensor},
    SpecialName{"torch.jit.is_scripting", Special::kFalseConstant},
    SpecialName{"torch.jit.is_tracing", Special::kFalseConstant},
    SpecialName{"torch._C._get_tracing_state", Special::kFalseConstant},
    SpecialName{"torch.onnx.is_in_onnx_export", Special::kFalseConstant},
    SpecialName{"torch.compiler.is_compiling", Special::kFalseConstant},
    SpecialName{"torch.compiler.is_dynamo_compiling", Special::kFalseConstant},
    SpecialName{"torch.compiler.is_exporting", Special::kFalseConstant},
    SpecialName{"torch._dynamo.is_compiling", Special::kFalseConstant},
    SpecialName{"torch.xpu.is_available", Special::kFalseConstant},
    SpecialName{"torch.backends.mps.is_available", Special::kFalseConstant},
    SpecialName{"torch.cuda.is_available", Special::kTrueConstant},
    SpecialName{"cxx.given", Special::kDecided},
    SpecialName{"torch.jit.script", Special::kKeepFunction},
    SpecialName{"torch.compile", Special::kKeepFunction},
    SpecialName{"torch.no_grad", Special::kKeepFunction},
    SpecialName{"torch.inference_mode", Special::kKeepFunction},
    SpecialName{"torch.func.vmap", Special::kKeepFunction},
    SpecialName{"torch.func.grad", Special::kKeepFunction},
    SpecialName{"functools.lru_cache", Special::kKeepFunction},
    SpecialName{"functools.cache", Special::kKeepFunction},
    SpecialName{"builtins.staticmethod", Special::kKeepFunction},
};

/// Functions of `cxx` whose results are of no arguments, and hold nothing.
constexpr std::array kSameResults = {"test", "number", "pointer"};

struct KnownName {
  model::Symbol Known::* symbol;
  const char* text;
};
constexpr KnownName kKnownNames[] = {
    {&Known::apply, "apply"},
    {&Known::setup_context, "setup_context"},
    {&Known::compute, "compute"},
    {&Known::arg_constraints, "arg_constraints"},
    {&Known::forward, "forward"},
    {&Known::backward, "backward"},
    {&Known::saved_tensors, "saved_tensors"},
    {&Known::init, "__init__"},
    {&Known::new_, "__new__"},
    {&Known::call, "__call__"},
    {&Known::enter, "__enter__"},
    {&Known::exit, "__exit__"},
    {&Known::iter, "__iter__"},
    {&Known::next, "__next__"},
    {&Known::len, "__len__"},
    {&Known::contains, "__contains__"},
    {&Known::getitem, "__getitem__"},
    {&Known::setitem, "__setitem__"},
    {&Known::bool_, "__bool__"},
    {&Known::float_, "__float__"},
    {&Known::int_, "__int__"},
    {&Known::str_, "__str__"},
    {&Known::repr, "__repr__"},
    {&Known::getattr, "__getattr__"},
    {&Known::post_init, "__post_init__"},
    {&Known::to, "to"},
    {&Known::cuda, "cuda"},
    {&Known::as_numpy, "numpy"},
    {&Known::copy_into, "copy_"},
    {&Known::cpu, "cpu"},
    {&Known::device_name, "device"},
    {&Known::type_name, "type"},
    {&Known::dtype_name, "dtype"},
    {&Known::cxx, "cxx"},
    {&Known::cxx_test, "test"},
    {&Known::is_cuda, "is_cuda"},
    {&Known::is_cpu, "is_cpu"},
    {&Known::item, "item"},
    {&Known::ndim, "ndim"},
    {&Known::dim, "dim"},
    {&Known::append, "append"},
    {&Known::extend, "extend"},
    {&Known::insert, "insert"},
    {&Known::add, "add"},
    {&Known::update, "update"},
    {&Known::setdefault, "setdefault"},
    {&Known::unpacked, "__unpacked__"},
    {&Known::appendleft, "appendleft"},
    {&Known::register_buffer, "register_buffer"},
    {&Known::register_parameter, "register_parameter"},
    {&Known::add_module, "add_module"},
    {&Known::name_, "__name__"},
    {&Known::register_module, "register_module"},
    {&Known::dict_, "__dict__"},
};

}  // namespace

Known::Known(const catalog::Catalog& catalog, model::SymbolTable& symbols) {
  const auto node = [&](std::string_view name) { return catalog.find(name); };
  tensor = node("torch.Tensor");
  array = node("numpy.ndarray");
  integer = node("builtins.int");
  floating = node("builtins.float");
  boolean = node("builtins.bool");
  string = node("builtins.str");
  list = node("builtins.list");
  tuple = node("builtins.tuple");
  dictionary = node("builtins.dict");
  set = node("builtins.set");
  shape = node("torch.Size");
  device = node("torch.device");
  dtype = node("torch.dtype");
  generator = node("types.GeneratorType");
  slice = node("builtins.slice");
  module = node("torch.nn.Module");
  autograd_function = node("torch.autograd.Function");
  parameter = node("torch.nn.Parameter");
  buffer = node("torch.nn.Buffer");
  builtins = node("builtins");
  grad_scaler = node("torch.amp.GradScaler");
  lightning_module = node("lightning.LightningModule");
  trainer = node("transformers.Trainer");
  logger = node("logging.Logger");
  output = node("transformers.utils.ModelOutput");
  batch = node("transformers.BatchEncoding");
  named_methods = node("builtins.__by_name__");
  rare_methods = node("builtins.__by_rare_name__");
  for (const SpecialName& entry : kSpecialNames) {
    const std::uint32_t found = node(entry.name);
    if (found != catalog::Catalog::kNowhere) specials.insert(found, entry.special);
  }
  for (const auto& [symbol, text] : kKnownNames) this->*symbol = symbols.intern(text);
  values::ValueArena arena;
  for (const char* name : kSameResults) {
    const std::uint32_t found = catalog.child(node("cxx"), symbols.intern(name));
    const catalog::Operator* operation = found == catalog::Catalog::kNowhere ? nullptr : catalog.row(found).operation;
    if (operation != nullptr) cxx_results.insert(symbols.intern(name), catalog::result_of(*operation, {}, arena));
  }
  for (const char* name : kTensorOnly) tensor_only_.insert(symbols.intern(name), 1);
  for (const char* name : kDunders) dunders_.emplace(name, symbols.intern(name));
  for (std::size_t i = 0; i < in_place_.size(); ++i) in_place_[i] = symbols.intern(kInPlace[i]);
  sequential = node("torch.nn.Sequential");
  module_list = node("torch.nn.ModuleList");
  module_dict = node("torch.nn.ModuleDict");
  object = node("builtins.object");
  distributions = {node("torch.distributions.Distribution"), node("torch.distributions.ExponentialFamily")};
  owners_of_tensors = {module, distributions[0], node("torch.nn.utils.rnn.PackedSequence")};
}

model::Symbol Known::dunder(std::string_view name) const {
  auto found = dunders_.find(name);
  return found == dunders_.end() ? model::Symbol{} : found->second;
}

}  // namespace syncfree::inference
