// What one expression says at once of the names in it.
#include <algorithm>
#include <string_view>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/annotation.h"
#include "analyzer/inference/module_moves.h"
#include "analyzer/inference/use_reader.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// `torch.Tensor.to`, and `move` in `def run(model, move=torch.Tensor.to)`; null for another callee.
const model::Attribute* method_of_tensors(const model::Expression& callee, const FunctionInfo* function,
                                          const model::SymbolTable& symbols) {
  const model::Expression* meant = &callee;
  if (const auto* name = callee.get_if<model::Name>(); name != nullptr && function != nullptr) {
    const auto parameter = std::ranges::find(function->function->parameters, name->name, &model::Parameter::name);
    if (parameter == function->function->parameters.end() || parameter->default_value == nullptr) return nullptr;
    meant = parameter->default_value;
  }
  const auto* method = meant->get_if<model::Attribute>();
  const auto* owner = method == nullptr ? nullptr : method->object->get_if<model::Attribute>();
  return owner != nullptr && symbols.text(owner->name) == "Tensor" ? method : nullptr;
}

/// `torch.tensor(x)` in `torch.tensor(x).to(device)[None]`: the call that the chain begins with.
const model::Call* first_call(const model::Expression& value) {
  const model::Call* first = nullptr;
  for (const model::Expression* part = &value; part != nullptr;) {
    if (const auto* subscript = part->get_if<model::Subscript>()) {
      part = subscript->object;
      continue;
    }
    const auto* call = part->get_if<model::Call>();
    if (call == nullptr) break;
    first = call;
    const auto* method = call->callee->get_if<model::Attribute>();
    part = method == nullptr ? nullptr : method->object;
  }
  return first;
}

}  // namespace

void NameUses::BodyReader::note_pair(const model::Expression& target, const model::Expression& value) {
  const auto* targets = target.get_if<model::Sequence>();
  const auto* call = value.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || targets == nullptr || targets->elements.size() != 2) return;
  if (names_.pairs.contains(method->name) && takes_only_constants(*call)) say(*method->object, Use::kTensor);
}

void NameUses::BodyReader::note_conversion(const model::Expression& target, const model::Expression& value) {
  const auto* name = target.get_if<model::Name>();
  const auto* call = value.get_if<model::Call>();
  const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (name != nullptr && callee != nullptr && names_.copies.contains(callee->name)) say(target, Use::kOther);
  call = first_call(value);
  callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (name == nullptr || callee == nullptr) return;
  // `x = torch.full((), x)`, `x = torch.full_like(y, x)`
  const std::size_t at = callee->name == names_.full || callee->name == names_.full_like ? 1 : 0;
  if (call->arguments.size() <= at) return;
  const auto* from = call->arguments[at].value->get_if<model::Name>();
  if (from == nullptr || from->name != name->name) return;
  if (at == 1 || names_.conversions.contains(callee->name)) say(*call->arguments[at].value, Use::kTested);
}

void NameUses::BodyReader::note_load(const model::Expression& target, const model::Expression& value) {
  if (!loads_to_cpu(value)) return;
  loaded_.insert(variable_of(target));
  say(target, Use::kLoaded, kAfterAll);
}

bool NameUses::BodyReader::loads_to_cpu(const model::Expression& value) {
  const model::Expression* whole = &value;
  const model::Call* call = nullptr;
  for (;;) {
    if (const auto* part = whole->get_if<model::Subscript>()) {
      whole = part->object;
    } else if (const auto* attribute = whole->get_if<model::Attribute>()) {
      if (attribute->name == names_.to || attribute->name == names_.cuda) return false;
      whole = attribute->object;
    } else if (whole->kind == model::ExpressionKind::kName) {
      return loaded_.contains(variable_of(*whole));
    } else if (call = whole->get_if<model::Call>(); call == nullptr) {
      return false;
    } else if (flow::last_name(*call->callee, project_.symbols()) == "load") {
      break;
    } else {
      whole = call->callee;
    }
  }
  const Target callee = project_.resolve(module_, *call->callee);
  if (callee.kind != TargetKind::kLibrary || project_.catalog().row(callee.index).name != "torch.load") return false;
  // `lambda storage, location: storage`
  const auto keeps = [](const model::Expression& place) {
    const auto* lambda = place.get_if<model::Lambda>();
    const auto* kept = lambda == nullptr ? nullptr : lambda->body->get_if<model::Name>();
    return kept != nullptr && !lambda->parameters.empty() && lambda->parameters.front().name == kept->name;
  };
  return std::ranges::any_of(call->arguments, [&](const model::Argument& argument) {
    return names_the_cpu(*argument.value) || keeps(*argument.value);
  });
}

