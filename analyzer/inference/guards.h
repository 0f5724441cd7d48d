// Tests whose outcome says that the code behind them seldom runs, or does not run on a GPU as far as anyone knows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/statement.h"

namespace syncfree::inference {

/// The tests that the code in evaluation stands behind.
struct Guards {
  int rare = 0;     ///< that seldom hold: every N steps, when asked for, after an error
  int on_host = 0;  ///< that hold for tensors on the CPU
  int doubt = 0;    ///< that hold for float16 alone, on another device, after a failed assertion, or for a tensor where
                    ///< an object is as likely
  int chosen_cpu = 0;      ///< that hold where the program's device is the CPU: `device_type != "cuda"`
  bool elsewhere = false;  ///< that hold where no CUDA is

  void add(const Guards& behind) {
    elsewhere |= behind.elsewhere;
    doubt += behind.doubt;
    on_host += behind.on_host;
    chosen_cpu += behind.chosen_cpu;
    if (rare == 0) rare += behind.rare;
  }
};

/// What stands behind the tests of a project. Answers are functions of the text, and kept for all evaluations.
class BranchGuards {
 public:
  explicit BranchGuards(const Project& project) : project_(project) {}

  /// The code that is asked about from here on: of a function, or of the module if that is null.
  void enter(const FunctionInfo* function, std::uint32_t module);
  /// What is only reached where the test has this outcome; `block`, if it is one.
  Guards behind(const model::Expression& condition, bool positive, const model::Block* block = nullptr);
  /// What follows the test in its block.
  Guards behind_all(model::Block block, std::size_t passed);
  const flow::Seldom& seldom();

 private:
  /// A function of the module, what it imports, a method or property of `self`, or the only method of its name.
  const model::Function* written_callee(const model::Expression& expression) const;

  const Project& project_;
  const FunctionInfo* function_ = nullptr;
  std::uint32_t module_ = 0;
  std::optional<flow::Seldom> seldom_;  ///< of the code; made when first needed
  /// For both outcomes, with or without a block.
  std::array<model::FlatMap<const model::Expression*, Guards>, 4> behind_;
  model::FlatMap<const model::Statement*, Guards> behind_all_;
};

}  // namespace syncfree::inference
