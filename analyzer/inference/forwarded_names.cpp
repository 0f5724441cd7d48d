#include "analyzer/inference/forwarded_names.h"

#include <algorithm>

#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {
namespace {

/// `a.b.c`; empty for another expression.
std::vector<model::Symbol> dotted_name(const model::Expression& expression) {
  std::vector<model::Symbol> parts;
  const model::Expression* part = &expression;
  for (; part->kind == model::ExpressionKind::kAttribute; part = part->as<model::Attribute>().object)
    parts.push_back(part->as<model::Attribute>().name);
  const auto* name = part->get_if<model::Name>();
  if (name == nullptr) return {};
  parts.push_back(name->name);
  std::ranges::reverse(parts);
  return parts;
}

class Forwarding {
 public:
  Forwarding(model::Symbol getattr, model::Symbol asked) : getattr_(getattr), asked_(asked) {}

  std::vector<model::Symbol> find(model::Block block) const {
    for (const model::Statement* statement : block) {
      if (const auto* result = statement->get_if<model::Return>(); result != nullptr && result->value != nullptr) {
        if (auto found = forwarded(*result->value); !found.empty()) return found;
      }
      std::vector<model::Symbol> inner;
      model::for_each_part(
          *statement, [](const model::Expression*) {},
          [&](model::Block part) {
            if (inner.empty()) inner = find(part);
          });
      if (!inner.empty()) return inner;
    }
    return {};
  }

 private:
  std::vector<model::Symbol> forwarded(const model::Expression& value) const {
    const auto* call = value.get_if<model::Call>();
    if (call == nullptr || !model::is_name(*call->callee, getattr_) || call->arguments.size() < 2) return {};
    const auto is_plain = [](const model::Argument& argument) { return !argument.keyword && argument.stars == 0; };
    if (!is_plain(call->arguments[0]) || !is_plain(call->arguments[1])) return {};
    return model::is_name(*call->arguments[1].value, asked_) ? dotted_name(*call->arguments[0].value)
                                                             : std::vector<model::Symbol>{};
  }

  model::Symbol getattr_;
  model::Symbol asked_;
};

}  // namespace

std::vector<model::Symbol> forwarded_module(const model::Module& module, const model::SymbolTable& symbols) {
  const model::Symbol hook = symbols.find("__getattr__");
  const model::Symbol getattr = symbols.find("getattr");
  if (!hook || !getattr) return {};
  for (const model::Statement* statement : module.body) {
    const auto* function = statement->get_if<model::Function>();
    if (function == nullptr || function->name != hook || function->parameters.size() != 1) continue;
    return Forwarding(getattr, function->parameters.front().name).find(function->body);
  }
  return {};
}

}  // namespace syncfree::inference
