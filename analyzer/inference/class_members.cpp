// Members of classes, of the project's own and of libraries.
#include <algorithm>
#include <optional>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/partials.h"

namespace syncfree::inference {

/// `Exp.apply(x)` of a torch.autograd.Function runs `forward(ctx, x)`, of a class method `forward(cls, ctx, x)`; beside
/// `setup_context`, `forward(x)`.
std::optional<Value> Members::applied(const Value& self, std::uint32_t klass) {
  const ClassInfo& info = project().classes()[klass];
  if (std::ranges::find(info.library_bases, known_.autograd_function) == info.library_bases.end()) return std::nullopt;
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = project().find_method(klass, known_.forward);
  if (entity.index == kNowhere) return std::nullopt;
  const bool has_context = project().find_method(klass, known_.setup_context) == kNowhere;
  const bool is_of_class = project().functions()[entity.index].is_class_method;
  const Value context = declared_.generic_object(klass);
  if (is_of_class || has_context) entity.self = arena_.keep(is_of_class ? self : context);
  const Value forward = arena_.entity(Kind::kFunction, entity);
  return is_of_class && has_context ? partial_of(arena_, forward, {&context, 1}, {}) : forward;
}

Value Members::member_of_class(const Value& klass, std::uint32_t number, model::Symbol name, bool& found) {
  const ClassInfo& info = project().classes()[number];
  for (const std::uint32_t ancestor : info.ancestors) {
    const ClassInfo& definition = project().classes()[ancestor];
    if (const std::uint32_t* method = definition.methods.find(name)) {
      found = true;
      if (std::optional<Value> measured = measured_member(klass, info, project().functions()[*method], name))
        return *measured;
      Entity entity{.kind = EntityKind::kFunction};
      entity.index = *method;
      if (project().functions()[*method].is_class_method) entity.self = arena_.keep(klass);
      return arena_.entity(Kind::kFunction, entity);
    }
    const Value value = attribute_fact(ancestor, name, found);
    if (found) return value;
  }
  if (const Target nested = project().member({TargetKind::kClass, number, {}}, name)) {
    found = true;
    return declared_.target(nested);
  }
  if (name == known_.apply) {
    if (std::optional<Value> forward = applied(klass, number)) {
      found = true;
      return *forward;
    }
  }
  for (const std::uint32_t base : info.library_bases) {
    const Value inherited = member_of_library(klass, base, name, found);
    if (found) return inherited;
  }
  return {};
}

Value Members::member_of_library(const Value& self, std::uint32_t node, model::Symbol name, bool& found) {
  const std::uint32_t member = catalog().child(node, name);
  const bool is_object = self.may_be(Kind::kLibraryObject) && !self.may_be(Kind::kInstance);
  // `module.forward(x)` does what `module(x)` does.
  found = member != catalog::Catalog::kNowhere ||
          (name == known_.forward && is_object && catalog().derives(node, known_.module));
  if (member == catalog::Catalog::kNowhere) return found ? self : Value{};
  const catalog::NodeRow& row = catalog().row(member);
  if (row.kind == catalog::NodeKind::kFunction) {
    Entity entity{.kind = EntityKind::kMethod};
    entity.index = member;
    entity.name = name.id;
    entity.self = arena_.keep(self);
    return arena_.entity(Kind::kFunction, entity);
  }
  if (row.kind == catalog::NodeKind::kConstant && row.value != nullptr) {
    const Value owner = placed_record(self, node);
    return catalog::value_of(*row.value, &owner, arena_);
  }
  return declared_.target({TargetKind::kLibrary, member, {}});
}

/// A constructor of distributions checks what its class declares in `arg_constraints`, and some declare nothing.
bool Members::checks_nothing(std::uint32_t klass, std::uint32_t base) {
  const bool is_checked_by_class = std::ranges::find(known_.distributions, base) != known_.distributions.end();
  return is_checked_by_class && !project().classes()[klass].has_unknown_base && !declares_constraints(klass);
}

bool Members::declares_constraints(std::uint32_t klass) {
  const model::Symbol name = known_.arg_constraints;
  const ClassInfo& info = project().classes()[klass];
  if (record_.stores(klass, name) || project().find_method(klass, name) != kNowhere) return true;
  for (const std::uint32_t ancestor : info.ancestors) {
    bool found = false;
    const Value declared = attribute_fact(ancestor, name, found);
    const values::Aggregate* content = declared.aggregate;
    const bool is_empty =
        declared.only(Kind::kDictionary) && content != nullptr && content->entries.empty() && content->rest.is_bottom();
    if (found && !is_empty) return true;
    if (found) break;
  }
  record_.note_children(klass);
  return std::ranges::any_of(info.children, [&](std::uint32_t child) { return declares_constraints(child); });
}

}  // namespace syncfree::inference
