// Temperatures after an edit, where nothing that decides about them is different.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/context/stubs.h"
#include "analyzer/context/temperature.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::context {

using inference::Project;

void Temperatures::keep(unsigned jobs, const Temperatures* before) {
  const Project& project = analysis_->world.project;
  in_batches_.clear();
  for (std::uint32_t context = 0; context < heat_.size(); ++context)
    in_batches_.push_back(is_called_in_batches(context));
  beside_steps_.clear();
  for (Code code = 0; code < shapes_.size(); ++code) beside_steps_.push_back(is_beside_steps(code));
  const FactReader reader(*analysis_, *contexts_, table_, std::vector<bool>(project.modules().size(), true));
  facts_.assign(project.modules().size(), {});
  parallel::for_each_index(facts_.size(), jobs, [&](std::size_t number) {
    const auto module = static_cast<std::uint32_t>(number);
    const bool was_there = before != nullptr && number < before->facts_.size();
    facts_[number] = reader.facts_of(module, was_there ? &before->facts_[number] : nullptr);
    for_each_code(project, table_, module, [&](Code code, const CodeShape& shape) {
      const std::vector<bool> answers = flag_answers(project, code, shape, links_[code], flags_);
      facts_[number].flags.insert(facts_[number].flags.end(), answers.begin(), answers.end());
    });
  });
}

/// First it is seen whether that can be done, and then it is.
class Temperatures::TakeOver {
 public:
  TakeOver(Temperatures& of, const inference::Analysis& analysis, const ContextTable& contexts, const ShapeTable& table,
           std::span<const std::uint32_t> changed)
      : of_(of), analysis_(analysis), contexts_(contexts), table_(table) {
    is_changed_.assign(analysis.world.project.modules().size(), false);
    for (const std::uint32_t module : changed) is_changed_[module] = true;
    for (std::uint32_t module = 0; module < is_changed_.size(); ++module) {
      if (is_changed_[module]) modules_.push_back({.number = module, .facts = {}, .places = {}, .links = {}});
    }
  }

  bool is_possible() {
    const std::size_t modules = is_changed_.size();
    if (!table_.links_as(of_.table_) || of_.facts_.size() != modules) return false;
    if (of_.heat_.size() != contexts_.size()) return false;
    const FactReader reader(analysis_, contexts_, table_, is_changed_);
    return std::ranges::all_of(modules_, [&](Changed& each) { return says_the_same(reader, each); }) &&
           are_stubs_alike() && leaves_over_the_same() && are_callers_moved() && are_parts_moved();
  }

  void carry_out() {
    for (Changed& each : modules_) {
      for (const auto& [code, links] : each.links) of_.links_.replace(code, links);
      for_each_code(analysis_.world.project, table_, each.number, [&](Code code, const CodeShape& shape) {
        of_.shapes_.take_over(code, shape,
                              [&](const CodeShape& found, CodeShape& own) { carry(each.places, found, own); });
      });
      of_.facts_[each.number] = std::move(each.facts);
    }
    for (const auto& [context, caller] : callers_) of_.callers_[context] = caller;
    for (auto& [code, parts] : parts_) of_.seldom_parts_[code] = std::move(parts);
    if (left_over_) of_.left_over_ = std::move(*left_over_);
  }

 private:
  struct Changed {
    std::uint32_t number;
    ModuleFacts facts;
    MovedPlaces places;
    std::vector<std::pair<Code, std::vector<CallLink>>> links;
  };

  bool says_the_same(const FactReader& reader, Changed& module) const {
    const ModuleFacts& before = of_.facts_[module.number];
    module.facts = reader.facts_of(module.number, &before);
    if (!module.facts.text->says_as(*before.text) || !module.facts.linked.says_as(before.linked)) return false;
    module.places.add(before.text->places(), module.facts.text->places());
    module.places.add(before.linked.places(), module.facts.linked.places());
    if (!module.places.are_in_order()) return false;
    bool is_moved = true;
    const Project& project = analysis_.world.project;
    for_each_code(project, table_, module.number, [&](Code code, const CodeShape& shape) {
      const std::span<const CallLink> found = of_.links_[code];
      if (found.empty()) return;
      std::vector<CallLink> links(found.begin(), found.end());
      for (CallLink& link : links) is_moved = is_moved && move(module.places, link.range);
      if (!is_moved) return;
      const std::vector<bool> answers = flag_answers(project, code, shape, links, of_.flags_);
      module.facts.flags.insert(module.facts.flags.end(), answers.begin(), answers.end());
      module.links.emplace_back(code, std::move(links));
    });
    return is_moved && module.facts.flags == before.flags;
  }

