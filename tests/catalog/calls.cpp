#include "tests/catalog/calls.h"

#include <cctype>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/evaluate.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/describe.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::test {

namespace {

using catalog::ArgumentValue;
using catalog::Catalog;
using values::Element;
using values::Kind;
using values::Place;
using values::Rank;
using values::Value;

Value sized(Value tensor, values::Memory memory, values::Extent extent) {
  tensor.memories = memory;
  tensor.extents = extent;
  return tensor;
}

// The names follow the set-up of the measured snippets.
std::map<std::string, Value, std::less<>> example_values() {
  const Value cpu = Value::tensor(Place::kCpu, Element::kFloating, Rank::exactly(2));
  return {
      {"d", Value::string("cuda")},
      {"x", Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(2))},
      {"v", Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(1))},
      {"w", Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(1))},
      {"b", Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(3))},
      {"s", Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(0))},
      {"i", Value::tensor(Place::kCuda, Element::kInteger, Rank::exactly(1))},
      {"n", Value::tensor(Place::kCuda, Element::kInteger, Rank::exactly(0))},
      {"m", Value::tensor(Place::kCuda, Element::kBoolean, Rank::exactly(2))},
      {"mv", Value::tensor(Place::kCuda, Element::kBoolean, Rank::exactly(1))},
      {"h", Value::tensor(Place::kCaller, Element::kFloating, Rank{}, values::Evidence::kDeclared)},
      {"u", Value::tensor(Place::kUnknown)},
      {"c", sized(cpu, values::Memory::kPageable, values::Extent::kSmall)},
      {"cp", sized(cpu, values::Memory::kPinned, values::Extent::kSmall)},
      {"C", sized(cpu, values::Memory::kPageable, values::Extent::kLarge)},
      {"CP", sized(cpu, values::Memory::kPinned, values::Extent::kLarge)},
      {"cs", Value::tensor(Place::kCpu, Element::kFloating, Rank::exactly(0))},
      {"ci", Value::tensor(Place::kCpu, Element::kInteger, Rank::exactly(1))},
      {"any", Value::anything()},
      {"none_or_x",
       [] {
         Value value = Value::tensor(Place::kCuda);
         value.kinds |= Kind::kNone;
         return value;
       }()},
      {"number", Value::of(Kind::kInteger)},
      {"flag", Value::of(Kind::kBoolean)},
      {"device", Value::device(values::Places(Place::kCpu) | Place::kCuda)},
      {"bottom", Value()},
  };
}

// `floating2` is a GPU tensor of rank 2, `cpu_integer1` a CPU tensor of rank 1.
std::optional<Value> tensor_by_name(std::string_view word) {
  const bool cpu = word.starts_with("cpu_");
  if (cpu) word.remove_prefix(4);
  const std::pair<std::string_view, Element> kinds[] = {{"boolean", Element::kBoolean},
                                                        {"integer", Element::kInteger},
                                                        {"floating", Element::kFloating},
                                                        {"complex", Element::kComplex}};
  for (const auto& [name, element] : kinds) {
    if (!word.starts_with(name) || word.size() != name.size() + 1) continue;
    return Value::tensor(cpu ? Place::kCpu : Place::kCuda, element, Rank::exactly(word.back() - '0'));
  }
  return std::nullopt;
}

class CallReader {
 public:
  CallReader(std::string_view text, const std::map<std::string, Value, std::less<>>& names, const Catalog& catalog,
             model::SymbolTable& symbols)
      : text_(text), names_(names), catalog_(catalog), symbols_(symbols) {}

  Outcome read() {
    Outcome outcome;
    outcome.value = values::describe(expression(&outcome));
    skip();
    if (position_ != text_.size()) fail("more text");
    return outcome;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw std::invalid_argument(std::string(text_) + " at " + std::to_string(position_) + ": " + std::string(what));
  }