bool NameUses::BodyReader::names_the_cpu(const model::Expression& device) {
  if (const std::uint32_t variable = variable_of(device); variable != kNone) {
    // `cpu = torch.device("cpu")`, and nothing else
    const std::uint32_t only = memory_.variables[variable].first_source;
    if (only == kNone || memory_.sources[only].next != kNone || memory_.sources[only].part) return false;
    const model::Expression& value = *memory_.sources[only].value;
    return variable_of(value) == kNone && names_the_cpu(value);
  }
  const auto* call = device.get_if<model::Call>();
  const bool wraps =
      call != nullptr && call->arguments.size() == 1 && flow::last_name(*call->callee, project_.symbols()) == "device";
  const model::Expression& named = wraps ? *call->arguments[0].value : device;
  const auto* constant = named.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString && constant->text == "cpu";
}

/// `to_device(batch, "cpu")`
bool NameUses::BodyReader::asks_for_cpu(const model::Call& call) {
  return std::ranges::any_of(call.arguments,
                             [&](const model::Argument& argument) { return names_the_cpu(*argument.value); });
}

bool NameUses::BodyReader::takes_only_constants(const model::Call& call) {
  return std::ranges::all_of(call.arguments, [](const model::Argument& argument) {
    if (argument.keyword) return true;
    const auto* negative = argument.value->get_if<model::Unary>();
    const model::Expression& value = negative == nullptr ? *argument.value : *negative->operand;
    return argument.stars == 0 && value.kind == model::ExpressionKind::kConstant;
  });
}

bool NameUses::BodyReader::takes_only_numbers(const model::Call& call) {
  return takes_only_constants(call) &&
         std::ranges::none_of(call.arguments, [](const model::Argument& argument) { return is_text(*argument.value); });
}

bool NameUses::BodyReader::is_settings(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  return name != nullptr && names_.settings.contains(name->name);
}

bool NameUses::BodyReader::is_cast_of_result(const model::Attribute& attribute) const {
  const model::ExpressionKind object = attribute.object->kind;
  return (object == model::ExpressionKind::kComparison || object == model::ExpressionKind::kBinary) &&
         names_.casts.contains(attribute.name);
}

bool NameUses::BodyReader::changes_a_tensor(model::Symbol name) const {
  return project_.symbols().text(name).ends_with('_') && !names_.of_modules_too.contains(name) && tensor_has(name) &&
         !project_.symbols().text(name).starts_with('_');
}

/// `env.observation_space`: of Gym, which describes arrays and holds none.
bool NameUses::BodyReader::is_space(const model::Expression& expression) const {
  const std::string_view name = flow::last_name(expression, project_.symbols());
  return expression.kind != model::ExpressionKind::kCall && (name == "space" || name.ends_with("_space"));
}

void NameUses::BodyReader::note_attribute(const model::Attribute& attribute, bool is_called) {
  if (is_space(*attribute.object)) {
    say(*attribute.object, Use::kOther);
    return;
  }
  // A size has elements too: `x.shape.numel()`, `self.batch_size.numel()`.
  const bool counts = attribute.name == names_.numel && attribute.object->kind == model::ExpressionKind::kName &&
                      !names_a_shape(flow::last_name(*attribute.object, project_.symbols()));
  if (counts || names_.tensor_only.contains(attribute.name) || is_cast_of_result(attribute) ||
      changes_a_tensor(attribute.name)) {
    say(*attribute.object, Use::kTensor);
  } else if (names_.array.contains(attribute.name) || (is_called && names_.array_methods.contains(attribute.name))) {
    say(*attribute.object, Use::kArray);
  } else if (names_.array_methods.contains(attribute.name)) {
    // `meter.sum`, `bounds.max`: a field, where an array has a method.
    say(*attribute.object, Use::kOther);
  } else if (!tensor_has(attribute.name)) {
    say(*attribute.object, names_.keyed.contains(attribute.name) ? Uses(Use::kOther) | Use::kKeyed : Use::kOther);
  }
}

