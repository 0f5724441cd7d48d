// Evaluates one function (or module body) in one calling context: abstract values for every expression, flow-sensitive.
// The parts live in files named after them: expressions, operators, comparison, subscripts, attributes, members, calls,
// binding, instantiation, statements, control_flow, assignment, narrowing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/index.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;
using values::Truth;

struct Observation;

constexpr std::size_t kMostKeys = 48;  ///< of one mapping; what comes under others is joined

class Interpreter {
 public:
  /// `world` is not changed. What is found goes into the returned outcome, whose values point into `kept` and the
  /// world.
  Interpreter(const World& world, const Known& known, const Declared& declared, values::ValueArena& kept)
      : world_(world), known_(known), declared_(declared), kept_(kept), branches_(world.project) {}
  /// Evaluates a context of the world. What it needs and the world does not have comes with the outcome as requests.
  Outcome run(std::uint32_t context);
  /// Evaluates a context of a settled world, and writes down the values of all expressions, which point into the arena
  /// of `seen`.
  Outcome observe(std::uint32_t context, Observation& seen);

 private:
  // expressions
  Value evaluate(const model::Expression& expression);
  Value evaluate_name(const model::Name& name);
  Value evaluate_global(model::Symbol name);
  void assume(model::Symbol name, Value& value) const;
  Value evaluate_boolean(const model::Boolean& boolean);
  Value evaluate_conditional(const model::Conditional& conditional);
  bool takes_a_number(const model::Conditional& conditional);
  Value evaluate_sequence(const model::Sequence& sequence);
  Value evaluate_dictionary(const model::Dictionary& dictionary);
  Value evaluate_comprehension(const model::Comprehension& comprehension);
  void evaluate_clauses(const model::Comprehension& comprehension, std::size_t clause, Value& key, Value& element);
  Value evaluate_formatted(const model::Formatted& formatted);
  Value evaluate_yield(const model::Yield& yield);
  Value evaluate_named(const model::Named& named);
  Value evaluate_lambda(const model::Lambda& lambda);
  Value variable_of_environment(std::uint32_t environment, model::Symbol name, bool& found);

  // conditions: the value whose truth is taken, and what is known of the outcome
  std::optional<bool> condition(const model::Expression& expression, TruthUse use);
  std::optional<bool> take_truth(const Value& value, source::TextRange range, TruthUse use);
  /// `alternations`: of "all of them" and "one of them" around the expression.
  void narrow(const model::Expression& expression, bool positive, int alternations = 0);
  void narrow_to_one_of(const model::Boolean& boolean, bool positive, int alternations);
  void narrow_by_truth(const model::Expression& expression, bool positive);
  void narrow_call(const model::Call& call, bool positive);
  const model::Expression* subject_of_test(const model::Expression& test) const;
  void narrow_by_named_test(const model::Expression& name, bool positive);
  void note_test(const model::Expression& target, const model::Expression* value);
  void narrow_to_one_element(const model::Expression& operand);
  bool narrow_type(const model::Call& call, const model::Expression& klass, bool positive);
  void narrow_comparison(const model::Comparison& comparison, bool positive);
  void narrow_none(const model::Expression& subject, bool positive);
  void narrow_device(const model::Attribute& attribute, const model::Expression& right, bool positive);
  void narrow_attribute(const model::Attribute& attribute, const model::Expression& right, bool positive);
  void narrow_dim(const model::Call& call, const model::Expression& right, bool positive);
  void unlearn(const State& before);
  void narrow_to(const model::Expression& target, const Value& value);
  Value narrow_to_class(const Value& value, const Value& klass, bool positive);
  Value instance_of(const Value& klass);

  // operators
  Value unary(const model::Unary& node);
  Value binary(const model::Binary& node);
  Value binary_values(model::BinaryOperator operation, const Value& left, const Value& right, source::TextRange range);
  std::optional<Value> operator_of_objects(std::string_view direct, std::string_view reflected, const Value& left,
                                           const Value& right, source::TextRange range);
  Value binary_of_text(model::BinaryOperator operation, const Value& left, const Value& right, source::TextRange range);
  std::optional<Value> binary_of_sequences(model::BinaryOperator operation, const Value& left, const Value& right,
                                           source::TextRange range);
  Value comparison(const model::Comparison& node);
  void search(const Value& left, const Value& right, source::TextRange range);
  Value compare(model::ComparisonOperator operation, const Value& left, const Value& right, source::TextRange range);
  Value tensor_result(const Value& left, const Value& right, values::Elements elements);

