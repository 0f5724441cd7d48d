// Runs the interpreter over the whole project until nothing changes.
//
// The unknowns are what each context gives (a function, with what it is called with), what each attribute of each
// abstract object holds, and what each variable of a module holds. All begin as bottom: not reached.
//
// Work goes in rounds. A round evaluates every context of which something that it read has changed, each against the
// world as the last round left it. Then the round's outcomes are taken all together: what they ask for is made, what
// they found is joined into the world, and who read what changed waits for the next round. So a round is a function of
// the world alone. Neither threads, nor the order of modules, nor what else is analysed has a say in it: contexts that
// do not reach each other never meet.
//
// The layers of the project settle one after another (see layers.h). What belongs to one that has settled is evaluated
// no more, and takes no stores.
//
// What cannot be decided while values still grow is decided between rounds, for all functions and classes at once: that
// a function has too many contexts and a class too many objects, and that nobody calls a function. These decisions are
// made of the whole world too, and none is taken back.
//
// To keep when this is changed: an evaluation reads the world and writes nothing but its outcome; whatever it reads is
// written down in the outcome's `read_contexts` and `read_cells`; the outcomes of a round are taken without looking at
// which of them came first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/live_contexts.h"
#include "analyzer/inference/mentioned_names.h"
#include "analyzer/inference/parameter_table.h"
#include "analyzer/inference/plain_calls.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/round_log.h"
#include "analyzer/inference/use_table.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

class Memo;

/// A module whose work came to the limit of a file: what it has then stays, and the rest may be anything.
struct CutModule {
  std::uint32_t module;
  std::uint32_t code;  ///< in which that was, as in ContextKey
};

/// The settled world. Values point into `arenas`.
struct Analysis {
  std::unique_ptr<const Known> known;
  std::unique_ptr<const UseTable> uses;
  std::unique_ptr<ParameterTable> parameters;  ///< closed
  World world;
  std::vector<std::unique_ptr<values::ValueArena>> arenas;
  /// By context: does running the project, or calling one of its entry points, get here? Entry points are the module
  /// bodies and every function that nothing else in the project calls; what has callers is judged as they call it.
  std::vector<bool> live;
  LiveContexts live_contexts;
  /// By context: does what happens there count for the code that it is a context of. Only of live ones.
  std::vector<bool> judged;
  std::uint32_t rounds = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t most_work = 0;         ///< of one module
  std::vector<CutModule> cut;          ///< each module once, in the order in which they came to their limit
  std::unique_ptr<RoundLog> log = {};  ///< null: nobody asked for it, or a module was cut
  std::shared_ptr<Memo> memo = {};     ///< where there is a log; of this analysis alone
  /// Modules of which something is different from what it was in the analysis that infer_again was given: what happens
  /// in their live contexts, which of these there are, or who calls them.
  std::vector<std::uint32_t> touched = {};
  /// By layer, then symbol: an expression of the layer uses the name. Empty for libraries.
  std::vector<std::vector<bool>> mentioned = {};
  MentionedNames names = {};
  std::vector<PlainContext> plain = {};  ///< of the calls that were asked for, as far as they can be made
};

struct InferenceOptions {
  bool keep_variables = false;  ///< what every variable of every context is, for inspection
  std::uint64_t most_work = work::kMostOfAFile;
  bool is_logged = false;  ///< for replay.h and infer_again
  /// Strangers call whatever they can name: functions and methods of packages, beside those who call them there.
  bool opens_public = false;
  /// Somebody calls these, beside those who call them there.
  std::vector<PlainCall> plain_calls = {};
};

/// `jobs` threads share each round; the result is the same for every number of them.
Analysis infer(const Project& project, unsigned jobs, const InferenceOptions& options = {});

/// What is different in the texts of a project.
struct Redone {
  std::vector<std::uint32_t> modules;     ///< whose evaluations have to be done
  std::vector<std::uint32_t> signatures;  ///< functions whose signature says something else
};

/// The same, but for the numbers of contexts and objects, or null if it is not to be had in this way. `before` is
/// the logged analysis of another project of the same symbols, made of it by Project::again or Project::after.
/// What is different in the texts of modules that are not in `redone` and noted was told to the memo (Replayed::redone
/// says both). What was evaluated in `before` is not evaluated again where that
/// would give the same (see memo.h). If there is a result, it holds what `before` held, which is empty then; otherwise
/// `before` stays as it is, also when the work is broken off.
std::unique_ptr<Analysis> infer_again(const Project& project, Analysis& before, const Redone& redone, unsigned jobs);

}  // namespace syncfree::inference
