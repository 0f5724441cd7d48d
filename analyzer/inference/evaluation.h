// The parts of an evaluation. Each keeps a state of its own, and reaches the others through what they offer.
#pragma once

#include "analyzer/inference/assignment.h"
#include "analyzer/inference/attributes.h"
#include "analyzer/inference/binding.h"
#include "analyzer/inference/calls.h"
#include "analyzer/inference/conditions.h"
#include "analyzer/inference/containers.h"
#include "analyzer/inference/expressions.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/instantiation.h"
#include "analyzer/inference/members.h"
#include "analyzer/inference/module_containers.h"
#include "analyzer/inference/module_moves.h"
#include "analyzer/inference/operators.h"
#include "analyzer/inference/record.h"
#include "analyzer/inference/statements.h"
#include "analyzer/inference/strangers.h"
#include "analyzer/inference/subscripts.h"
#include "analyzer/inference/variables.h"
#include "analyzer/values/lattice.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using values::Truth;

/// Parts keep references to each other, so it stays where it was made.
struct Evaluation {
  Evaluation(const World& in_world, const Known& with, const Declared& as_declared)
      : world(in_world), known(with), declared(as_declared), branches(in_world.project) {}
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  /// Nothing is left of the evaluation before, which may have been broken off.
  void begin(std::uint32_t context);
  void run();

  // given
  const World& world;
  const Known& known;
  const Declared& declared;

  // shared by all parts
  values::ValueArena arena;  ///< of the evaluation under way
  Frame frame;
  BranchGuards branches;  ///< of all evaluations, since these are functions of the text
  int depth = 0;          ///< of expressions and blocks in each other

  // state that others change
  Record record{*this};
  Variables variables{*this};

  // from small to large
  Binding binding{*this};
  Members members{*this};
  ModuleContainers module_containers{*this};
  ModuleMoves module_moves{*this};
  Strangers strangers{*this};
  Attributes attributes{*this};
  Subscripts subscripts{*this};
  Containers containers{*this};
  Instantiation instantiation{*this};
  Calls calls{*this};
  Operators operators{*this};
  Conditions conditions{*this};
  Expressions expressions{*this};
  Assignment assignment{*this};
  Statements statements{*this};
};

}  // namespace syncfree::inference
