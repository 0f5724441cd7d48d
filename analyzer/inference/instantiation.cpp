// Objects made by calling their class.
#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

Instantiation::Instantiation(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      out_(all.record.out),
      record_(all.record),
      binding_(all.binding),
      members_(all.members),
      module_moves_(all.module_moves),
      attributes_(all.attributes),
      calls_(all.calls) {}

/// The constructor of a record (a data class, a named tuple) that nobody wrote: each argument goes into its field.
void Instantiation::store_fields(std::uint32_t klass, const Value& object, std::span<const ArgumentValue> arguments) {
  std::size_t position = 0;
  std::vector<model::Symbol> fields;
  const ClassInfo& info = project().classes()[klass];
  std::unordered_set<std::uint32_t> known;
  for (const std::uint32_t ancestor : std::views::reverse(info.ancestors)) {
    // A field that is declared again keeps its place.
    for (const model::Symbol field : project().classes()[ancestor].field_order) {
      if (known.insert(field.id).second) fields.push_back(field);
    }
  }
  const auto set_field = [&](model::Symbol name, const Value& value) {
    attributes_.store_into_objects(object, name, value);
  };
  for (const ArgumentValue& argument : arguments) {
    const values::Aggregate* content = argument.value.aggregate;
    if (argument.stars == 1 && content != nullptr && content->exact) {
      for (const Value& element : content->elements) {
        if (position < fields.size()) set_field(fields[position++], element);
      }
    } else if (argument.stars == 1) {
      // Which element goes to which field is not known: what the class says of the field is.
      const Value element = values::any_element(arena_, argument.value);
      for (; position < fields.size(); ++position) {
        const Value declared = members_.declared_attribute(klass, fields[position]);
        set_field(fields[position], declared.is_bottom() || declared.is_anything() ? element : declared);
      }
    } else if (argument.stars == 0 && argument.keyword.empty()) {
      if (position < fields.size()) set_field(fields[position++], argument.value);
    } else if (argument.stars == 0) {
      set_field(project().symbols().find(argument.keyword), argument.value);
    } else {
      set_fields_from(klass, object, argument.value, fields);
    }
  }
}

/// `Settings(**options)`: what the dictionary is not known to hold may be in it.
void Instantiation::set_fields_from(std::uint32_t klass, const Value& object, const Value& options,
                                    std::span<const model::Symbol> fields) {
  const values::Aggregate* content = options.aggregate;
  if (content != nullptr) {
    for (const values::DictionaryEntry& entry : content->entries) {
      if (const model::Symbol name = project().symbols().find(entry.key.text()))
        attributes_.store_into_objects(object, name, entry.value);
    }
  }
  if (options.is_bottom() || (content != nullptr && content->rest.is_bottom())) return;
  for (const model::Symbol field : fields) {
    const Value declared = members_.declared_attribute(klass, field);
    if (declared.is_bottom() || declared.is_anything()) continue;
    bool has_default = false;
    const Value otherwise = members_.attribute_fact(klass, field, has_default);
    attributes_.store_into_objects(object, field, has_default ? values::join(arena_, otherwise, declared) : declared);
  }
}

/// Tells objects of a class apart by what their constructors were given; nothing while an argument is not known yet.
std::optional<ObjectKey> Instantiation::constructor_key(std::uint32_t klass, std::uint32_t init,
                                                        std::span<const ArgumentValue> arguments) {
  const ClassInfo& info = project().classes()[klass];
  ObjectKey key;
  key.klass = klass;
  if (init != kNowhere) {
    Value nobody = declared_.generic_object(klass);
    const std::span<const Value> bound = binding_.bind_parameters(init, &nobody, arguments);
    for (std::size_t i = 1; i < bound.size(); ++i) {
      if (bound[i].is_bottom()) return std::nullopt;
      Value argument = binding_.generalize(bound[i], 1);
      argument.constant =
          argument.only(Kinds(Kind::kBoolean) | Kind::kString) ? argument.constant : values::ConstantValue{};
      key.arguments.push_back(argument);
    }
  } else if (info.is_record) {
    for (const ArgumentValue& argument : arguments) {
      if (argument.value.is_bottom()) return std::nullopt;
      key.arguments.push_back(binding_.generalize(argument.value, 1));
      key.arguments.push_back(Value::string(argument.keyword));
    }
  }
  return key;
}

Value Instantiation::instantiate(std::uint32_t klass, std::span<const ArgumentValue> arguments, source::TextRange range,
                                 GivenParts wanted) {
  const ClassInfo& info = project().classes()[klass];
  const std::uint32_t init = project().constructor(klass, known_.init);
  const std::uint32_t makes = project().find_method(klass, known_.new_);
  if (makes != kNowhere && init == kNowhere && !info.is_record && info.library_bases.empty()) {
    // `Model(config)` that chooses among other classes.
    const Value itself = declared_.target({TargetKind::kClass, klass, {}});
    const Value made = calls_.call_function(makes, 0, &itself, arguments, range);
    if (!made.is_anything()) return made;
  }
  std::optional<ObjectKey> key = constructor_key(klass, init, arguments);
  if (!key) return {};
  key->seal();
  Entity entity{.kind = EntityKind::kObject};
  entity.index = object_of(*std::move(key));
  if (entity.index == model::HashIndex::kAbsent) return {};
  Value object = arena_.entity(Kind::kInstance, entity);
  // Parameters are made on the CPU; whoever holds the module may move it.
  if (info.is_module) object.places = calls_.default_device().value_or(Value::device(values::Place::kCpu)).places;
  if (init != kNowhere) {
    calls_.call_function(init, 0, &object, arguments, range, wanted);
    if (info.is_module) object.places = module_moves_.place_when_made(init, arguments);
  } else if (info.is_record) {
    store_fields(klass, object, arguments);
  } else if (project().find_method(klass, known_.new_) == kNowhere) {
    for (const std::uint32_t base : info.library_bases) {
      const catalog::NodeRow& row = catalog().row(base);
      // A constructor that blocks for these arguments (a distribution that validates them) does so for a subclass too.
      if (row.operation != nullptr && !row.operation->blocks.empty())
        calls_.call_operator(*row.operation, nullptr, arguments, range);
    }
  }
  if (info.is_record && project().find_method(klass, known_.post_init) != kNowhere) {
    bool found = false;
    calls_.call_method(object, known_.post_init, {}, range, found);
  }
  // A dictionary or list subclass holds what it was given, and so does a tensor subclass.
  for (const std::uint32_t base : info.library_bases) {
    const Value like = declared_.library_object(base);
    if (like.may_be(Kinds(Kind::kDictionary) | Kind::kList | Kind::kTuple | Kind::kSet)) object.kinds |= like.kinds;
    if (!like.only(Kind::kTensor) || project().find_method(klass, known_.new_) != kNowhere) continue;
    const bool is_copy = !arguments.empty() && arguments[0].stars == 0 && arguments[0].value.only(Kind::kTensor);
    const Value& data = is_copy ? arguments[0].value : like;
    object.kinds |= Kind::kTensor;
    object.places = data.places;
    object.elements = data.elements;
    object.rank = data.rank;
  }
  return object;
}

/// The object that a constructor call makes; kAbsent if the world has to make it first.
std::uint32_t Instantiation::object_of(ObjectKey key) {
  record_.note_read(kInstances | key.klass, {});
  const std::uint32_t found = world_.find(key, frame_.layer);
  if (found == model::HashIndex::kAbsent) {
    out_.new_objects.push_back(std::move(key));
  } else if (world_.notes_all && found != key.klass) {
    record_.note_read(found, kIsThere);
  }
  return found;
}

void Instantiation::apply_setter(std::uint32_t function, const Value& self, std::span<const Value> bound) {
  const FunctionInfo& info = project().functions()[function];
  if (info.setter_name < 0) return;
  const std::string_view name = bound[static_cast<std::size_t>(info.setter_name)].known_string();
  if (name.empty()) return;
  Value value = bound[static_cast<std::size_t>(info.setter_value)];
  if (value.may_be(Kind::kTensor)) value.registered = true;
  // An empty list is a state that grows; what it will hold is said by the class.
  if (value.only(Kind::kList) && value.aggregate != nullptr && value.aggregate->exact &&
      value.aggregate->elements.empty())
    return;
  attributes_.store_into_objects(self, project().symbols().intern(name), value);
}

}  // namespace syncfree::inference
