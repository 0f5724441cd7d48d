#include "analyzer/flow/filled_once.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::ComparisonOperator;
using model::Expression;

bool is_variable(const Expression& expression) {
  return expression.kind == model::ExpressionKind::kName || expression.kind == model::ExpressionKind::kAttribute;
}

bool is_same_variable(const Expression& a, const Expression& b) {
  if (const auto* name = a.get_if<model::Name>()) {
    const auto* other = b.get_if<model::Name>();
    return other != nullptr && other->name == name->name;
  }
  const auto* attribute = a.get_if<model::Attribute>();
  const auto* other = b.get_if<model::Attribute>();
  return attribute != nullptr && other != nullptr && attribute->name == other->name &&
         is_same_variable(*attribute->object, *other->object);
}

namespace {

/// `x` of `len(x)`.
const Expression* measured(const Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.size() == 1 && last_name(*call, symbols) == "len"
             ? call->arguments.front().value
             : nullptr;
}

bool is_of(const Expression& constant, model::ConstantKind kind) {
  const auto* found = constant.get_if<model::Constant>();
  return found != nullptr && found->constant == kind;
}

/// An attribute of an object.
struct Part {
  const Expression* object;
  std::string_view name;
};

/// A function of one parameter that says whether it is there: `return x is not None`.
bool asks_for_none(const model::Function& function, bool wants_none) {
  if (function.parameters.size() != 1 || function.body.empty() || function.body.size() > 2) return false;
  const auto* answer = function.body.back()->get_if<model::Return>();
  const auto* comparison =
      answer == nullptr || answer->value == nullptr ? nullptr : answer->value->get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return false;
  const auto* asked = comparison->operands[0]->get_if<model::Name>();
  return asked != nullptr && asked->name == function.parameters.front().name &&
         is_of(*comparison->operands[1], model::ConstantKind::kNone) &&
         comparison->operators[0] == (wants_none ? ComparisonOperator::kIs : ComparisonOperator::kIsNot);
}

/// What the test says is missing.
std::optional<Part> missing_part(const Expression& condition, bool positive, const model::SymbolTable& symbols,
                                 const Callee& callee) {
  const auto part_of = [&](const Expression& expression) -> std::optional<Part> {
    const auto* attribute = expression.get_if<model::Attribute>();
    if (attribute == nullptr || !is_variable(*attribute->object)) return std::nullopt;
    return Part{attribute->object, symbols.text(attribute->name)};
  };
  if (const auto* comparison = condition.get_if<model::Comparison>()) {
    const bool asks = comparison->operators.size() == 1 &&
                      is_of(*comparison->operands[1], model::ConstantKind::kNone) &&
                      comparison->operators[0] == (positive ? ComparisonOperator::kIs : ComparisonOperator::kIsNot);
    return asks ? part_of(*comparison->operands[0]) : std::nullopt;
  }
  const auto* call = condition.get_if<model::Call>();
  if (call != nullptr && call->arguments.size() == 1) {
    const model::Function* asks = callee ? callee(condition) : nullptr;
    const bool is_missing = asks != nullptr && asks_for_none(*asks, positive);
    return is_missing ? part_of(*call->arguments.front().value) : std::nullopt;
  }
  if (positive) return std::nullopt;
  if (call == nullptr) return part_of(condition);
  if (call->arguments.size() != 2 || last_name(*call, symbols) != "hasattr") return std::nullopt;
  const Expression* object = call->arguments[0].value;
  const auto* name = call->arguments[1].value->get_if<model::Constant>();
  return name == nullptr || !is_variable(*object) ? std::nullopt : std::optional(Part{object, name->text});
}

enum class Stored : std::uint8_t { kSomething, kNothing };

/// What stores something, or nothing, as an attribute of an object: `self.table = …`,
/// `self.register_buffer("table", …)`, `self.table = None`, and a method of the object that does.
class Stores {
 public:
  using IsObject = std::function<bool(const Expression&)>;

  /// `callee` is null where methods that are called are not looked into. The others must outlive this.
  Stores(Stored stored, const IsObject& is_object, std::string_view attribute, const model::SymbolTable& symbols,
         const Callee* callee)
      : stored_(stored), is_object_(is_object), attribute_(attribute), symbols_(symbols), callee_(callee) {}

