#include "analyzer/catalog/row_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>

#include "analyzer/catalog/evaluate.h"

namespace syncfree::catalog {

namespace {

using values::Element;
using values::Elements;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Places;

/// A text that does not read; caught in this file.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr std::array<std::pair<std::string_view, Kinds>, 14> kPlain = {{
    {"none", Kind::kNone},
    {"boolean", Kind::kBoolean},
    {"integer", Kind::kInteger},
    {"floating", Kind::kFloating},
    {"number", values::kHostNumber},
    {"string", Kind::kString},
    {"other", Kind::kOther},
    {"range", Kind::kRange},
    {"slice", Kind::kSlice},
    {"function", Kind::kFunction},
    {"list", Kind::kList},
    {"tuple", Kind::kTuple},
    {"set", Kind::kSet},
    {"dict", Kind::kDictionary},
}};
constexpr std::array<std::pair<std::string_view, Kinds>, 4> kContainers = {
    {{"list", Kind::kList}, {"tuple_of", Kind::kTuple}, {"set", Kind::kSet}, {"iterator", Kind::kIterator}}};
constexpr std::array<std::pair<std::string_view, Places>, 5> kPlaces = {{{"cpu", Place::kCpu},
                                                                         {"cuda", Place::kCuda},
                                                                         {"meta", Place::kMeta},
                                                                         {"caller", Place::kCaller},
                                                                         {"unknown", Place::kUnknown}}};
constexpr std::array<std::pair<std::string_view, Elements>, 6> kElements = {{{"boolean", Element::kBoolean},
                                                                             {"byte", Element::kByte},
                                                                             {"integer", Element::kInteger},
                                                                             {"floating", Element::kFloating},
                                                                             {"complex", Element::kComplex},
                                                                             {"any", values::kAnyElement}}};
constexpr std::array<std::pair<std::string_view, Predicate>, 9> kAsked = {{{"none", Predicate::kNone},
                                                                           {"host_number", Predicate::kHostNumber},
                                                                           {"boolean", Predicate::kBoolean},
                                                                           {"floating", Predicate::kFloating},
                                                                           {"absent", Predicate::kAbsent},
                                                                           {"true", Predicate::kTrue},
                                                                           {"tensor", Predicate::kTensor},
                                                                           {"device", Predicate::kDevice},
                                                                           {"on_device", Predicate::kOnDevice}}};
constexpr std::array<std::pair<std::string_view, Takes>, 4> kTakes = {
    {{"", Takes::kAnything}, {":tensor", Takes::kTensor}, {":int", Takes::kInteger}, {":number", Takes::kNumber}}};
constexpr std::size_t kDeepest = 24;
/// Of one condition: fewer than are evaluated on a stack (condition.cpp).
constexpr std::size_t kMostConditions = 16;

template <class T, std::size_t kSize>
const T* find_word(const std::array<std::pair<std::string_view, T>, kSize>& words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &std::pair<std::string_view, T>::first);
  return found == words.end() ? nullptr : &found->second;
}

Default default_of(std::string_view text) {
  if (text == "None") return Default::kNone;
  if (text == "True") return Default::kTrue;
  if (text == "False") return Default::kFalse;
  return text == "0" ? Default::kZero : Default::kOther;
}

/// "dim=None", "*rest", "**options", "x:tensor"
struct ParameterText {
  std::size_t stars;
  std::string_view name;
  std::string_view word;  ///< with its colon; empty: takes anything
  std::optional<std::string_view> otherwise;
};

ParameterText parameter_text(std::string_view text) {
  ParameterText parameter{.stars = std::min(text.find_first_not_of('*'), text.size()), .name = {}, .word = {}};
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) parameter.otherwise = text.substr(equals + 1);
  parameter.name = text.substr(0, equals).substr(parameter.stars);
  if (const std::size_t colon = parameter.name.find(':'); colon != std::string_view::npos) {
    parameter.word = parameter.name.substr(colon);
    parameter.name = parameter.name.substr(0, colon);
  }
  return parameter;
}

