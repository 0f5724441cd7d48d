// What stands between a function and a goal: to be captured in a CUDA graph, or to be traced by torch.compile in one
// graph. Found by following the function's calls, whatever the temperature of what is reached.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::engine {

enum class Goal : std::uint8_t { kCapture, kCompile };

std::string_view name_of(Goal);  ///< "capture", "compile"

/// What a wait of a rule does to each goal.
struct RuleGoals {
  std::string_view code;
  bool stops_capture;
  bool stops_compile;
};

/// For which operands a fact holds.
enum class GoalOperand : std::uint8_t {
  kAny,
  kTensor,    ///< a tensor is among them
  kPageable,  ///< the tensor that the method is of lies in pageable memory, and the result on the GPU
};

/// What a call of an operator does to a goal, whether or not it waits.
struct OperatorGoal {
  /// "torch.Tensor.item"; with `*` at its end: all that begin so; with `=`: a store to the attribute.
  std::string_view name;
  Goal goal;
  bool stops;
  GoalOperand operand;
  bool unlikely;             ///< where a condition decides, it hardly runs: warnings
  std::string_view keyword;  ///< only with this argument, a constant: `mode="reduce-overhead"`; or empty
  std::string_view value;    ///< the text; "True": the truth
  std::string_view reason;   ///< "reads the host's clock, which is not traced"; may be empty
};

/// Measured facts; both sorted.
struct GoalFacts {
  std::span<const RuleGoals> rules;
  std::span<const OperatorGoal> operators;
  std::string_view capture_rule;  ///< the code of what fails a capture and is no wait
  std::string_view compile_rule;  ///< of what ends a graph and is none
};

/// An argument of a call that is asked about.
struct GoalArgument {
  model::Symbol name;                        ///< none: it is for the parameter at its place
  const model::Expression* value = nullptr;  ///< as inference::GivenArgument::value
  std::string text = {};                     ///< of the value
};

/// A function that is asked about.
struct GoalTarget {
  std::uint32_t file = 0;  ///< as ModuleInput::file
  std::string name;        ///< qualified: "Trainer.step"; a class with a `forward` or `__call__` stands for that
  /// What its call gives; no list where none is written, and those of the class itself make the object.
  std::optional<std::vector<GoalArgument>> given = {};
  std::optional<std::vector<GoalArgument>> made_with = {};  ///< what the call of the class before it gives
  std::shared_ptr<const void> text = {};                    ///< that the values are parts of
};

struct GoalQuestion {
  Goal goal = Goal::kCapture;
  GoalFacts facts;
  std::vector<GoalTarget> targets;
  bool all = false;  ///< besides, every function that the analysed files capture or compile
};

/// What is said of one function.
struct GoalAnswer {
  std::uint32_t file = 0;
  std::string function;
  source::TextRange name_range;
  std::vector<Finding> findings;    ///< sorted by file, position and code; `chain`: the calls from the function to it
  std::vector<Related> unfollowed;  ///< calls of which nobody knows what they run; sorted by file and position
  std::size_t reached = 0;          ///< functions, of libraries too
};

/// A target that is not there.
struct GoalFailure {
  GoalTarget target;
  std::vector<std::string> known = {};  ///< functions of the file
  std::string home = {};          ///< of a library: the file that it is imported from, which has to be asked about
  std::string name_at_home = {};  ///< qualified
  std::string fault = {};         ///< the function is there and cannot be called so: one line
};

struct GoalAnswers {
  std::vector<GoalAnswer> answers;  ///< in the order of the targets, then of the files
  std::vector<GoalFailure> failures;
};

}  // namespace syncfree::engine