  // subscripts
  Value load_subscript(const model::Subscript& node);
  const Value* known_part(const model::Subscript& node) const;
  void note_part(const model::Subscript& target, const Value& object, const Value& key, const Value& value);
  void forget_parts(const model::Expression& object);
  void forget_changed_parts(const model::Call& node, const Value& callee);
  bool is_keyed_by_text(const Value& object, const Value& index) const;
  void emit_subscript(EventKind kind, source::TextRange range, const Value& object, const Value& index,
                      const Value& stored, const values::IndexParts& parts, bool augmented = false);
  Value record_field(const Value& object, const Value& index, bool& found);
  Value load_index(const Value& object, const Value& index, source::TextRange range);
  void store_subscript(const model::Subscript& target, const Value& value, bool augmented);
  Value index_tensor(const Value& object, const Value& index);
  Value index_container(const Value& object, const Value& index);
  Value slice_value(const model::Slice& slice);
  bool is_called_positions(const model::Expression& expression) const;
  model::Symbol selecting_name(const model::Expression& expression) const;
  Value selecting_index(const model::Expression& expression, Value index, const Value& object);
  Value selected_from(const Value& object, const Value& index);

  // attributes
  Value load_attribute(const model::Attribute& node);
  Value attribute_by_use(const model::Attribute& node, const Value& object);

  // what functions that nobody sees made
  bool is_of_library(const Value& callee) const;
  bool says_too_little(const Value& given) const;
  bool joins_unknown(const model::Call& node, const Value& result, std::span<const ArgumentValue> arguments);
  void note_stranger(const model::Call& node, const Value& callee, const Value& result,
                     std::span<const ArgumentValue> arguments);
  const model::Call* made_by_stranger(const model::Expression& expression) const;
  bool is_built_here(const model::Expression& expression) const;
  bool is_held_by_data(const model::Expression& expression);
  Value before_copy(const model::Expression& expression, const Value& object);

  Value attribute_of(const Value& object, model::Symbol name, bool* found = nullptr);
  Value device_or_dtype(model::Symbol name) const;
  Value member_of_entity(const Value& object, const Entity& entity, model::Symbol name, bool& found);
  std::optional<Value> measured_member(const Value& self, const ClassInfo& klass, const FunctionInfo& method,
                                       model::Symbol name);
  Value member_of_object(const Value& self, std::uint32_t object, model::Symbol name, bool& found);
  Value member_of_class(const Value& klass, std::uint32_t number, model::Symbol name, bool& found);
  Value member_above(const Entity& super, model::Symbol name, bool& found);
  Value member_of_holder(const Value& object, std::uint32_t klass, model::Symbol name, bool& found);
  Value member_of_library(const Value& self, std::uint32_t node, model::Symbol name, bool& found);
  bool is_weight(const model::Expression& expression) const;
  Value part_of_parameter(const model::Attribute& node, const Value& otherwise) const;
  Value held_module(const Value& self, std::uint32_t node, model::Symbol name, bool& found);
  Value method_by_name(const Value& object, model::Symbol name);
  Value attributes_as_dictionary(std::uint32_t object);
  Value declared_attribute(std::uint32_t klass, model::Symbol name) const;
  std::optional<Value> constructor_argument(std::uint32_t klass, model::Symbol name) const;
  bool is_field(const ClassInfo& record, model::Symbol name) const;
  bool is_unreached(bool exists, bool& found);
  Value bound_variable(const Value& variable);
  Value attribute_fact(std::uint32_t object, model::Symbol name, bool& found);
  Value fact(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes, model::Symbol name,
             bool& found);
  void note_read(std::uint32_t owner, model::Symbol name) { out_.read_cells.push_back({owner, name}); }
  std::uint32_t request(ContextKey key);
  std::uint32_t object_of(ObjectKey key);
  Value bind_method(std::uint32_t function, const Value& self);
  void store_attribute(const model::Attribute& target, const Value& value);
  void store_into_objects(const Value& object, model::Symbol name, const Value& value);
  bool is_overridden(const Value& object, model::Symbol name) const;
  Value moved_with(const Value& owner, const Value& attribute) const;
  void rule_out_tensor(const model::Expression& expression, Value& value);

