// Modules that are moved: what a constructor moves itself, and what is left on the CPU for a later move to copy.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/catalog/place.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/stored_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Place;
using values::Places;

namespace {

/// Modules in modules that are looked at; what is deeper counts as not moved.
constexpr int kDeepestPart = 6;

/// `self.backbone = timm.create_model(name)`: what nobody sees made may be a module.
bool is_made_unseen(const Project& project, std::uint32_t klass, model::Symbol name) {
  return std::ranges::any_of(project.classes()[klass].ancestors, [&](std::uint32_t ancestor) {
    const auto& methods = project.classes()[ancestor].methods;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      if (stores_call(project.functions()[methods.value(i)].function->body, name)) return true;
    }
    return false;
  });
}

constexpr std::array<std::string_view, 9> kGivesItself = {
    "eval", "train", "requires_grad_", "half", "float", "double", "bfloat16", "to", "cuda"};

}  // namespace

const model::Expression& module_itself(const model::Expression& expression, const model::SymbolTable& symbols) {
  const model::Expression* itself = &expression;
  for (;;) {
    const auto* call = itself->get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || !flow::is_among(kGivesItself, symbols.text(method->name))) return *itself;
    itself = method->object;
  }
}

ModuleMoves::ModuleMoves(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      frame_(all.frame),
      state_(all.variables.state),
      record_(all.record),
      binding_(all.binding),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      calls_(all.calls),
      expressions_(all.expressions) {}

/// It derives from a module of a library that brings parts of its own: `class Net(nn.Linear)`.
bool ModuleMoves::has_own_parts(const ClassInfo& info) const {
  return std::ranges::any_of(info.library_bases, [&](std::uint32_t base) {
    return base != known_.module && catalog().derives(base, known_.module);
  });
}

/// Is anything of a part of a module still on the CPU, or may it be.
bool ModuleMoves::is_left_on_cpu(const Value& part, int depth) {
  if (part.may_be(Kind::kTensor)) return part.registered && !part.places.within(values::kOnDevice);
  if (!module_containers_.is_module(part)) return false;
  // What somebody hands over or makes unseen is on the CPU like what is made here: who moves it has a reason.
  if (part.places.within(values::kOnDevice)) return part.evidence != values::Evidence::kSeen;
  return depth > kDeepestPart || std::ranges::any_of(part.entities->items, [&](const Entity& entity) {
           if (entity.kind == EntityKind::kObject)
             return has_left_on_cpu(entity.index, world_.class_of(entity.index), depth + 1);
           if (entity.kind != EntityKind::kLibraryObject) return false;
           if (!module_containers_.is_module_container(entity.index)) return !part.places.empty();
           const auto is_left = [&](const Value& element) {
             return element.only(Kind::kAnything) || is_left_on_cpu(element, depth + 1);
           };
           const values::Aggregate* held = part.aggregate;
           // A list that is empty here grows in ways that are not followed.
           return held == nullptr || (held->elements.empty() && held->entries.empty() && held->rest.is_bottom()) ||
                  is_left(held->rest) || std::ranges::any_of(held->elements, is_left) ||
                  std::ranges::any_of(held->entries, is_left, &values::DictionaryEntry::value);
         });
}

/// A constructor of a class that it derives from has moved what that class stores.
bool ModuleMoves::is_moved_by_base(std::uint32_t klass, model::Symbol name) const {
  const auto ancestors = std::span(project().classes()[klass].ancestors).subspan(1);
  return std::ranges::any_of(ancestors, [&](std::uint32_t base) {
    const std::uint32_t* init = project().classes()[base].methods.find(known_.init);
    return init != nullptr && project().functions()[*init].moves_self != nullptr && record_.stores(base, name);
  });
}

/// Of an object of a class of modules. `made`: the class whose constructor runs; those that derive from it have added
/// nothing yet.
bool ModuleMoves::has_left_on_cpu(std::uint32_t object, std::uint32_t made, int depth) {
  const std::uint32_t klass = world_.class_of(object);
  const ClassInfo& info = project().classes()[klass];
  if (!info.is_module || has_own_parts(info) || record_.stores_hidden(klass)) return true;
  const auto is_left = [&](std::uint32_t owner) {
    record_.note_read(owner, {});
    const auto& attributes = world_.object(owner).attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const model::Symbol name = attributes.key(i);
      if (!record_.stores(made, name) || is_moved_by_base(made, name)) continue;
      Value part = attributes.value(i);
      if (part.is_anything() && is_made_unseen(project(), klass, name)) return true;
      if (part.is_anything() && !module_containers_.is_module(part)) part = declared_.member_by_use(klass, name);
      if (!part.is_bottom() && is_left_on_cpu(part, depth)) return true;
    }
    return false;
  };
  // A constructor that many classes share stores into the object that stands for all of them.
  return is_left(object) || std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) {
           return ancestor != object && is_left(ancestor);
         });
}

