#include "analyzer/inference/name_uses.h"

#include <algorithm>
#include <span>
#include <unordered_set>

#include "analyzer/inference/use_reader.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

NameUses::BodyReader::BodyReader(NameUses& out, const Project& project, const Known& known, const UseNames& names,
                                 std::uint32_t module, const FunctionInfo* function, bool arrays_are_tensors,
                                 const Callees& callees, ReadingMemory& memory)
    : out_(out),
      project_(project),
      known_(known),
      names_(names),
      module_(module),
      function_(function),
      callees_(callees),
      memory_(memory),
      arrays_are_tensors_(arrays_are_tensors) {
  ++memory_.reading;
  memory_.meant.resize(
      std::max<std::size_t>(memory_.meant.size(), project_.modules()[module_].input.module->expression_count));
  memory_.variables.clear();
  memory_.sources.clear();
  memory_.calls.clear();
  memory_.said.clear();
  memory_.moves.clear();
  memory_.inner.clear();
  memory_.uses.clear();
}

void NameUses::BodyReader::read() {
  if (function_ == nullptr) {
    visit(project_.modules()[module_].input.module->body);
  } else {
    for (const model::Parameter& parameter : function_->function->parameters) {
      const std::uint32_t number = own(parameter.name);
      parameters_[parameter.name.id] = number;
    }
    for (const model::Statement* statement : function_->function->body) {
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        std::unordered_set<std::uint32_t> read;
        model::walk(*assign->value, [&](const model::Expression& part) {
          if (const auto* name = part.get_if<model::Name>()) read.insert(name->name.id);
        });
        for (const model::Expression* target : assign->targets) begin_again(*target, read);
      }
      visit(*statement);
    }
  }
  conclude();
  keep();
}

std::uint32_t NameUses::BodyReader::add_variable() {
  memory_.uses.emplace_back();
  memory_.variables.push_back({kNone, kNone, false});
  return static_cast<std::uint32_t>(memory_.variables.size() - 1);
}

void NameUses::BodyReader::add_source(std::uint32_t variable, const model::Expression* value, bool part, bool stored) {
  std::uint32_t& first = memory_.variables[variable].first_source;
  memory_.sources.push_back({value, first, part, stored});
  first = static_cast<std::uint32_t>(memory_.sources.size() - 1);
}

std::uint32_t NameUses::BodyReader::own(model::Symbol name) {
  const auto [number, is_new] = own_.insert(name.id, 0);
  if (is_new) *number = add_variable();
  return *number;
}

/// What stands behind `x = …` at the top of the function uses another value than what stands before it, unless that
/// went into it.
void NameUses::BodyReader::begin_again(const model::Expression& target, const std::unordered_set<std::uint32_t>& read) {
  if (const auto* several = target.get_if<model::Sequence>()) {
    for (const model::Expression* one : several->elements) begin_again(*one, read);
  } else if (const auto* name = target.get_if<model::Name>(); name != nullptr && !read.contains(name->name.id)) {
    if (std::uint32_t* number = own_.find(name->name.id)) *number = add_variable();
  }
}

std::uint32_t NameUses::BodyReader::resolve(model::Symbol name) {
  for (auto it = memory_.inner.rbegin(); it != memory_.inner.rend(); ++it) {
    if (it->name == name) return it->variable;
  }
  if (scope().find(name) == Scope::kAbsent || imported_.contains(name.id)) return kNone;
  if (function_ == nullptr && project_.modules()[module_].bindings.contains(name)) return kNone;
  return own(name);
}

std::uint32_t NameUses::BodyReader::of_path(const model::Attribute& path) {
  const auto* root = path.object->get_if<model::Name>();
  if (root == nullptr || resolve(root->name) == kNone) return kNone;
  const auto [number, is_new] = attributes_.insert(NameUses::key(root->name, path.name), 0);
  if (is_new) *number = add_variable();
  return *number;
}