  // calls
  Value call(const model::Call& node);
  GivenParts wanted_of(const model::Call& node) const;
  std::span<const ArgumentValue> evaluate_arguments(const model::Call& node);
  Value made_around(Value result) const;
  Value receiver_of(const Value& callee);
  /// The arguments of `str.format`, and the attributes of theirs that the text names.
  std::vector<ArgumentValue> formatted(std::string_view text, std::span<const ArgumentValue> arguments);
  Value by_asked_tensors(std::span<const ArgumentValue> arguments);
  bool waits(const Entity& method) const;
  bool is_mostly_quiet(std::span<const Entity> methods) const;
  /// `wanted`: what of the contexts that the call leads to has a say in what follows. What is given for parts that are
  /// not wanted must not be looked at.
  Value call_value(const Value& callee, std::span<const ArgumentValue> arguments, source::TextRange range,
                   GivenParts wanted = kAllGiven);
  Value call_entity(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                    source::TextRange range, GivenParts wanted);
  Value call_object(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                    source::TextRange range, GivenParts wanted);
  Value call_partial(const Entity& entity, std::span<const ArgumentValue> arguments, source::TextRange range);
  Value call_library_object(const Value& callee, std::uint32_t node, std::span<const ArgumentValue> arguments,
                            source::TextRange range);
  Value call_function(std::uint32_t function, std::uint32_t environment, const Value* self,
                      std::span<const ArgumentValue> arguments, source::TextRange range, GivenParts wanted = kAllGiven);
  Value call_library(std::uint32_t node, const Value* self, std::span<const ArgumentValue> arguments,
                     source::TextRange range);
  std::optional<Value> default_device() const;
  Value call_operator(const catalog::Operator& operation, const Value* self, std::span<const ArgumentValue> arguments,
                      source::TextRange range);
  Value call_method(const Value& object, model::Symbol name, std::span<const ArgumentValue> arguments,
                    source::TextRange range, bool& found);
  std::optional<Value> look_up(const Value& mapping, std::span<const ArgumentValue> arguments);
  class SpecialCall;
  std::optional<Value> call_special(Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
                                    source::TextRange range);
  Special special_of(const Value& callee) const;
  std::optional<Value> cast(const model::Call& node, const Value& callee, std::span<const ArgumentValue> arguments);
  std::optional<Value> attribute_by_beginning(const model::Call& node, const Value& callee,
                                              std::span<const ArgumentValue> arguments);
  void store_fields(std::uint32_t klass, const Value& object, std::span<const ArgumentValue> arguments);
  std::optional<ObjectKey> constructor_key(std::uint32_t klass, std::uint32_t init,
                                           std::span<const ArgumentValue> arguments);
  Value instantiate(std::uint32_t klass, std::span<const ArgumentValue> arguments, source::TextRange range,
                    GivenParts wanted);
  Value iterate(const Value& iterable, source::TextRange range);
  std::span<Value> bind_parameters(std::uint32_t function, const Value* self, std::span<const ArgumentValue> arguments);
  bool is_vague(const Value& value, int depth) const;
  bool contradicts_annotation(const Value& value, const Value& declared) const;
  bool is_undone(const model::Assign& move) const;
  void store_for_now(const model::Attribute& target, const Value& value);
  void hold_undone(model::Block block);
  const model::Expression* annotation_of(const model::Expression& target, const Value& value) const;
  Value refined(const Value& seen, const Value& declared, int depth);
  Value generalize(const Value& value, int depth);
  Value coarse(const Value& value, int depth);
  Value context_result(ContextKey key, source::TextRange range, GivenParts wanted);
  void apply_mutation(const model::Call& node, const Value& receiver, std::span<const ArgumentValue> arguments);
  bool is_module(const Value& value) const;
  bool is_module_container(std::uint32_t node) const;
  bool is_module_container(const Value& value) const;
  void grow_module_container(const model::Attribute& method, const Value& container,
                             std::span<const ArgumentValue> arguments, source::TextRange range);
  Value module_at(const Value& container, const Value& index);
  Value with_module(const Value& container, const Value& key, const Value& added);
  Value call_in_turn(const Value& sequence, std::span<const ArgumentValue> arguments, source::TextRange range);
  Value moved_into(const Value& container, const Value& element) const;
  void grow_arguments(const model::Call& node, std::span<const ArgumentValue> arguments, const Value& callee);
  Value module_container(std::uint32_t node, const Value& object, std::span<const ArgumentValue> arguments,
                         source::TextRange range);
  std::optional<Value> call_record_type(const Entity& entity, std::span<const ArgumentValue> arguments);
  void apply_setter(std::uint32_t function, const Value& self, std::span<const Value> bound);
  Value leaf_of(const Value& tree, int depth);
  Value with_leaves(const Value& tree, const Value& leaf, int depth);
  void assign_back(const model::Expression& target, const Value& value);

