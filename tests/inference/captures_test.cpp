// What looking for captures may cost: all those of one module together as much as a file.
#include "analyzer/engine/judging/captures.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/context/context_table.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/observation.h"
#include "analyzer/work/work.h"
#include "frontends/python/lower.h"

namespace syncfree::engine {
namespace SYNCFREE_FILE {

class CapturesOfModules : public testing::Test {
 protected:
  static constexpr int kCaptures = 20;

  CapturesOfModules() : catalog_(catalog::builtin_rows(), symbols_) {
    text_ = "import torch\n";
    for (int i = 0; i < kCaptures; ++i) {
      text_ += "def f" + std::to_string(i) +
               "(x):\n    graph = torch.cuda.CUDAGraph()\n    with torch.cuda.graph(graph):\n"
               "        y = x.cuda() + 1\n        y.item()\n    y.item()\n";
    }
    std::vector<inference::ModuleInput> inputs;
    for (std::uint32_t file = 0; file < 2; ++file) {
      modules_.push_back(python::parse_python(text_, symbols_).value());
      inputs.push_back({modules_.back().get(), "m" + std::to_string(file), false, file});
    }
    project_ = std::make_unique<inference::Project>(inputs, catalog_, symbols_, 1);
    analysis_ = std::make_unique<inference::Analysis>(inference::infer(*project_, 1));
  }

  Captures look(std::uint64_t most_work) {
    analysis_->most_work = most_work;
    const inference::Observer observer(*analysis_);
    const std::vector<bool> waits_inside(analysis_->world.contexts.size(), true);
    FunctionViews views(*analysis_, observer, waits_inside);
    const context::ContextTable table(*analysis_);
    const std::uint64_t before = work::total();
    Captures captures(*analysis_, table, views);
    taken_ = work::total() - before;
    return captures;
  }

  /// How many events the captures hold.
  std::size_t held(const Captures& captures) const {
    std::size_t count = 0;
    const auto& contexts = analysis_->world.contexts;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      for (const Event& event : contexts[context].outcome.events) count += captures.holds(context, event.range) ? 1 : 0;
    }
    return count;
  }

  std::string text_;  ///< of both modules, which point into it
  model::SymbolTable symbols_;
  catalog::Catalog catalog_;
  std::vector<std::unique_ptr<model::Module>> modules_;
  std::unique_ptr<inference::Project> project_;
  std::unique_ptr<inference::Analysis> analysis_;
  std::uint64_t taken_ = 0;
};

TEST_F(CapturesOfModules, HaveOneLimitForEachModule) {
  const std::size_t all = held(look(work::kMostOfAFile));
  EXPECT_GE(all, std::size_t{2 * kCaptures});
  const std::uint64_t of_a_module = taken_ / 2;

  const Captures enough = look(of_a_module);
  EXPECT_FALSE(enough.cut_in(0) || enough.cut_in(1));
  EXPECT_EQ(held(enough), all);

  const Captures little = look(of_a_module / 2);
  EXPECT_TRUE(little.cut_in(0) && little.cut_in(1));
  EXPECT_LE(taken_, of_a_module + of_a_module / kCaptures);
  EXPECT_GT(held(little), 0U);
  EXPECT_LT(held(little), all);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
