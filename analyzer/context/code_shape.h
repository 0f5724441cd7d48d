// What the syntax of one function or module says about how often its parts run: its loops, the steps that they make,
// the calls in them, and the functions that it hands to those who call them in each step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "analyzer/context/flag_parts.h"
#include "analyzer/context/taken_later.h"
#include "analyzer/model/module.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

inline constexpr std::uint32_t kNoLoop = 0xFFFFFFFF;

struct LoopShape {
  source::TextRange range;
  std::uint32_t parent = kNoLoop;
  bool rare = false;         ///< in a branch that is seldom taken
  bool updates = false;      ///< it makes a step of training itself, not in a loop within it
  bool takes_part = false;   ///< it steps something: an environment, a sampler
  bool acts = false;         ///< what it steps is an environment, with an action
  bool over_loader = false;  ///< each round takes a batch
  bool asks_loader = false;  ///< it asks for one by itself: `next(batches)`
  bool only_looks = false;   ///< and shows or counts it, no more
  bool without_gradients = false;
  bool is_interlude = false;  ///< without gradients, and then the model goes on with its training
  bool carries =
      false;  ///< what a function of the caller's gives goes, changed, into its next call: decoding, denoising
  std::vector<source::TextRange> carried_by;  ///< calls that give what goes into them again, as it is
};

/// A part of a loop that runs in one of its rounds only: it leaves the loop, or it is for the first or last round.
struct OneRound {
  source::TextRange range;
  std::uint32_t of = kNoLoop;       ///< the innermost loop around it
  std::uint32_t runs_in = kNoLoop;  ///< the loop in whose rounds it runs instead
};

struct CallShape {
  source::TextRange range;
  model::Symbol name;         ///< of the method
  bool rare = false;          ///< in a branch that is seldom taken
  model::Symbol object = {};  ///< of `plots` in `plots.show()`; none where the object is no name
  const model::Call* call = nullptr;
};

/// A function that is given away by its name, or `self.name`.
struct Handed {
  model::Symbol name;
  bool is_method = false;
};

/// An argument that may be a function of the project: `map(self.loss_of, scales)`, `wrapped(metrics.fns[name])`.
struct GivenFunction {
  const model::Expression* value = nullptr;
  const model::Call* to = nullptr;  ///< the call that takes it
  bool rare = false;                ///< in a branch that is seldom taken
};

/// Names of a project that are worth remembering, by symbol.
struct CalledNames {
  std::unordered_set<std::uint32_t> methods;    ///< that calls of unknown objects may mean
  std::unordered_set<std::uint32_t> functions;  ///< of all functions and methods
};

struct CodeShape {
  std::vector<LoopShape> loops;                      ///< in the order of the source
  std::vector<OneRound> one_round;                   ///< from the outside in
  std::vector<CallShape> calls;                      ///< of methods that the project has
  std::vector<GivenFunction> given;                  ///< whoever takes them is taken to call them
  std::vector<FlagPart> flag_parts;                  ///< of parameters that are false by default
  std::vector<SeldomFlag> seldom_flags;              ///< arguments
  std::vector<TakenLater> taken_later;               ///< of calls that may give a generator
  std::vector<Handed> to_each_step;                  ///< hooks, closures, what stands for `forward`, what is compiled
  std::vector<Handed> to_data_workers;               ///< collate functions
  std::vector<source::TextRange> without_gradients;  ///< parts of it: under `no_grad`, or after `model.eval()`
  bool is_inference = false;                         ///< all of it
  bool evaluates = false;                            ///< it begins with `model.eval()`
  std::vector<std::uint32_t> at_load;                ///< lambdas that say where a load puts something: ids
  bool updates = false;                              ///< it makes a step outside of its loops
  bool trains = false;                               ///< it makes a step that surely is one of training, wherever
  bool steps = false;                                ///< and one that changes parameters, or replays a graph
  bool handles_gradients = false;                    ///< it reads or writes what a backward pass left: `p.grad`
  bool sets_up = false;                              ///< it makes optimisers, loaders and the like: it runs once
  bool is_stub = false;                              ///< it does nothing: what overrides it says what it is

  /// The innermost loop in whose rounds the range runs; kNoLoop outside of all.
  std::uint32_t loop_around(source::TextRange range) const {
    return loops.empty() ? kNoLoop : innermost_loop(range);  // most code has none
  }
  /// The loop in whose rounds this one runs; kNoLoop for none.
  std::uint32_t loop_of(std::uint32_t loop) const;
  /// The range lies in one of the parts without gradients.
  bool is_without_gradients(source::TextRange range) const {
    return std::ranges::any_of(without_gradients, [range](source::TextRange part) { return part.contains(range); });
  }

 private:
  std::uint32_t innermost_loop(source::TextRange range) const;
  std::uint32_t runs_in(std::uint32_t around, source::TextRange range) const;
};

/// `function`: one of the module's; null for the body of the module. `is_inference`: a decorator says that it runs
/// without gradients.
CodeShape shape_of(const model::Module& module, const model::Function* function, bool is_inference,
                   const model::SymbolTable& symbols, const CalledNames& names);

/// `@torch.no_grad()`
bool is_inference_decorator(const model::Expression& decorator, const model::SymbolTable& symbols);

}  // namespace syncfree::context