  // modules that are moved
  bool has_own_parts(const ClassInfo& info) const;
  bool is_left_on_cpu(const Value& part, int depth);
  bool is_moved_by_base(std::uint32_t klass, model::Symbol name) const;
  bool has_left_on_cpu(std::uint32_t object, std::uint32_t made, int depth);
  bool is_moved_in_parts(const model::Expression& expression, const Value& object);
  bool is_handed_over(const model::Expression& expression, const Value& object) const;
  values::Places place_when_made(std::uint32_t init, std::span<const ArgumentValue> arguments);
  std::optional<Value> moved_module(const Value& receiver, model::Symbol method,
                                    std::span<const ArgumentValue> arguments, source::TextRange range);

  // statements
  void execute(model::Block block);
  void execute(const model::Statement& statement);
  void execute_assign(const model::Assign& statement);
  void execute_return(const model::Return& statement);
  void execute_raise(const model::Raise& statement);
  void execute_assert(const model::Assert& statement);
  void execute_delete(const model::Delete& statement);
  void delete_part(const model::Subscript& target);
  void leave_pass(std::vector<State>& states);
  void execute_if(const model::If& statement);
  void execute_while(const model::While& statement);
  void execute_for(const model::For& statement);
  void execute_with(const model::With& statement);
  void execute_try(const model::Try& statement);
  void execute_match(const model::Match& statement);
  void execute_import(const model::Import& statement);
  void execute_import_from(const model::ImportFrom& statement);
  void execute_class(const model::Class& definition);
  void execute_function(const model::Function& function);
  template <class Body>
  void loop(Body&& body, model::Block otherwise, const model::Expression* exit_condition);
  void assign(const model::Expression& target, const Value& value, bool is_made_here = false);
  void assign_name(model::Symbol name, const Value& value);
  void export_variable(std::uint32_t slot, const Value& value);
  void export_variables();
  void assign_elements(model::Expressions targets, const Value& value);
  std::optional<std::vector<Value>> fields_in_order(const Value& value, std::size_t count, source::TextRange range);
  std::vector<Value> fields_of_entity(const Value& value, const Entity& entity);
  void augmented_assign(const model::AugmentedAssign& statement);

  // events
  bool builds_module(const FunctionInfo& function) const;
  void emit(Event event);
  void note_role(const catalog::Operator& operation, std::span<const ArgumentValue> arguments);
  void emit_value(EventKind kind, source::TextRange range, const Value& value, TruthUse use = TruthUse::kNone);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }
  std::uint32_t slot_of(const model::Expression& expression) const;

  void begin(std::uint32_t context);
  void run_body();
  void keep_outcome(values::ValueArena& kept);
  Outcome taken_outcome();

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& kept_;
  values::ValueArena arena_;  ///< of the evaluation under way
  // Of all evaluations, since these are functions of the text.
  model::FlatMap<const model::ImportedName*, Target> imports_;  ///< what imports lead to
  BranchGuards branches_;

  // of the context in evaluation
  const ContextKey* key_ = nullptr;
  std::uint32_t number_ = 0;                ///< of the context, for environments of nested functions
  const FunctionInfo* function_ = nullptr;  ///< null for a module body
  std::uint32_t module_ = 0;
  const Scope* scope_ = nullptr;
  State state_;
  Outcome out_;  ///< what an evaluation gathers; its memory is that of all of them
  Observation* seen_ = nullptr;
  // of the last entry of `out_.calls`: what is known of it (null: nothing), and its function
  const Outcome* last_called_ = nullptr;
  std::uint32_t last_code_ = 0;
  const model::Expression* statement_ = nullptr;  ///< the last one that is a statement: nobody looks at its value
  std::unordered_set<const model::Call*> strange_calls_;  ///< of functions that nobody sees, with nothing on the GPU
  Value yielded_;
  std::vector<std::pair<model::Symbol, Value>>
      inner_names_;  ///< comprehension targets and class-body names, innermost last
  std::vector<State> break_states_, continue_states_;
  bool exports_ = false;  ///< from here on others can read the variables
  Slots exported_;        ///< the variables when they were exported last
  std::uint16_t loop_depth_ = 0;
  Guards guards_;
  bool in_while_test_ = false;
  std::size_t wanted_elements_ = 0;  ///< of the sequence that is evaluated next: it is unpacked into as many names
  std::uint32_t layer_ = 0;          ///< of the context
  int depth_ = 0;                    ///< of expressions and blocks in each other
  int class_depth_ = 0;              ///< inside a class body: names go to `inner_names_`
  values::Places device_around_;     ///< of `with torch.device(…)`: what names no device is made there
};

/// A deeper expression is "anything". The frontends let through chains of 2,000 operators; the bound keeps the stack
/// safe from what builds deeper models.
inline constexpr int kDeepestExpression = 2100;

}  // namespace syncfree::inference
