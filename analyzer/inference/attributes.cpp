// `object.name`, read and written.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

Attributes::Attributes(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      out_(all.record.out),
      state_(all.variables.state),
      record_(all.record),
      binding_(all.binding),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      module_moves_(all.module_moves),
      strangers_(all.strangers),
      calls_(all.calls),
      expressions_(all.expressions),
      statements_(all.statements) {}

Value Attributes::load_attribute(const model::Attribute& node) {
  if (const std::uint32_t slot = variables_.slot_of(*node.object); slot != Scope::kAbsent) {
    const Value* known = state_.fact_of_attribute(slot, node.name);
    if (known != nullptr && !known->only(Kind::kAnything)) return *known;
    if (known != nullptr) {
      // `self.graph = data.graph(); self.graph = self.graph.to(device)`: what this function stored is copied here.
      const auto* owner = node.object->get_if<model::Name>();
      const Value said = owner == nullptr
                             ? Value::anything()
                             : declared_.attribute_by_use(frame_.module, frame_.function, owner->name, node.name);
      return said.places == values::Places(values::Place::kCpu) ? said : attribute_by_use(node, state_.slots[slot]);
    }
  }
  Value object = expressions_.evaluate(*node.object);
  // `state.get(…)`: what tensors do not have says that it is the other possibility.
  if (object.may_be(Kind::kTensor) && object.may_be(Kind::kDictionary) &&
      catalog().child(known_.tensor, node.name) == catalog::Catalog::kNowhere) {
    rule_out_tensor(*node.object, object);
  }
  // What NumPy has too says little where nobody speaks of tensors, and nothing of a table.
  if (node.name == known_.item && object.is_anything() && !object.may_be(Kind::kTensor) &&
      (!declared_.knows_torch(frame_.module) || declared_.is_of_a_table(*node.object)))
    return Value::anything();
  if (node.name == known_.as_numpy) rule_out_device(*node.object, object);
  if (node.name == known_.to || node.name == known_.cuda) object = strangers_.before_copy(*node.object, object);
  const Value value = members_.read(object, node);
  if (!value.only(Kind::kAnything)) return value;
  const Value used = attribute_by_use(node, object);
  return used.only(Kind::kAnything) ? part_of_parameter(node, used) : used;
}

namespace {

/// Tensors in what the tokenizers and processors of language models give, by their names there.
bool is_model_input(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames = {"input_ids",         "attention_mask", "token_type_ids",
                                                      "position_ids",      "pixel_values",   "input_features",
                                                      "decoder_input_ids", "input_values"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

/// What is unknown is what is done with it.
Value Attributes::attribute_by_use(const model::Attribute& node, const Value& object) {
  Value said;
  bool is_batch = false;  // whose parts are known by their uses alone
  if (object.entities != nullptr) {
    for (const Entity& entity : object.entities->items) {
      is_batch |= entity.kind == EntityKind::kLibraryObject && entity.index == known_.batch;
      if (entity.kind != EntityKind::kObject) continue;
      record_.note_name(node.name);
      record_.note_children(world_.class_of(entity.index));
      said = join(said, declared_.member_by_use(world_.class_of(entity.index), node.name));
    }
  }
  if (is_batch && object.only(Kind::kTensor) && is_model_input(project().symbols().text(node.name)))
    return Value::tensor(object.places, values::kAnyElement, values::Rank::at_least(1), object.evidence);
  const auto* name = node.object->get_if<model::Name>();
  // `batch = batch.to(device)` and then `batch.y`: what was taken for a tensor has parts that tensors do not have.
  const bool is_no_tensor = object.only(Kind::kTensor) && object.evidence != values::Evidence::kSeen &&
                            catalog().child(known_.tensor, node.name) == catalog::Catalog::kNowhere;
  if (name != nullptr && (object.is_anything() || is_batch || is_no_tensor))
    said = join(said, declared_.attribute_by_use(frame_.module, frame_.function, name->name, node.name));
  if (said.is_bottom()) return Value::anything();
  // What is on the host has its parts there.
  if (is_batch && object.only(Kind::kTensor) && object.places == values::Places(values::Place::kCpu) &&
      said.only(Kind::kTensor))
    said.places = values::Place::kCpu;
  return said;
}

namespace {

constexpr std::array<std::string_view, 7> kParameters = {"weight",      "bias",           "grad",        "running_mean",
                                                         "running_var", "in_proj_weight", "in_proj_bias"};

bool names_a_parameter(std::string_view name) { return std::ranges::find(kParameters, name) != kParameters.end(); }

}  // namespace

/// `layer.weight`, `self.bias.data`: who copies from the host into it is about to build a model that is not moved yet.
bool Attributes::is_weight(const model::Expression& expression) const {
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute != nullptr && project().symbols().text(attribute->name) == "data")
    attribute = attribute->object->get_if<model::Attribute>();
  return attribute != nullptr && names_a_parameter(project().symbols().text(attribute->name));
}

/// `self.table.copy_(…)` in a module whose constructor takes `device=None`: the model is about to be built, too.
bool Attributes::is_made_on_given_device(const model::Expression& expression) const {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* self = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (self == nullptr || frame_.function == nullptr || frame_.function->owner == kNowhere) return false;
  const auto own = frame_.function->function->parameters;
  if (own.empty() || self->name != own[0].name || !project().classes()[frame_.function->owner].is_module) return false;
  const std::uint32_t init = project().constructor(frame_.function->owner, known_.init);
  if (init == kNowhere) return false;
  if (world_.notes_all) record_.note_read(kSignatures, model::Symbol{init});
  return std::ranges::any_of(project().functions()[init].function->parameters, [&](const model::Parameter& parameter) {
    const auto* constant =
        parameter.default_value == nullptr ? nullptr : parameter.default_value->get_if<model::Constant>();
    return parameter.name == known_.device_name && constant != nullptr &&
           constant->constant == model::ConstantKind::kNone;
  });
}

/// `p.grad`, `layer.weight.data`: a gradient or a parameter, whatever module is meant.
Value Attributes::part_of_parameter(const model::Attribute& node, const Value& otherwise) const {
  const std::string_view name = project().symbols().text(node.name);
  if (name != "grad" && name != "data") return otherwise;
  Value tensor = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
  const auto* owner = node.object->get_if<model::Attribute>();
  const bool of_parameter = owner != nullptr && names_a_parameter(project().symbols().text(owner->name));
  if (name == "data") return of_parameter ? tensor : otherwise;
  tensor.kinds |= Kind::kNone;
  return of_parameter ? tensor : otherwise;
}

/// The expression was used in a way that no tensor allows; from here on it is one of the other things that it may be.
void Attributes::rule_out_tensor(const model::Expression& expression, Value& value) {
  if (!value.may_be(Kind::kTensor) || value.only(Kind::kTensor)) return;
  value.kinds = value.kinds - Kind::kTensor;
  if (const std::uint32_t slot = variables_.slot_of(expression); slot != Scope::kAbsent) state_.slots.set(slot, value);
}

/// `x.numpy()`: what goes on behind it has its tensor on the host, or it had raised.
void Attributes::rule_out_device(const model::Expression& expression, const Value& object) {
  const std::uint32_t slot = variables_.slot_of(expression);
  const bool is_open = object.only(Kind::kTensor) && !object.places.has(values::Place::kCuda);
  if (slot == Scope::kAbsent || !is_open) return;
  Value on_host = object;
  on_host.places = values::Place::kCpu;
  state_.slots.set(slot, on_host);
}

void Attributes::store_into_objects(const Value& object, model::Symbol name, const Value& value) {
  if (object.entities == nullptr || value.is_bottom()) return;
  for (const Entity& entity : object.entities->items) {
    if (entity.kind != EntityKind::kObject && entity.kind != EntityKind::kClass) continue;
    const std::uint32_t number = entity.index;  // a class's attributes are those of its generic object
    const ClassInfo& info = project().classes()[entity.kind == EntityKind::kClass ? number : world_.class_of(number)];
    Value stored = value;
    // What an nn.Module holds as a module or parameter moves with it.
    if (info.is_module && entity.kind == EntityKind::kObject && stored.entities != nullptr) {
      for (const Entity& part : stored.entities->items) {
        const bool is_module =
            part.kind == EntityKind::kObject
                ? project().classes()[world_.class_of(part.index)].is_module
                : part.kind == EntityKind::kLibraryObject && catalog().derives(part.index, known_.module);
        if (is_module) stored.registered = true;
      }
    }
    stored.constant = stored.only(Kinds(Kind::kBoolean) | Kind::kString) ? stored.constant : values::ConstantValue{};
    Value kept = binding_.generalize(stored, 0);
    kept.memories = stored.memories;  // a staging buffer's memory decides whether copies into it wait
    out_.stores.push_back({number, name, kept});
  }
}

/// `self.points = torch.empty(0)` in a constructor, where another method stores the points.
bool Attributes::only_holds_the_place(std::uint32_t slot, model::Symbol name, const Value& value) {
  const FunctionInfo* function = frame_.function;
  return value.origin == values::Origin::kNoElements && value.only(Kind::kTensor) && slot == 0 && function != nullptr &&
         function->owner != kNowhere && function->function->name == known_.init &&
         record_.stores_anew(function->owner, name);
}

void Attributes::store_attribute(const model::Attribute& target, const Value& value) {
  if (target.name == known_.dict_) return store_variables(*target.object, value);
  const Value object = expressions_.evaluate(*target.object);
  // A property with a setter: the setter runs, the fact is what was given. A module that is moved below is there.
  const bool is_at_rest = value.places != values::Places(values::Place::kCpu) || !module_containers_.is_module(value);
  const std::uint32_t slot = variables_.slot_of(*target.object);
  const bool is_seen = (is_at_rest || !module_moves_.is_moved_below(target)) &&
                       (slot == Scope::kAbsent || !statements_.is_replaced(target)) &&
                       !only_holds_the_place(slot, target.name, value);
  if (is_seen) store_into_objects(object, target.name, value);
  if (slot != Scope::kAbsent) {
    state_.set_attribute(slot, target.name, members_.moved_with(object, value));
  }
}

}  // namespace syncfree::inference