/// Of a parameter in Operator::parameters.
std::int8_t index_of(std::string_view name, const TextCall& call) {
  std::int8_t index = 0;
  for (const std::string_view text : call.parameters) {
    if (text == "*") continue;
    if (const ParameterText each = parameter_text(text); each.stars == 0 && each.name == name) return index;
    ++index;
  }
  throw Fault("there is no parameter `" + std::string(name) + "`");
}

/// "size", "self.mode"
Operand operand_of(std::string_view word, const TextCall& call) {
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos) return {.parameter = index_of(word, call)};
  return {.parameter = index_of(word.substr(0, dot), call), .field = word.substr(dot + 1)};
}

/// "self", "*", and what ParameterText says.
std::vector<Parameter> parameters_of(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  bool keyword_only = false;
  for (const std::string_view text : texts) {
    if (text == "*") {
      keyword_only = true;
      continue;
    }
    const ParameterText each = parameter_text(text);
    const Takes* takes = find_word(kTakes, each.word);
    if (each.name.empty() || each.stars > 2 || takes == nullptr || (each.stars > 0 && !each.word.empty()))
      throw Fault("`" + std::string(text) + "` is no parameter");
    parameters.push_back({.name = each.name,
                          .keyword_only = keyword_only && each.stars == 0,
                          .takes = *takes,
                          .stars = static_cast<std::uint8_t>(each.stars),
                          .otherwise = each.otherwise ? default_of(*each.otherwise) : Default::kRequired});
    keyword_only = keyword_only || each.stars == 1;
  }
  if (parameters.size() > BoundArguments::kMostParameters) throw Fault("there are too many parameters");
  return parameters;
}

}  // namespace

/// `name`, `name(arguments)`, `key=name(…)`, a whole number, or `and` and `or` of two.
struct RowReader::Term {
  std::string_view key;
  std::string_view word;  ///< of a number its digits
  bool is_call = false;
  std::vector<Term> arguments;

  const Term* find(std::string_view name) const {
    const auto found = std::ranges::find(arguments, name, &Term::key);
    return found == arguments.end() ? nullptr : &*found;
  }
  std::string_view word_of(std::string_view name, std::string_view otherwise) const {
    const Term* found = find(name);
    return found == nullptr ? otherwise : found->word;
  }
};

class RowReader::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Term run() {
    Term term = either(0);
    skip();
    if (at_ != text_.size()) fail();
    return term;
  }

 private:
  [[noreturn]] void fail() const {
    throw Fault("`" + std::string(text_) + "` cannot be read from character " + std::to_string(at_ + 1) + " on");
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char wanted) {
    skip();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view wanted) {
    skip();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(wanted) || (rest.size() > wanted.size() && is_part(rest[wanted.size()]))) return false;
    at_ += wanted.size();
    return true;
  }
  static bool is_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  Term either(std::size_t depth) {
    Term left = both(depth);
    while (take_word("or")) left = joined("or", std::move(left), both(depth));
    return left;
  }
  Term both(std::size_t depth) {
    Term left = single(depth);
    while (take_word("and")) left = joined("and", std::move(left), single(depth));
    return left;
  }
  static Term joined(std::string_view word, Term left, Term right) {
    Term term{.key = {}, .word = word, .arguments = {}};
    term.arguments.push_back(std::move(left));
    term.arguments.push_back(std::move(right));
    return term;
  }

  Term single(std::size_t depth) {
    if (depth > kDeepest) fail();
    if (take_word("not")) {
      Term term{.key = {}, .word = "not", .arguments = {}};
      term.arguments.push_back(single(depth + 1));
      return term;
    }
    if (take('(')) {
      Term inner = either(depth + 1);
      if (!take(')')) fail();
      return inner;
    }
    skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_part(text_[at_])) ++at_;
    if (at_ == begin) fail();
    Term term{.key = {}, .word = text_.substr(begin, at_ - begin), .arguments = {}};
    if (!take('(')) return term;
    term.is_call = true;
    if (take(')')) return term;
    do {
      term.arguments.push_back(argument(depth + 1));
    } while (take(','));
    if (!take(')')) fail();
    return term;
  }

  Term argument(std::size_t depth) {
    Term term = either(depth);
    if (term.is_call || !take('=')) return term;
    Term value = either(depth);
    value.key = term.word;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void RowReader::set_device(std::string_view where, TensorRule& rule) {
  if (where == "join") {
    rule.device = DeviceRule::kJoin;
    return;
  }
  const Places* const places = find_word(kPlaces, where);
  if (places == nullptr) throw Fault("`" + std::string(where) + "` is no device");
  rule.device = DeviceRule::kFixed;
  rule.places = *places;
}

const TensorRule* RowReader::tensor(const Term& term) {
  TensorRule rule;
  set_device(term.word_of("device", "join"), rule);
  const std::string_view element = term.word_of("element", "any");
  const Elements* const elements = find_word(kElements, element);
  if (elements == nullptr) throw Fault("`" + std::string(element) + "` is no element type");
  rule.elements = *elements;
  if (const Term* rank = term.find("rank")) {
    const bool is_least = rank->word == "at_least" && rank->arguments.size() == 1;
    const std::string_view digits = is_least ? rank->arguments.front().word : rank->word;
    int number = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < 0) throw Fault("`" + std::string(digits) + "` is no rank");
    rule.fixed = is_least ? values::Rank::at_least(number) : values::Rank::exactly(number);
  }
  return &tensors_.emplace_back(rule);
}

