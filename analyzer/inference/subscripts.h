// `x[i]`, read, written and deleted.
#pragma once

#include "analyzer/inference/declared.h"
#include "analyzer/inference/event.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/index.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Attributes;
class Calls;
class Containers;
struct Evaluation;
class Expressions;
class Members;
class ModuleContainers;
class Record;
class Variables;

class Subscripts {
 public:
  explicit Subscripts(Evaluation& all);

  Value load_subscript(const model::Subscript& node);
  void forget_parts(const model::Expression& object);
  void forget_changed_parts(const model::Call& node, const Value& callee);
  void store_subscript(const model::Subscript& target, const Value& value, bool augmented);
  std::optional<Value> part_of_tuple(const values::Aggregate& content, const Value& slice);
  Value index_container(const Value& object, const Value& index);
  bool is_place_in_dataset(const model::Expression& object, const model::Expression& index, const Value& at) const;
  Value slice_value(const model::Slice& slice);

 private:
  const Value* known_part(const model::Subscript& node) const;
  void note_part(const model::Subscript& target, const Value& object, const Value& key, const Value& value);
  bool is_learning_rate(const model::Subscript& node, std::string_view key) const;
  bool is_keyed_by_text(const Value& object, const Value& index) const;
  bool raises_for_text(const model::Expression& object, const Value& tensor);
  void emit_subscript(EventKind kind, source::TextRange range, const Value& object, const Value& index,
                      const Value& stored, const values::IndexParts& parts, bool augmented = false);
  Value record_field(const Value& object, const Value& index, bool& found);
  Value load_index(const Value& object, const Value& index, source::TextRange range);
  Value index_tensor(const Value& object, const Value& index);
  void count_dimensions(const model::Subscript& node, const Value& index);
  bool is_tested_as_mask(const model::Expression& expression, model::Symbol name) const;
  bool is_called_positions(const model::Expression& expression) const;
  model::Symbol selecting_name(const model::Expression& expression) const;
  Value selecting_index(const model::Expression& expression, Value index, const Value& object);
  Value selected_from(const Value& object, const Value& index);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  State& state_;
  Record& record_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  Attributes& attributes_;
  Containers& containers_;
  Calls& calls_;
  Expressions& expressions_;
  BranchGuards& branches_;
};

}  // namespace syncfree::inference
