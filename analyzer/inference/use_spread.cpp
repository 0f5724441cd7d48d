// Conclusions: what is known of a value is known of what it came from.
#include <algorithm>
#include <optional>
#include <string_view>

#include "analyzer/catalog/result.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/use_reader.h"

namespace syncfree::inference {

namespace {

constexpr Uses kOnHostBefore = Uses(Use::kMoved) | Use::kFromHost | Use::kHoldsMoved | Use::kHoldsFromHost;

}  // namespace

void NameUses::BodyReader::conclude() {
  // First what limits the rest: see `add`.
  for (std::size_t i = 0; i < memory_.said.size(); ++i) {
    const ReadingMemory::Said said = memory_.said[i];
    if (said.uses.has(Use::kTested)) tell(*said.about, Use::kTested, 0, 0);
  }
  for (std::size_t i = 0; i < memory_.said.size(); ++i) {
    const ReadingMemory::Said said = memory_.said[i];
    tell(*said.about, said.uses, said.move, 0);
  }
  for (const ReadingMemory::Move& move : memory_.moves) {
    if (move.device != nullptr && !is_where_it_computes(*move.device)) continue;
    if (is_where_batches_are(move.device) || is_of_moved_batch(*move.what)) {
      tell(*move.what, Use::kTensor, 0, 0);
    } else {
      tell(*move.what, Use::kMoved, move.at, 0);
    }
  }
}

/// `x.to(self.device)` in a module of Lightning, which has put batches there before any method gets them.
bool NameUses::BodyReader::is_where_batches_are(const model::Expression* device) const {
  const auto* attribute = device == nullptr ? nullptr : device->get_if<model::Attribute>();
  const auto* owner = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (owner == nullptr || attribute->name != names_.device || owner->name != names_.self) return false;
  if (function_ == nullptr || function_->owner == kNowhere) return false;
  return is_of_class(known_.lightning_module);
}

/// `inputs["labels"]` in a step that the loop of Lightning or of Transformers' Trainer runs: it has moved the inputs.
bool NameUses::BodyReader::is_of_moved_batch(const model::Expression& what) const {
  constexpr std::array<std::string_view, 4> kOfTrainer = {"compute_loss", "training_step", "prediction_step",
                                                          "compute_loss_func"};
  constexpr std::array<std::string_view, 4> kOfLightning = {"training_step", "validation_step", "test_step",
                                                            "predict_step"};
  const model::Expression* root = &what;
  for (;;) {
    if (const auto* attribute = root->get_if<model::Attribute>()) {
      root = attribute->object;
    } else if (const auto* entry = root->get_if<model::Subscript>()) {
      root = entry->object;
    } else {
      break;
    }
  }
  const auto* batch = root->get_if<model::Name>();
  if (batch == nullptr || function_ == nullptr || function_->owner == kNowhere) return false;
  if (std::ranges::find(function_->function->parameters, batch->name, &model::Parameter::name) ==
      function_->function->parameters.end())
    return false;
  const std::string_view step = project_.symbols().text(function_->function->name);
  return (flow::is_among(kOfTrainer, step) && is_of_class(known_.trainer)) ||
         (flow::is_among(kOfLightning, step) && is_of_class(known_.lightning_module));
}

bool NameUses::BodyReader::is_of_class(std::uint32_t node) const {
  const auto& bases = project_.classes()[function_->owner].library_bases;
  return std::ranges::any_of(bases, [&](std::uint32_t base) { return project_.catalog().derives(base, node); });
}

const NameUse* NameUses::BodyReader::use_of(const model::Expression& expression) {
  const std::uint32_t number = variable_of(expression);
  return number == kNone ? nullptr : &memory_.uses[number];
}

bool NameUses::BodyReader::is_where_it_computes(const model::Expression& expression) {
  switch (expression.kind) {
    case model::ExpressionKind::kConstant: {
      const auto& constant = expression.as<model::Constant>();
      return constant.constant == model::ConstantKind::kString ? constant.text.starts_with("cuda")
                                                               : constant.constant == model::ConstantKind::kInteger;
    }
    case model::ExpressionKind::kName: {
      const std::string_view name = project_.symbols().text(expression.as<model::Name>().name);
      return names_a_target(name) && !comes_from_a_tensor(expression);
    }
    case model::ExpressionKind::kFormatted:
      return true;
    case model::ExpressionKind::kAttribute: {
      const auto& attribute = expression.as<model::Attribute>();
      if (!names_a_target(project_.symbols().text(attribute.name))) return false;
      if (attribute.object->kind == model::ExpressionKind::kCall) return is_next(*attribute.object);
      if (attribute.object->kind == model::ExpressionKind::kAttribute)
        return !names_.views.contains(attribute.object->as<model::Attribute>().name) && attribute.name != names_.device;
      const auto* owner = attribute.object->get_if<model::Name>();
      if (owner == nullptr) return false;
      if (names_.settings.contains(owner->name) || attribute.name != names_.device) return true;
      const NameUse* use = use_of(*owner);
      return use != nullptr && use->uses.has(Use::kModule);
    }
    case model::ExpressionKind::kSubscript: {
      const auto& subscript = expression.as<model::Subscript>();
      const auto* key = subscript.index->get_if<model::Constant>();
      if (key == nullptr) return false;
      if (key->constant == model::ConstantKind::kString) return names_a_target(key->text);
      return key->constant == model::ConstantKind::kInteger && lists_devices(*subscript.object);
    }
    case model::ExpressionKind::kCall: {
      const model::Expression& callee = *expression.as<model::Call>().callee;
      const auto* method = callee.get_if<model::Attribute>();
      const auto* name = callee.get_if<model::Name>();
      const model::Symbol called = method != nullptr ? method->name : name != nullptr ? name->name : model::Symbol{};
      // `"cuda:{}".format(rank)`
      if (method != nullptr && method->object->kind == model::ExpressionKind::kConstant)
        return is_where_it_computes(*method->object);
      return called && names_a_target(project_.symbols().text(called));
    }
    case model::ExpressionKind::kBoolean:
      // `device or "cuda"`
      return std::ranges::any_of(expression.as<model::Boolean>().operands,
                                 [&](const model::Expression* operand) { return is_where_it_computes(*operand); });
    default:
      return false;
  }
}

bool NameUses::BodyReader::names_a_target(std::string_view name) {
  return names_a_device(name) || name == "gpu" || name == "gpu_id" || name == "device_id" || name == "rank" ||
         name.ends_with("_rank");
}

/// `x.to(self.gpu_ids[0])`
bool NameUses::BodyReader::lists_devices(const model::Expression& list) const {
  const std::string_view name = flow::last_name(list, project_.symbols());
  return name == "device_ids" || name == "gpu_ids" || name == "gpus" || name == "devices";
}

bool NameUses::BodyReader::is_next(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  const auto* name = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
  return name != nullptr && name->name == names_.next;
}

bool NameUses::BodyReader::comes_from_a_tensor(const model::Expression& name) {
  const std::uint32_t number = variable_of(name);
  if (number == kNone) return false;
  for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source& source = memory_.sources[at];
    if (source.part) continue;
    if (source.value->kind == model::ExpressionKind::kAttribute && !is_where_it_computes(*source.value)) return true;
    // `torch.device("cuda") if x.is_cuda else torch.device("cpu")`
    const auto* choice = source.value->get_if<model::Conditional>();
    const auto* asked = choice == nullptr ? nullptr : choice->condition->get_if<model::Attribute>();
    if (asked != nullptr && asked->name == names_.is_cuda) return true;
  }
  return false;
}

