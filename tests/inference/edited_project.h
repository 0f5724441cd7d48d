// A project whose texts change, with each analysis compared with a whole one.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/context/context_table.h"
#include "analyzer/context/temperature.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/inference/compaction.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/replay.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"
#include "tests/inference/random_project.h"

namespace syncfree::test {

using Sources = std::vector<std::pair<std::string, std::string>>;

/// How an analysis was had.
enum class Way { kReplayed, kRecalled, kWhole };

/// A project whose texts change.
class EditedProject {
 public:
  explicit EditedProject(Sources sources) : sources_(std::move(sources)) {
    for (std::size_t i = 0; i < sources_.size(); ++i) current_.push_back(parsed(sources_[i].second));
    begin();
  }

  const std::string& text(std::size_t file) const { return sources_[file].second; }
  std::size_t size() const { return sources_.size(); }

  /// What is there afterwards is compared with a whole inference.
  Way edit(std::size_t file, std::string text) {
    sources_[file].second = std::move(text);
    current_[file] = parsed(sources_[file].second);
    return analyse();
  }

  Way add(std::string name, std::string text) {
    current_.push_back(parsed(text));
    sources_.emplace_back(std::move(name), std::move(text));
    return analyse();
  }

  Way remove(std::size_t file) {
    sources_.erase(sources_.begin() + static_cast<std::ptrdiff_t>(file));
    current_.erase(current_.begin() + static_cast<std::ptrdiff_t>(file));
    return analyse();
  }

  /// Of the inferences that took what was known: evaluations that were done, and that a whole inference does.
  std::uint64_t done() const { return done_; }
  std::uint64_t whole() const { return whole_; }
  /// Edits after which the project was made of the one before.
  std::uint64_t linked_again() const { return linked_again_; }
  /// Those after which others have the numbers that they had, although something is defined otherwise.
  std::uint64_t linked_after() const { return linked_after_; }
  /// Edits after which temperatures were those before, but for places.
  std::uint64_t taken_over() const { return taken_over_; }
  const inference::Analysis& analysis() const { return *analysis_; }

 private:
  Way analyse() {
    Way way = Way::kWhole;
    if (auto again = again_project()) way = follow(std::move(again));
    if (way != Way::kWhole) return way;
    if (auto after = inference::Project::after(inputs(), *project_, 1, {})) {
      ++linked_after_;
      way = follow(std::move(after));
      is_numbered_after_ |= way != Way::kWhole;
    }
    if (way == Way::kWhole) begin();
    return way;
  }

  Way follow(std::unique_ptr<inference::Project> now) {
    std::vector<std::uint32_t> changed;
    for (const std::uint32_t module : now->order()) {
      if (now->modules()[module].input.module != project_->modules()[module].input.module) changed.push_back(module);
    }
    inference::Replayed replayed = inference::replay(*now, *analysis_, changed);
    if (replayed.analysis) {
      const inference::Analysis whole = inference::infer(*now, 1);
      if (!has_other_numbers_) expect_same(*replayed.analysis, whole);
      expect_alike(*replayed.analysis, whole);
      take(std::move(replayed.analysis), std::move(now), changed);
      return Way::kReplayed;
    }
    auto recalled = replayed.has_same_texts ? inference::infer_again(*now, *analysis_, replayed.redone, 1) : nullptr;
    if (!recalled) return Way::kWhole;
    has_other_numbers_ = true;
    done_ += recalled->evaluations;
    const inference::Analysis whole = inference::infer(*now, 1);
    whole_ += whole.evaluations;
    EXPECT_EQ(recalled->rounds, whole.rounds);
    EXPECT_EQ(evaluations_of(*recalled), evaluations_of(whole));
    expect_alike(*recalled, whole);
    const inference::Project plain(inputs(), catalog_, symbols_, 1);
    EXPECT_EQ(findings_of(*recalled), findings_of(inference::infer(plain, 1)));
    temperatures_.reset();
    take(std::move(recalled), std::move(now), changed);
    return Way::kRecalled;
  }

