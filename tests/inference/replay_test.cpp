// After an edit, the replay of an inference comes to the world that the whole inference comes to, or to none.
// SYNCFREE_FUZZ_PROJECTS asks for more projects than the usual few.
#include "analyzer/inference/replay.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/inference/fixpoint.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"
#include "tests/inference/random_project.h"
#include "tests/main/sanitizers.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using Sources = std::vector<std::pair<std::string, std::string>>;

/// A project whose texts change, with all models that it ever had.
class EditedProject {
 public:
  explicit EditedProject(Sources sources) : sources_(std::move(sources)) {
    for (std::size_t i = 0; i < sources_.size(); ++i) current_.push_back(parsed(sources_[i].second));
    begin();
  }

  const std::string& text(std::size_t file) const { return sources_[file].second; }
  std::size_t size() const { return sources_.size(); }

  /// True if the replay had a result. Either way, what is there afterwards is compared with a whole inference.
  bool edit(std::size_t file, std::string text) {
    sources_[file].second = std::move(text);
    current_[file] = parsed(sources_[file].second);
    auto now = project();
    const std::uint32_t changed[] = {static_cast<std::uint32_t>(file)};
    std::optional<inference::Analysis> again = inference::replay(*now, *analysis_, changed);
    const bool is_replayed = again.has_value();
    if (again) {
      const inference::Analysis whole = inference::infer(*now, 1);
      expect_same(*again, whole);
      analysis_ = std::make_unique<inference::Analysis>(std::move(*again));
      project_ = std::move(now);
    } else {
      begin();
    }
    return is_replayed;
  }

 private:
  const model::Module* parsed(const std::string& text) {
    texts_.push_back(std::make_unique<std::string>(text));
    auto module = python::parse_python(*texts_.back(), symbols_);
    EXPECT_TRUE(module) << text;
    models_.push_back(std::move(*module));
    return models_.back().get();
  }

  std::unique_ptr<inference::Project> project() {
    std::vector<inference::ModuleInput> inputs;
    for (std::size_t i = 0; i < current_.size(); ++i)
      inputs.push_back({current_[i], sources_[i].first, false, static_cast<std::uint32_t>(i)});
    return std::make_unique<inference::Project>(std::move(inputs), catalog_, symbols_, 1);
  }

  void begin() {
    project_ = project();
    analysis_ = std::make_unique<inference::Analysis>(inference::infer(*project_, 1, {.is_logged = true}));
  }

  static std::string findings_of(const inference::Analysis& analysis) {
    std::ostringstream out;
    for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), 1)) {
      out << finding.file << ':' << finding.range.begin << '-' << finding.range.end << ' ' << finding.code << ' '
          << finding.message << ' ' << engine::name_of(finding.confidence) << ' '
          << engine::name_of(finding.temperature) << ' ' << engine::name_of(finding.dependency) << '\n';
      for (const engine::Related& link : finding.chain) out << "  " << link.file << ':' << link.range.begin << '\n';
    }
    return out.str();
  }

  static bool is_same_call(const inference::CallEdge& a, const inference::CallEdge& b) {
    return a.context == b.context && a.range == b.range && a.loop_depth == b.loop_depth && a.guarded == b.guarded;
  }

  static void expect_same(const inference::Analysis& again, const inference::Analysis& whole) {
    ASSERT_EQ(again.world.contexts.size(), whole.world.contexts.size());
    ASSERT_EQ(again.world.objects.size(), whole.world.objects.size());
    for (std::size_t i = 0; i < whole.world.contexts.size(); ++i) {
      const inference::Context& one = again.world.contexts[i];
      const inference::Context& other = whole.world.contexts[i];
      EXPECT_TRUE(one.key == other.key) << i;
      EXPECT_TRUE(one.outcome.result == other.outcome.result) << i;
      EXPECT_EQ(one.outcome.events.size(), other.outcome.events.size()) << i;
      EXPECT_EQ(one.outcome.variables, other.outcome.variables) << i;
      EXPECT_EQ(one.outcome.read_contexts, other.outcome.read_contexts) << i;
      EXPECT_TRUE(std::ranges::equal(one.outcome.calls, other.outcome.calls, is_same_call)) << i;
    }
    for (std::size_t i = 0; i < whole.world.objects.size(); ++i)
      EXPECT_TRUE(again.world.objects[i].attributes == whole.world.objects[i].attributes) << i;
    EXPECT_EQ(again.live, whole.live);
    EXPECT_EQ(again.judged, whole.judged);
    EXPECT_EQ(findings_of(again), findings_of(whole));
  }

  Sources sources_;
  model::SymbolTable symbols_;
  const catalog::Catalog catalog_{catalog::builtin_rows(), symbols_};
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<std::unique_ptr<model::Module>> models_;
  std::vector<const model::Module*> current_;
  std::unique_ptr<inference::Project> project_;
  std::unique_ptr<inference::Analysis> analysis_;
};

/// One line of a function gets another one before it, becomes another one, or goes.
std::string edited(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t indent = lines[i].find_first_not_of(' ');
    if (indent != std::string::npos && indent >= 4 && lines[i].back() != ':' && !lines[i].contains("def "))
      places.push_back(i);
  }
  const std::size_t place = places[random() % places.size()];
  const std::string indent(lines[place].find_first_not_of(' '), ' ');
  static constexpr const char* kNew[] = {"pass", "unread = 1 + 2", "print(torch.ones(3, device='cuda').sum().item())",
                                         "seen = torch.zeros(2).cuda()", "f0(1)"};
  const std::string added = indent + kNew[random() % std::size(kNew)];
  if (random() % 2 == 0) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), added);
  } else {
    lines[place] = added;
  }
  std::string result;
  for (const std::string& line : lines) result += line + '\n';
  return result;
}

TEST(Replay, ComesToTheSameWorldAsTheWholeInference) {
  const char* asked = std::getenv("SYNCFREE_FUZZ_PROJECTS");
  const std::uint32_t projects =
      asked == nullptr ? test::repetitions(90U) : static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
  constexpr int kEdits = 6;
  int replayed = 0;
  for (std::uint32_t seed = 1; seed <= projects; ++seed) {
    std::mt19937 random(seed);
    EditedProject project(test::random_project({.seed = seed, .modules = 2 + seed % 5}));
    for (int edit = 0; edit < kEdits; ++edit) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", edit " << edit);
      const std::size_t file = random() % project.size();
      replayed += project.edit(file, edited(project.text(file), random)) ? 1 : 0;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(replayed, static_cast<int>(projects)) << "hardly any edit is replayed";
  EXPECT_LT(replayed, static_cast<int>(projects) * kEdits) << "no edit is noticed by others";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
