// What docstrings say of parameters: "boxes (Tensor[N, 4])", "threshold (float, optional)", "x: a Tensor".
#include <algorithm>
#include <array>
#include <cctype>

#include "analyzer/inference/annotation.h"
#include "analyzer/inference/declared.h"

namespace syncfree::inference {

using values::Evidence;

namespace {

// Words of a docstring's type that say that the value holds tensors, in small letters.
constexpr std::array<std::string_view, 12> kHolders = {"list",       "lists",       "tuple",       "tuples",
                                                       "dict",       "dicts",       "dictionary",  "dictionaries",
                                                       "namedtuple", "ordereddict", "defaultdict", "tensordict"};
// Those that say that it is a number, if the type ends there: "`float`".
constexpr std::array<std::string_view, 2> kNumberWords = {"float", "int"};

// Types of the host that docstrings name, and words that may stand beside them.
struct HostType {
  std::string_view word;
  Kind kind;
};
constexpr std::array<HostType, 10> kHostTypes = {{{"ndarray", Kind::kArray},
                                                  {"ndarrays", Kind::kArray},
                                                  {"int", Kind::kInteger},
                                                  {"integer", Kind::kInteger},
                                                  {"float", Kind::kFloating},
                                                  {"bool", Kind::kBoolean},
                                                  {"boolean", Kind::kBoolean},
                                                  {"str", Kind::kString},
                                                  {"string", Kind::kString},
                                                  {"None", Kind::kNone}}};
// "(list of int)", "(Tuple[int, int])": a container of those that are named beside it.
constexpr std::array<std::string_view, 6> kSequenceWords = {"list", "List", "tuple", "Tuple", "sequence", "Sequence"};
constexpr std::array<std::string_view, 9> kFillers = {"np", "numpy", "optional", "or", "a", "an", "the", "of", "array"};

/// "(`list` of tensors)", "(`float`, defaults to 0.1)"; not "(the prediction)".
bool says_no_tensor(std::string_view said) {
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto small = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  for (auto begin = said.begin(); begin != said.end();) {
    begin = std::find_if(begin, said.end(), is_of_word);
    const auto end = std::find_if_not(begin, said.end(), is_of_word);
    const std::string_view word(begin, end);
    const auto is_word = [&](std::string_view known) { return std::ranges::equal(word, known, {}, small); };
    if (std::ranges::any_of(kHolders, is_word)) return true;
    if (end != said.end() && *end == '`' && std::ranges::any_of(kNumberWords, is_word)) return true;
    begin = end;
  }
  return false;
}

/// "(ndarray or None)", "(int, optional)", " : np.ndarray of shape (n, 4)", "(list[int])"; nothing if a word says
/// anything else.
std::optional<Value> host_type(std::string_view said, values::ValueArena& arena) {
  Kinds kinds;
  bool is_sequence = false;
  bool has_choice = false;  ///< "(int or list of int)"
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (auto begin = said.begin();;) {
    begin = std::find_if(begin, said.end(), is_of_word);
    const auto end = std::find_if_not(begin, said.end(), is_of_word);
    if (begin == end) break;
    const std::string_view word(begin, end);
    begin = end;
    if (word.starts_with("default") || word == "shape") break;
    has_choice |= word == "or" || word == "Union";
    is_sequence |= std::ranges::find(kSequenceWords, word) != kSequenceWords.end();
    if (word == "Union" || std::ranges::find(kSequenceWords, word) != kSequenceWords.end()) continue;
    if (std::ranges::find(kFillers, word) != kFillers.end()) continue;
    const auto* type = std::ranges::find(kHostTypes, word, &HostType::word);
    if (type == kHostTypes.end()) return std::nullopt;
    kinds |= type->kind;
  }
  if (kinds.empty()) {
    // "(list)": of whatever.
    if (!is_sequence || has_choice) return std::nullopt;
    Value sequence = arena.container(Kind::kList, Value::anything());
    sequence.kinds |= Kind::kTuple;
    sequence.evidence = Evidence::kDeclared;
    return sequence;
  }
  const Value plain = Value::of(kinds, Evidence::kDeclared);
  const Kinds elements = kinds - Kinds(Kind::kNone);
  if (!is_sequence) return plain;
  if (elements.empty()) return std::nullopt;
  Value sequence = arena.container(Kind::kList, Value::of(elements, Evidence::kDeclared));
  sequence.kinds |= Kind::kTuple;
  sequence.evidence = Evidence::kDeclared;
  if (has_choice) return values::join(arena, sequence, plain);
  return kinds.has(Kind::kNone) ? values::join(arena, sequence, Value::of(Kind::kNone, Evidence::kDeclared)) : sequence;
}

/// "bool, (B, T)", "int [n, 3]": the elements of a tensor, and not a number.
bool speaks_of_shape(std::string_view said) {
  constexpr std::array<std::string_view, 7> kSigns = {"[", "(", "shape", "ensor", " x ", "array", "dim"};
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return said.contains(sign); });
}

}  // namespace

