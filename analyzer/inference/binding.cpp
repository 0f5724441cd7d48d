// A call's arguments become what a followed function is evaluated with: bound, completed by the signature, generalised.
#include <algorithm>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

constexpr int kDeepestArgument = 3;       ///< containers below this depth are joined to one element
constexpr std::size_t kLongestKept = 16;  ///< longer exact containers too
constexpr std::size_t kLongestText = 24;  ///< longer strings are no mode switches

/// The parameters of one function, given one argument after the other.
class BoundParameters {
 public:
  BoundParameters(const FunctionInfo& function, const model::SymbolTable& symbols, values::ValueArena& arena)
      : function_(function),
        symbols_(symbols),
        arena_(arena),
        parameters_(function.function->parameters),
        bound_(arena.array<Value>(parameters_.size())),
        given_(arena.array<bool>(parameters_.size())) {}

  void add(const ArgumentValue& argument) {
    if (argument.stars == 1) return add_starred(argument.value);
    if (argument.stars == 2) return add_mapping(argument.value);
    if (argument.keyword.empty()) return add_positional(argument.value);
    if (place_named(argument.name ? argument.name : symbols_.find(argument.keyword), argument.value)) return;
    values::DictionaryEntry entry;
    entry.key = Value::string(argument.keyword).constant;
    entry.value = argument.value;
    extra_named_.push_back(entry);
  }

  void add_positional(const Value& value) {
    while (next_ < parameters_.size() && parameters_[next_].kind == model::ParameterKind::kKeywordOnly) ++next_;
    if (next_ < parameters_.size() && (parameters_[next_].kind == model::ParameterKind::kPositionalOnly ||
                                       parameters_[next_].kind == model::ParameterKind::kNormal)) {
      bound_[next_] = value;
      given_[next_++] = true;
    } else {
      extra_.push_back(value);
    }
  }

  /// A value for each parameter; of those that were given none, what the signature says.
  std::span<Value> finish(const Declared& declared) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const model::Parameter& parameter = parameters_[i];
      if (parameter.kind == model::ParameterKind::kStar) {
        bound_[i] = rest_of_positional();
      } else if (parameter.kind == model::ParameterKind::kDoubleStar) {
        bound_[i] = arena_.dictionary(extra_named_, open_named_ ? open_named_value_ : Value{});
      } else if (!given_[i]) {
        bound_[i] = not_given(declared, i);
      } else {
        bound_[i] = declared.without_tensor(function_, i, bound_[i]);
      }
    }
    return bound_;
  }

 private:
  void add_starred(const Value& value) {
    const values::Aggregate* content = value.aggregate;
    if (content != nullptr && content->exact) {
      for (const Value& element : content->elements) add_positional(element);
    } else {
      open_positional_ = true;
      open_value_ = values::join(arena_, open_value_, values::any_element(arena_, value));
    }
  }

  void add_mapping(const Value& value) {
    const values::Aggregate* content = value.aggregate;
    if (content == nullptr) {
      open_named_ = true;
      open_named_value_ = Value::anything();
      return;
    }
    for (const values::DictionaryEntry& entry : content->entries) {
      if (!place_named(symbols_.find(entry.key.text()), entry.value)) extra_named_.push_back(entry);
    }
    if (content->rest.is_bottom()) return;
    open_named_ = true;
    open_named_value_ = values::join(arena_, open_named_value_, content->rest);
  }

  bool place_named(model::Symbol name, const Value& value) {
    const std::uint32_t slot = name ? function_.scope.find(name) : Scope::kAbsent;
    if (slot >= parameters_.size() || parameters_[slot].kind == model::ParameterKind::kStar ||
        parameters_[slot].kind == model::ParameterKind::kDoubleStar)
      return false;
    bound_[slot] = value;
    given_[slot] = true;
    return true;
  }

  Value rest_of_positional() {
    if (!open_positional_) return arena_.sequence(Kind::kTuple, extra_);
    Value all = open_value_;
    for (const Value& value : extra_) all = values::join(arena_, all, value);
    return arena_.container(Kind::kTuple, all);
  }

  Value not_given(const Declared& declared, std::size_t index) {
    const model::Parameter& parameter = parameters_[index];
    const bool by_position = open_positional_ && index >= next_ && parameter.kind != model::ParameterKind::kKeywordOnly;
    const Value otherwise =
        parameter.default_value != nullptr ? declared.default_value(function_, *parameter.default_value) : Value{};
    if (by_position) {
      const Value meant = is_setting(otherwise) ? without_tensors(open_value_) : open_value_;
      return values::join(arena_, as_annotated(declared, index, meant), otherwise);
    }
    if (open_named_) {
      const Value all = open_named_value_.is_bottom() ? Value::anything() : open_named_value_;
      const Value meant = is_setting(otherwise) ? without_tensors(all) : all;
      return values::join(arena_, as_annotated(declared, index, meant), otherwise);
    }
    return parameter.default_value != nullptr ? otherwise : declared.parameter(function_, index);
  }

  /// `max_order=4`: tensors that stand under names that nobody knows, or that a star brings, are for others.
  static bool is_setting(const Value& otherwise) {
    return !otherwise.is_bottom() && otherwise.only(values::kHostNumber | Kind::kString);
  }

  static Value without_tensors(Value value) {
    if (value.only(Kind::kTensor)) return {};
    value.kinds = value.kinds - Kind::kTensor;
    return value;
  }

  /// What is known of all parts of an unpacked container is none of what an annotation excludes of this one.
  Value as_annotated(const Declared& declared, std::size_t index, Value value) const {
    if (parameters_[index].annotation == nullptr || value.is_bottom()) return value;
    const Value said = declared.parameter(function_, index);
    if (said.is_anything() || value.only(said.kinds)) return value;
    return said;
  }

  const FunctionInfo& function_;
  const model::SymbolTable& symbols_;
  values::ValueArena& arena_;
  decltype(model::Function::parameters) parameters_;
  std::span<Value> bound_;
  std::span<bool> given_;
  std::size_t next_ = 0;  ///< parameter by position
  std::vector<Value> extra_;
  std::vector<values::DictionaryEntry> extra_named_;
  // `*several`, `**several` of unknown length and names
  bool open_positional_ = false;
  Value open_value_;
  bool open_named_ = false;
  Value open_named_value_;
};

}  // namespace