  void skip() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }

  bool take(char letter) {
    skip();
    if (position_ >= text_.size() || text_[position_] != letter) return false;
    ++position_;
    return true;
  }

  std::string_view name() {
    skip();
    const std::size_t start = position_;
    while (position_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[position_])) != 0 || text_[position_] == '_'))
      ++position_;
    return text_.substr(start, position_ - start);
  }

  // A value, then its attributes and method calls. `outcome` gets the rule of the last call.
  Value expression(Outcome* outcome) {
    skip();
    if (position_ == text_.size()) fail("a value is missing");
    const char first = text_[position_];
    if (first == '\'') return string();
    if (first == '[' || first == '(') return sequence();
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '-') return number();
    const std::string_view word = name();
    if (word == "True" || word == "False") return Value::boolean(word == "True");
    if (word == "None") return Value::none();
    if (const auto tensor = tensor_by_name(word)) return members(*tensor, outcome);
    if (const auto found = names_.find(word); found != names_.end()) return members(found->second, outcome);
    return library(word, outcome);
  }

  Value string() {
    const std::size_t end = text_.find('\'', ++position_);
    const Value value = Value::string(arena_.copy(text_.substr(position_, end - position_)));
    position_ = end + 1;
    return value;
  }

  Value number() {
    std::size_t end = position_ + 1;
    while (end < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '.'))
      ++end;
    const std::string digits(text_.substr(position_, end - position_));
    position_ = end;
    return digits.find('.') == std::string::npos ? Value::integer(std::stoll(digits))
                                                 : Value::floating(std::stod(digits));
  }

  Value sequence() {
    const bool list = text_[position_++] == '[';
    const char close = list ? ']' : ')';
    std::vector<Value> elements;
    while (!take(close)) {
      elements.push_back(expression(nullptr));
      take(',');
    }
    return arena_.sequence(list ? Kind::kList : Kind::kTuple, elements);
  }

  Value library(std::string_view first, Outcome* outcome) {
    std::string full(first);
    while (take('.')) full += "." + std::string(name());
    const std::uint32_t node = catalog_.find(full);
    if (node == Catalog::kNowhere) fail("the catalog has no " + full);
    const catalog::NodeRow& row = catalog_.row(node);
    if (row.value != nullptr) return catalog::value_of(*row.value, nullptr, arena_);
    if (!take('('))
      return arena_.entity(row.kind == catalog::NodeKind::kClass ? Kind::kClass : Kind::kFunction,
                           {.kind = values::EntityKind::kLibraryName, .index = node});
    return members(apply(*row.operation, nullptr, outcome), outcome);
  }

  // `.name`, `.name(…)` and `(…)` after a value.
  Value members(Value value, Outcome* outcome) {
    while (true) {
      if (take('(')) {
        const catalog::Operator* called = catalog_.object_call(class_of(value));
        if (called == nullptr) fail("cannot be called");
        value = apply(*called, &value, outcome);
      } else if (take('.')) {
        value = member(value, name(), outcome);
      } else {
        return value;
      }
    }
  }

  std::uint32_t class_of(const Value& value) const {
    if (value.entities != nullptr) return value.entities->items.front().index;
    const std::pair<Kind, std::string_view> classes[] = {{Kind::kTensor, "torch.Tensor"},
                                                         {Kind::kArray, "numpy.ndarray"},
                                                         {Kind::kString, "builtins.str"},
                                                         {Kind::kList, "builtins.list"},
                                                         {Kind::kDictionary, "builtins.dict"}};
    for (const auto& [kind, class_name] : classes) {
      if (value.may_be(kind)) return catalog_.find(class_name);
    }
    fail("no class for " + values::describe(value));
  }

  Value member(const Value& object, std::string_view member_name, Outcome* outcome) {
    const std::uint32_t node = catalog_.child(class_of(object), symbols_.intern(member_name));
    if (node == Catalog::kNowhere) fail("no member " + std::string(member_name));
    const catalog::NodeRow& row = catalog_.row(node);
    if (row.value != nullptr) return catalog::value_of(*row.value, &object, arena_);
    if (!take('(')) fail("a method that is not called");
    return apply(*row.operation, &object, outcome);
  }

  Value apply(const catalog::Operator& operation, const Value* self, Outcome* outcome) {
    std::vector<ArgumentValue> arguments;
    while (!take(')')) {
      ArgumentValue argument;
      while (take('*')) ++argument.stars;
      skip();
      const std::size_t start = position_;
      const std::string_view keyword = name();
      if (!keyword.empty() && take('=')) {
        argument.keyword = keyword;
      } else {
        position_ = start;
      }
      argument.value = expression(nullptr);
      arguments.push_back(argument);
      take(',');
    }
    const catalog::BoundArguments bound = catalog::bind(operation, self, arguments, arena_);
    if (outcome != nullptr) {
      const auto verdict = catalog::blocking(operation, bound);
      outcome->rule = verdict ? std::string(verdict->block->rule) + (verdict->truth == values::Truth::kYes ? ""
                                                                     : values::known(verdict->truth)       ? "~"
                                                                                                           : "?")
                              : "";
    }
    return catalog::result_of(operation, bound, arena_);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  const std::map<std::string, Value, std::less<>>& names_;
  const Catalog& catalog_;
  model::SymbolTable& symbols_;
  values::ValueArena arena_;
};

}  // namespace

struct Calls::World {
  model::SymbolTable symbols;
  Catalog catalog{catalog::builtin_rows(), symbols};
  std::map<std::string, Value, std::less<>> names = example_values();
};

Calls::Calls() : world_(std::make_unique<World>()) {}
Calls::~Calls() = default;
Outcome Calls::evaluate(std::string_view text) const {
  return CallReader(text, world_->names, world_->catalog, world_->symbols).read();
}

}  // namespace syncfree::test
