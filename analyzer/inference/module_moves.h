// Modules that are moved, and attributes that a method moves for its work alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Binding;
class Calls;
struct Evaluation;
class Expressions;
class Members;
class ModuleContainers;
class Record;
class Variables;

/// `model` of `model.eval()`, `model.half().requires_grad_(False)`: these give back the module that they change.
const model::Expression& module_itself(const model::Expression& expression, const model::SymbolTable& symbols);

class ModuleMoves {
 public:
  explicit ModuleMoves(Evaluation& all);

  bool is_undone(const model::Assign& move) const;
  bool is_moved_below(const model::Attribute& target);
  void store_for_now(const model::Attribute& target, const Value& value);
  void hold_undone(model::Block block);
  bool is_moved_in_parts(const model::Expression& expression, const Value& object);
  bool is_handed_over(const model::Expression& expression, const Value& object);
  values::Places place_when_made(std::uint32_t init, std::span<const ArgumentValue> arguments);
  std::optional<Value> moved_module(const Value& receiver, model::Symbol method,
                                    std::span<const ArgumentValue> arguments, source::TextRange range);

 private:
  bool is_moved_before(const model::Function& function, const model::Expression& moved);
  bool has_own_parts(const ClassInfo& info) const;
  bool is_left_on_cpu(const Value& part, int depth);
  bool is_moved_by_base(std::uint32_t klass, model::Symbol name) const;
  bool has_left_on_cpu(std::uint32_t object, std::uint32_t made, int depth);

  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  const Frame& frame_;
  State& state_;
  Record& record_;
  Binding& binding_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  Calls& calls_;
  Expressions& expressions_;
  model::FlatMap<const model::Attribute*, std::uint8_t> moved_below_;  ///< by text: kept for all evaluations
  const model::Function* moving_function_ = nullptr;                   ///< that was last asked for its moves
  std::unordered_map<model::Symbol, std::uint32_t> first_moves_;       ///< where each variable is first moved in it
};

}  // namespace syncfree::inference