  /// Or it does not count that others do nothing now.
  bool are_stubs_alike() const {
    std::vector<Code> different;
    for (const Changed& each : modules_) {
      const std::vector<CodeShape>& before = of_.table_.of_module(each.number);
      const Code first = analysis_.world.project.modules()[each.number].first_function;
      for_each_code(analysis_.world.project, table_, each.number, [&](Code code, const CodeShape& shape) {
        const bool is_function = code < analysis_.world.project.functions().size();
        if (is_function && before[code - first].is_stub != shape.is_stub) different.push_back(code);
      });
    }
    return different.empty() ||
           !may_count_as_stubs(analysis_.world.project, of_.shapes_, of_.links_, of_.trains_, different);
  }

  static bool move(const MovedPlaces& places, source::TextRange& range) {
    const std::optional<source::TextRange> now = places.now(range);
    if (now) range = *now;
    return now.has_value();
  }

  /// What nothing refers to in a program is read off all texts again.
  bool leaves_over_the_same() {
    if (std::ranges::all_of(of_.programs_, [](Heat most) { return most == Heat::kHot; })) return true;
    left_over_.emplace(analysis_.world.project, of_.programs_);
    return left_over_->says_as(of_.left_over_);
  }

  bool are_callers_moved() {
    for (std::uint32_t context = 0; context < of_.callers_.size(); ++context) {
      Caller caller = of_.callers_[context];
      if (caller.context == inference::kNowhere) continue;
      const std::uint32_t module = contexts_.module_of_code(contexts_.code(caller.context));
      if (!is_changed_[module]) continue;
      if (!move(places_of(module), caller.range)) return false;
      callers_.emplace_back(context, caller);
    }
    return true;
  }

  bool are_parts_moved() {
    if (of_.seldom_parts_.empty()) return true;
    bool is_moved = true;
    for (const Changed& each : modules_) {
      for_each_code(analysis_.world.project, table_, each.number, [&](Code code, const CodeShape&) {
        std::vector<source::TextRange> parts = of_.seldom_parts_[code];
        if (parts.empty()) return;
        for (source::TextRange& part : parts) is_moved = is_moved && move(each.places, part);
        parts_.emplace_back(code, std::move(parts));
      });
    }
    return is_moved;
  }

  const MovedPlaces& places_of(std::uint32_t module) const {
    return std::ranges::lower_bound(modules_, module, {}, &Changed::number)->places;
  }

  /// What Temperatures change of shapes.
  static void carry(const MovedPlaces& places, const CodeShape& found, CodeShape& own) {
    for (std::size_t i = 0; i < own.loops.size(); ++i) {
      own.loops[i].updates = found.loops[i].updates;
      own.loops[i].carries = found.loops[i].carries;
      own.loops[i].without_gradients = found.loops[i].without_gradients;
    }
    own.is_inference = found.is_inference;
    own.without_gradients = found.without_gradients;
    for (source::TextRange& part : own.without_gradients) move(places, part);
  }

  Temperatures& of_;
  const inference::Analysis& analysis_;
  const ContextTable& contexts_;
  const ShapeTable& table_;
  std::vector<bool> is_changed_;  // by module
  std::vector<Changed> modules_;  // by their numbers
  std::optional<LeftOvers> left_over_;
  std::vector<std::pair<std::uint32_t, Caller>> callers_;  // by context
  std::vector<std::pair<Code, std::vector<source::TextRange>>> parts_;
};

bool Temperatures::take_over(const inference::Analysis& analysis, const ContextTable& contexts, ShapeTable& table,
                             std::span<const std::uint32_t> changed) {
  TakeOver over(*this, analysis, contexts, table, changed);
  if (!over.is_possible()) return false;
  over.carry_out();
  analysis_ = &analysis;
  contexts_ = &contexts;
  table_ = std::move(table);
  return true;
}

}  // namespace syncfree::context