  bool is_in(model::Block block) const {
    return std::ranges::any_of(block, [&](const model::Statement* statement) {
      bool found = is(*statement);
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || is_in(inner); });
      return found;
    });
  }

 private:
  bool is(const model::Statement& statement) const {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      if (assign->value == nullptr) return false;
      const bool is_nothing =
          is_of(*assign->value, model::ConstantKind::kNone) || is_of(*assign->value, model::ConstantKind::kFalse);
      return is_nothing == (stored_ == Stored::kNothing) &&
             std::ranges::any_of(assign->targets, [&](const Expression* target) { return is_stored(*target); });
    }
    const auto* only = statement.get_if<model::ExpressionStatement>();
    const auto* call = only == nullptr ? nullptr : only->value->get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || !is_object_(*method->object)) return false;
    if (!symbols_.text(method->name).starts_with("register_")) return is_in_method(*only->value);
    const auto* name = call->arguments.empty() ? nullptr : call->arguments.front().value->get_if<model::Constant>();
    return stored_ == Stored::kSomething && name != nullptr && name->text == attribute_;
  }

  bool is_in_method(const Expression& call) const {
    const model::Function* method = callee_ == nullptr || !*callee_ ? nullptr : (*callee_)(call);
    if (method == nullptr || method->parameters.empty()) return false;
    const IsObject is_self = [&](const Expression& object) {
      const auto* name = object.get_if<model::Name>();
      return name != nullptr && name->name == method->parameters.front().name;
    };
    return Stores(stored_, is_self, attribute_, symbols_, nullptr).is_in(method->body);
  }

  bool is_stored(const Expression& target) const {
    if (const auto* several = target.get_if<model::Sequence>())
      return std::ranges::any_of(several->elements, [&](const Expression* element) { return is_stored(*element); });
    const auto* stored = target.get_if<model::Attribute>();
    return stored != nullptr && symbols_.text(stored->name) == attribute_ && is_object_(*stored->object);
  }

  Stored stored_;
  const IsObject& is_object_;
  std::string_view attribute_;
  const model::SymbolTable& symbols_;
  const Callee* callee_;
};

}  // namespace

const Expression* lacking_table(const model::Comparison& comparison, bool positive, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return nullptr;
  const ComparisonOperator operation = comparison.operators[0];
  if (operation == (positive ? ComparisonOperator::kNotIn : ComparisonOperator::kIn)) return comparison.operands[1];
  const auto* zero = comparison.operands[1]->get_if<model::Constant>();
  const bool is_zero = zero != nullptr && zero->constant == model::ConstantKind::kInteger && zero->integer == 0;
  const ComparisonOperator empty = positive ? ComparisonOperator::kEqual : ComparisonOperator::kNotEqual;
  return is_zero && operation == empty ? measured(*comparison.operands[0], symbols) : nullptr;
}

bool fills(model::Block block, const Expression& table) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    bool found = assign != nullptr && std::ranges::any_of(assign->targets, [&](const Expression* target) {
                   const auto* entry = target->get_if<model::Subscript>();
                   return entry != nullptr && is_same_variable(*entry->object, table);
                 });
    model::for_each_part(
        *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || fills(inner, table); });
    return found;
  });
}

const Expression* asked_table(const Expression& value, const model::SymbolTable& symbols) {
  const auto* call = value.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const std::size_t given = call == nullptr ? 0 : call->arguments.size();
  const bool asks = method != nullptr && symbols.text(method->name) == "get" &&
                    (given == 1 || (given == 2 && is_of(*call->arguments[1].value, model::ConstantKind::kNone)));
  return asks && is_variable(*method->object) ? method->object : nullptr;
}

const model::Name* missing_value(const Expression& condition, bool positive) {
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return nullptr;
  const bool is_none = is_of(*comparison->operands[1], model::ConstantKind::kNone) &&
                       comparison->operators[0] == (positive ? ComparisonOperator::kIs : ComparisonOperator::kIsNot);
  return is_none ? comparison->operands[0]->get_if<model::Name>() : nullptr;
}

namespace {

/// `table["q"]`, `table.get("q")`
struct Entry {
  const Expression* table = nullptr;
  const model::Constant* key = nullptr;
};

Entry entry_of(const Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* entry = expression.get_if<model::Subscript>())
    return {entry->object, entry->index->get_if<model::Constant>()};
  const Expression* table = asked_table(expression, symbols);
  if (table == nullptr) return {};
  return {table, expression.as<model::Call>().arguments.front().value->get_if<model::Constant>()};
}