void NameUses::BodyReader::note_call(const model::Call& call) {
  const std::uint32_t callee = variable_of(*call.callee);
  if (callee != kNone) {
    std::uint32_t& first = memory_.variables[callee].first_call;
    memory_.calls.push_back({&call, first});
    first = static_cast<std::uint32_t>(memory_.calls.size() - 1);
    if (call.callee->kind == model::ExpressionKind::kAttribute) say(*call.callee, Use::kCalled);
  }
  const auto* method = call.callee->get_if<model::Attribute>();
  const auto* function = call.callee->get_if<model::Name>();
  if (method != nullptr && names_.makers.contains(method->name) && !call.arguments.empty() &&
      call.arguments[0].value->kind == model::ExpressionKind::kName)
    say(*call.arguments[0].value, Use::kConverted);
  const model::Symbol called = method != nullptr     ? method->name
                               : function != nullptr ? function->name
                                                     : model::Symbol{};
  if (called && names_.tests.contains(called) && !call.arguments.empty()) {
    say(*call.arguments[0].value, Use::kTested);
    return;
  }
  if (const auto* of_tensors = method_of_tensors(*call.callee, function_, project_.symbols());
      of_tensors != nullptr && !call.arguments.empty() && call.arguments[0].stars == 0) {
    const model::Expression& tensor = *call.arguments[0].value;
    const bool moves = of_tensors->name == names_.cuda || (of_tensors->name == names_.to && call.arguments.size() > 1);
    if (moves && !asks_for_cpu(call)) {
      const model::Expression* device = call.arguments.size() > 1 ? call.arguments[1].value : nullptr;
      memory_.moves.push_back({&tensor, device, call.range.begin});
    }
    if (tensor_has(of_tensors->name)) say(tensor, Use::kTensor);
    return;
  }
  if (called && names_.movers.contains(called) && !call.arguments.empty() && !asks_for_cpu(call))
    say(*call.arguments[0].value, Uses(Use::kFromHost) | Use::kHoldsMoved, call.range.begin);
  if (function != nullptr && function->name == names_.range) {
    for (const model::Argument& argument : call.arguments) say(*argument.value, Use::kCounts);
  }
  if (method == nullptr) {
    if (call.callee->kind == model::ExpressionKind::kName && callee != kNone) say(*call.callee, Use::kOther);
  } else {
    note_method(call, *method);
  }
  note_tensor_arguments(call);
  if (callees_) note_followed_call(call);
}

void NameUses::BodyReader::note_followed_call(const model::Call& call) {
  std::size_t bound = 0;
  const FunctionInfo* callee = followed(*call.callee, bound);
  if (callee == nullptr) return;
  const auto parameters = callee->function->parameters;
  const NameUses& inside = callees_(*callee);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    if (argument.stars != 0) return;
    for (std::size_t at = 0; at < parameters.size(); ++at) {
      const model::Parameter& parameter = parameters[at];
      const bool is_meant = argument.keyword ? parameter.name == argument.keyword : at == i + bound;
      if (!is_meant || parameter.kind == model::ParameterKind::kStar ||
          parameter.kind == model::ParameterKind::kDoubleStar)
        continue;
      say(*argument.value, asked_of(*callee, parameter, inside.parameter(parameter.name), is_option(*argument.value)),
          call.range.begin);
    }
  }
}

/// `args.scale`: a command line has no tensors, whatever the function that takes it declares.
bool NameUses::BodyReader::is_option(const model::Expression& expression) const {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* owner = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  return owner != nullptr && names_.options.contains(owner->name);
}

Uses NameUses::BodyReader::asked_of(const FunctionInfo& callee, const model::Parameter& parameter,
                                    const NameUse* inside, bool is_option) const {
  const Uses uses = used_inside(inside);
  if (parameter.annotation == nullptr) return uses;
  switch (meant_by(read_annotation(*parameter.annotation, project_.modules()[callee.module].input.module->text))) {
    case Meant::kNumber:
      // `beta: float`, which `torch.pow` takes as well as a tensor.
      return uses & kOfNumbers;
    case Meant::kTensor:
      return is_option ? uses : uses | Use::kTensor;
    default:
      return uses;
  }
}