Uses NameUses::BodyReader::as_parts(Uses uses) const {
  Uses parts = uses & kOfParts;
  if (arrays_are_tensors_ && uses.overlaps(Uses(Use::kArray) | Use::kIndexed)) parts |= Use::kHoldsTensors;
  if (uses.has(Use::kTensor) || uses.has(Use::kGiven)) parts |= Use::kHoldsTensors;
  if (uses.has(Use::kMoved)) parts |= Use::kHoldsMoved;
  if (uses.has(Use::kFromHost)) parts |= Use::kHoldsFromHost;
  return parts;
}

/// What is said of each element where this is said of what holds them.
Uses NameUses::BodyReader::of_element(Uses uses) {
  Uses element;
  if (uses.has(Use::kHoldsMoved)) element |= Use::kMoved;
  if (uses.has(Use::kHoldsFromHost)) element |= Use::kFromHost;
  if (uses.has(Use::kHoldsTensors)) element |= Use::kTensor;
  return element;
}

/// `np.random.choice(n, size)`; without a size it draws one.
bool NameUses::BodyReader::draws_several(const model::Call& call, const model::Attribute& method) const {
  const std::string_view name = project_.symbols().text(method.name);
  if (name != "choice" && name != "randint") return false;
  const std::size_t place = name == "choice" ? 1 : 2;
  std::size_t unnamed = 0;
  return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
    if (argument.keyword) return argument.keyword == names_.size;
    return argument.stars == 0 && unnamed++ == place;
  });
}