/// Something, or None. What a test for a missing key leads to makes the table.
bool stores_entry(model::Block block, const Entry& entry, Stored stored, const model::SymbolTable& symbols) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
      const bool is_nothing = is_of(*assign->value, model::ConstantKind::kNone);
      return is_nothing == (stored == Stored::kNothing) &&
             std::ranges::any_of(assign->targets, [&](const Expression* target) {
               const Entry other = entry_of(*target, symbols);
               return other.key != nullptr && other.key->constant == entry.key->constant &&
                      other.key->text == entry.key->text && other.key->integer == entry.key->integer &&
                      is_variable(*other.table) && is_same_variable(*other.table, *entry.table);
             });
    }
    if (const auto* test = statement->get_if<model::If>(); test != nullptr && stored == Stored::kNothing) {
      const auto* comparison = test->condition->get_if<model::Comparison>();
      if (comparison != nullptr && lacking_table(*comparison, true, symbols) != nullptr)
        return stores_entry(test->otherwise, entry, stored, symbols);
    }
    bool found = false;
    model::for_each_part(
        *statement, [](const Expression*) {},
        [&](model::Block inner) { found = found || stores_entry(inner, entry, stored, symbols); });
    return found;
  });
}

/// `n > self.size`, `n != self.size`: the attribute, and what it is compared with.
struct Growth {
  const model::Attribute* kept = nullptr;
  const Expression* now = nullptr;
};

std::optional<Growth> growth_of(const Expression& condition, bool positive) {
  const auto* comparison = condition.get_if<model::Comparison>();
  if (!positive || comparison == nullptr || comparison->operators.size() != 1) return std::nullopt;
  const Expression* left = comparison->operands[0];
  const Expression* right = comparison->operands[1];
  const ComparisonOperator operation = comparison->operators[0];
  const bool is_unlike = operation == ComparisonOperator::kNotEqual;
  const auto of = [](const Expression* kept, const Expression* now) -> std::optional<Growth> {
    const auto* attribute = kept->get_if<model::Attribute>();
    const bool is_own = attribute != nullptr && attribute->object->kind == model::ExpressionKind::kName;
    return is_own && is_variable(*now) ? std::optional(Growth{attribute, now}) : std::nullopt;
  };
  if (operation == ComparisonOperator::kGreater || is_unlike) {
    if (const auto growth = of(right, left)) return growth;
  }
  return operation == ComparisonOperator::kLess || is_unlike ? of(left, right) : std::nullopt;
}

/// It is the size of something, by its name or as the body binds it: `n = x.shape[1]`; or an epoch, which is the same
/// in many calls. A number of steps grows in each.
bool is_size(model::Block body, const Expression& now, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 6> kSizes = {"len", "length", "size", "seqlen", "shape", "epoch"};
  const auto* name = now.get_if<model::Name>();
  if (name == nullptr) return false;
  if (holds_word(symbols.text(name->name), kSizes)) return true;
  return std::ranges::any_of(body, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    const bool is_it = assign != nullptr && assign->value != nullptr && assign->targets.size() == 1 &&
                       is_variable(*assign->targets.front()) && is_same_variable(*assign->targets.front(), now);
    if (!is_it) return false;
    const auto* entry = assign->value->get_if<model::Subscript>();
    const std::string_view of = last_name(entry == nullptr ? *assign->value : *entry->object, symbols);
    return of == "shape" || of == "size" || of == "len";
  });
}

/// The block stores that very value, by itself or through a method of the object: `self.resize(n)`.
bool stores_now(model::Block block, const Expression& kept, const Expression& now, const Callee& callee) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
      return is_variable(*assign->value) && is_same_variable(*assign->value, now) &&
             std::ranges::any_of(assign->targets, [&](const Expression* target) {
               return is_variable(*target) && is_same_variable(*target, kept);
             });
    }
    const auto* alone = statement->get_if<model::ExpressionStatement>();
    const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
    const auto* named = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    const auto& object = *kept.as<model::Attribute>().object;
    if (named == nullptr || !is_variable(*named->object) || !is_same_variable(*named->object, object)) return false;
    const model::Function* method = callee ? callee(*alone->value) : nullptr;
    if (method == nullptr || method->parameters.empty()) return false;
    for (std::size_t i = 0; i < call->arguments.size() && i + 1 < method->parameters.size(); ++i) {
      const model::Argument& given = call->arguments[i];
      if (given.stars != 0 || !is_variable(*given.value) || !is_same_variable(*given.value, now)) continue;
      const model::Symbol taken = given.keyword ? given.keyword : method->parameters[i + 1].name;
      const bool keeps = std::ranges::any_of(method->body, [&](const model::Statement* inner) {
        const auto* store = inner->get_if<model::Assign>();
        const auto* value = store == nullptr || store->value == nullptr ? nullptr : store->value->get_if<model::Name>();
        return value != nullptr && value->name == taken &&
               std::ranges::any_of(store->targets, [&](const Expression* target) {
                 const auto* attribute = target->get_if<model::Attribute>();
                 return attribute != nullptr && attribute->name == kept.as<model::Attribute>().name;
               });
      });
      if (keeps) return true;
    }
    return false;
  });
}