Uses NameUses::BodyReader::used_inside(const NameUse* inside) {
  Uses uses;
  if (inside == nullptr) return uses;
  if (inside->uses.has(Use::kOther)) {
    // `move(batch)`: of a mapping, or of whatever it is given, as the tests inside say.
    if (inside->uses.has(Use::kKeyed) && inside->uses.overlaps(Uses(Use::kHoldsMoved) | Use::kHoldsFromHost))
      uses |= Use::kHoldsMoved;
    if (inside->uses.has(Use::kTested) && inside->uses.has(Use::kMoved))
      uses |= Uses(Use::kFromHost) | Use::kHoldsMoved;
    return uses;
  }
  if (inside->uses.overlaps(Uses(Use::kMoved) | Use::kFromHost | (kOfParts - kTensorParts))) uses |= Use::kFromHost;
  return uses | (certain(inside->uses) & (Uses(Use::kTensor) | Use::kArray | Use::kIndexed | Use::kMask | kOfNumbers));
}

const FunctionInfo* NameUses::BodyReader::followed(const model::Expression& callee, std::size_t& bound) {
  const model::Expression* root = &callee;
  while (const auto* attribute = root->get_if<model::Attribute>()) root = attribute->object;
  const auto* name = root->get_if<model::Name>();
  if (name == nullptr) return nullptr;
  const auto* method = callee.get_if<model::Attribute>();
  if (method != nullptr && method->object == root && function_ != nullptr && function_->owner != kNowhere &&
      !function_->is_static && !function_->function->parameters.empty() &&
      function_->function->parameters.front().name == name->name) {
    const std::uint32_t number = project_.find_method(function_->owner, method->name);
    if (number == kNowhere || project_.functions()[number].is_static) return nullptr;
    bound = 1;
    return &project_.functions()[number];
  }
  if (variable_of(*root) != kNone) {
    const std::uint32_t* inner = method != nullptr ? nullptr : inner_functions_.find(name->name.id);
    if (inner == nullptr || *inner == kNone) return nullptr;
    return &project_.functions()[project_.modules()[module_].first_function + *inner];
  }
  const Target target = project_.resolve(module_, callee);
  return target.kind == TargetKind::kFunction ? &project_.functions()[target.index] : nullptr;
}

/// `x.index_select(0, index)`, `x.gather(1, index=index)`
void NameUses::BodyReader::note_index(const model::Call& call, const model::Attribute& method) {
  if (!names_.indexing.contains(method.name) || torch_function(call) != nullptr) return;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    const bool is_index = argument.keyword ? argument.keyword == names_.index : i == 1 && argument.stars == 0;
    if (is_index) say(*argument.value, Use::kTensor);
  }
}

