#include "analyzer/fixes/library_names.h"

#include <optional>
#include <variant>

namespace syncfree::fixes {

namespace {

class Names {
 public:
  std::vector<std::string> take() && { return std::move(names_); }

  void add(const Code& code) {
    if (code.kind == CodeKind::kLibrary) names_.push_back(code.text);
    if (code.kind == CodeKind::kAttribute) add_member(code.text);
    for (const Code& part : code.parts) add(part);
    add(code.arguments);
  }

  void add(const std::vector<CodeArgument>& arguments) {
    for (const CodeArgument& argument : arguments) add(argument.value);
  }

  template <class Part>
  void add(const std::optional<Part>& part) {
    if (part) add(*part);
  }

  /// Each kind of edit, by what it holds of new code.
  template <class OneEdit>
  void add_edit(const OneEdit& edit) {
    if constexpr (requires { edit.code; }) add(edit.code);
    if constexpr (requires { edit.value; }) add(edit.value);
    if constexpr (requires { edit.condition; }) add(edit.condition);
    if constexpr (requires { edit.context; }) add(edit.context);
    if constexpr (requires { edit.arguments; }) add(edit.arguments);
    if constexpr (requires { edit.full; }) names_.push_back(edit.full);
  }

  void add_edit(const SelectMember& edit) {
    add_member(edit.name);
    add(edit.arguments);
  }

 private:
  void add_member(const std::string& name) { names_.push_back("torch.Tensor." + name); }

  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> library_names(std::span<const Edit> edits) {
  Names names;
  for (const Edit& edit : edits) std::visit([&](const auto& one) { names.add_edit(one); }, edit);
  return std::move(names).take();
}

}  // namespace syncfree::fixes
