#include "frontends/cxx/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "frontends/cxx/syntax/words.h"

namespace syncfree::cxx {

namespace {

struct Renamed {
  std::string_view from;
  std::string_view to;
};
// Element types: the C++ constant and torch's name for it.
constexpr std::array kElements = {
    Renamed{"kByte", "uint8"},      Renamed{"kUInt8", "uint8"},       Renamed{"kChar", "int8"},
    Renamed{"kInt8", "int8"},       Renamed{"kShort", "int16"},       Renamed{"kInt16", "int16"},
    Renamed{"kInt", "int32"},       Renamed{"kInt32", "int32"},       Renamed{"kLong", "int64"},
    Renamed{"kInt64", "int64"},     Renamed{"kHalf", "float16"},      Renamed{"kFloat16", "float16"},
    Renamed{"kFloat", "float32"},   Renamed{"kFloat32", "float32"},   Renamed{"kDouble", "float64"},
    Renamed{"kFloat64", "float64"}, Renamed{"kBFloat16", "bfloat16"}, Renamed{"kBool", "bool"},
    Renamed{"kU8", "uint8"},        Renamed{"kI8", "int8"},           Renamed{"kI16", "int16"},
    Renamed{"kI32", "int32"},       Renamed{"kI64", "int64"},         Renamed{"kF16", "float16"},
    Renamed{"kF32", "float32"},     Renamed{"kF64", "float64"},
};

constexpr std::array<std::string_view, 70> kPythonBuiltins = {
    "abs",     "all",         "any",     "ascii",   "bin",     "bool",   "bytearray",  "bytes",        "callable",
    "chr",     "classmethod", "compile", "complex", "delattr", "dict",   "dir",        "divmod",       "enumerate",
    "eval",    "exec",        "exit",    "filter",  "float",   "format", "frozenset",  "getattr",      "globals",
    "hasattr", "hash",        "help",    "hex",     "id",      "input",  "int",        "isinstance",   "issubclass",
    "iter",    "len",         "list",    "locals",  "map",     "max",    "memoryview", "min",          "next",
    "object",  "oct",         "open",    "ord",     "pow",     "print",  "property",   "quit",         "range",
    "repr",    "reversed",    "round",   "set",     "setattr", "slice",  "sorted",     "staticmethod", "str",
    "sum",     "super",       "tuple",   "type",    "vars",    "zip",    "torch"};

constexpr std::array<std::string_view, 30> kTensorMethods = {"item",
                                                             "data_ptr",
                                                             "const_data_ptr",
                                                             "mutable_data_ptr",
                                                             "cpu",
                                                             "cuda",
                                                             "numel",
                                                             "scalar_type",
                                                             "packed_accessor32",
                                                             "packed_accessor64",
                                                             "packed_accessor",
                                                             "accessor",
                                                             "index_select",
                                                             "unsqueeze",
                                                             "masked_select",
                                                             "nonzero",
                                                             "contiguous",
                                                             "is_cuda",
                                                             "masked_fill_",
                                                             "masked_fill",
                                                             "index_put_",
                                                             "is_contiguous",
                                                             "expand_as",
                                                             "is_cpu",
                                                             "index",
                                                             "options",
                                                             "scatter_add_",
                                                             "cumsum",
                                                             "copy_",
                                                             "toType"};

constexpr std::array<std::string_view, 34> kCreations = {"zeros",         "ones",
                                                         "empty",         "full",
                                                         "rand",          "randn",
                                                         "randint",       "randperm",
                                                         "arange",        "range",
                                                         "linspace",      "logspace",
                                                         "eye",           "tensor",
                                                         "from_blob",     "zeros_like",
                                                         "ones_like",     "empty_like",
                                                         "full_like",     "rand_like",
                                                         "randn_like",    "empty_strided",
                                                         "scalar_tensor", "tril_indices",
                                                         "triu_indices",  "empty_strided",
                                                         "hann_window",   "new_zeros",
                                                         "new_ones",      "new_empty",
                                                         "new_full",      "new_tensor",
                                                         "empty_cuda",    "sparse_coo_tensor"};

// Of torch.nn.functional in Python.
constexpr std::array<std::string_view, 27> kFunctionals = {
    "one_hot",           "linear",        "pad",         "gelu",       "silu",       "mish",
    "embedding",         "layer_norm",    "batch_norm",  "group_norm", "elu",        "leaky_relu",
    "softplus",          "mse_loss",      "l1_loss",     "nll_loss",   "kl_div",     "binary_cross_entropy",
    "smooth_l1_loss",    "huber_loss",    "grid_sample", "max_pool2d", "avg_pool2d", "interpolate",
    "cosine_similarity", "embedding_bag", "glu"};
constexpr std::array<std::string_view, 16> kMethodsOnly = {
    "narrow",     "expand", "expand_as", "view",    "copy_",      "fill_",        "zero_",
    "contiguous", "slice",  "to",        "resize_", "index_put_", "masked_fill_", "_local_scalar_dense",
    "alias",      "item"};
constexpr std::array<std::string_view, 11> kViews = {
    "slice",      "_values", "_indices", "variable_data",    "tensor_data", "alias", "data",
    "dequantize", "mT",      "mH",       "expect_contiguous"};
/// Of nested tensors: tensors in host memory that say how the data lie.
constexpr std::array<std::string_view, 6> kHostMetadata = {"get_nested_sizes",       "get_nested_strides",
                                                           "get_storage_offsets",    "_nested_tensor_size",
                                                           "_nested_tensor_strides", "_nested_tensor_storage_offsets"};
/// Modules of torch whose functions ATen names by a prefix.
constexpr std::array<std::string_view, 3> kPrefixes = {"linalg_", "special_", "fft_"};

/// `at::cuda::index_out`, `at::cuda::nonzero`: operators without their dispatch.
bool is_dispatched(std::string_view written, std::string_view last) {
  constexpr std::array<std::string_view, 10> kOperators = {
      "index",   "nonzero",  "masked_select", "_local_scalar_dense", "bincount",
      "_unique", "_unique2", "unique_dim",    "unique_consecutive",  "repeat_interleave"};
  return written.ends_with("cuda::" + std::string(last)) && (last.ends_with("_out") || among(kOperators, last));
}

/// Python's path of a function of ATen.
std::string torch_path(std::string_view name, bool is_native) {
  if (name.ends_with("_symint")) name.remove_suffix(7);
  if (is_native && name.ends_with("_cuda")) name.remove_suffix(5);
  for (const std::string_view prefix : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    return "torch." + std::string(prefix.substr(0, prefix.size() - 1)) + "." + std::string(name.substr(prefix.size()));
  }
  if (among(kFunctionals, name)) return "torch.nn.functional." + std::string(name);
  return "torch." + std::string(method_name(name));
}

std::string_view last_part(std::string_view written) {
  const std::size_t colon = written.rfind("::");
  return colon == std::string_view::npos ? written : written.substr(colon + 2);
}

bool is_driver_name(std::string_view name) {
  return name.size() > 3 && name.starts_with("cu") && std::isupper(static_cast<unsigned char>(name[2])) != 0;
}

constexpr std::array<std::string_view, 13> kCallPrefixes = {"cuda",  "cublas", "cusparse", "cusolver", "cudnn",
                                                            "cufft", "curand", "nccl",     "nvshmem",  "hip",
                                                            "nvml",  "magma_", "nvtx"};

bool is_api_name(std::string_view name) {
  if (is_driver_name(name)) return true;
  return std::ranges::any_of(kCallPrefixes, [&](std::string_view prefix) {
    return name.size() > prefix.size() && name.starts_with(prefix) &&
           (prefix.ends_with("_") || std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0 ||
            prefix == "nvshmem");
  });
}

/// What sources for several vendors call the runtime's functions: `gpuMemcpy` is cudaMemcpy in one build, hipMemcpy in
/// another. A macro elsewhere says so.
constexpr std::array<std::string_view, 7> kPortable = {
    "DeviceSynchronize", "StreamSynchronize", "EventSynchronize", "Memcpy", "Free", "EventQuery", "StreamQuery"};

std::string cuda_spelling(std::string_view name) {
  if (!name.starts_with("gpu")) return {};
  const std::string_view rest = name.substr(3);
  const bool known =
      std::ranges::any_of(kPortable, [&](std::string_view function) { return rest.starts_with(function); });
  return known ? "cuda" + std::string(rest) : std::string();
}

constexpr std::array kDevices = {
    Renamed{"kCUDA", "cuda"}, Renamed{"kHIP", "cuda"}, Renamed{"kCPU", "cpu"}, Renamed{"kMeta", "meta"},
    Renamed{"kXPU", "xpu"},   Renamed{"kMPS", "mps"},  Renamed{"kXLA", "xla"}, Renamed{"kPrivateUse1", "privateuseone"},
};

KnownName torch_name(std::string_view written, std::string_view last, std::size_t spaces) {
  for (const Renamed& entry : kDevices) {
    if (entry.from == last) return {NameKind::kDevice, std::string(entry.to)};
  }
  if (written.find("DeviceType::") != std::string_view::npos) {
    if (last == "CUDA") return {NameKind::kDevice, "cuda"};
    if (last == "CPU") return {NameKind::kDevice, "cpu"};
  }
  if (written.find("MemoryFormat::") != std::string_view::npos || last == "kStrided" || last == "kSparse")
    return {NameKind::kFormat, {}};
  if (written.find("ScalarType::") != std::string_view::npos) {
    const std::string constant = "k" + std::string(last);
    for (const Renamed& entry : kElements) {
      if (entry.from == constant) return {NameKind::kElement, "torch." + std::string(entry.to)};
    }
    return {NameKind::kElement, "torch.float32"};
  }
  for (const Renamed& entry : kElements) {
    if (entry.from == last) return {NameKind::kElement, "torch." + std::string(entry.to)};
  }
  if (written.find("cuda::") != std::string_view::npos) {
    if (is_dispatched(written, last)) return {NameKind::kLibrary, torch_path(last, true)};
    return {NameKind::kLibrary, "aten_cuda." + std::string(last)};
  }
  if (written.find("indexing::") != std::string_view::npos) return {NameKind::kFormat, {}};
  if (written.find("linalg::") != std::string_view::npos)
    return {NameKind::kLibrary, "torch.linalg." + std::string(last)};
  if (last == "clip_grad_norm_") return {NameKind::kLibrary, "aten_cuda.clip_grad_norm_"};
  if (written.find("functional::") != std::string_view::npos)
    return {NameKind::kLibrary, "torch.nn.functional." + std::string(last)};
  const bool is_native = written.find("native::") != std::string_view::npos;
  if (spaces == 1 || is_native) return {NameKind::kLibrary, torch_path(last, is_native)};
  return {};
}

KnownName thrust_name(std::string_view written, std::string_view last) {
  if (last == "par_nosync") return {NameKind::kPolicy, "par_nosync"};
  if (last == "par") return {NameKind::kPolicy, written.find("omp") != std::string_view::npos ? "host" : "par"};
  if (last == "device") return {NameKind::kPolicy, "par"};
  if (last == "host" || last == "seq") return {NameKind::kPolicy, "host"};
  const bool is_async = written.starts_with("thrust::async::");  // gives a future and does not wait
  return {NameKind::kLibrary, (is_async ? "thrust.async." : "thrust.") + std::string(last)};
}

}  // namespace

/// Wrappers of libraries that other projects use by the name.
constexpr std::array kWrappers = {
    Renamed{"raft::update_host", "raft.update_host"},
    Renamed{"raft::update_device", "raft.update_device"},
    Renamed{"raft::copy", "raft.copy"},
    Renamed{"raft::interruptible::synchronize", "raft.synchronize"},
    Renamed{"raft::resource::sync_stream", "raft.sync_stream"},
    Renamed{"resource::sync_stream", "raft.sync_stream"},
    Renamed{"SpconvOps::get_indice_pairs", "spconv.indice_pairs"},
    Renamed{"SpconvOps::get_indice_pairs_implicit_gemm", "spconv.indice_pairs"},
    Renamed{"Point2VoxelGPU3D::point_to_voxel_hash_static", "spconv.voxels"},
    Renamed{"ConvGemmOps::indice_conv", "spconv.convolution"},
    Renamed{"ConvGemmOps::indice_conv_backward", "spconv.convolution"},
    Renamed{"ConvGemmOps::implicit_gemm", "spconv.convolution"},
    Renamed{"ConvGemmOps::implicit_gemm_backward", "spconv.convolution"},
};

/// Functions of RAFT and cuVS that may read a status or a size back: their path under `raft`, or nothing.
std::string reading_primitive(std::string_view written) {
  constexpr std::array<std::string_view, 10> kDecompositions = {
      "svdQR", "svdEig", "svdJacobi", "eigDC", "eigSelDC", "eigJacobi", "eig_dc", "svd_qr", "svd_eig", "eig_jacobi"};
  const std::string_view last = last_part(written);
  if (written.starts_with("raft::linalg::") && (among(kDecompositions, last) || last.starts_with("lstsq")))
    return "raft.decompose";
  if (written.starts_with("raft::sparse::") && last.starts_with("weak_cc")) return "raft.iterate";
  if (written.starts_with("raft::label::") &&
      (last == "make_monotonic" || last == "merge_labels" || last == "getUniquelabels"))
    return "raft.iterate";
  if (written.starts_with("raft::sparse::op::") && (last.starts_with("coo_sort") || last.starts_with("coo_remove")))
    return "raft.iterate";
  const bool is_index = written.starts_with("cuvs::neighbors::") || written.starts_with("raft::neighbors::") ||
                        written.starts_with("cuvs::cluster::");
  if (is_index && (last == "build" || last == "search" || last == "fit" || last == "extend" || last == "all_knn_query"))
    return "raft.index";
  return {};
}

KnownName known_name(std::string_view written, bool is_called) {
  const std::string_view last = last_part(written);
  std::size_t spaces = 0;
  for (std::size_t i = written.find("::"); i != std::string_view::npos; i = written.find("::", i + 2)) ++spaces;
  if (written.starts_with("at::") || written.starts_with("torch::") || written.starts_with("c10::")) {
    if (written.starts_with("torch::stable")) return {};
    return torch_name(written, last, spaces);
  }
  if (written.starts_with("thrust::")) return thrust_name(written, last);
  if (written == "rmm::exec_policy" || written == "rmm::exec_policy_nosync")
    return {NameKind::kPolicy, last.ends_with("nosync") ? "par_nosync" : "par"};
  if (spaces == 1 && written.starts_with("F::") && is_called)
    return {NameKind::kLibrary, "torch.nn.functional." + std::string(last)};
  for (const Renamed& wrapper : kWrappers) {
    if (is_called && wrapper.from == written) return {NameKind::kLibrary, std::string(wrapper.to)};
  }
  if (is_called && (written.starts_with("raft::") || written.starts_with("cuvs::"))) {
    if (std::string path = reading_primitive(written); !path.empty()) return {NameKind::kLibrary, std::move(path)};
  }
  if (written.starts_with("native::") && is_called) return {NameKind::kLibrary, torch_path(last, true)};
  if (written == "_local_scalar_dense" && is_called) return {NameKind::kLibrary, "torch.item"};
  if (written == "vision::ops::nms") return {NameKind::kLibrary, "torchvision.ops.nms"};
  if (written.starts_with("cuda::") && spaces == 1) return {NameKind::kLibrary, "aten_cuda." + std::string(last)};
  if (spaces == 0) {
    if (last.starts_with("cudaMemcpy") && !is_called) return {NameKind::kText, std::string(last)};
    if (last.starts_with("hipMemcpy") && !is_called) return {NameKind::kText, "cuda" + std::string(last.substr(3))};
    if (const std::string portable = cuda_spelling(last); !portable.empty())
      return is_called ? KnownName{NameKind::kLibrary, "cuda_runtime." + portable}
                       : KnownName{NameKind::kText, portable};
    if (is_called && is_api_name(last)) return {NameKind::kLibrary, "cuda_runtime." + std::string(last)};
    if (last.size() > 2 && last[0] == 'k' && std::isupper(static_cast<unsigned char>(last[1])) != 0) {
      const KnownName constant = torch_name(written, last, 0);
      if (constant.kind == NameKind::kDevice || constant.kind == NameKind::kElement) return constant;
    }
  }
  return {};
}

bool is_python_builtin(std::string_view name) { return among(kPythonBuiltins, name); }
bool is_tensor_method(std::string_view name) { return among(kTensorMethods, name); }
bool is_method_only(std::string_view name) { return among(kMethodsOnly, name); }

std::string_view method_name(std::string_view name) {
  if (name.ends_with("_symint")) name.remove_suffix(7);
  if (name == "nonzero_numpy") return "nonzero";
  if (name == "_local_scalar_dense") return "item";
  return among(kViews, name) ? "detach" : name;
}

bool is_host_metadata(std::string_view name) { return among(kHostMetadata, name); }

bool is_element_type_function(std::string_view name) {
  return !name.starts_with("is") && (name.ends_with("Type") || name.ends_with("Types") || name.ends_with("_type") ||
                                     name.ends_with("_types") || name.ends_with("_dtype"));
}

bool is_creation(std::string_view name) { return among(kCreations, name); }

}  // namespace syncfree::cxx
