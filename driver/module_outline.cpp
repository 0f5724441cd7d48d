#include "driver/module_outline.h"

#include <algorithm>
#include <set>

#include "analyzer/inference/forwarded_names.h"
#include "analyzer/model/walk.h"

namespace syncfree::driver {
namespace {

class Outliner {
 public:
  ModuleOutline run(model::Block body) {
    visit(body, true);
    return std::move(outline_);
  }

 private:
  void visit(model::Block block, bool is_top) {
    for (const model::Statement* statement : block) {
      take(*statement, is_top);
      const bool is_inner =
          statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass;
      model::for_each_part(
          *statement, [](const model::Expression*) {}, [&](model::Block inner) { visit(inner, is_top && !is_inner); });
    }
  }

  void take(const model::Statement& statement, bool is_top) {
    if (const auto* import = statement.get_if<model::Import>()) {
      for (const model::ImportedName& name : import->names) {
        const bool is_whole = static_cast<bool>(name.alias);
        outline_.imports[is_whole ? name.alias : name.path.front()].push_back(
            {0, is_whole ? name.path : name.path.first(1), {}});
      }
    } else if (const auto* from = statement.get_if<model::ImportFrom>()) {
      if (from->is_star) outline_.stars.push_back({from->level, from->module, {}});
      for (const model::ImportedName& name : from->names) {
        outline_.imports[name.alias ? name.alias : name.path.front()].push_back(
            {from->level, from->module, name.path.front()});
      }
    }
    if (!is_top) return;
    if (const auto* function = statement.get_if<model::Function>()) {
      outline_.definitions[function->name].push_back(&statement);
    } else if (const auto* definition = statement.get_if<model::Class>()) {
      outline_.definitions[definition->name].push_back(&statement);
    } else if (const auto* assign = statement.get_if<model::Assign>()) {
      for (const model::Expression* target : assign->targets) add_target(*target, statement);
    }
  }

  void add_target(const model::Expression& target, const model::Statement& statement) {
    if (const auto* name = target.get_if<model::Name>()) outline_.definitions[name->name].push_back(&statement);
    if (const auto* sequence = target.get_if<model::Sequence>()) {
      for (const model::Expression* element : sequence->elements) add_target(*element, statement);
    }
  }

  ModuleOutline outline_;
};

class ChainCollector {
 public:
  void visit(const model::Statement& statement) {
    if (const auto* function = statement.get_if<model::Function>()) {
      if (function->return_annotation != nullptr) visit(*function->return_annotation);
      for (const model::Parameter& parameter : function->parameters) {
        if (parameter.annotation != nullptr) visit(*parameter.annotation);
      }
    } else if (const auto* assign = statement.get_if<model::Assign>();
               assign != nullptr && assign->annotation != nullptr) {
      visit(*assign->annotation);
    }
    model::for_each_part(
        statement, [&](const model::Expression* expression) { visit(*expression); },
        [&](model::Block inner) {
          for (const model::Statement* each : inner) visit(*each);
        });
  }

  std::vector<NameChain> take() { return std::move(found_); }

 private:
  void visit(const model::Expression& expression) {
    NameChain chain;
    const model::Expression* at = &expression;
    while (const auto* attribute = at->get_if<model::Attribute>()) {
      chain.push_back(attribute->name);
      at = attribute->object;
    }
    if (const auto* name = at->get_if<model::Name>()) {
      chain.push_back(name->name);
      std::ranges::reverse(chain);
      std::vector<std::uint32_t> key;
      for (const model::Symbol each : chain) key.push_back(each.id);
      if (seen_.insert(std::move(key)).second) found_.push_back(std::move(chain));
      return;
    }
    if (at != &expression) return visit(*at);
    model::for_each_child(expression, [&](const model::Expression* child) { visit(*child); });
  }

  std::set<std::vector<std::uint32_t>> seen_;
  std::vector<NameChain> found_;
};

}  // namespace

ModuleOutline outline_of(const model::Module& module, model::SymbolTable& symbols) {
  ModuleOutline outline = Outliner().run(module.body);
  outline.lazy = inference::lazy_names(module, symbols);
  for (const inference::LazyName& lazy : outline.lazy)
    outline.imports[lazy.name].push_back({1, lazy.module, lazy.name});
  outline.forwarded = inference::forwarded_module(module, symbols);
  if (!outline.forwarded.empty()) outline.stars.push_back({0, outline.forwarded, {}});
  return outline;
}

std::vector<NameChain> chains_in(std::span<const model::Statement* const> statements) {
  ChainCollector collector;
  for (const model::Statement* statement : statements) collector.visit(*statement);
  return collector.take();
}

}  // namespace syncfree::driver
