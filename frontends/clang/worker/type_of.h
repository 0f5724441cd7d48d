// A C++ type as the reader sees it.
#pragma once

#include <string>

#include "frontends/cxx/types.h"

namespace clang {
class NamedDecl;
class QualType;
}  // namespace clang

namespace syncfree::clang_frontend {

/// "at::Tensor", without inline and unnamed namespaces.
std::string full_name(const clang::NamedDecl& declaration);

cxx::Type type_of(clang::QualType type);

}  // namespace syncfree::clang_frontend