bool NameUses::BodyReader::holds_positions(const model::Expression& name) {
  const std::uint32_t number = variable_of(name);
  if (number == kNone) return false;
  for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source& source = memory_.sources[at];
    if (source.part) continue;
    const auto* subscript = source.value->get_if<model::Subscript>();
    const auto* call = source.value->get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (subscript != nullptr && subscript->index->kind == model::ExpressionKind::kSlice) return true;
    if (method != nullptr && (names_.positions.contains(method->name) || draws_several(*call, *method))) return true;
  }
  return false;
}

bool NameUses::BodyReader::selects_several(const model::Expression& index) {
  switch (index.kind) {
    case model::ExpressionKind::kSlice:
    case model::ExpressionKind::kComparison:
      return true;
    case model::ExpressionKind::kSequence: {
      // `x[:, 1:3]`
      const auto& parts = index.as<model::Sequence>();
      return parts.sequence == model::SequenceKind::kTuple &&
             std::ranges::any_of(parts.elements, [](const model::Expression* part) {
               return part->kind == model::ExpressionKind::kSlice;
             });
    }
    case model::ExpressionKind::kUnary:
      return index.as<model::Unary>().operation == model::UnaryOperator::kInvert;
    case model::ExpressionKind::kName:
      return project_.symbols().text(index.as<model::Name>().name).ends_with("mask") || holds_positions(index);
    case model::ExpressionKind::kAttribute:
      return project_.symbols().text(index.as<model::Attribute>().name).ends_with("mask");
    default:
      return false;
  }
}

Uses NameUses::BodyReader::as_operand(Uses uses) {
  return uses.overlaps(Uses(Use::kMoved) | Use::kFromHost) ? Uses(Use::kFromHost) : Uses();
}

void NameUses::BodyReader::add(std::uint32_t number, Uses uses, std::uint32_t move, int depth) {
  if (number == kNone || uses.empty()) return;
  NameUse& known = memory_.uses[number];
  // `[t.to(device) for t in batch]`: the copy comes after the binding, though it stands before it.
  const bool comes_after = move != 0 && memory_.variables[number].of_comprehension;
  if (uses.overlaps(kOnHostBefore | Use::kLoaded))
    known.last_move = std::max(known.last_move, comes_after ? kAfterAll : move);
  const Uses fresh = uses - known.uses;
  if (fresh.empty()) return;
  known.uses |= uses;
  // `x = other.x`, and later `x = torch.tensor(x)`: what only tensors allow is done with the second one.
  const Uses spread = certain(known.uses) & fresh &
                      (Uses(Use::kTensor) | Use::kMoved | Use::kFromHost | Use::kGiven | Use::kArray | Use::kIndexed |
                       kOfNumbers | Use::kModule | kOfParts);
  for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source source = memory_.sources[at];
    // `keep = order[keep.to(device)]`: what is copied there is the value before.
    if (move != 0 && source.value->range.begin <= move && move < source.value->range.end) continue;
    if (source.stored) {
      // What is stored after the copy may be on the device.
      if (source.value->range.begin < move) tell(*source.value, as_operand(spread), move, depth + 1);
    } else {
      tell(*source.value, source.part ? as_parts(spread) : spread, move, depth + 1);
    }
  }
  if (!fresh.has(Use::kModule)) return;
  for (std::uint32_t at = memory_.variables[number].first_call; at != kNone; at = memory_.calls[at].next) {
    const model::Call& call = *memory_.calls[at].call;
    if (!call.arguments.empty() && call.arguments[0].stars == 0)
      tell(*call.arguments[0].value, Use::kGiven, 0, depth + 1);
  }
}