std::vector<ResultNode>& RowReader::children(const Term& term, std::string_view name, const TextCall* call) {
  std::vector<ResultNode> built;
  for (const Term& argument : term.arguments) built.push_back(build(argument, name, call));
  return children_.emplace_back(std::move(built));
}

ResultNode RowReader::build(const Term& term, std::string_view name, const TextCall* call) {
  const std::string_view word = term.word;
  if (word == "anything") return {};
  if (word == "self") return {.form = ResultForm::kOperand, .operand = {.parameter = 0}};
  if (word == "tensor") return {.form = ResultForm::kTensor, .tensor = tensor(term)};
  if (word == "array") return {.form = ResultForm::kArray, .tensor = tensor(term)};
  if (word == "dtype") return {.form = ResultForm::kDtype, .tensor = tensor({})};
  const auto need = [&](std::size_t least) {
    if (term.arguments.size() < least) throw Fault("`" + std::string(word) + "` lacks an argument");
  };
  if (word == "device") {
    need(1);
    TensorRule rule;
    set_device(term.arguments.front().word, rule);
    return {.form = ResultForm::kDevice, .tensor = &tensors_.emplace_back(rule)};
  }
  if (word == "instance" || word == "node") {
    need(1);
    const std::string_view of = term.arguments.front().word;
    const std::uint32_t row = find_(of == "this" ? name : of);
    if (row == Catalog::kNowhere) return {};  // of a library that nobody knows
    if (word == "node") return {.form = ResultForm::kNode, .kinds = Kind::kClass, .row = row};
    const bool is_placed = term.find("device") != nullptr;
    return {.form = ResultForm::kInstance,
            .tensor = is_placed ? tensor(term) : nullptr,
            .kept = call == nullptr ? std::span<const Kept>() : kept(term, *call),
            .row = row};
  }
  if (word == "when" && call != nullptr) {
    need(3);
    std::vector<ConditionNode> nodes;
    add_condition(term.arguments[0], *call, nodes);
    if (nodes.size() > kMostConditions) throw Fault("a condition is too long");
    std::vector<ResultNode> both = {build(term.arguments[1], name, call), build(term.arguments[2], name, call)};
    return {.form = ResultForm::kIf,
            .children = children_.emplace_back(std::move(both)),
            .condition = conditions_.emplace_back(std::move(nodes))};
  }
  if (word == "one_of") return {.form = ResultForm::kOneOf, .children = children(term, name, call)};
  if (term.is_call && word == "tuple") return {.form = ResultForm::kTuple, .children = children(term, name, call)};
  if (term.is_call && word == "dict") {
    need(1);
    return {.form = ResultForm::kDictionary, .children = children(term, name, call)};
  }
  if (word == "fields") {
    std::vector<std::string_view> keys;
    for (const Term& argument : term.arguments) keys.push_back(argument.key);
    return {.form = ResultForm::kFields,
            .children = children(term, name, call),
            .names = names_.emplace_back(std::move(keys))};
  }
  if (const Kinds* kinds = term.is_call ? find_word(kContainers, word) : nullptr) {
    need(1);
    return {.form = ResultForm::kContainer, .kinds = *kinds, .children = children(term, name, call)};
  }
  if (const Kinds* kinds = find_word(kPlain, word)) return {.form = ResultForm::kPlain, .kinds = *kinds};
  throw Fault("`" + std::string(word) + "` is no result");
}