/// Calls `visit` with what the docstrings of a function, and of its class, say in place of a type, until it gives a
/// value:
/// "`torch.LongTensor` of shape …" of "name (`torch.LongTensor` of shape …)", "a Tensor …" of "name: a Tensor …".
template <class Visit>
std::optional<Value> Declared::from_docstrings(const FunctionInfo& function, std::string_view name,
                                               const Visit& visit) const {
  const auto look_in = [&](std::string_view docstring) -> std::optional<Value> {
    if (docstring.find(name) == std::string_view::npos) return std::nullopt;
    for (auto at = docstring.begin(); at < docstring.end();) {
      const auto end = std::find_if(at, docstring.end(), [](char c) { return c == '\r' || c == '\n'; });
      std::string_view line = unquoted(std::string_view(at, end));
      at = end == docstring.end() ? end : end + 1;
      if (!line.starts_with(name)) continue;
      line.remove_prefix(name.size());
      if (line.empty() || (line.front() != ' ' && line.front() != ':' && line.front() != '(')) continue;
      const bool is_prose = line.front() == ':';
      const std::size_t stop = is_prose ? line.size() : std::min(line.find(')'), line.size());
      if (std::optional<Value> found = visit(line.substr(0, stop), is_prose)) return found;
    }
    return std::nullopt;
  };
  if (auto found = look_in(function.function->docstring)) return found;
  if (function.function->owner != nullptr) return look_in(function.function->owner->docstring);
  return std::nullopt;
}

std::optional<Value> Declared::tensor_of_docstring(const FunctionInfo& function, std::string_view name) const {
  return from_docstrings(function, name, [&](std::string_view said, bool is_prose) -> std::optional<Value> {
    if (says_no_tensor(said)) return std::nullopt;
    if (is_prose && said.find("Tensor") == std::string_view::npos) return std::nullopt;
    for (const TensorName& entry : tensor_names()) {
      const std::size_t place = said.find(entry.name);
      if (place == std::string_view::npos || entry.name == "Parameter") continue;
      // "Tensors" too, but not "TensorDictBase".
      std::size_t behind = place + entry.name.size();
      if (behind < said.size() && said[behind] == 's') ++behind;
      const auto is_of_word = [&](std::size_t i) {
        return i < said.size() && std::isalnum(static_cast<unsigned char>(said[i])) != 0;
      };
      const bool whole = (place == 0 || !is_of_word(place - 1)) && !is_of_word(behind);
      if (whole) return caller_tensor(entry.elements);
    }
    return std::nullopt;
  });
}

std::optional<Value> Declared::host_value_of_docstring(const FunctionInfo& function, std::string_view name) const {
  return from_docstrings(function, name, [&](std::string_view said, bool is_prose) -> std::optional<Value> {
    if (!is_prose) return host_type(said, arena_);
    // "n: integer, 1": of other types, prose says less.
    const std::string_view type = said.substr(0, std::min(said.find_first_of(",;."), said.size()));
    const std::optional<Value> number = speaks_of_shape(said) ? std::nullopt : host_type(type, arena_);
    return number && number->only(values::kHostNumber) ? number : std::nullopt;
  });
}

}  // namespace syncfree::inference
