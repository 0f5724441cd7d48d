// Statements, the flow of control between them, and definitions.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Assignment;
class Binding;
class Calls;
class Containers;
class Conditions;
struct Evaluation;
class Expressions;
class Members;
class ModuleMoves;
class Record;
class Strangers;
class Subscripts;
class Variables;

class Statements {
 public:
  explicit Statements(Evaluation& all);
  void begin();
  /// Into the outcome: what was reached.
  void end();
  /// Nobody looks at the value of a statement.
  bool is_statement(const model::Expression& expression) const { return &expression == statement_; }
  /// `self.x = raw; self.x = self.x.to(device)`: what the statement under way stores in the attribute, another one
  /// replaces before anybody else can read it.
  bool is_replaced(const model::Attribute& target) const;

  void execute(model::Block block);
  void execute(const model::Statement& statement);

 private:
  const model::Expression* annotation_of(const model::Expression& target, const Value& value) const;
  bool moves_once(const model::Assign& statement) const;
  void note_rank(const model::Assign& statement);
  void note_reached(model::Block block, const model::Statement& statement);
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
  void execute_for_each(const model::For& statement, std::span<const Value> elements);
  void leave_moved_entries(const model::For& statement);
  void leave_batch(const model::Expression& mapping, const Value& batch, bool to_gpu,
                   std::span<const values::ConstantValue> stay);
  void leave_list(const model::Expression& list, const Value& held, bool to_gpu, bool to_arrays);
  bool store_moved_entry(const model::Assign& statement, const Value& value);
  std::vector<Value> elements_that_name_attributes(const model::For& statement, const Value& iterable);
  void execute_with(const model::With& statement);
  void execute_try(const model::Try& statement);
  void execute_match(const model::Match& statement);
  void execute_import(const model::Import& statement);
  void execute_import_from(const model::ImportFrom& statement);
  void execute_class(const model::Class& definition);
  void execute_function(const model::Function& function);
  template <class Body>
  void loop(const model::Statement& statement, Body&& body, model::Block otherwise,
            const model::Expression* exit_condition);
  bool go_alike(const State& next, const State& head, const model::Statement& loop);
  const std::vector<std::uint32_t>& fresh_slots(const model::Statement& loop);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  BranchGuards& branches_;
  int& depth_;
  Outcome& out_;
  Guards& guards_;
  State& state_;
  Record& record_;
  Binding& binding_;
  Variables& variables_;
  Members& members_;
  ModuleMoves& module_moves_;
  Strangers& strangers_;
  Subscripts& subscripts_;
  Containers& containers_;
  Calls& calls_;
  Conditions& conditions_;
  Expressions& expressions_;
  Assignment& assignment_;
  std::vector<State> break_states_, continue_states_;     ///< of the loops around the code under way
  model::Block behind_;                                   ///< what follows the statement under way in its block
  const model::Expression* statement_ = nullptr;          ///< the last one that is a statement
  model::FlatMap<std::uint32_t, std::uint32_t> reached_;  ///< by begin of a block: the end of what was begun
  // Of all evaluations:
  model::FlatMap<const model::ImportedName*, Target> imports_;                           ///< what imports lead to
  std::unordered_map<const model::Statement*, std::vector<std::uint32_t>> fresh_slots_;  ///< by loop
  std::unordered_map<const FunctionInfo*, bool> holds_functions_;
};

}  // namespace syncfree::inference
