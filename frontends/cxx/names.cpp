#include "frontends/cxx/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

#include "frontends/cxx/name_tables.h"

namespace syncfree::cxx {

namespace {

/// Modules of torch whose functions ATen names by a prefix.
constexpr std::array<std::string_view, 3> kPrefixes = {"linalg_", "special_", "fft_"};

/// `at::cuda::index_out`, `at::cuda::nonzero`: operators without their dispatch.
bool is_dispatched(std::string_view written, std::string_view last) {
  return written.ends_with("cuda::" + std::string(last)) && (last.ends_with("_out") || tables::kDispatched.has(last));
}

/// Python's path of a function of ATen.
std::string torch_path(std::string_view name, bool is_native) {
  if (name.ends_with("_symint")) name.remove_suffix(7);
  if (is_native && name.ends_with("_cuda")) name.remove_suffix(5);
  for (const std::string_view prefix : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    return "torch." + std::string(prefix.substr(0, prefix.size() - 1)) + "." + std::string(name.substr(prefix.size()));
  }
  if (tables::kFunctionals.has(name)) return "torch.nn.functional." + std::string(name);
  return "torch." + std::string(method_name(name));
}

std::string_view last_part(std::string_view written) {
  const std::size_t colon = written.rfind("::");
  return colon == std::string_view::npos ? written : written.substr(colon + 2);
}

bool is_driver_name(std::string_view name) {
  return name.size() > 3 && name.starts_with("cu") && std::isupper(static_cast<unsigned char>(name[2])) != 0;
}

bool is_api_name(std::string_view name) {
  if (is_driver_name(name)) return true;
  const auto begins = [&](std::string_view prefix) { return name.size() > prefix.size() && name.starts_with(prefix); };
  return std::ranges::any_of(tables::kLooseCallPrefixes, begins) ||
         std::ranges::any_of(tables::kCallPrefixes, [&](std::string_view prefix) {
           return begins(prefix) && std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0;
         });
}

/// Of `gpuMemcpy` and its like; empty for another name.
std::string cuda_spelling(std::string_view name) {
  if (!name.starts_with("gpu")) return {};
  const std::string_view rest = name.substr(3);
  const bool known =
      std::ranges::any_of(tables::kPortable, [&](std::string_view function) { return rest.starts_with(function); });
  return known ? "cuda" + std::string(rest) : std::string();
}

KnownName torch_name(std::string_view written, std::string_view last, std::size_t spaces) {
  if (const std::string_view* device = tables::kDevices.find(last)) return {NameKind::kDevice, std::string(*device)};
  if (written.find("DeviceType::") != std::string_view::npos) {
    if (last == "CUDA") return {NameKind::kDevice, "cuda"};
    if (last == "CPU") return {NameKind::kDevice, "cpu"};
  }
  if (written.find("MemoryFormat::") != std::string_view::npos || last == "kStrided" || last == "kSparse")
    return {NameKind::kFormat, {}};
  if (written.find("ScalarType::") != std::string_view::npos) {
    const std::string_view* known = tables::kElementTypes.find("k" + std::string(last));
    return {NameKind::kElement, "torch." + std::string(known == nullptr ? "float32" : *known)};
  }
  if (const std::string_view* known = tables::kElementTypes.find(last))
    return {NameKind::kElement, "torch." + std::string(*known)};
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

/// The catalog's path of a library's function; empty for others.
std::string_view function_path(std::string_view written) {
  if (const std::string_view* path = tables::kFunctions.find(written)) return *path;
  const std::string_view last = last_part(written);
  for (const FunctionFamily& family : tables::kFamilies) {
    if (written.starts_with(family.space) && matches_any(family.names, last)) return family.path;
  }
  return {};
}

/// `at::zeros`, `thrust::sort`: a name behind `spaces` others.
KnownName name_in_space(std::string_view written, std::string_view last, std::size_t spaces, bool is_called) {
  if (written.starts_with("at::") || written.starts_with("torch::") || written.starts_with("c10::")) {
    if (written.starts_with("torch::stable")) return {};
    return torch_name(written, last, spaces);
  }
  if (written.starts_with("thrust::")) return thrust_name(written, last);
  if (written == "cuda::par" || written == "cuda::par_nosync") return thrust_name(written, last);  // after `using`
  if (written == "rmm::exec_policy" || written == "rmm::exec_policy_nosync")
    return {NameKind::kPolicy, last.ends_with("nosync") ? "par_nosync" : "par"};
  if (spaces == 1 && written.starts_with("F::") && is_called)
    return {NameKind::kLibrary, "torch.nn.functional." + std::string(last)};
  if (is_called) {
    if (const std::string_view path = function_path(written); !path.empty())
      return {NameKind::kLibrary, std::string(path)};
  }
  if (written.starts_with("native::") && is_called) return {NameKind::kLibrary, torch_path(last, true)};
  if (written == "vision::ops::nms") return {NameKind::kLibrary, "torchvision.ops.nms"};
  if (written.starts_with("cuda::") && spaces == 1) return {NameKind::kLibrary, "aten_cuda." + std::string(last)};
  return {};
}

}  // namespace

KnownName known_name(std::string_view written, bool is_called) {
  const std::string_view last = last_part(written);
  std::size_t spaces = 0;
  for (std::size_t i = written.find("::"); i != std::string_view::npos; i = written.find("::", i + 2)) ++spaces;
  if (spaces > 0) return name_in_space(written, last, spaces, is_called);
  if (written == "_local_scalar_dense" && is_called) return {NameKind::kLibrary, "torch.item"};
  if (last.starts_with("cudaMemcpy") && !is_called) return {NameKind::kText, std::string(last)};
  if (last.starts_with("hipMemcpy") && !is_called) return {NameKind::kText, "cuda" + std::string(last.substr(3))};
  if (const std::string portable = cuda_spelling(last); !portable.empty())
    return is_called ? KnownName{NameKind::kLibrary, "cuda_runtime." + portable} : KnownName{NameKind::kText, portable};
  if (is_called && is_api_name(last)) return {NameKind::kLibrary, "cuda_runtime." + std::string(last)};
  if (last.size() > 2 && last[0] == 'k' && std::isupper(static_cast<unsigned char>(last[1])) != 0) {
    const KnownName constant = torch_name(written, last, 0);
    if (constant.kind == NameKind::kDevice || constant.kind == NameKind::kElement) return constant;
  }
  return {};
}

bool is_macro_of(std::string_view name, const WordTable& words) {
  constexpr std::string_view kOfMacros = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (name.find_first_not_of(kOfMacros) != std::string_view::npos) return false;
  return std::ranges::any_of(std::views::split(name, '_'),
                             [&](auto part) { return words.has(std::string_view(part)); });
}

bool is_python_builtin(std::string_view name) { return tables::kPythonBuiltins.has(name); }

std::string symbol_of_function(std::string_view name) {
  return is_python_builtin(name) ? std::string(name) + " (1)" : std::string(name);
}

bool is_tensor_method(std::string_view name) { return tables::kTensorMethods.has(name); }
bool is_method_only(std::string_view name) { return tables::kMethodsOnly.has(name); }

std::string_view method_name(std::string_view name) {
  if (name.ends_with("_symint")) name.remove_suffix(7);
  if (name == "nonzero_numpy") return "nonzero";
  if (name == "_local_scalar_dense") return "item";
  return tables::kViews.has(name) ? "detach" : name;
}

bool is_host_metadata(std::string_view name) { return tables::kHostMetadata.has(name); }

bool is_element_type_function(std::string_view name) {
  return !name.starts_with("is") && (name.ends_with("Type") || name.ends_with("Types") || name.ends_with("_type") ||
                                     name.ends_with("_types") || name.ends_with("_dtype"));
}

bool is_creation(std::string_view name) { return tables::kCreations.has(name); }

}  // namespace syncfree::cxx