std::uint32_t NameUses::BodyReader::of_part(const model::Subscript& subscript) {
  const auto* root = subscript.object->get_if<model::Name>();
  const auto* part = subscript.index->get_if<model::Constant>();
  if (root == nullptr || part == nullptr || part->constant != model::ConstantKind::kString ||
      resolve(root->name) == kNone)
    return kNone;
  const auto [number, is_new] = parts_.insert(NameUses::key(root->name, project_.symbols().intern(part->text)), 0);
  if (!is_new) return *number;
  const std::uint32_t made = *number = add_variable();
  if (loaded_.contains(resolve(root->name))) say(subscript, Use::kLoaded, kAfterAll);
  return made;
}

std::uint32_t NameUses::BodyReader::variable_of(const model::Expression& expression) {
  if (const auto* subscript = expression.get_if<model::Subscript>()) return of_part(*subscript);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return of_path(*attribute);
  if (expression.kind != model::ExpressionKind::kName) return kNone;
  const ReadingMemory::Meant& meant = memory_.meant[expression.id];
  return meant.reading == memory_.reading ? meant.variable : kNone;
}

void NameUses::BodyReader::visit(model::Block block) {
  for (const model::Statement* statement : block) visit(*statement);
}

void NameUses::BodyReader::visit(const model::Statement& statement) {
  switch (statement.kind) {
    case model::StatementKind::kClass:
      return;
    case model::StatementKind::kImport:
      for (const model::ImportedName& name : statement.as<model::Import>().names)
        imported_.insert((name.alias ? name.alias : name.path.front()).id, 1);
      return;
    case model::StatementKind::kImportFrom:
      for (const model::ImportedName& name : statement.as<model::ImportFrom>().names)
        imported_.insert((name.alias ? name.alias : name.path.front()).id, 1);
      return;
    case model::StatementKind::kFunction:
      name_inner_function(statement.as<model::Function>().name, statement.as<model::Function>().id);
      nested(statement.as<model::Function>());
      return;
    case model::StatementKind::kAssign: {
      const auto& assign = statement.as<model::Assign>();
      if (assign.value != nullptr) {
        visit(*assign.value);
        for (const model::Expression* target : assign.targets) {
          bind(*target, assign.value, false);
          note_pair(*target, *assign.value);
          note_conversion(*target, *assign.value);
        }
      }
      return;
    }
    case model::StatementKind::kFor: {
      const auto& loop = statement.as<model::For>();
      visit(*loop.iterable);
      bind_element(*loop.target, *loop.iterable);
      visit(loop.body);
      visit(loop.otherwise);
      return;
    }
    default: {
      const bool tests = statement.kind == model::StatementKind::kIf || statement.kind == model::StatementKind::kWhile;
      const bool drops = statement.kind == model::StatementKind::kExpression;
      model::for_each_part(
          statement,
          [&](const model::Expression* expression) {
            if (tests) test_ = expression;
            if (drops) dropped_ = expression;
            visit(*expression);
          },
          [&](model::Block inner) { visit(inner); });
    }
  }
}

void NameUses::BodyReader::name_inner_function(model::Symbol name, std::uint32_t function) {
  if (function_ == nullptr || (function == kNone && inner_functions_.empty())) return;
  const auto [named, is_new] = inner_functions_.insert(name.id, function);
  if (!is_new) *named = kNone;
}

void NameUses::BodyReader::nested(const model::Function& function) {
  const std::size_t depth = memory_.inner.size();
  for (const model::Parameter& parameter : function.parameters) memory_.inner.push_back({parameter.name, kNone});
  for (const model::Symbol local : function.locals) {
    if (std::ranges::find(function.nonlocals, local) == function.nonlocals.end())
      memory_.inner.push_back({local, kNone});
  }
  visit(function.body);
  memory_.inner.resize(depth);
}

