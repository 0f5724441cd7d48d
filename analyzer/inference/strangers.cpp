// What functions that nobody sees made: `transform(image).unsqueeze(0).to(device)`. It is copied to the device because
// it is not there yet.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/module_names.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Evidence;
using values::Place;
using values::Places;

namespace {

// Functions of torch that put the tensors of a sequence together.
constexpr std::array<std::string_view, 7> kJoins = {"stack",  "cat",    "concat",      "concatenate",
                                                    "hstack", "vstack", "pad_sequence"};

bool may_be_on_device(const Value& value, int depth) {
  if (value.may_be(Kind::kTensor)) return value.places.overlaps(values::kOnDevice);
  if (value.aggregate == nullptr || depth > 2) return false;
  const values::Aggregate& content = *value.aggregate;
  return may_be_on_device(content.rest, depth + 1) || std::ranges::any_of(content.elements, [&](const Value& element) {
           return may_be_on_device(element, depth + 1);
         });
}

/// `make: Callable`, `kind: type | None`: an annotation that says nothing of what is called, but that it can be.
bool is_unseen(const Value& callee) {
  constexpr Kinds kUnseen = Kinds(Kind::kAnything) | Kind::kFunction | Kind::kClass | Kind::kNone;
  return callee.only(kUnseen) && !callee.only(Kind::kNone) && callee.entities == nullptr;
}

/// The first argument is `*args` of the function, or of one around it.
bool hands_on(const model::Function& inner, const model::Call& node) {
  if (node.arguments.empty() || node.arguments.front().stars != 1) return false;
  const auto* given = node.arguments.front().value->get_if<model::Name>();
  if (given == nullptr) return false;
  for (const model::Function* function = &inner; function != nullptr; function = function->enclosing) {
    const auto parameter = std::ranges::find(function->parameters, given->name, &model::Parameter::name);
    if (parameter != function->parameters.end()) return parameter->kind == model::ParameterKind::kStar;
  }
  return false;
}

/// Whether a block goes over what `is_source` holds, and over nothing else, with a variable of the name.
template <class IsSource>
class LoopSources {
 public:
  LoopSources(model::Symbol name, const IsSource& is_source) : name_(name), is_source_(is_source) {}

  bool all_in(model::Block body) {
    model::walk_expressions(body, [&](const model::Expression& expression) {
      const auto* comprehension = expression.get_if<model::Comprehension>();
      if (comprehension == nullptr) return;
      for (const model::ComprehensionClause& clause : comprehension->clauses) look(*clause.target, *clause.iterable);
    });
    loops_in(body);
    return any_ && all_;
  }

 private:
  void loops_in(model::Block body) {
    for (const model::Statement* statement : body) {
      if (statement->kind == model::StatementKind::kFunction) continue;
      if (const auto* loop = statement->get_if<model::For>()) look(*loop->target, *loop->iterable);
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { loops_in(inner); });
    }
  }

  void look(const model::Expression& target, const model::Expression& iterable) {
    bool binds = model::is_name(target, name_);
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const model::Expression* element : several->elements) binds = binds || model::is_name(*element, name_);
    }
    if (!binds) return;
    // `self.parts.items()`
    const auto* call = iterable.get_if<model::Call>();
    const auto* view = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    any_ = true;
    all_ = all_ && is_source_(view == nullptr ? iterable : *view->object);
  }

  model::Symbol name_;
  const IsSource& is_source_;
  bool any_ = false;
  bool all_ = true;
};

Value on_host(Value value) {
  value.places = Place::kCpu;
  return value;
}

}  // namespace