/// `instance(this, mode, device=cpu)`: the object keeps `mode`.
std::span<const Kept> RowReader::kept(const Term& term, const TextCall& call) {
  std::vector<Kept> all;
  for (const Term& argument : term.arguments) {
    if (argument.key.empty() && &argument != &term.arguments.front())
      all.push_back({.name = argument.word, .operand = {.parameter = index_of(argument.word, call)}});
  }
  return kept_.emplace_back(std::move(all));
}

void RowReader::add_condition(const Term& term, const TextCall& call, std::vector<ConditionNode>& nodes) const {
  if (term.word == "and" || term.word == "or") {
    for (const Term& part : term.arguments) add_condition(part, call, nodes);
    nodes.push_back({.predicate = term.word == "and" ? Predicate::kAnd : Predicate::kOr});
  } else if (term.word == "always") {
    nodes.push_back({.predicate = Predicate::kAlways});
  } else if (term.word == "perhaps") {
    nodes.push_back({.predicate = Predicate::kPerhaps});
  } else if (term.word == "made_on_device") {
    nodes.push_back({.predicate = Predicate::kMadeOnDevice});
  } else if (term.word == "tests_gradients") {
    nodes.push_back({.predicate = Predicate::kTestsGradients});
  } else if (term.word == "any_device") {
    nodes.push_back({.predicate = Predicate::kAnyDevice});
  } else if (term.word == "not") {
    add_condition(term.arguments.front(), call, nodes);
    nodes.push_back({.predicate = Predicate::kNot});
  } else if (const Predicate* asked = find_word(kAsked, term.word); asked != nullptr && term.arguments.size() == 1) {
    nodes.push_back({.predicate = *asked, .operand = operand_of(term.arguments.front().word, call)});
  } else if (term.word == "equals" && term.arguments.size() == 2) {
    ConditionNode node{.predicate = Predicate::kEquals, .operand = operand_of(term.arguments.front().word, call)};
    const std::string_view value = term.arguments.back().word;
    const bool is_number = value.front() >= '0' && value.front() <= '9';
    if (!is_number) node.text = value;
    if (is_number) std::from_chars(value.data(), value.data() + value.size(), node.number);
    nodes.push_back(node);
  } else {
    throw Fault("`" + std::string(term.word) + "` is no condition");
  }
}

std::expected<const ResultNode*, std::string> RowReader::result(std::string_view text, std::string_view name) {
  return result(text, name, nullptr);
}

std::expected<const ResultNode*, std::string> RowReader::result(std::string_view text, std::string_view name,
                                                                const TextCall* call) try {
  if (text.empty()) return nullptr;
  return &results_.emplace_back(build(Parser(text).run(), name, call));
} catch (const Fault& fault) {
  return std::unexpected(std::string(name) + ": " + fault.what());
}

std::expected<const Operator*, std::string> RowReader::call(const TextCall& call, std::string_view name) try {
  Operator operation{.name = name};
  operation.parameters = parameters_.emplace_back(parameters_of(call.parameters));
  const auto found = result(call.result, name, &call);
  if (!found) return std::unexpected(found.error());
  operation.result = *found;
  std::vector<Block> blocks;
  for (const TextBlock& block : call.blocks) {
    std::vector<ConditionNode> nodes;
    add_condition(Parser(block.when).run(), call, nodes);
    if (nodes.size() > kMostConditions) throw Fault("`" + block.when + "` is too long");
    blocks.push_back({.rule = block.rule,
                      .condition = conditions_.emplace_back(std::move(nodes)),
                      .reason = block.reason,
                      .call = block.call,
                      .measured = false});
  }
  operation.blocks = blocks_.emplace_back(std::move(blocks));
  return &operators_.emplace_back(operation);
} catch (const Fault& fault) {
  return std::unexpected(std::string(name) + ": " + fault.what());
}

}  // namespace syncfree::catalog
