// What an evaluation finds: its outcome, and under which tests and in which loops it finds it.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/event.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Binding;
struct Evaluation;
struct Observation;

class Record {
 public:
  explicit Record(Evaluation& all);
  void begin();

  bool is_unreached(bool exists, bool& found);
  Value bound_variable(const Value& variable);
  /// Which direct subclasses a class has is asked for; where a memo wants to know that.
  void note_children(std::uint32_t klass) {
    if (world_.notes_all) note_read(kChildren, model::Symbol{klass});
  }
  /// What texts say of a name; the same.
  void note_name(model::Symbol name) {
    if (world_.notes_all) note_read(kNamesInText, name);
  }
  void note_read(std::uint32_t owner, model::Symbol name) { out.read_cells.push_back({owner, name}); }
  /// What StoredNames answers; noted where somebody asks for it.
  bool stores(std::uint32_t klass, model::Symbol name);
  bool stores_again(std::uint32_t klass, model::Symbol name);
  bool stores_anew(std::uint32_t klass, model::Symbol name);
  bool subclass_stores(std::uint32_t klass, model::Symbol name);
  bool stores_hidden(std::uint32_t klass);
  Value context_result(ContextKey key, source::TextRange range, GivenParts wanted);
  void emit(Event event);
  void note_role(const catalog::Operator& operation, std::span<const ArgumentValue> arguments);
  void emit_value(EventKind kind, source::TextRange range, const Value& value, TruthUse use = TruthUse::kNone);

  /// What is known of the context that the last entry of `out.calls` leads to; null: nothing.
  const Outcome* last_called() const { return last_called_; }
  /// The function of that context.
  std::uint32_t last_code() const { return last_code_; }

  Outcome out;    ///< its memory is that of all evaluations
  Guards guards;  ///< what the code under way stands behind
  std::uint16_t loop_depth = 0;
  bool in_while_test = false;
  Observation* seen = nullptr;  ///< where the values of expressions are written down, if somebody asks for them

 private:
  void keep_little(ContextKey& key);
  const StoredNames& noted(model::Symbol name);
  std::uint32_t request(ContextKey key);
  bool builds_module(const FunctionInfo& function) const;

  const Project& project() const { return world_.project; }

  const World& world_;
  const Known& known_;
  const Frame& frame_;
  Binding& binding_;
  const Outcome* last_called_ = nullptr;
  std::uint32_t last_code_ = 0;
};

}  // namespace syncfree::inference