/// `range(n // 2)`: what is computed from numbers alone. `range(x.shape[0])` says nothing of `x`, and
/// `range(settings["n"])` only of that part.
bool NameUses::BodyReader::is_number_of_its_parts(const model::Expression& about) {
  return about.kind == model::ExpressionKind::kSubscript || about.kind == model::ExpressionKind::kName ||
         about.kind == model::ExpressionKind::kUnary || about.kind == model::ExpressionKind::kBinary;
}

void NameUses::BodyReader::tell(const model::Expression& about, Uses uses, std::uint32_t move, int depth) {
  constexpr int kDeepest = 60;
  if (!is_number_of_its_parts(about)) uses = uses - kOfNumbers;
  if (uses.empty() || depth > kDeepest) return;
  switch (about.kind) {
    case model::ExpressionKind::kName:
      add(variable_of(about), uses, move, depth);
      return;
    case model::ExpressionKind::kStarred:
      return tell(*about.as<model::Starred>().value, uses, move, depth + 1);
    case model::ExpressionKind::kAwait:
      return tell(*about.as<model::Await>().value, uses, move, depth + 1);
    case model::ExpressionKind::kNamed:
      return tell(*about.as<model::Named>().value, uses, move, depth + 1);
    case model::ExpressionKind::kUnary:
      return tell(*about.as<model::Unary>().operand, uses, move, depth + 1);
    case model::ExpressionKind::kSubscript:
      add(of_part(about.as<model::Subscript>()), uses, move, depth);
      return tell_subscript(about.as<model::Subscript>(), uses - kOfNumbers, move, depth);
    case model::ExpressionKind::kConditional:
      tell(*about.as<model::Conditional>().then_value, uses, move, depth + 1);
      return tell(*about.as<model::Conditional>().else_value, uses, move, depth + 1);
    case model::ExpressionKind::kBoolean:
      for (const model::Expression* operand : about.as<model::Boolean>().operands)
        tell(*operand, uses, move, depth + 1);
      return;
    case model::ExpressionKind::kBinary: {
      const auto& binary = about.as<model::Binary>();
      const bool left = binary.right->kind == model::ExpressionKind::kConstant;
      const bool right = binary.left->kind == model::ExpressionKind::kConstant;
      const bool both = binary.operation == model::BinaryOperator::kMatrixMultiply;
      const Uses of_each = as_operand(uses) | (uses & kOfNumbers);
      tell(*binary.left, left || both ? uses : of_each, move, depth + 1);
      return tell(*binary.right, right || both ? uses : of_each, move, depth + 1);
    }
    case model::ExpressionKind::kComparison: {
      const auto& operands = about.as<model::Comparison>().operands;
      const auto is_constant = [](const model::Expression* operand) {
        return operand->kind == model::ExpressionKind::kConstant;
      };
      // What is compared with a number gives a tensor only if it is one. Otherwise what stands first is compared with
      // what bounds it, which may be a number.
      const bool alone = std::ranges::count_if(operands, is_constant) + 1 == std::ssize(operands);
      const Uses of_result = uses & (Uses(Use::kTensor) | Use::kArray);
      for (const model::Expression* operand : operands) {
        const bool bears = alone || (operands.size() == 2 && operand == operands[0]);
        tell(*operand, as_operand(uses) | (bears ? of_result : Uses()), move, depth + 1);
      }
      return;
    }
    case model::ExpressionKind::kSequence:
      for (const model::Expression* element : about.as<model::Sequence>().elements)
        tell(*element, of_element(uses), move, depth + 1);
      return;
    case model::ExpressionKind::kComprehension: {
      const auto& comprehension = about.as<model::Comprehension>();
      if (comprehension.key != nullptr) return;
      // Where what is computed from a list is moved, its elements may be there: norms of gradients.
      return tell(*comprehension.element, of_element(uses - Uses(Use::kHoldsFromHost)), move, depth + 1);
    }
    case model::ExpressionKind::kAttribute: {
      const auto& attribute = about.as<model::Attribute>();
      if (names_.views.contains(attribute.name)) return tell(*attribute.object, uses, move, depth + 1);
      add(of_path(attribute), uses, move, depth);
      // `batch.x.to(device)`; what `self` or the settings hold says nothing of them.
      const auto* owner = attribute.object->get_if<model::Name>();
      if (owner != nullptr && !names_.settings.contains(owner->name) &&
          uses.overlaps(Uses(Use::kMoved) | Use::kHoldsMoved))
        add(variable_of(*owner), Use::kHoldsMoved, move, depth);
      return;
    }
    case model::ExpressionKind::kCall:
      return tell_call(about.as<model::Call>(), uses, move, depth);
    default:
      return;
  }
}

