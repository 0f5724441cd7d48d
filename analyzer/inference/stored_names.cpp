#include "analyzer/inference/stored_names.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/autograd_context.h"
#include "analyzer/inference/kept_moves.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::string_view kRegistering[] = {"register_buffer", "register_parameter", "add_module", "register_module"};

/// Finds the attributes of one name that a block stores; in `others` those that it stores something in that is not the
/// attribute itself, moved.
class Stores {
 public:
  Stores(model::SymbolTable& symbols, model::Symbol self, std::unordered_set<model::Symbol>& found,
         std::unordered_set<model::Symbol>& others, std::unordered_set<model::Symbol>& anew)
      : symbols_(symbols), self_(self), found_(found), others_(others), anew_(anew) {}

  void in(model::Block block) {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      in(*statement);
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { in(inner); });
    }
  }

 private:
  void in(const model::Statement& statement) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      if (assign->value == nullptr) return;  // an annotation alone
      for_each_stored_part(*assign, [&](const model::Expression& target, const model::Expression* value) {
        const model::Symbol own = own_attribute(target, self_);
        if (own && value != nullptr && is_moved_self(*value, self_, own, symbols_)) {
          found_.insert(own);
        } else {
          to(target);
          if (own && value != nullptr && !is_made_of_itself(*value, own)) anew_.insert(own);
        }
      });
    } else if (const auto* loop = statement.get_if<model::For>()) {
      to(*loop->target);
    } else if (const auto* with = statement.get_if<model::With>()) {
      for (const model::WithItem& item : with->items) {
        if (item.target != nullptr) to(*item.target);
      }
    } else if (const auto* expression = statement.get_if<model::ExpressionStatement>()) {
      by(*expression->value);
    }
  }

  /// `self.register_buffer("name", …)`, `object.__setattr__(self, "name", …)`
  void by(const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || call->arguments.size() < 2) return;
    const bool is_plain = symbols_.text(method->name) == "__setattr__" && is_self(*call->arguments[0].value);
    const bool registers = is_self(*method->object) &&
                           std::ranges::find(kRegistering, symbols_.text(method->name)) != std::end(kRegistering);
    if (!is_plain && !registers) return;
    const auto* name = call->arguments[is_plain ? 1 : 0].value->get_if<model::Constant>();
    if (name == nullptr || name->constant != model::ConstantKind::kString) return;
    keep(symbols_.intern(name->text));
  }

  bool is_self(const model::Expression& object) const {
    const auto* name = object.get_if<model::Name>();
    return name != nullptr && name->name == self_;
  }

  /// `self.kept = torch.cat([self.kept, x])`
  bool is_made_of_itself(const model::Expression& value, model::Symbol name) const {
    bool found = false;
    model::walk(value, [&](const model::Expression& part) {
      const auto* attribute = part.get_if<model::Attribute>();
      found |= attribute != nullptr && attribute->name == name && is_self(*attribute->object);
    });
    return found;
  }

  void to(const model::Expression& target) {
    if (const auto* sequence = target.get_if<model::Sequence>()) {
      for (const model::Expression* element : sequence->elements) to(*element);
    } else if (const auto* starred = target.get_if<model::Starred>()) {
      to(*starred->value);
    } else if (const auto* attribute = target.get_if<model::Attribute>()) {
      if (is_self(*attribute->object)) keep(attribute->name);
    }
  }

  void keep(model::Symbol name) {
    found_.insert(name);
    others_.insert(name);
  }

  model::SymbolTable& symbols_;
  model::Symbol self_;
  std::unordered_set<model::Symbol>& found_;
  std::unordered_set<model::Symbol>& others_;
  std::unordered_set<model::Symbol>& anew_;
};