/// `self.table` of `self.table.device != x.device`, `self.table.size(0) < n`, `len(self.table) < n`: what is there is
/// of no use for what is asked. Null for another test.
const model::Attribute* unfit_part(const Expression& condition, bool positive, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 4> kAsked = {"device", "dtype", "size", "shape"};
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return nullptr;
  const ComparisonOperator operation = comparison->operators[0];
  const bool is_unlike = operation == (positive ? ComparisonOperator::kNotEqual : ComparisonOperator::kEqual);
  const bool is_short = operation == (positive ? ComparisonOperator::kLess : ComparisonOperator::kGreaterEqual);
  if (!is_unlike && !is_short) return nullptr;
  const Expression* asked = comparison->operands[0];
  if (const auto* entry = asked->get_if<model::Subscript>()) asked = entry->object;
  const Expression* whole = measured(*asked, symbols);
  if (whole == nullptr) {
    const auto* call = asked->get_if<model::Call>();
    const auto* property = (call == nullptr ? asked : call->callee)->get_if<model::Attribute>();
    if (property == nullptr) return nullptr;
    const std::string_view name = symbols.text(property->name);
    const bool is_size = name == "size" || name == "shape";
    if (std::ranges::find(kAsked, name) == kAsked.end() || (is_short && !is_size)) return nullptr;
    whole = property->object;
  }
  const auto* part = whole->get_if<model::Attribute>();
  return part != nullptr && is_variable(*part->object) ? part : nullptr;
}

}  // namespace

const Expression* completed_entry(model::Block body, model::Block block, const Expression& condition, bool positive,
                                  const model::SymbolTable& symbols) {
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return nullptr;
  const ComparisonOperator is_none = positive ? ComparisonOperator::kIs : ComparisonOperator::kIsNot;
  if (comparison->operators[0] != is_none || !is_of(*comparison->operands[1], model::ConstantKind::kNone))
    return nullptr;
  const Entry entry = entry_of(*comparison->operands[0], symbols);
  if (entry.key == nullptr || !is_variable(*entry.table)) return nullptr;
  const bool fills =
      stores_entry(block, entry, Stored::kSomething, symbols) && !stores_entry(body, entry, Stored::kNothing, symbols);
  return fills ? entry.table : nullptr;
}

const Expression* completed_object(model::Block body, model::Block block, const Expression& condition, bool positive,
                                   const model::SymbolTable& symbols, const Callee& callee) {
  if (const auto* negated = condition.get_if<model::Unary>();
      negated != nullptr && negated->operation == model::UnaryOperator::kNot)
    return completed_object(body, block, *negated->operand, !positive, symbols, callee);
  if (const auto* boolean = condition.get_if<model::Boolean>()) {
    // Any of them may be the reason; a flag among them may say that nothing is kept.
    const bool is_any = boolean->is_and != positive;
    const Expression* object = nullptr;
    for (const Expression* operand : boolean->operands) {
      const Expression* completed = completed_object(body, block, *operand, positive, symbols, callee);
      if (completed == nullptr && is_any && operand->kind != model::ExpressionKind::kComparison) return nullptr;
      if (object == nullptr) object = completed;
    }
    return object;
  }
  if (const auto growth = growth_of(condition, positive);
      growth && is_size(body, *growth->now, symbols) && stores_now(block, *growth->kept, *growth->now, callee))
    return growth->kept->object;
  std::optional<Part> missing = missing_part(condition, positive, symbols, callee);
  if (const auto* part = missing ? nullptr : unfit_part(condition, positive, symbols))
    missing = Part{part->object, symbols.text(part->name)};
  if (!missing) return nullptr;
  const Stores::IsObject is_object = [&](const Expression& object) {
    return is_variable(object) && is_same_variable(object, *missing->object);
  };
  const auto stores = [&](Stored stored, model::Block in) {
    return Stores(stored, is_object, missing->name, symbols, &callee).is_in(in);
  };
  return stores(Stored::kSomething, block) && !stores(Stored::kNothing, body) ? missing->object : nullptr;
}

}  // namespace syncfree::flow