namespace {

/// `pair[0]`, `pair[-1]`; nothing for another index.
std::optional<std::int64_t> written_place(const model::Expression& index) {
  const auto* negated = index.get_if<model::Unary>();
  const bool is_from_end = negated != nullptr && negated->operation == model::UnaryOperator::kNegate;
  const auto* place = (is_from_end ? *negated->operand : index).get_if<model::Constant>();
  if (place == nullptr || place->constant != model::ConstantKind::kInteger) return std::nullopt;
  return is_from_end ? -place->integer : place->integer;
}

}  // namespace

void NameUses::BodyReader::tell_subscript(const model::Subscript& subscript, Uses uses, std::uint32_t move, int depth) {
  if (selects_several(*subscript.index)) return tell(*subscript.object, uses, move, depth + 1);
  Uses parts = as_parts(uses);
  const std::optional<std::int64_t> place = written_place(*subscript.index);
  if (place && parts.has(Use::kHoldsTensors)) {
    // `pair = (ids, count)`, and then `pair[0].view(-1)`: the count is none.
    parts = (parts - Uses(Use::kHoldsTensors)) | Use::kHoldsATensor;
    tell_place(*subscript.object, *place, uses, move, depth);
  }
  tell(*subscript.object, parts, move, depth + 1);
}

/// What is said of one place of a name, where a tuple or a list is bound to that name.
void NameUses::BodyReader::tell_place(const model::Expression& name, std::int64_t place, Uses uses, std::uint32_t move,
                                      int depth) {
  const std::uint32_t number = variable_of(name);
  if (number == kNone) return;
  for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source source = memory_.sources[at];
    const auto* written = source.value->get_if<model::Sequence>();
    if (written == nullptr || source.part || source.stored) continue;
    const auto is_several = [](const model::Expression* part) { return part->kind == model::ExpressionKind::kStarred; };
    if (std::ranges::any_of(written->elements, is_several)) continue;
    const std::int64_t index = place < 0 ? place + std::ssize(written->elements) : place;
    if (index < 0 || index >= std::ssize(written->elements)) continue;
    const model::Expression& element = *written->elements[static_cast<std::size_t>(index)];
    Uses& known = *placed_.insert(&element, Uses()).first;
    const Uses fresh = uses - known;
    known |= uses;
    tell(element, fresh, move, depth + 1);
  }
}