namespace {

/// The one value that the target at `i` gets of several that are written out; null if a `*` may give it another.
const model::Expression* counterpart(model::Expressions targets, std::size_t i, model::Expressions values) {
  const auto is_starred = [](const model::Expression* part) { return part->kind == model::ExpressionKind::kStarred; };
  const auto star = std::ranges::find_if(values, is_starred);
  if (star == values.end() || std::ranges::any_of(targets, is_starred))
    return values.size() == targets.size() ? values[i] : nullptr;
  const auto before = static_cast<std::size_t>(star - values.begin());
  const std::size_t after = values.size() - before - 1;
  if (std::any_of(star + 1, values.end(), is_starred) || before + after > targets.size()) return nullptr;
  if (i < before) return values[i];
  const std::size_t from_end = targets.size() - i;
  return from_end <= after ? values[values.size() - from_end] : nullptr;
}

}  // namespace

void NameUses::BodyReader::bind(const model::Expression& target, const model::Expression* value, bool part) {
  switch (target.kind) {
    case model::ExpressionKind::kName: {
      const std::uint32_t number = resolve(target.as<model::Name>().name);
      if (number == kNone) return;
      mean(target, number);
      bindings_[&target] = number;
      if (value != nullptr) add_source(number, value, part);
      if (value != nullptr) note_load(target, *value);
      const auto* lambda = value == nullptr || part ? nullptr : value->get_if<model::Lambda>();
      name_inner_function(target.as<model::Name>().name, lambda == nullptr ? kNone : lambda->function_id);
      return;
    }
    case model::ExpressionKind::kAttribute: {
      visit(*target.as<model::Attribute>().object);
      const std::uint32_t number = of_path(target.as<model::Attribute>());
      if (number != kNone && value != nullptr) add_source(number, value, part);
      return;
    }
    case model::ExpressionKind::kSubscript:
      visit(target);
      if (value == nullptr) return;
      if (const std::uint32_t number = of_part(target.as<model::Subscript>()); number != kNone) {
        add_source(number, value, part);
      } else if (const std::uint32_t whole = variable_of(*target.as<model::Subscript>().object);
                 whole != kNone && !part) {
        add_source(whole, value, true, true);
      }
      return;
    case model::ExpressionKind::kSequence: {
      const auto& targets = target.as<model::Sequence>();
      const auto* values = value == nullptr || part ? nullptr : value->get_if<model::Sequence>();
      for (std::size_t i = 0; i < targets.elements.size(); ++i) {
        const auto* alone = values == nullptr ? nullptr : counterpart(targets.elements, i, values->elements);
        bind(*targets.elements[i], alone != nullptr ? alone : value, alone == nullptr);
      }
      return;
    }
    case model::ExpressionKind::kStarred:
      bind(*target.as<model::Starred>().value, nullptr, true);
      return;
    default:
      visit(target);
  }
}

void NameUses::BodyReader::bind_element(const model::Expression& target, const model::Expression& iterable) {
  const auto* call = iterable.get_if<model::Call>();
  const auto* targets = target.get_if<model::Sequence>();
  const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
  if (callee != nullptr && targets != nullptr) {
    if (callee->name == names_.enumerate && targets->elements.size() == 2 && !call->arguments.empty()) {
      bind(*targets->elements[0], nullptr, false);
      bind_element(*targets->elements[1], *call->arguments[0].value);
      return;
    }
    if (callee->name == names_.zip && targets->elements.size() == call->arguments.size()) {
      for (std::size_t i = 0; i < targets->elements.size(); ++i)
        bind_element(*targets->elements[i], *call->arguments[i].value);
      return;
    }
    if (names_.passing.contains(callee->name) && !call->arguments.empty()) {
      bind_element(target, *call->arguments[0].value);
      return;
    }
  }
  bind(target, &iterable, true);
}