void NameUses::BodyReader::note_method(const model::Call& call, const model::Attribute& method) {
  const std::uint32_t at = call.range.begin;
  if (no_tensor_takes(call, method.name, project_.catalog(), known_.tensor)) say(*method.object, Use::kOther);
  if (names_.masked.contains(method.name)) {
    // `x.masked_fill(mask, 0)`, `torch.masked_fill(x, mask, 0)`
    const std::size_t mask = torch_function(call) == nullptr ? 0 : 1;
    if (mask < call.arguments.size() && call.arguments[mask].stars == 0 && !call.arguments[mask].keyword)
      say(*call.arguments[mask].value, Uses(Use::kTensor) | Use::kMask);
  }
  note_index(call, method);
  if (names_.like_another.contains(method.name) && !call.arguments.empty() && call.arguments[0].stars == 0)
    say(*call.arguments[0].value, Use::kTensor);
  // `net.to(device)`, `net.eval().cuda()`: whose result nobody takes is a module.
  const model::Expression& itself = module_itself(*method.object, project_.symbols());
  if (&call == dropped_ && (method.name == names_.to || method.name == names_.cuda) &&
      (itself.kind == model::ExpressionKind::kName || itself.kind == model::ExpressionKind::kAttribute)) {
    say(itself, Uses(Use::kModule) | Use::kFromHost, at);
    return;
  }
  // Before gradients are clipped: nothing else has such a method.
  if (method.name == names_.unscale && call.arguments.size() == 1) say(*method.object, Use::kScales);
  if (method.name == names_.backward) {
    // `accelerator.backward(loss)`, and `scaler.scale(loss).backward()`.
    const bool of_another = call.arguments.size() == 1 && !call.arguments[0].keyword &&
                            call.arguments[0].value->kind == model::ExpressionKind::kName &&
                            method.object->kind == model::ExpressionKind::kName &&
                            names_.settings.contains(method.object->as<model::Name>().name);
    say(of_another ? *call.arguments[0].value : *method.object, Use::kTensor);
    if (const auto* scaled = method.object->get_if<model::Call>(); scaled != nullptr && !scaled->arguments.empty()) {
      const auto* scale = scaled->callee->get_if<model::Attribute>();
      if (scale != nullptr && scale->name == names_.scale) {
        say(*scaled->arguments[0].value, Use::kTensor);
        say(*scale->object, Use::kScales);
      }
    }
  } else if (method.name == names_.size) {
    if (call.arguments.size() < 2) say(*method.object, Use::kTensor);
  } else if (method.name == names_.cuda) {
    memory_.moves.push_back({method.object, nullptr, at});
  } else if (method.name == names_.to) {
    for (const model::Argument& argument : call.arguments) {
      if (!argument.keyword || argument.keyword == names_.device) {
        if (names_the_cpu(*argument.value)) {
          say(*method.object, Use::kTensor);
        } else {
          memory_.moves.push_back({method.object, argument.value, at});
        }
        break;
      }
    }
  } else if (method.name == names_.view && call.arguments.size() > 1 && !call.arguments[1].keyword) {
    say(*method.object, Use::kTensor);  // an array's `view` takes a type
  } else if (names_by_dimension(call) && tensor_has(method.name)) {
    say(*method.object, Use::kTensor);
  } else if (names_.levels.contains(method.name) && !call.arguments.empty() && is_text(*call.arguments[0].value)) {
    say(*method.object, Use::kLogs);
  } else if (names_.module_calls.contains(method.name) && call.arguments.size() < 2) {
    say(*method.object, Use::kModule);
  } else if (takes_only_numbers(call) && !is_settings(*method.object)) {
    if (names_.tensor_calls.contains(method.name)) say(*method.object, Use::kTensor);
    // `x.flatten(0, 1)`: arrays are flattened whole.
    const bool by_dimensions = call.arguments.size() > 1 && method.name == names_.flatten;
    if (names_.array_calls.contains(method.name)) say(*method.object, by_dimensions ? Use::kTensor : Use::kArray);
  }
}

/// `if step % 100 == 0`: what the host counts.
void NameUses::BodyReader::note_count(const model::Comparison& comparison) {
  const auto* remainder = comparison.operands[0]->get_if<model::Binary>();
  if (remainder == nullptr || remainder->operation != model::BinaryOperator::kModulo) return;
  const auto is_integer = [](const model::Expression& part, std::int64_t least) {
    const auto* constant = part.get_if<model::Constant>();
    return constant != nullptr && constant->constant == model::ConstantKind::kInteger && constant->integer >= least;
  };
  if (is_integer(*remainder->right, 2) && is_integer(*comparison.operands[1], 0)) say(*remainder->left, Use::kCounts);
}

/// `valid & (boxes[:, 0] >= 0)`: a part of an array in several dimensions, which no table of pandas has, is compared.
void NameUses::BodyReader::note_combined(const model::Expression& name, const model::Expression& mask) {
  const auto* comparison = mask.get_if<model::Comparison>();
  const auto* part = comparison == nullptr ? nullptr : comparison->operands[0]->get_if<model::Subscript>();
  if (name.kind == model::ExpressionKind::kName && part != nullptr &&
      part->index->kind == model::ExpressionKind::kSequence)
    say(name, Uses(Use::kArray) | Use::kMask);
}