/// A module of the project's all of whose parts were moved before, or that has none; and `self.block.to(x.device)` in
/// `forward`, which is there from the second step on.
bool ModuleMoves::is_moved_in_parts(const model::Expression& expression, const Value& object) {
  const FunctionInfo* function = frame_.function;
  const bool is_in_forward = function != nullptr && function->owner != kNowhere &&
                             project().classes()[function->owner].is_module &&
                             function->function->name == known_.forward;
  if (is_in_forward && expression.kind != model::ExpressionKind::kCall && module_containers_.is_module(object))
    return true;
  if (!object.only(Kind::kInstance) || object.places != Places(Place::kCpu) || !module_containers_.is_module(object))
    return false;
  const bool constructs = frame_.function != nullptr && frame_.function->owner != kNowhere &&
                          frame_.function->function->name == known_.init;
  const bool is_self = constructs && variables_.slot_of(expression) == 0;
  return std::ranges::none_of(object.entities->items, [&](const Entity& entity) {
    return entity.kind != EntityKind::kObject ||
           has_left_on_cpu(entity.index, is_self ? frame_.function->owner : world_.class_of(entity.index), 0);
  });
}

/// `def evaluate(model: nn.Module, device): model.to(device)`, and `self.model.to(device)` in a constructor: who moves
/// what somebody hands over has a reason.
bool ModuleMoves::is_handed_over(const model::Expression& expression, const Value& object) {
  if (frame_.function == nullptr || !module_containers_.is_module(object) || object.places != Places(Place::kCaller) ||
      object.evidence != values::Evidence::kDeclared)
    return false;
  const bool is_method = frame_.function->owner != kNowhere && !frame_.function->is_static;
  if (const auto* attribute = expression.get_if<model::Attribute>())
    return is_method && frame_.function->function->name == known_.init && variables_.slot_of(*attribute->object) == 0;
  const std::uint32_t slot = variables_.slot_of(expression);
  return slot < frame_.function->function->parameters.size() && (slot > 0 || !is_method) &&
         !is_moved_before(*frame_.function->function, expression);
}

/// `model = model.cuda()` further up in the function.
bool ModuleMoves::is_moved_before(const model::Function& function, const model::Expression& moved) {
  const auto* name = moved.get_if<model::Name>();
  if (name == nullptr) return false;
  if (moving_function_ != &function) {
    moving_function_ = &function;
    first_moves_.clear();
    model::walk_expressions(function.body, [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      if (method == nullptr || (method->name != known_.to && method->name != known_.cuda)) return;
      const auto* one = module_itself(*method->object, project().symbols()).get_if<model::Name>();
      if (one == nullptr) return;
      const auto [first, is_new] = first_moves_.try_emplace(one->name, method->object->range.begin);
      if (!is_new) first->second = std::min(first->second, method->object->range.begin);
    });
  }
  const auto first = first_moves_.find(name->name);
  return first != first_moves_.end() && first->second < moved.range.begin;
}

/// Where a module is that its constructor has made: on the CPU, unless that ends in `self.to(device)`.
Places ModuleMoves::place_when_made(std::uint32_t init, std::span<const ArgumentValue> arguments) {
  const Places made = calls_.default_device().value_or(Value::device(Place::kCpu)).places;
  const FunctionInfo* info = init == kNowhere ? nullptr : &project().functions()[init];
  if (info == nullptr || info->moves_self == nullptr) return made;
  const model::Call& move = *info->moves_self;
  if (move.callee->as<model::Attribute>().name == known_.cuda) return Place::kCuda;
  if (move.arguments.empty()) return made;
  const model::Expression& argument = *move.arguments.front().value;
  const auto* name = argument.get_if<model::Name>();
  const auto* constant = argument.get_if<model::Constant>();
  Value device = Value::anything();
  if (constant != nullptr && constant->constant == model::ConstantKind::kString) {
    device = Value::string(constant->text);
  } else if (name != nullptr) {
    Value nobody = declared_.generic_object(info->owner);
    const std::span<const Value> bound = binding_.bind_parameters(init, &nobody, arguments);
    const std::uint32_t slot = info->scope.find(name->name);
    if (slot < bound.size()) device = bound[slot];
  }
  const catalog::NamedPlace named = catalog::named_place(device);
  return named.places.empty() ? made : named.places;
}

std::optional<Value> ModuleMoves::moved_module(const Value& receiver, model::Symbol method,
                                               std::span<const ArgumentValue> arguments, source::TextRange range) {
  if ((method != known_.cuda && method != known_.cpu && method != known_.to) || !module_containers_.is_module(receiver))
    return std::nullopt;
  Value moved = receiver;
  if (method == known_.cuda) {
    moved.places = values::Place::kCuda;
  } else if (method == known_.cpu) {
    moved.places = values::Place::kCpu;
  } else {
    const Value* device = argument_named(arguments, "device");
    if (device == nullptr) device = argument_at(arguments, 0);
    if (device == nullptr || device->may_be(Kind::kDtype)) return std::nullopt;
    if (device->may_be(Kinds(Kind::kTensor) | Kind::kDevice)) {
      moved.places = device->places;
    } else {
      const catalog::NodeRow& row = catalog().row(known_.device);
      if (row.operation == nullptr) return std::nullopt;
      const ArgumentValue target{{}, 0, *device};
      moved.places = calls_.call_operator(*row.operation, nullptr, {&target, 1}, range).places;
    }
    if (moved.places.empty()) moved.places = values::Place::kUnknown;
  }
  return moved;
}

}  // namespace syncfree::inference
