// Looks at contexts that are broken off: by a limit, or because somebody asks to stop.
#include "analyzer/inference/observation.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/work/work.h"
#include "frontends/python/lower.h"

namespace syncfree::inference {
namespace SYNCFREE_FILE {

std::string code_with(int lines) {
  std::string code = "def look(x):\n";
  for (int i = 0; i < lines; ++i) code += "    x" + std::to_string(i) + " = (x, 'a', [x, 1, 2.0])\n";
  return code + "    return x\n";
}

class BrokenObservation : public testing::Test {
 protected:
  static constexpr std::uint64_t kEnough = 1'000'000;
  static constexpr int kLines = 200;

  BrokenObservation() : catalog_(catalog::builtin_rows(), symbols_) {
    module_ = python::parse_python(code_, symbols_).value();
    project_ =
        std::make_unique<Project>(std::vector<ModuleInput>{{module_.get(), "main", false, 0}}, catalog_, symbols_, 1);
    analysis_ = std::make_unique<Analysis>(infer(*project_, 1));
    const auto& contexts = analysis_->world.contexts;
    while ((contexts[look_].key.code & kModuleBody) != 0) ++look_;
  }

  const std::string code_ = code_with(kLines);  ///< the module points into it
  model::SymbolTable symbols_;
  catalog::Catalog catalog_;
  std::unique_ptr<model::Module> module_;
  std::unique_ptr<Project> project_;
  std::unique_ptr<Analysis> analysis_;
  std::uint32_t look_ = 0;  ///< the context of the function
};

TEST_F(BrokenObservation, GivesBackWhatItLookedWith) {
  const Observer observer(*analysis_);
  EXPECT_EQ(observer.idle_benches(), 0U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(work::within(kLines, [&] { observer.observe(look_); }));
    EXPECT_EQ(observer.idle_benches(), 1U);
  }
  work::ask_to_stop();
  EXPECT_FALSE(work::unless_stopped([&] { observer.observe(look_); }));
  work::forget_to_stop();
  EXPECT_EQ(observer.idle_benches(), 1U);
}

TEST_F(BrokenObservation, LeavesNothingToTheNextOne) {
  const Observer observer(*analysis_);
  const std::size_t whole = observer.observe(look_).values.size();
  EXPECT_GT(whole, std::size_t{kLines});
  // Together they build far more than one evaluation may.
  for (int i = 0; i < 2000; ++i) work::within(3 * kLines, [&] { observer.observe(look_); });
  std::size_t seen = 0;
  EXPECT_TRUE(work::within(kEnough, [&] { seen = observer.observe(look_).values.size(); }));
  EXPECT_EQ(seen, whole);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::inference
