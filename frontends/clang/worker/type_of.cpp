#include "frontends/clang/worker/type_of.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>

namespace syncfree::clang_frontend {

namespace {

using cxx::Type;

struct NamedType {
  std::string_view name;
  Type type;
};
constexpr std::array kNamedTypes = {
    NamedType{"at::Tensor", Type::kTensor},
    NamedType{"at::TensorBase", Type::kTensor},
    NamedType{"at::OptionalTensorRef", Type::kTensor},
    NamedType{"c10::TensorOptions", Type::kOptions},
    NamedType{"c10::Device", Type::kDevice},
    NamedType{"c10::DeviceType", Type::kDevice},
    NamedType{"c10::ScalarType", Type::kElementType},
    NamedType{"caffe2::TypeMeta", Type::kElementType},
    NamedType{"c10::MemoryFormat", Type::kMemoryFormat},
    NamedType{"at::ITensorListRef", Type::kTensorList},
    NamedType{"c10::IListRef", Type::kTensorList},
    NamedType{"c10::cuda::CUDAGuard", Type::kDeviceGuard},
    NamedType{"c10::cuda::OptionalCUDAGuard", Type::kDeviceGuard},
    NamedType{"at::cuda::CUDAEvent", Type::kQueue},
    NamedType{"c10::cuda::CUDAStream", Type::kQueue},
    NamedType{"c10::Event", Type::kQueue},
    NamedType{"c10::Stream", Type::kQueue},
    NamedType{"thrust::device_vector", Type::kDeviceVector},
    NamedType{"thrust::universal_vector", Type::kDeviceVector},
    NamedType{"rmm::device_uvector", Type::kDeviceBuffer},
    NamedType{"rmm::device_scalar", Type::kDeviceBuffer},
    NamedType{"thrust::host_vector", Type::kHostVector},
    NamedType{"thrust::device_ptr", Type::kDeviceIterator},
    NamedType{"__gnu_cxx::__normal_iterator", Type::kHostIterator},
};
constexpr std::array<std::string_view, 4> kWrappers = {"std::optional", "c10::optional", "c10::MaybeOwned",
                                                       "std::reference_wrapper"};
constexpr std::array<std::string_view, 4> kSequences = {"std::vector", "std::array", "c10::ArrayRef", "c10::List"};
constexpr std::array<std::string_view, 3> kMaps = {"std::map", "std::unordered_map", "c10::Dict"};
/// What the analysis knows by other means, or does not care for.
constexpr std::array<std::string_view, 8> kLibraries = {"at", "c10", "torch", "caffe2", "thrust", "cub", "cuda", "std"};

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Type type_of_record(const clang::CXXRecordDecl& record);

Type template_argument(const clang::CXXRecordDecl& record, unsigned index) {
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (special == nullptr || special->getTemplateArgs().size() <= index) return Type::kUnknown;
  const clang::TemplateArgument& argument = special->getTemplateArgs()[index];
  return argument.getKind() == clang::TemplateArgument::Type ? type_of(argument.getAsType()) : Type::kUnknown;
}

Type type_of_base(const clang::CXXRecordDecl& record) {
  if (!record.hasDefinition()) return Type::kUnknown;
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr) return Type::kUnknown;  // dependent: may be anything
    if (const Type type = type_of_record(*parent); type != Type::kOther) return type;
  }
  return Type::kOther;
}

Type type_of_record(const clang::CXXRecordDecl& record) {
  if (record.isLambda() || record.isDependentContext()) return Type::kUnknown;
  const std::string name = full_name(record);
  for (const NamedType& entry : kNamedTypes) {
    if (entry.name == name) return entry.type;
  }
  if (among(kWrappers, name)) return template_argument(record, 0);
  if (among(kSequences, name)) {
    if (template_argument(record, 0) == Type::kTensor) return Type::kTensorList;
    return name == "std::vector" ? Type::kHostVector : Type::kUnknown;
  }
  if (among(kMaps, name)) return template_argument(record, 1) == Type::kTensor ? Type::kTensorMap : Type::kUnknown;
  if (name == "thrust::detail::normal_iterator") {
    return template_argument(record, 0) == Type::kPointer ? Type::kHostIterator : Type::kDeviceIterator;
  }
  if (name.starts_with("thrust::cuda_cub::par") || name.find("::execute_on_stream") != std::string::npos ||
      name.find("::execute_with_allocator") != std::string::npos) {
    return Type::kPolicy;
  }
  if (among(kLibraries, std::string_view(name).substr(0, name.find("::"))) && name.find("::") != std::string::npos)
    return Type::kUnknown;
  return type_of_base(record);
}

}  // namespace

std::string full_name(const clang::NamedDecl& declaration) {
  std::vector<std::string> parts = {declaration.getNameAsString()};
  for (const clang::DeclContext* context = declaration.getDeclContext(); context != nullptr;
       context = context->getParent()) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context)) {
      if (!space->isInline() && !space->isAnonymousNamespace()) parts.push_back(space->getNameAsString());
    } else if (const auto* record = llvm::dyn_cast<clang::TagDecl>(context)) {
      // `DeviceType::CUDA` and `cub::DeviceScan::ExclusiveSum`, but not `enum Color` of C.
      parts.push_back(record->getNameAsString());
    }
  }
  std::string name;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) name += (name.empty() ? "" : "::") + *part;
  return name;
}

Type type_of(clang::QualType type) {
  if (type.isNull()) return Type::kUnknown;
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isDependentType() || type->containsErrors()) return Type::kUnknown;
  if (type->isPointerType() || type->isArrayType()) return Type::kPointer;
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    const std::string name = full_name(*enumeration->getDecl());
    for (const NamedType& entry : kNamedTypes) {
      if (entry.name == name) return entry.type;
    }
    return Type::kUnknown;
  }
  if (type->isArithmeticType()) return Type::kNumber;
  if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) return type_of_record(*record);
  return Type::kUnknown;
}

}  // namespace syncfree::clang_frontend
