#include "analyzer/inference/lazy_names.h"

#include <algorithm>
#include <string_view>

#include "analyzer/model/walk.h"

namespace syncfree::inference {
namespace {

constexpr std::string_view kStructure = "_import_structure";

std::string_view text_of(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  const bool is_string = constant != nullptr && constant->constant == model::ConstantKind::kString;
  return is_string ? constant->text : std::string_view();
}

class LazyNames {
 public:
  explicit LazyNames(model::SymbolTable& symbols) : symbols_(symbols), structure_(symbols.find(kStructure)) {}

  std::vector<LazyName> run(model::Block body) {
    if (structure_) visit(body);
    return std::move(found_);
  }

 private:
  void visit(model::Block block) {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        for (const model::Expression* target : assign->targets) store(*target, *assign->value);
      } else if (const auto* more = statement->get_if<model::AugmentedAssign>()) {
        store(*more->target, *more->value);
      } else if (const auto* expression = statement->get_if<model::ExpressionStatement>()) {
        extend(*expression->value);
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { visit(inner); });
    }
  }

  bool is_structure(const model::Expression& expression) const {
    const auto* name = expression.get_if<model::Name>();
    return name != nullptr && name->name == structure_;
  }

  void store(const model::Expression& target, const model::Expression& value) {
    if (const auto* subscript = target.get_if<model::Subscript>()) {
      if (is_structure(*subscript->object)) add(text_of(*subscript->index), value);
    } else if (const auto* dictionary = value.get_if<model::Dictionary>();
               dictionary != nullptr && is_structure(target)) {
      for (const model::DictionaryItem& item : dictionary->items) {
        if (item.key != nullptr && item.value != nullptr) add(text_of(*item.key), *item.value);
      }
    }
  }

  /// `_import_structure["nets"].append("Net")`
  void extend(const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || call->arguments.size() != 1) return;
    store(*method->object, *call->arguments.front().value);
  }

  void add(std::string_view module, const model::Expression& names) {
    if (const auto* sequence = names.get_if<model::Sequence>()) {
      for (const model::Expression* element : sequence->elements) add(module, text_of(*element));
    } else {
      add(module, text_of(names));
    }
  }

  void add(std::string_view module, std::string_view name) {
    if (module.empty() || name.empty()) return;
    LazyName found{.module = {}, .name = symbols_.intern(name)};
    while (!module.empty()) {
      const std::size_t dot = std::min(module.find('.'), module.size());
      found.module.push_back(symbols_.intern(module.substr(0, dot)));
      module.remove_prefix(std::min(dot + 1, module.size()));
    }
    found_.push_back(std::move(found));
  }

  model::SymbolTable& symbols_;
  model::Symbol structure_;
  std::vector<LazyName> found_;
};

}  // namespace

std::vector<LazyName> lazy_names(const model::Module& package, model::SymbolTable& symbols) {
  return LazyNames(symbols).run(package.body);
}

}  // namespace syncfree::inference