void NameUses::BodyReader::note_comparisons(const model::Expression& expression) {
  if (&expression == test_) {
    if (const auto* comparison = expression.get_if<model::Comparison>()) note_count(*comparison);
    return;
  }
  const auto note = [&](const model::Expression& operand) {
    if (operand.kind == model::ExpressionKind::kComparison) say(operand, Use::kArray);
  };
  if (const auto* binary = expression.get_if<model::Binary>()) {
    const bool combines = binary->operation == model::BinaryOperator::kBitAnd ||
                          binary->operation == model::BinaryOperator::kBitOr ||
                          binary->operation == model::BinaryOperator::kMultiply;
    if (!combines) return;
    note(*binary->left);
    note(*binary->right);
    if (binary->operation == model::BinaryOperator::kMultiply) return;
    note_combined(*binary->left, *binary->right);
    note_combined(*binary->right, *binary->left);
  } else if (const auto* unary = expression.get_if<model::Unary>()) {
    if (unary->operation == model::UnaryOperator::kInvert) note(*unary->operand);
  } else if (const auto* subscript = expression.get_if<model::Subscript>()) {
    if (selects_rows_of_a_table(*subscript)) {
      say(*subscript->object, Use::kOther);
      return;
    }
    note(*subscript->index);
    note_mask(*subscript->index);
  }
}

bool NameUses::BodyReader::selects_rows_of_a_table(const model::Subscript& subscript) {
  const auto* table = subscript.object->get_if<model::Name>();
  if (table == nullptr) return false;
  bool found = false;
  const auto visit = [&](auto&& self, const model::Expression& part) -> void {
    const auto* attribute = part.get_if<model::Attribute>();
    const auto* column = part.get_if<model::Subscript>();
    const model::Expression* owner = attribute != nullptr ? attribute->object
                                     : column != nullptr  ? column->object
                                                          : nullptr;
    const auto* name = owner == nullptr ? nullptr : owner->get_if<model::Name>();
    if (name != nullptr && name->name == table->name)
      found |= attribute != nullptr ? !tensor_has(attribute->name) : is_text(*column->index);
    model::for_each_child(part, [&](const model::Expression* child) { self(self, *child); });
  };
  const model::ExpressionKind kind = subscript.index->kind;
  if (kind == model::ExpressionKind::kComparison || kind == model::ExpressionKind::kBinary ||
      kind == model::ExpressionKind::kUnary || kind == model::ExpressionKind::kCall)
    visit(visit, *subscript.index);
  return found;
}

void NameUses::BodyReader::note_truths(const model::Expression& expression) {
  const auto* comparison = expression.get_if<model::Comparison>();
  const auto* bound = comparison == nullptr || comparison->operands.size() != 2
                          ? nullptr
                          : comparison->operands[1]->get_if<model::Constant>();
  const bool counts = bound != nullptr && bound->constant == model::ConstantKind::kInteger && bound->integer == 0;
  const auto* call = (counts ? *comparison->operands[0] : expression).get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const auto* name = method == nullptr ? nullptr : method->object->get_if<model::Name>();
  if (name == nullptr || !call->arguments.empty()) return;
  const bool asks = method->name == names_.any || method->name == names_.all || (counts && method->name == names_.sum);
  if (!asks) return;
  if (const std::uint32_t number = variable_of(*method->object); number != kNone) asked_.emplace(number, name->name);
}

void NameUses::BodyReader::note_mask(const model::Expression& index) {
  if (const auto* parts = index.get_if<model::Sequence>()) {
    for (const model::Expression* part : parts->elements) note_mask(*part);
    return;
  }
  const auto* inverted = index.get_if<model::Unary>();
  const model::Expression& selects = inverted == nullptr ? index : *inverted->operand;
  const std::uint32_t number = variable_of(selects);
  if (number == kNone) return;
  if (selects.kind == model::ExpressionKind::kName) selecting_.insert(number);
  for (std::uint32_t at = memory_.variables[number].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source& source = memory_.sources[at];
    if (!source.part && source.value->kind == model::ExpressionKind::kComparison) say(*source.value, Use::kArray);
  }
}

bool NameUses::BodyReader::names_by_dimension(const model::Call& call) const {
  return takes_only_constants(call) && std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
           return argument.keyword && names_.keywords.contains(argument.keyword);
         });
}

bool NameUses::BodyReader::is_text(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return expression.kind == model::ExpressionKind::kFormatted ||
         (constant != nullptr && constant->constant == model::ConstantKind::kString);
}

}  // namespace syncfree::inference
