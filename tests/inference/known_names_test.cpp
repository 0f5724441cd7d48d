// What is told of names where a file takes too much work, or somebody asks to stop.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/insight.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/observation.h"
#include "analyzer/work/work.h"
#include "frontends/python/lower.h"

namespace syncfree::engine {
namespace SYNCFREE_FILE {

constexpr std::array<std::uint32_t, 3> kFiles = {0, 1, 2};

class KnownNames : public testing::Test {
 protected:
  KnownNames() : catalog_(catalog::builtin_rows(), symbols_) {
    const std::string small = "import torch\nx = torch.ones(3)\n";
    std::string large = small;
    for (int i = 0; i < 500; ++i) large += "x = x + 1\n";
    std::vector<inference::ModuleInput> inputs;
    texts_ = {small, large, small};
    for (const std::string& text : texts_) {
      modules_.push_back(python::parse_python(text, symbols_).value());
      const auto file = static_cast<std::uint32_t>(inputs.size());
      inputs.push_back({modules_.back().get(), "m" + std::to_string(file), false, file});
    }
    project_ = std::make_unique<inference::Project>(inputs, catalog_, symbols_, 1);
    analysis_ = std::make_unique<inference::Analysis>(inference::infer(*project_, 1));
  }

  std::vector<std::uint32_t> told() const {
    const inference::Observer observer(*analysis_);
    std::vector<std::uint32_t> files;
    for (const KnownName& name : known_names(*analysis_, observer, kFiles)) files.push_back(name.file);
    files.erase(std::ranges::unique(files).begin(), files.end());
    return files;
  }

  std::vector<std::string> texts_;  ///< the modules point into them
  model::SymbolTable symbols_;
  catalog::Catalog catalog_;
  std::vector<std::unique_ptr<model::Module>> modules_;
  std::unique_ptr<inference::Project> project_;
  std::unique_ptr<inference::Analysis> analysis_;
};

using Files = std::vector<std::uint32_t>;

TEST_F(KnownNames, AFileThatTakesTooMuchCostsItsOwn) {
  EXPECT_EQ(told(), (Files{0, 1, 2}));
  analysis_->most_work = 200;
  EXPECT_EQ(told(), (Files{0, 2}));
}

TEST_F(KnownNames, NothingIsToldAfterAStop) {
  work::ask_to_stop();
  EXPECT_EQ(told(), Files{});
  work::forget_to_stop();
  EXPECT_EQ(told(), (Files{0, 1, 2}));
}

TEST_F(KnownNames, ReadingThemIsWork) {
  const inference::Observer observer(*analysis_);
  const auto looked_at = [] { return work::counts()[static_cast<std::size_t>(work::Counted::kActions)]; };
  const std::uint64_t before = looked_at();
  known_names(*analysis_, observer, kFiles);
  EXPECT_GT(looked_at() - before, 1000U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
