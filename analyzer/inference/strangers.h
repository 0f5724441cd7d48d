// What functions that nobody sees made.
#pragma once

#include <span>
#include <unordered_set>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

struct Evaluation;
class ModuleMoves;

class Strangers {
 public:
  explicit Strangers(Evaluation& all);
  void begin() {
    forget(strange_calls_);
    forget(casts_);
    forget(forwarded_);
  }

  bool is_of_library(const Value& callee) const;
  bool says_too_little(const Value& given) const;
  void note_stranger(const model::Call& node, const Value& callee, const Value& result,
                     std::span<const ArgumentValue> arguments);
  const model::Call* made_by_stranger(const model::Expression& expression) const;
  Value before_copy(const model::Expression& expression, const Value& object);
  /// `labels.to(torch.long)`: what is only cast is copied to nowhere. `x.to(*args, **kwargs)` hands on what the
  /// function was given itself.
  void note_move(const model::Call& node, const model::Expression& object, std::span<const ArgumentValue> given_to);
  /// Of what is handed on: the options that nobody knows are left.
  std::span<const ArgumentValue> what_moves(const model::Expression& object, const Value& callee,
                                            std::span<const ArgumentValue> given_to) const;

 private:
  static constexpr std::size_t kRoom = 64;

  /// What one long function has filled would be wiped for each short one after it.
  template <class Node>
  static void forget(std::unordered_set<Node>& nodes) {
    if (nodes.bucket_count() > kRoom) {
      nodes = std::unordered_set<Node>();
    } else if (!nodes.empty()) {
      nodes.clear();
    }
  }

  bool is_given_moved_batch() const;
  bool is_called_module(const model::Expression& expression) const;
  bool joins_unknown(const model::Call& node, const Value& result, std::span<const ArgumentValue> arguments);
  bool is_built_here(const model::Expression& expression) const;
  bool is_held_by_data(const model::Expression& expression);
  Value with_self_on_host(const Value& super);

  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  BranchGuards& branches_;
  ModuleMoves& module_moves_;
  std::unordered_set<const model::Call*> strange_calls_;    ///< of functions that nobody sees, with nothing on the GPU
  std::unordered_set<const model::Expression*> casts_;      ///< objects whose `to` names nothing but an element type
  std::unordered_set<const model::Expression*> forwarded_;  ///< those whose `to` is given all that the function is
};

}  // namespace syncfree::inference