void NameUses::BodyReader::tell_call(const model::Call& call, Uses uses, std::uint32_t move, int depth) {
  if (const auto* method = call.callee->get_if<model::Attribute>()) {
    if (const catalog::NodeRow* row = torch_function(call)) return tell_arguments(call, *row, uses, move, depth);
    if (names_.parts.contains(method->name)) {
      return tell(*method->object, as_parts(uses) | (names_.keyed.contains(method->name) ? Uses(Use::kKeyed) : Uses()),
                  move, depth + 1);
    }
    // `torch.zeros(boxes.size(0)).to(device)`: a size says nothing of where the boxes are.
    if (names_.answers.contains(method->name)) return;
    // `like.new_zeros(n).cuda()`: what is moved there is the new one.
    if (names_.new_ones.contains(method->name)) uses = uses - kOnHostBefore;
    if (tensor_has(method->name) && !no_tensor_takes(call, method->name, project_.catalog(), known_.tensor))
      return tell(*method->object, uses, move, depth + 1);
    if (uses.overlaps(Uses(Use::kTensor) | Use::kGiven)) add(of_path(*method), Use::kGivesTensors, 0, depth);
    return;
  }
  const auto* callee = call.callee->get_if<model::Name>();
  if (callee == nullptr) return;
  const bool copies_parts = uses.overlaps(Uses(Use::kHoldsMoved) | Use::kHoldsFromHost);
  if (const Uses operand = copies_parts ? Uses(Use::kFromHost) : as_operand(uses); !operand.empty()) {
    // `prepare(batch.source).to(device)`, of a function of the project
    std::size_t bound = 0;
    if (followed(*call.callee, bound) != nullptr) {
      for (const model::Argument& argument : call.arguments) tell(*argument.value, operand, move, depth + 1);
    }
  }
  const std::uint32_t number = variable_of(*callee);
  if (number == kNone) {
    if (const catalog::NodeRow* row = torch_function(call)) return tell_arguments(call, *row, uses, move, depth);
    if (call.arguments.empty()) return;
    if (callee->name == names_.next) return tell(*call.arguments[0].value, as_parts(uses), move, depth + 1);
    if (names_.passing.contains(callee->name)) return tell(*call.arguments[0].value, uses & kOfParts, move, depth + 1);
    return;
  }
  const bool is_array = arrays_are_tensors_ && uses.overlaps(Uses(Use::kArray) | Use::kIndexed);
  if (is_array || uses.overlaps(Uses(Use::kTensor) | Use::kGiven)) add(number, Use::kGivesTensors, 0, depth);
  // `transform(image).to(device)`
  add(number, as_operand(uses), 0, depth);
}

void NameUses::BodyReader::tell_arguments(const model::Call& call, const catalog::NodeRow& row, Uses uses,
                                          std::uint32_t move, int depth) {
  const auto& parameters = row.operation->parameters;
  if (parameters.empty()) return;
  const std::string_view first = parameters[0].name;
  // `Variable(x).cuda()`: what comes out is what went in.
  const catalog::ResultNode* result = row.operation->result;
  const bool is_same = result != nullptr && result->form == catalog::ResultForm::kOperand &&
                       result->operand.parameter == 0 && result->operand.field.empty();
  if (is_same) {
    for (const model::Argument& argument : call.arguments) {
      const std::string_view keyword = argument.keyword ? project_.symbols().text(argument.keyword) : first;
      if (keyword == first || keyword == parameters[0].other_name) return tell(*argument.value, uses, move, depth + 1);
    }
    return;
  }
  // Who moves tensors that he has put together could have moved each of them.
  const Uses operand = as_operand(uses);
  const Uses of_parts = as_parts(uses.has(Use::kMoved) ? Uses(Use::kMoved) : operand);
  if (operand.empty()) return;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    tell(*call.arguments[i].value, first == "tensors" && i == 0 ? of_parts : operand, move, depth + 1);
}

}  // namespace syncfree::inference