Strangers::Strangers(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      branches_(all.branches),
      module_moves_(all.module_moves) {}

/// A function or class of a library whose source is read, and nothing else.
bool Strangers::is_of_library(const Value& callee) const {
  if (callee.entities == nullptr || callee.entities->items.empty()) return false;
  const auto is_library = [&](std::uint32_t module) { return project().modules()[module].input.is_library; };
  return std::ranges::all_of(callee.entities->items, [&](const Entity& entity) {
    if (entity.kind == EntityKind::kFunction) return is_library(project().functions()[entity.index].module);
    return entity.kind == EntityKind::kClass && is_library(project().classes()[entity.index].module);
  });
}

/// What a library gives back to code that calls it is taken if all of it is known; a part of what it may be would stand
/// in the way of what the code shows. Objects that can be moved, but are no modules (pipelines, batches), are known
/// better by what is done with them, too.
bool Strangers::says_too_little(const Value& given) const {
  if (project().modules()[frame_.module].input.is_library) return given.only(Kind::kAnything);
  if (given.is_anything()) return true;
  // `return model, info` in one case and `return model` in the other.
  if (given.may_be(Kind::kInstance) && !given.only(Kinds(Kind::kInstance) | Kind::kNone)) return true;
  if (!given.only(Kind::kInstance) || given.entities == nullptr || given.entities->items.empty()) return false;
  return std::ranges::all_of(given.entities->items, [&](const Entity& entity) {
    if (entity.kind != EntityKind::kObject) return false;
    const std::uint32_t klass = world_.class_of(entity.index);
    const ClassInfo& info = project().classes()[klass];
    return project().modules()[info.module].input.is_library && !info.is_module &&
           project().find_method(klass, known_.to) != kNowhere;
  });
}

/// A step that the loop of Lightning runs, which has moved all tensors of the batch, wherever they are in it.
bool Strangers::is_given_moved_batch() const {
  constexpr std::array<std::string_view, 4> kSteps = {"training_step", "validation_step", "test_step", "predict_step"};
  if (frame_.function == nullptr || frame_.function->owner == kNowhere) return false;
  if (!flow::is_among(kSteps, project().symbols().text(frame_.function->function->name))) return false;
  return std::ranges::any_of(project().classes()[frame_.function->owner].library_bases,
                             [&](std::uint32_t base) { return catalog().derives(base, known_.lightning_module); });
}

/// `torch.stack([part[0] for part in batch])` of what somebody collected.
bool Strangers::joins_unknown(const model::Call& node, const Value& result, std::span<const ArgumentValue> arguments) {
  if (!result.only(Kind::kTensor) || arguments.empty() || is_given_moved_batch()) return false;
  const std::string_view name = flow::last_name(*node.callee, project().symbols());
  if (std::ranges::find(kJoins, name) == kJoins.end()) return false;
  const Value& joined = arguments.front().value;
  return joined.only(Kind::kAnything) || values::any_element(arena_, joined).only(Kind::kAnything);
}

/// Notes whether a call is one of a function that nobody sees, with nothing that lies on the GPU; or one that puts
/// together what nobody knows.
void Strangers::note_stranger(const model::Call& node, const Value& callee, const Value& result,
                              std::span<const ArgumentValue> arguments) {
  const auto is_module = [&](const Entity& entity) { return catalog().derives(entity.index, known_.module); };
  // `tokenizer(texts, **options)`: an object of a library that is no module makes data.
  const bool is_maker = callee.only(Kind::kLibraryObject) && callee.entities != nullptr &&
                        std::ranges::none_of(callee.entities->items, is_module);
  const bool is_one = (callee.only(Kind::kAnything) || is_unseen(callee) || is_maker || is_of_library(callee)) &&
                      result.only(Kind::kAnything) &&
                      std::ranges::none_of(
                          arguments, [](const ArgumentValue& argument) { return may_be_on_device(argument.value, 0); });
  if (is_one || joins_unknown(node, result, arguments)) {
    strange_calls_.insert(&node);
  } else if (!strange_calls_.empty()) {
    strange_calls_.erase(&node);
  }
}

/// Is the expression the result of such a call, or computed by torch from such results alone.
const model::Call* Strangers::made_by_stranger(const model::Expression& expression) const {
  const model::Expression* part = &expression;
  for (;;) {
    if (const auto* subscript = part->get_if<model::Subscript>()) {
      part = subscript->object;
      continue;
    }
    const auto* call = part->get_if<model::Call>();
    if (call == nullptr) return nullptr;
    if (strange_calls_.contains(call)) return call;
    const auto* method = call->callee->get_if<model::Attribute>();
    if (method == nullptr) return nullptr;
    const Target target = project().resolve(frame_.module, *call->callee);
    if (target.kind == TargetKind::kLibrary && !call->arguments.empty()) {
      part = call->arguments.front().value;
      if (const auto* several = part->get_if<model::Sequence>(); several != nullptr && !several->elements.empty())
        part = several->elements.front();
      if (const auto* comprehension = part->get_if<model::Comprehension>()) part = comprehension->element;
    } else if (catalog().child(known_.tensor, method->name) != catalog::Catalog::kNowhere) {
      part = method->object;
    } else {
      return nullptr;
    }
  }
}

/// `AutoModel.from_pretrained(name)`, `UNet2DModel(64)`: an object of a class that nobody sees, just made, and on the
/// CPU.
bool Strangers::is_built_here(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  const std::string_view text = flow::last_name(*call->callee, project().symbols());
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const bool is_class =
      text.size() > 2 && is_upper(text[0]) && std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  return (is_class && !text.ends_with("Tensor")) || text == "from_pretrained";
}

/// `self.tensors`, or a variable that is bound to it alone or goes over it, in a class that is no module: what such an
/// object holds was made before somebody asks for a copy of it on the device.
bool Strangers::is_held_by_data(const model::Expression& expression) {
  if (frame_.function == nullptr || frame_.function->owner == kNowhere ||
      project().classes()[frame_.function->owner].is_module || frame_.function->is_static ||
      frame_.function->function->parameters.empty())
    return false;
  const auto is_own = [&](const model::Expression& value) {
    const auto* attribute = value.get_if<model::Attribute>();
    const auto* self = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
    return self != nullptr && self->name == frame_.function->function->parameters[0].name;
  };
  if (const auto* part = expression.get_if<model::Subscript>()) return is_own(*part->object);
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return is_own(expression);
  return branches_.seldom().is_only(name->name, is_own) ||
         LoopSources(name->name, is_own).all_in(frame_.function->function->body);
}

void Strangers::note_move(const model::Call& node, const model::Expression& object,
                          std::span<const ArgumentValue> given_to) {
  const auto is_type = [](const ArgumentValue& given) { return given.value.only(Kind::kDtype); };
  if (!given_to.empty() && std::ranges::all_of(given_to, is_type)) casts_.insert(&object);
  if (frame_.function != nullptr && hands_on(*frame_.function->function, node)) forwarded_.insert(&object);
}

std::span<const ArgumentValue> Strangers::what_moves(const model::Expression& object, const Value& callee,
                                                     std::span<const ArgumentValue> given_to) const {
  if (!forwarded_.contains(&object) || given_to.back().stars != 2 || callee.entities == nullptr) return given_to;
  const bool is_own = std::ranges::any_of(callee.entities->items,
                                          [](const Entity& entity) { return entity.kind == EntityKind::kFunction; });
  return is_own ? given_to : given_to.first(given_to.size() - 1);
}

/// `super().to(*args, **kwargs)` in `def to(self, *args, **kwargs)`: the object itself is moved.
Value Strangers::with_self_on_host(const Value& super) {
  if (super.entities == nullptr || super.entities->items.size() != 1 ||
      super.entities->items[0].kind != EntityKind::kSuper)
    return super;
  Entity above = super.entities->items[0];
  above.self = arena_.keep(on_host(*above.self));
  return arena_.entity(Kind::kOther, above);
}

bool Strangers::is_called_module(const model::Expression& expression) const {
  return flow::names_a_module(flow::last_name(expression, project().symbols()));
}

/// What is copied to the device, if so little is known of it that it may be anything.
Value Strangers::before_copy(const model::Expression& expression, const Value& object) {
  if (casts_.contains(&expression)) return object;
  if (forwarded_.contains(&expression)) {
    const bool is_elsewhere = object.places.overlaps(values::kOnDevice) || object.places.has(Place::kCpu);
    if (object.only(Kind::kTensor) && is_elsewhere) {
      // What is given all that `to` was is no mere guess.
      Value moved = on_host(object);
      moved.evidence = std::max(moved.evidence, Evidence::kDeclared);
      return moved;
    }
    if (object.only(Kind::kOther)) return with_self_on_host(object);
  }
  // `batch: list`, `batch[0].to(device)`: what is done with one place says nothing of the others.
  const auto* part = expression.get_if<model::Subscript>();
  const auto* whole = part == nullptr ? nullptr : part->object->get_if<model::Name>();
  if (whole != nullptr && object.only(Kind::kAnything)) {
    const Value by_use = declared_.any_part_by_use(frame_.function, whole->name);
    if (by_use.only(Kind::kTensor)) return by_use;
  }
  if (object.only(Kind::kAnything) && is_built_here(expression))
    return on_host(declared_.library_object(known_.module));
  if (module_moves_.is_moved_in_parts(expression, object)) {
    Value moved = object;
    moved.places = Place::kUnknown;
    return moved;
  }
  if (module_moves_.is_handed_over(expression, object)) return on_host(object);
  const bool is_guess = object.only(Kind::kTensor) && object.places == Places(Place::kCaller) &&
                        object.evidence != values::Evidence::kSeen;
  // `def to(self, device): self.x = self.x.to(device)`
  const bool moves_itself = frame_.function != nullptr && (frame_.function->function->name == known_.to ||
                                                           frame_.function->function->name == known_.cuda);
  // Of a list, or of nothing, there is no copy.
  constexpr Kinds kTensorOrList = Kinds(Kind::kTensor) | Kind::kList | Kind::kTuple | Kind::kNone;
  const bool may_be_host = object.may_be(Kind::kTensor) && object.only(kTensorOrList) &&
                           object.places.overlaps(Places(Place::kCaller) | Place::kCpu);
  if (moves_itself && may_be_host && is_held_by_data(expression)) {
    Value tensor = on_host(object);
    tensor.kinds = Kind::kTensor;
    tensor.aggregate = nullptr;
    return tensor;
  }
  if (moves_itself && object.may_be(Kind::kAnything) && is_held_by_data(expression) && !is_called_module(expression))
    return Value::tensor(Place::kCpu, values::kAnyElement, {}, Evidence::kDeclared);
  if (!object.only(Kind::kAnything) && !is_guess) return object;
  const model::Call* call = made_by_stranger(expression);
  if (call == nullptr) return object;
  if (is_guess) return on_host(object);
  if (call == &expression && is_called_module(*call->callee)) return on_host(declared_.library_object(known_.module));
  return declared_.holder(known_.batch, Place::kCpu);
}

}  // namespace syncfree::inference