Binding::Binding(Evaluation& all)
    : world_(all.world), declared_(all.declared), record_(all.record), arena_(all.arena) {}

std::span<Value> Binding::bind_parameters(std::uint32_t number, const Value* self,
                                          std::span<const ArgumentValue> arguments) {
  const FunctionInfo& info = project().functions()[number];
  if (world_.notes_all) record_.note_read(kSignatures, model::Symbol{number});
  BoundParameters binding(info, project().symbols(), arena_);
  if (self != nullptr) binding.add_positional(*self);
  for (const ArgumentValue& argument : arguments) binding.add(argument);
  return binding.finish(declared_);
}

Value Binding::generalize(const Value& value, int depth) {
  Value kept = value;
  // What is seldom known and seldom asked does not make a context of its own.
  kept.read_back = false;
  kept.waits_back = false;
  kept.origin = values::Origin::kUnknown;
  if (kept.may_be(Kind::kTensor)) {
    const bool large = kept.extents == values::Extents(values::Extent::kLarge);
    if (!large && kept.memories != values::Memories(values::Memory::kPinned)) kept.memories = values::kAnyMemory;
    if (!large) kept.extents = values::kAnyExtent;
  }
  using Type = values::ConstantValue::Type;
  if (kept.constant.type == Type::kFloating) kept.constant = {};
  if (kept.constant.type == Type::kInteger && (kept.constant.integer > 4 || kept.constant.integer < -4))
    kept.constant = {};
  if (kept.constant.type == Type::kString && kept.constant.length > kLongestText) kept.constant = {};
  if (kept.aggregate == nullptr) return kept;
  const values::Aggregate& content = *kept.aggregate;
  if (depth >= kDeepestArgument) {
    kept.aggregate = nullptr;
    return kept;
  }
  // A ModuleDict is no dictionary, but holds its modules by name too.
  if (kept.may_be(Kind::kDictionary) || (!content.exact && !content.entries.empty())) {
    std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
    for (values::DictionaryEntry& entry : entries) entry.value = generalize(entry.value, depth + 1);
    const Value shaped = arena_.dictionary(entries, generalize(content.rest, depth + 1));
    kept.aggregate = shaped.aggregate;
    return kept;
  }
  if (content.exact && content.elements.size() <= kLongestKept) {
    std::vector<Value> elements;
    elements.reserve(content.elements.size());
    for (const Value& element : content.elements) elements.push_back(generalize(element, depth + 1));
    if (content.entries.empty()) {
      kept.aggregate = arena_.sequence(Kind::kTuple, elements).aggregate;
      return kept;
    }
    // A named tuple: its fields are its elements, by name.
    std::vector<values::DictionaryEntry> fields(content.entries.begin(), content.entries.end());
    for (values::DictionaryEntry& field : fields) field.value = generalize(field.value, depth + 1);
    kept.aggregate = arena_.aggregate({.elements = elements, .exact = true, .entries = fields, .rest = {}});
    return kept;
  }
  if (value.only(Kind::kTuple) && !content.elements.empty() && content.elements.size() <= kLongestKept &&
      content.entries.empty()) {
    std::vector<Value> elements;
    for (const Value& element : content.elements) elements.push_back(generalize(element, depth + 1));
    kept.aggregate = arena_.tuple_beginning(elements, generalize(content.rest, depth + 1)).aggregate;
    return kept;
  }
  Value all = values::any_element(arena_, value);
  all.constant = {};
  kept.aggregate = arena_.container(Kind::kTuple, generalize(all, depth + 1)).aggregate;
  return kept;
}