  const model::Module* parsed(const std::string& text) {
    texts_.push_back(std::make_unique<std::string>(text));
    auto module = python::parse_python(*texts_.back(), symbols_);
    EXPECT_TRUE(module) << text;
    models_.push_back(std::move(*module));
    return models_.back().get();
  }

  std::vector<inference::ModuleInput> inputs() const {
    std::vector<inference::ModuleInput> inputs;
    for (std::size_t i = 0; i < current_.size(); ++i)
      inputs.push_back({current_[i], sources_[i].first, false, static_cast<std::uint32_t>(i)});
    return inputs;
  }

  std::unique_ptr<inference::Project> again_project() {
    auto again = inference::Project::again(inputs(), *project_);
    linked_again_ += again ? 1 : 0;
    if (again && !is_numbered_after_)
      expect_same(*again, inference::Project(inputs(), catalog_, symbols_, 1, {}, true));
    return again;
  }

  /// Of a project that was made of the one before, and one that was linked from nothing.
  static void expect_same(const inference::Project& again, const inference::Project& whole) {
    EXPECT_TRUE(again.links_as(whole));
    for (std::uint32_t i = 0; i < whole.functions().size(); ++i) {
      EXPECT_EQ(again.functions()[i].function, whole.functions()[i].function);
      EXPECT_EQ(again.functions()[i].scope, whole.functions()[i].scope);
      EXPECT_EQ(again.functions()[i].moves_self, whole.functions()[i].moves_self);
      const model::Symbol name = whole.functions()[i].function->name;
      EXPECT_EQ(again.only_method(name), whole.only_method(name));
    }
    for (std::uint32_t i = 0; i < whole.classes().size(); ++i) {
      EXPECT_EQ(again.classes()[i].definition, whole.classes()[i].definition);
      EXPECT_EQ(again.classes()[i].annotations, whole.classes()[i].annotations);
    }
    for (const std::uint32_t i : whole.order()) EXPECT_EQ(again.reach_of(i), whole.reach_of(i));
  }

  void take(std::unique_ptr<inference::Analysis> analysis, std::unique_ptr<inference::Project> project,
            std::span<const std::uint32_t> changed) {
    analysis_ = std::move(analysis);
    project_ = std::move(project);
    take_temperatures(changed);
    if (++taken_ % 2 == 0) compact();
  }

  /// Where they are taken over, they say what they say when they are found again.
  void take_temperatures(std::span<const std::uint32_t> changed) {
    auto contexts = std::make_unique<context::ContextTable>(*analysis_);
    context::Temperatures whole(*analysis_, *contexts, context::ShapeTable(*project_, analysis_->names, 1, nullptr));
    whole.keep(1, nullptr);
    context::ShapeTable table(*project_, analysis_->names, 1, temperatures_ ? &temperatures_->table() : nullptr);
    if (temperatures_ && temperatures_->take_over(*analysis_, *contexts, table, changed)) {
      ++taken_over_;
      for (std::uint32_t i = 0; i < contexts->size(); ++i) EXPECT_TRUE(temperatures_->says_of_context(i, whole)) << i;
      for (context::Code code = 0; code < contexts->codes(); ++code) {
        EXPECT_TRUE(temperatures_->says_of_code(code, whole)) << code;
        expect_same(temperatures_->shapes()[code], whole.shapes()[code]);
        EXPECT_TRUE(std::ranges::equal(temperatures_->links()[code], whole.links()[code], {}, &context::CallLink::range,
                                       &context::CallLink::range));
      }
    } else {
      temperatures_.emplace(std::move(whole));
    }
    contexts_ = std::move(contexts);
  }