void NameUses::BodyReader::visit(const model::Expression& expression) {
  switch (expression.kind) {
    case model::ExpressionKind::kName:
      if (const std::uint32_t number = resolve(expression.as<model::Name>().name); number != kNone)
        mean(expression, number);
      return;
    case model::ExpressionKind::kComprehension:
      comprehension(expression.as<model::Comprehension>());
      return;
    case model::ExpressionKind::kLambda: {
      const std::size_t depth = memory_.inner.size();
      for (const model::Parameter& parameter : expression.as<model::Lambda>().parameters)
        memory_.inner.push_back({parameter.name, kNone});
      visit(*expression.as<model::Lambda>().body);
      memory_.inner.resize(depth);
      return;
    }
    case model::ExpressionKind::kCall:
      if (visit_map(expression.as<model::Call>())) return;
      break;
    case model::ExpressionKind::kNamed:
      visit(*expression.as<model::Named>().value);
      bind(*expression.as<model::Named>().target, expression.as<model::Named>().value, false);
      return;
    default:
      break;
  }
  const bool is_called = &expression == called_;
  if (const auto* call = expression.get_if<model::Call>()) called_ = call->callee;
  model::for_each_child(expression, [&](const model::Expression* child) { visit(*child); });
  note_comparisons(expression);
  note_truths(expression);
  if (const auto* attribute = expression.get_if<model::Attribute>()) {
    note_attribute(*attribute, is_called);
  } else if (const auto* call = expression.get_if<model::Call>()) {
    note_call(*call);
  } else if (const auto* subscript = expression.get_if<model::Subscript>()) {
    const auto* index = subscript->index->get_if<model::Constant>();
    const auto* several = subscript->index->get_if<model::Sequence>();
    if (index != nullptr && index->constant == model::ConstantKind::kString) say(*subscript->object, Use::kKeyed);
    if (goes_over_keys(*subscript)) say(*subscript->object, Uses(Use::kKeyed) | Use::kOther);
    if (several != nullptr && several->sequence == model::SequenceKind::kTuple &&
        !is_in_parentheses(*subscript->index)) {
      // `history[:, "loss"]`: a table has columns with names.
      const bool has_names =
          std::ranges::any_of(several->elements, [](const model::Expression* part) { return is_text(*part); });
      say(*subscript->object, has_names ? Use::kOther : Use::kIndexed);
    }
  } else if (const auto* comparison = expression.get_if<model::Comparison>()) {
    const auto* text = comparison->operands[1]->get_if<model::Constant>();
    if (text != nullptr && text->constant == model::ConstantKind::kString) say(*comparison->operands[0], Use::kOther);
  }
}

/// `cache[(name, size)]`: who writes the parentheses means a key, not an index for each dimension.
bool NameUses::BodyReader::is_in_parentheses(const model::Expression& tuple) const {
  return project_.modules()[module_].input.module->text[tuple.range.begin] == '(';
}

bool NameUses::BodyReader::goes_over_keys(const model::Subscript& subscript) {
  const std::uint32_t container = variable_of(*subscript.object);
  const std::uint32_t key = variable_of(*subscript.index);
  if (container == kNone || key == kNone || subscript.object->kind != model::ExpressionKind::kName) return false;
  for (std::uint32_t at = memory_.variables[key].first_source; at != kNone; at = memory_.sources[at].next) {
    const Source& source = memory_.sources[at];
    if (source.part && !source.stored && source.value->kind == model::ExpressionKind::kName &&
        variable_of(*source.value) == container)
      return true;
  }
  return false;
}

bool NameUses::BodyReader::visit_map(const model::Call& call) {
  const auto* callee = call.callee->get_if<model::Name>();
  if (callee == nullptr || callee->name != names_.map || call.arguments.size() < 2) return false;
  const auto* lambda = call.arguments[0].value->get_if<model::Lambda>();
  if (lambda == nullptr || lambda->parameters.size() != call.arguments.size() - 1) return false;
  for (const model::Argument& argument : call.arguments.subspan(1)) visit(*argument.value);
  const std::size_t depth = memory_.inner.size();
  for (std::size_t i = 0; i < lambda->parameters.size(); ++i) {
    const std::uint32_t element = add_variable();
    memory_.variables[element].of_comprehension = true;
    memory_.inner.push_back({lambda->parameters[i].name, element});
    add_source(element, call.arguments[i + 1].value, true);
  }
  visit(*lambda->body);
  memory_.inner.resize(depth);
  return true;
}