/// What the value is and where it lives: all that is kept of the arguments of a function that is called in many ways.
Value Binding::coarse(const Value& value, int depth) {
  Value kept = value;
  kept.constant = {};
  kept.rank = {};
  if (kept.evidence == values::Evidence::kSeen) kept.evidence = values::Evidence::kDeclared;
  if (value.may_be(Kind::kTensor)) {
    kept.memories = values::kAnyMemory;
    kept.extents = values::kAnyExtent;
    const bool is_mask = !value.elements.empty() && value.elements.within(values::kSelecting);
    if (!is_mask) kept.elements = values::kAnyElement;
  }
  if (kept.aggregate == nullptr) return kept;
  if (depth > 0) {
    kept.aggregate = nullptr;
    return kept;
  }
  if (value.only(Kind::kDictionary)) {
    Value any = value.aggregate->rest;
    for (const values::DictionaryEntry& entry : value.aggregate->entries) any = values::join(arena_, any, entry.value);
    kept.aggregate = arena_.dictionary({}, coarse(any, depth + 1)).aggregate;
    return kept;
  }
  kept.aggregate = arena_.container(Kind::kTuple, coarse(values::any_element(arena_, value), depth + 1)).aggregate;
  return kept;
}

/// Does something in the value leave open what it is or where it lives.
bool Binding::is_vague(const Value& value, int depth) const {
  if (value.is_anything() || value.evidence == values::Evidence::kGuessed) return true;
  if (value.may_be(Kind::kTensor) && value.places.has(values::Place::kUnknown)) return true;
  if (!value.may_be(values::kContainer)) return false;
  if (value.aggregate == nullptr) return !value.only(Kind::kLibraryObject);
  if (depth > 2) return false;
  for (const Value& element : value.aggregate->elements) {
    if (is_vague(element, depth + 1)) return true;
  }
  return !value.aggregate->rest.is_bottom() && is_vague(value.aggregate->rest, depth + 1);
}

/// What is seen, completed by what the signature says: a caller that knows nothing of a value does not know better.
Value Binding::refined(const Value& seen, const Value& declared, int depth) {
  if (seen.is_bottom() || declared.is_bottom() || declared.is_anything()) return seen;
  // That a constructor is given no device is a guess that other functions hand on.
  const bool no_device = seen.may_be(Kind::kDevice) && seen.may_be(Kind::kNone);
  const bool is_guess = seen.evidence == values::Evidence::kGuessed;
  if (seen.is_anything() || (is_guess && !no_device && declared.evidence != values::Evidence::kGuessed))
    return declared;
  Value result = seen;
  if (seen.may_be(Kind::kTensor) && declared.may_be(Kind::kTensor) && seen.places.has(values::Place::kUnknown)) {
    result.places = (seen.places - values::Places(values::Place::kUnknown)) | declared.places;
    result.evidence = std::min(seen.evidence, declared.evidence);
  }
  if (depth > 2 || declared.aggregate == nullptr || !seen.may_be(values::kContainer) || !seen.may_be(declared.kinds))
    return result;
  if (seen.aggregate == nullptr) {
    result.aggregate = declared.aggregate;
    result.evidence = std::min(seen.evidence, declared.evidence);
    return result;
  }
  const values::Aggregate& content = *seen.aggregate;
  const values::Aggregate& wanted = *declared.aggregate;
  std::vector<Value> elements(content.elements.begin(), content.elements.end());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool by_place = wanted.exact && i < wanted.elements.size();
    elements[i] = refined(elements[i], by_place ? wanted.elements[i] : wanted.rest, depth + 1);
  }
  std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
  for (values::DictionaryEntry& entry : entries) entry.value = refined(entry.value, wanted.rest, depth + 1);
  result.aggregate = arena_.aggregate({.elements = elements,
                                       .exact = content.exact,
                                       .entries = entries,
                                       .rest = refined(content.rest, wanted.rest, depth + 1)});
  return result;
}

/// Of two annotations that disagree on whether it is a tensor, the one of the variable itself holds.
bool Binding::contradicts_annotation(const Value& value, const Value& declared) const {
  if (!value.may_be(Kind::kTensor) || value.evidence == values::Evidence::kSeen) return false;
  return declared.may_be(Kinds(Kind::kDictionary) | Kind::kList | Kind::kTuple | Kind::kInstance) &&
         !declared.may_be(Kinds(Kind::kTensor) | Kind::kAnything);
}

}  // namespace syncfree::inference