  static void expect_same(const context::CodeShape& again, const context::CodeShape& whole) {
    EXPECT_EQ(again.without_gradients, whole.without_gradients);
    EXPECT_EQ(again.is_inference, whole.is_inference);
    ASSERT_EQ(again.loops.size(), whole.loops.size());
    for (std::size_t i = 0; i < whole.loops.size(); ++i) {
      EXPECT_EQ(again.loops[i].range, whole.loops[i].range);
      EXPECT_EQ(again.loops[i].updates, whole.loops[i].updates);
      EXPECT_EQ(again.loops[i].carries, whole.loops[i].carries);
      EXPECT_EQ(again.loops[i].without_gradients, whole.loops[i].without_gradients);
    }
  }

  /// What nothing may point to is gone then, also the texts and models that were there before.
  void compact() {
    const std::string before = findings_of(*analysis_);
    inference::compact(*analysis_);
    EXPECT_EQ(findings_of(*analysis_), before);
    for (std::size_t i = models_.size(); i-- > 0;) {
      if (std::ranges::find(current_, models_[i].get()) != current_.end()) continue;
      std::ranges::fill(*texts_[i], '#');
      texts_.erase(texts_.begin() + static_cast<std::ptrdiff_t>(i));
      models_.erase(models_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void begin() {
    has_other_numbers_ = is_numbered_after_ = false;
    project_ = std::make_unique<inference::Project>(inputs(), catalog_, symbols_, 1,
                                                    std::span<const inference::SourceRoot>(), true);
    analysis_ = std::make_unique<inference::Analysis>(inference::infer(*project_, 1, {.is_logged = true}));
    temperatures_.reset();
    take_temperatures({});
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

  /// Of all contexts, whether they were done or known.
  static std::uint64_t evaluations_of(const inference::Analysis& analysis) {
    std::uint64_t count = 0;
    for (const inference::Context& context : analysis.world.contexts) count += context.evaluations;
    return count;
  }

  /// What can be compared where numbers are others.
  static void expect_alike(const inference::Analysis& again, const inference::Analysis& whole) {
    const auto made = [](const auto& all) {
      return std::ranges::count_if(all, [](const auto& each) { return each.is_made; });
    };
    EXPECT_EQ(made(again.world.contexts), made(whole.world.contexts));
    EXPECT_EQ(made(again.world.objects), made(whole.world.objects));
    EXPECT_EQ(std::ranges::count(again.live, true), std::ranges::count(whole.live, true));
    EXPECT_EQ(std::ranges::count(again.judged, true), std::ranges::count(whole.judged, true));
    for (std::size_t i = 0; i < whole.world.project.classes().size(); ++i)
      EXPECT_EQ(again.world.objects[i].attributes.size(), whole.world.objects[i].attributes.size()) << i;
    for (std::size_t i = 0; i < whole.world.project.modules().size(); ++i) {
      EXPECT_EQ(again.world.contexts[i].outcome.events.size(), whole.world.contexts[i].outcome.events.size()) << i;
      EXPECT_EQ(again.world.contexts[i].outcome.calls.size(), whole.world.contexts[i].outcome.calls.size()) << i;
    }
    EXPECT_EQ(findings_of(again), findings_of(whole));
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
  }

  Sources sources_;
  model::SymbolTable symbols_;
  const catalog::Catalog catalog_{catalog::builtin_rows(), symbols_};
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<std::unique_ptr<model::Module>> models_;
  std::vector<const model::Module*> current_;
  std::unique_ptr<inference::Project> project_;
  std::unique_ptr<inference::Analysis> analysis_;
  bool has_other_numbers_ = false;  ///< than a whole inference gives
  bool is_numbered_after_ = false;  ///< the project, after another one
  std::uint64_t done_ = 0;
  std::uint64_t whole_ = 0;
  std::uint64_t linked_again_ = 0;
  std::uint64_t linked_after_ = 0;
  std::uint64_t taken_ = 0;
  std::unique_ptr<context::ContextTable> contexts_;
  std::optional<context::Temperatures> temperatures_;  ///< of `analysis_`
  std::uint64_t taken_over_ = 0;
};

}  // namespace syncfree::test
