#include "frontends/cxx/linked_nodes.h"

namespace syncfree::cxx {

const model::Expression* linked_library(model::Module& module, model::SymbolTable& symbols, std::string_view path,
                                        model::TextRange range) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) {
    auto* package = make_linked<model::Name>(module, range);
    package->name = symbols.intern(path);
    return package;
  }
  auto* node = make_linked<model::Attribute>(module, range);
  node->object = linked_library(module, symbols, path.substr(0, dot), range);
  node->name = symbols.intern(path.substr(dot + 1));
  node->name_range = range;
  return node;
}

const model::Expression* either(model::Module& module, model::SymbolTable& symbols, const model::Expression* one,
                                const model::Expression* other) {
  auto* node = make_linked<model::Conditional>(module, one->range);
  auto* asked = make_linked<model::Call>(module, one->range);
  asked->callee = linked_library(module, symbols, "cxx.test", one->range);
  asked->arguments_range = one->range;
  node->condition = asked;
  node->then_value = one;
  node->else_value = other;
  return node;
}

}  // namespace syncfree::cxx