void NameUses::BodyReader::comprehension(const model::Comprehension& node) {
  const std::size_t depth = memory_.inner.size();
  for (const model::ComprehensionClause& clause : node.clauses) {
    visit(*clause.iterable);
    open(*clause.target);
    bind_element(*clause.target, *clause.iterable);
    for (const model::Expression* condition : clause.conditions) visit(*condition);
  }
  if (node.key != nullptr) visit(*node.key);
  visit(*node.element);
  memory_.inner.resize(depth);
}

void NameUses::BodyReader::open(const model::Expression& target) {
  if (const auto* name = target.get_if<model::Name>()) {
    memory_.inner.push_back({name->name, add_variable()});
    memory_.variables.back().of_comprehension = true;
  } else if (const auto* several = target.get_if<model::Sequence>()) {
    for (const model::Expression* one : several->elements) open(*one);
  } else if (const auto* starred = target.get_if<model::Starred>()) {
    open(*starred->value);
  }
}

void NameUses::BodyReader::keep() {
  const auto keep_known = [&](auto& numbers, auto& kept) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const NameUse& use = memory_.uses[numbers.value(i)];
      if (use.uses.empty()) continue;
      kept[numbers.key(i)] = static_cast<std::uint32_t>(out_.uses_.size());
      out_.uses_.push_back(use);
    }
  };
  keep_known(bindings_, out_.bindings_);
  keep_known(parameters_, out_.parameters_);
  keep_known(attributes_, out_.attributes_);
  keep_known(parts_, out_.parts_);
  for (const auto& [number, name] : asked_) {
    if (selecting_.contains(number) && !out_.selects_as_mask(name)) out_.masks_.push_back(name);
  }
}

NameUses::NameUses(const Project& project, const Known& known, const UseNames& names, std::uint32_t module,
                   const FunctionInfo* function, bool arrays_are_tensors, const Callees& callees, ReadingMemory& memory)
    : arrays_are_tensors_(arrays_are_tensors) {
  BodyReader(*this, project, known, names, module, function, arrays_are_tensors, callees, memory).read();
}

namespace {

/// Where it is copied, and that it is called, is for its own function alone.
bool is_same(const NameUse* a, const NameUse* b) {
  const auto uses = [](const NameUse* use) { return use == nullptr ? Uses() : use->uses - Uses(Use::kCalled); };
  const auto is_moved = [](const NameUse* use) { return use != nullptr && use->last_move != 0; };
  return uses(a) == uses(b) && is_moved(a) == is_moved(b);
}

}  // namespace

bool NameUses::says_of_parameters(const NameUses& other, std::span<const model::Parameter> parameters) const {
  // What is empty says nothing of arrays either.
  if (arrays_are_tensors_ != other.arrays_are_tensors_ && !empty() && !other.empty()) return false;
  const auto is_parameter = [&](std::uint64_t key) {
    return std::ranges::any_of(parameters, [&](const auto& each) { return each.name.id == key >> 32U; });
  };
  const auto says_of_parts = [&](const NameUses& a, const NameUses& b) {
    for (const auto of : {&NameUses::attributes_, &NameUses::parts_}) {
      for (std::size_t i = 0; i < (a.*of).size(); ++i) {
        const std::uint64_t key = (a.*of).key(i);
        if (is_parameter(key) && !is_same(a.find(a.*of, key), b.find(b.*of, key))) return false;
      }
    }
    return true;
  };
  return says_of_parts(*this, other) && says_of_parts(other, *this) &&
         std::ranges::all_of(parameters, [&](const model::Parameter& each) {
           return is_same(parameter(each.name), other.parameter(each.name));
         });
}

void NameUses::add_different_parts(const NameUses& other, model::Symbol name, std::vector<model::Symbol>& parts) const {
  const auto add = [&](const NameUses& a, const NameUses& b) {
    for (std::size_t i = 0; i < a.attributes_.size(); ++i) {
      const std::uint64_t key = a.attributes_.key(i);
      if (key >> 32U == name.id && !is_same(a.find(a.attributes_, key), b.find(b.attributes_, key)))
        parts.push_back(model::Symbol{static_cast<std::uint32_t>(key)});
    }
  };
  add(*this, other);
  add(other, *this);
}

}  // namespace syncfree::inference