/// `self.add_module(name, part)`, `setattr(self, name, part)`
bool hides_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  const std::string_view name = flow::last_name(*call->callee, symbols);
  const std::size_t at = name == "setattr" ? 1 : 0;
  if (at == 0 && std::ranges::find(kRegistering, name) == std::end(kRegistering)) return false;
  return call->arguments.size() > at && call->arguments[at].value->kind != model::ExpressionKind::kConstant;
}

}  // namespace

StoredNames::StoredNames(const Project& project) : project_(project), of_class_(project.classes().size()) {
  for (const ModuleInfo& module : project.modules()) read(module);
}

StoredNames::StoredNames(const Project& project, const StoredNames& before, std::span<const std::uint32_t> changed)
    : project_(project), of_class_(before.of_class_) {
  for (const std::uint32_t module : changed) read(project.modules()[module]);
}

/// Methods stand in the module of their class.
void StoredNames::read(const ModuleInfo& module) {
  std::vector<OfClass> classes(module.input.module->classes.size());
  const model::Symbol init = project_.symbols().find("__init__");
  for (const FunctionInfo& info :
       project_.functions().subspan(module.first_function, module.input.module->functions.size())) {
    // What is compiled for the GPU or only declared is never evaluated.
    if (info.owner == kNowhere || info.is_device_code || info.is_overload) continue;
    if (info.function->parameters.empty() || (info.is_static && !takes_context(project_, info))) continue;
    OfClass& own = classes[info.owner - module.first_class];
    std::unordered_set<model::Symbol> constructed;
    const bool constructs = info.function->name == init;
    Stores(project_.symbols(), info.function->parameters.front().name, own.all, constructs ? constructed : own.again,
           constructs ? constructed : own.anew)
        .in(info.function->body);
    model::walk_expressions(info.function->body, [&](const model::Expression& expression) {
      if (hides_name(expression, project_.symbols())) own.hides = true;
    });
  }
  for (std::size_t i = 0; i < classes.size(); ++i)
    of_class_[module.first_class + i] = std::make_shared<const OfClass>(std::move(classes[i]));
}

std::vector<model::Symbol> StoredNames::different(const StoredNames& other) const {
  std::unordered_set<model::Symbol> found;
  const auto add_what_lacks = [&](const auto& one, const auto& another) {
    for (const model::Symbol name : one) {
      if (!another.contains(name)) found.insert(name);
    }
  };
  for (std::size_t klass = 0; klass < of_class_.size(); ++klass) {
    if (!of_class_[klass] || !other.of_class_[klass]) continue;  // the class of a number that was free
    const OfClass& one = *of_class_[klass];
    const OfClass& another = *other.of_class_[klass];
    if (&one == &another) continue;
    add_what_lacks(one.all, another.all);
    add_what_lacks(another.all, one.all);
    add_what_lacks(one.again, another.again);
    add_what_lacks(another.again, one.again);
    add_what_lacks(one.anew, another.anew);
    add_what_lacks(another.anew, one.anew);
    if (one.hides != another.hides) found.insert(model::Symbol{});
  }
  return {found.begin(), found.end()};
}

bool StoredNames::has(std::uint32_t klass, model::Symbol name) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return of_class_[ancestor]->all.contains(name); });
}

bool StoredNames::is_stored_again(std::uint32_t klass, model::Symbol name) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return of_class_[ancestor]->again.contains(name); });
}

bool StoredNames::is_stored_anew(std::uint32_t klass, model::Symbol name) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return of_class_[ancestor]->anew.contains(name); });
}

bool StoredNames::has_hidden(std::uint32_t klass) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return of_class_[ancestor]->hides; });
}

bool StoredNames::subclass_has(std::uint32_t klass, model::Symbol name) const {
  const auto layer_of = [&](std::uint32_t number) {
    return project_.layers().of_module(project_.classes()[number].module);
  };
  return std::ranges::any_of(project_.classes()[klass].children, [&](std::uint32_t child) {
    return layer_of(child) == layer_of(klass) && of_class_[child]->all.contains(name);
  });
}

}  // namespace syncfree::inference
