#include "analyzer/inference/record.h"

#include <algorithm>
#include <span>
#include <utility>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/option_tests.h"

namespace syncfree::inference {

Record::Record(Evaluation& all) : world_(all.world), known_(all.known), frame_(all.frame), binding_(all.binding) {}

void Record::begin() {
  out.clear();
  guards = {};
  loop_depth = 0;
  in_while_test = false;
  seen = nullptr;
  last_called_ = nullptr;
}

void Record::note_role(const catalog::Operator& operation, std::span<const ArgumentValue> arguments) {
  const bool asynchronous =
      operation.role == catalog::Role::kCopy && std::ranges::any_of(arguments, [](const ArgumentValue& argument) {
        return argument.keyword == "non_blocking" && argument.value.known_bool() != false;
      });
  if (asynchronous || catalog::is_notable(operation.role)) out.roles |= role_bit(operation.role);
}

bool Record::builds_module(const FunctionInfo& function) const {
  return function.owner != kNowhere && function.function->name == known_.init &&
         project().classes()[function.owner].is_module;
}

void Record::emit(Event event) {
  if (event.blocks == Truth::kNo) return;
  event.loop_depth = loop_depth;
  event.guarded = guards.rare > 0;
  // In code of the host nobody passes what is on the GPU, and modules are built on the CPU from what is there.
  const bool is_host_code = guards.on_host > 0 || (frame_.function != nullptr &&
                                                   (frame_.function->is_on_host || builds_module(*frame_.function)));
  // Behind a test for the CPU, what may be on either side is there, too.
  const bool is_copy_in = event.operation != nullptr && event.operation->role == catalog::Role::kCopy &&
                          event.operation->name != "torch.Tensor.cpu";
  const bool is_on_either =
      !is_copy_in && event.places.overlaps(values::kOnDevice) && event.places != values::Places(values::Place::kCuda);
  const bool is_passed =
      (is_host_code && event.places == values::Places(values::Place::kCaller)) || (guards.on_host > 0 && is_on_either);
  if (guards.doubt > 0 || is_passed) event.evidence = values::Evidence::kGuessed;
  event.loop_test = in_while_test;
  out.events.push_back(std::move(event));
}

void Record::emit_value(EventKind kind, source::TextRange range, const Value& value, TruthUse use) {
  if (!value.may_be(Kind::kTensor)) {
    // A container's text holds the text of its tensors.
    if (kind != EventKind::kFormat || value.aggregate == nullptr || value.aggregate->elements.size() > 16) return;
    for (const Value& element : value.aggregate->elements) {
      if (element.may_be(Kind::kTensor)) return emit_value(kind, range, element, use);
    }
    if (value.only(Kind::kTuple) && value.aggregate->rest.may_be(Kind::kTensor))
      emit_value(kind, range, value.aggregate->rest, use);
    return;
  }
  Event event{.kind = kind, .range = range};
  event.blocks = value.is_device_tensor();
  event.evidence = value.evidence;
  event.places = value.places;
  event.operands[0] = value;
  event.truth_use = use;
  // Where a tensor is expected, None is not; but text is made of either, and `x or y` is written for what may be None.
  const bool takes_none = kind == EventKind::kFormat || use == TruthUse::kBooleanOperator;
  // The truth of `tensors: Tensor | list[Tensor]` is asked of lists: that of several numbers raises.
  const bool is_one_of_several = kind == EventKind::kTruth && value.may_be(Kinds(Kind::kList) | Kind::kTuple);
  const bool may_be_other = (takes_none && value.may_be(Kind::kNone)) || is_one_of_several;
  // `self.bias if self.bias else None`: with several numbers it raises, so it is None wherever it runs.
  const bool is_vector_or_none =
      kind == EventKind::kTruth && value.may_be(Kind::kNone) && value.registered && value.rank.least > 0;
  // Of an array, or a tensor on either side, only one of three waits.
  const bool is_mostly_on_host = kind == EventKind::kTruth && value.may_be(Kind::kArray) &&
                                 value.places.has(values::Place::kCpu) && value.evidence != values::Evidence::kSeen;
  if (is_mostly_on_host || (may_be_other && value.evidence != values::Evidence::kSeen) || value.is_of_a_tree() ||
      is_vector_or_none)
    event.blocks = event.blocks && Truth::kMaybe;
  emit(std::move(event));
}

/// Nothing was found where something is stored: whoever stores it has not been reached yet.
bool Record::is_unreached(bool exists, bool& found) {
  if (!exists || world_.is_open[frame_.layer]) return false;
  out.met_nothing = true;
  found = true;
  return true;
}

const StoredNames& Record::noted(model::Symbol name) {
  if (world_.notes_all) note_read(kNamesInText, name);
  return world_.stored_names;
}

bool Record::stores(std::uint32_t klass, model::Symbol name) { return noted(name).has(klass, name); }

bool Record::stores_again(std::uint32_t klass, model::Symbol name) { return noted(name).is_stored_again(klass, name); }
bool Record::stores_anew(std::uint32_t klass, model::Symbol name) { return noted(name).is_stored_anew(klass, name); }

bool Record::subclass_stores(std::uint32_t klass, model::Symbol name) {
  note_children(klass);
  return noted(name).subclass_has(klass, name);
}

bool Record::stores_hidden(std::uint32_t klass) { return noted({}).has_hidden(klass); }

/// A variable of a module that was not assigned so far: some function assigns it, or nobody whom we see.
Value Record::bound_variable(const Value& variable) {
  if (!variable.only(Kind::kUnbound)) return variable;
  bool found = false;
  return is_unreached(true, found) ? Value{} : Value::anything();
}

/// What the arguments are and where they live, and of options whether they are what they are by default.
void Record::keep_little(ContextKey& key) {
  const auto parameters = (key.code & kModuleBody) != 0 ? std::span<const model::Parameter>()
                                                        : world_.project.functions()[key.code].function->parameters;
  for (std::size_t i = 0; i < key.arguments.size(); ++i) {
    Value& argument = key.arguments[i];
    const model::Constant* option = i < parameters.size() ? option_of(parameters[i]) : nullptr;
    const auto constant = argument.constant;
    const bool is_left = option != nullptr && is_option(*option, argument);
    argument = binding_.coarse(argument, 0);
    if (is_left) argument.constant = constant;
  }
  key.coarse = !key.declared;
}

Value Record::context_result(ContextKey key, source::TextRange range, GivenParts wanted) {
  CallEdge edge{.context = 0,
                .range = range,
                .loop_depth = loop_depth,
                .guarded = guards.rare > 0,
                .elsewhere = guards.elsewhere};
  const std::uint32_t code = key.code;
  switch (world_.detail(code, frame_.layer)) {
    case Detail::kFull:
      break;
    case Detail::kCoarse:
      keep_little(key);
      break;
    case Detail::kNone:
      key.declare();
  }
  key.seal();
  const std::uint32_t found = world_.find(key, frame_.layer);
  const bool is_known = found != model::HashIndex::kAbsent;
  if (!is_known && seen != nullptr) return {};
  edge.context = is_known ? found : request(std::move(key));
  out.read_contexts.push_back({edge.context, wanted});
  out.calls.push_back(edge);
  last_called_ = is_known ? &world_.contexts[found].outcome : nullptr;
  last_code_ = code;
  return is_known ? last_called_->result : Value{};
}

/// A context that the world lacks, as CallEdge names it.
std::uint32_t Record::request(ContextKey key) {
  const auto same = std::ranges::find(out.new_contexts, key);
  const auto place = static_cast<std::uint32_t>(same - out.new_contexts.begin());
  if (same == out.new_contexts.end()) out.new_contexts.push_back(std::move(key));
  return kRequested + place;
}

}  // namespace syncfree::inference
