#include "analyzer/engine/judging/outside_call.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/inference/components.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using inference::CallEdge;

constexpr std::size_t kFar = 3;  // calls to a wait; on so long a way something mostly decides

/// `if (condition) …`; not the body of a lambda, for which the frontend for C++ writes an `if` without one.
bool has_condition(const model::If& branch) {
  const auto* asked = branch.condition->get_if<model::Call>();
  return asked == nullptr || !asked->arguments.empty();
}

/// `if (size() > 0)`, `if (num_rows != 0)`, `if (!values.empty())`: with nothing to do nobody waits, which is no
/// question. Neither is `if (!ready)` around what ends in `ready = true`: the first call waits.
bool asks_for_something(const model::If& branch, std::string_view text) {
  const auto written = [&](const auto& part) { return text.substr(part.range.begin, part.range.size()); };
  const model::Expression* asked = branch.condition;
  if (const auto* test = asked->get_if<model::Call>(); test != nullptr && test->arguments.size() == 1)
    asked = test->arguments.front().value;
  if (const auto* negated = asked->get_if<model::Unary>()) {
    const model::Expression* operand = negated->operand;
    if (const auto* test = operand->get_if<model::Call>();
        test != nullptr && test->arguments.size() == 1 && test->range == test->arguments.front().value->range)
      operand = test->arguments.front().value;
    const std::string_view flag = written(*operand);
    if (negated->operation != model::UnaryOperator::kNot || flag.empty()) return false;
    return flag.ends_with("empty()") || written(branch).contains(std::string(flag) + " = true");
  }
  const auto* compared = asked->get_if<model::Comparison>();
  if (compared == nullptr || compared->operators.size() != 1 || written(*compared->operands[1]) != "0") return false;
  const model::ComparisonOperator operation = compared->operators[0];
  if (operation != model::ComparisonOperator::kGreater && operation != model::ComparisonOperator::kNotEqual)
    return false;
  constexpr std::array<std::string_view, 8> kAmounts = {"size", "num",      "count", "len",
                                                        "rows", "elements", "bytes", "nnz"};
  const std::string_view amount = written(*compared->operands[0]);
  return amount == "n" || amount == "N" ||
         std::ranges::any_of(kAmounts, [&](std::string_view word) { return amount.contains(word); });
}

/// The parts of a body that conditions decide about.
class Branches {
 public:
  void add(source::TextRange range) { ranges_.push_back(range); }
  /// Of a macro: only what has this very place.
  void add_exactly(source::TextRange range) { exact_.push_back(range); }

  /// All are there.
  void finish() {
    const auto place = [](const source::TextRange& range) { return std::pair(range.begin, range.end); };
    std::ranges::sort(exact_, {}, place);
    std::ranges::sort(ranges_, {}, place);
    std::uint32_t end = 0;
    for (source::TextRange& range : ranges_) range.end = end = std::max(end, range.end);
  }

  bool contain(source::TextRange range) const {
    const auto next = std::ranges::upper_bound(ranges_, range.begin, {}, &source::TextRange::begin);
    if (next != ranges_.begin() && range.end <= (next - 1)->end) return true;
    const auto place = [](const source::TextRange& other) { return std::pair(other.begin, other.end); };
    return std::ranges::binary_search(exact_, std::pair(range.begin, range.end), {}, place);
  }

 private:
  std::vector<source::TextRange> ranges_;  ///< in order; with the last end of those that begin there or before
  std::vector<source::TextRange> exact_;   ///< in order
};

/// What a macro writes has the place of its use, which holds what the macro is given, the condition too. So only the
/// calls of its own that it decides about are meant, unless it fails there.
void add_branch_of_macro(model::Block body, Branches& branches) {
  if (body.back()->kind == model::StatementKind::kRaise) return;
  model::walk_expressions(body, [&](const model::Expression& expression) {
    if (expression.kind == model::ExpressionKind::kCall) branches.add_exactly(expression.range);
  });
}

/// The parts of a body that a condition decides about.
void add_branches(model::Block body, std::string_view text, Branches& branches) {
  for (const model::Statement* statement : body) {
    const auto* branch = statement->get_if<model::If>();
    const bool is_choice = statement->kind == model::StatementKind::kMatch;
    const bool decides = is_choice || (branch != nullptr && has_condition(*branch));
    const bool is_certain = !is_choice && decides && asks_for_something(*branch, text);
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) {
          const bool is_then = is_certain && inner.data() == branch->then.data();
          if (!decides || is_then) return add_branches(inner, text, branches);
          if (inner.empty()) return;
          const source::TextRange range = {inner.front()->range.begin, inner.back()->range.end};
          if (!is_choice && range.contains(branch->condition->range)) return add_branch_of_macro(inner, branches);
          branches.add(range);
        });
  }
}

/// How many waits can be reached from each context.
class ReachableWaits {
 public:
  /// `for_each_call(context, visit)` visits those that the context leads on to.
  template <class ForEachCall, class FileOf>
  ReachableWaits(const std::vector<std::vector<FoundWait>>& waits, const FileOf& file_of,
                 const ForEachCall& for_each_call) {
    std::vector<std::vector<std::uint32_t>> own(waits.size());  // by context: numbers of waits
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string_view>, std::uint32_t> numbers;
    std::vector<std::vector<std::uint32_t>> calls(waits.size());
    for (std::uint32_t context = 0; context < waits.size(); ++context) {
      for (const FoundWait& wait : waits[context]) {
        const auto number = static_cast<std::uint32_t>(numbers.size());
        const std::tuple place = {file_of(context), wait.range.begin, wait.range.end, wait.code};
        own[context].push_back(numbers.try_emplace(place, number).first->second);
      }
      for_each_call(context, [&](std::uint32_t callee) { calls[context].push_back(callee); });
    }
    if (numbers.size() > kMostCounted) return;
    const std::vector<std::uint32_t> circle = inference::strong_components(calls);
    std::vector<std::uint32_t> from_below(circle.size());
    std::iota(from_below.begin(), from_below.end(), 0U);
    std::ranges::sort(from_below, {}, [&](std::uint32_t context) { return circle[context]; });
    std::vector<std::bitset<kMostCounted>> reached(circle.size());  // by circle
    for (const std::uint32_t context : from_below) {
      for (const std::uint32_t wait : own[context]) reached[circle[context]].set(wait);
      for (const std::uint32_t callee : calls[context]) reached[circle[context]] |= reached[circle[callee]];
    }
    for (const std::uint32_t one : circle) counts_.push_back(reached[one].count());
  }

  /// Nothing if there are too many to count.
  std::optional<std::size_t> from(std::uint32_t context) const {
    return counts_.empty() ? std::nullopt : std::optional(counts_[context]);
  }

 private:
  static constexpr std::size_t kMostCounted = 512;
  std::vector<std::size_t> counts_;  ///< by context
};

/// The calls that lead on to waits, of each context; of several calls of one callee the first.
class LeadingCalls {
 public:
  /// `is_followed(context)`: a wait can be reached from it, and calls of it are no library's own affair.
  template <class IsFollowed>
  LeadingCalls(const context::ContextTable& table, const IsFollowed& is_followed) {
    std::vector<std::uint32_t> last_caller(table.size(), inference::kNowhere);
    first_.reserve(table.size() + 1);
    for (std::uint32_t context = 0; context < table.size(); ++context) {
      first_.push_back(static_cast<std::uint32_t>(calls_.size()));
      for (const CallEdge& edge : table.calls(context)) {
        if (last_caller[edge.context] == context || !is_followed(edge.context)) continue;
        last_caller[edge.context] = context;
        calls_.push_back(edge);
      }
    }
    first_.push_back(static_cast<std::uint32_t>(calls_.size()));
  }

  std::span<const CallEdge> of(std::uint32_t context) const {
    return std::span(calls_).subspan(first_[context], first_[context + 1] - first_[context]);
  }

 private:
  std::vector<CallEdge> calls_;
  std::vector<std::uint32_t> first_;  // by context, and one more
};

class Search {
 public:
  Search(const inference::Analysis& analysis, const context::ContextTable& table,
         const context::Temperatures& temperatures, const Captures& captures,
         const std::vector<std::vector<FoundWait>>& waits)
      : analysis_(analysis),
        table_(table),
        temperatures_(temperatures),
        captures_(captures),
        waits_(waits),
        leads_(table.size()),
        seen_(table.size(), 0),
        only_fails_(analysis.world.project.functions().size()),
        branches_(analysis.world.project.functions().size()) {
    for (const inference::ModuleInfo& module : analysis.world.project.modules())
      modules_.push_back({.file = module.input.file,
                          .model = module.input.module,
                          .is_cxx = module.input.module->language == model::Language::kCxx,
                          .is_library = module.input.is_library});
    for (std::uint32_t context = 0; context < table.size(); ++context)
      leads_[context] = analysis.live[context] && !waits[context].empty();
    table.mark_callers(leads_, true);
  }

  std::vector<OutsideCall> run(const std::vector<bool>& reported) {
    for (const std::uint32_t context : analysis_.world.in_order) {
      if (of(context).file < reported.size() && !reported[of(context).file]) continue;
      // Who calls what leads to a wait does so itself.
      if (!leads_[context] || of(context).is_library) continue;
      for (const CallEdge& edge : table_.calls(context)) {
        if (!leads_[edge.context] || edge.context == context || of(edge.context).is_library) continue;
        if (of(context).is_cxx || of(edge.context).file != of(context).file) take(context, edge);
      }
    }
    std::vector<OutsideCall> calls;
    calls.reserve(found_.size());
    for (auto& [place, call] : found_) calls.push_back(std::move(call));
    return calls;
  }

 private:
  using Site = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  struct InModule {
    std::uint32_t file;
    const model::Module* model;
    bool is_cxx;
    bool is_library;  ///< what it calls back is reported where the user's code has it
  };
  const InModule& of(std::uint32_t context) const { return modules_[table_.module_of_code(table_.code(context))]; }

  struct Way {
    std::uint32_t context;
    bool cold;
    bool perhaps;
    std::size_t calls;
    std::size_t through;  ///< which of the lists of files
  };

  /// In C++, where a call leads to whatever the function may do: is the place in a branch of its function.
  bool is_in_branch(std::uint32_t context, source::TextRange range) {
    if (!of(context).is_cxx) return false;
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    if ((code & inference::kModuleBody) != 0) return false;
    std::optional<Branches>& branches = branches_[code];
    if (!branches) {
      add_branches(analysis_.world.project.functions()[code].function->body, of(context).model->text,
                   branches.emplace());
      branches->finish();
    }
    return branches->contain(range);
  }

  /// The waits behind a call, nearest first; those of one callee are looked for once per calling file in Python, where
  /// they leave that file out, and once in C++, which calls no Python.
  const std::vector<ReachedWait>& reached(std::uint32_t home, std::uint32_t callee) {
    const std::uint64_t asked_from = of(callee).is_cxx ? inference::kNowhere : home;
    const auto [entry, is_new] = known_.try_emplace((asked_from << 32) | callee);
    std::vector<ReachedWait>& waits = entry->second;
    if (!is_new) return waits;
    ++round_;
    if (!leading_)
      leading_.emplace(table_, [&](std::uint32_t context) { return leads_[context] && !of(context).is_library; });
    const bool is_cxx = of(callee).is_cxx;
    std::vector<std::vector<std::uint32_t>> files(1);  // that ways of Python lead through; most share theirs
    std::vector<Way> ways = {{callee, is_cold(callee), false, 1, 0}};
    seen_[callee] = round_;
    const std::optional<std::size_t> all = reachable_from(callee);
    std::size_t warm_ways = ways.front().cold ? 0 : 1;  // from `i` on
    for (std::size_t i = 0; i < ways.size() && waits.size() < kMostReached; ++i) {
      const Way way = ways[i];
      if (all == waits.size() && way.calls >= kFar && (warm_ways == 0 || !any_may_become_warm(waits))) break;
      if (!way.cold) --warm_ways;
      for (const FoundWait& wait : waits_[way.context])
        add(waits, {.file = of(way.context).file,
                    .range = wait.range,
                    .code = wait.code,
                    .cold = way.cold,
                    .perhaps = is_perhaps(way, wait.range),
                    .joins_graph = wait.joins_graph,
                    .through = files[way.through]});
      const std::uint32_t own = of(way.context).file;
      std::size_t through = way.through;
      if (!is_cxx && !std::ranges::binary_search(files[through], own)) {
        files.push_back(files[through]);
        through = files.size() - 1;
        files[through].insert(std::ranges::lower_bound(files[through], own), own);
      }
      for (const CallEdge& edge : leading_->of(way.context)) {
        if (seen_[edge.context] == round_) continue;
        if (!is_cxx && of(edge.context).file == home && !of(edge.context).is_cxx) continue;
        seen_[edge.context] = round_;
        const bool is_colder = way.cold || edge.guarded || is_cold(edge.context);
        if (!is_colder) ++warm_ways;
        ways.push_back({edge.context, is_colder, is_perhaps(way, edge.range), way.calls + 1, through});
      }
    }
    // The file of the wait itself is no step on the way to it.
    for (ReachedWait& wait : waits) std::erase(wait.through, wait.file);
    return waits;
  }

  /// In C++, where a call leads to the same whatever file it stands in.
  std::optional<std::size_t> reachable_from(std::uint32_t callee) {
    if (!of(callee).is_cxx) return std::nullopt;
    if (!reachable_) {
      const auto for_each_call = [&](std::uint32_t context, const auto& visit) {
        if (!leads_[context]) return;
        for (const CallEdge& edge : leading_->of(context)) visit(edge.context);
      };
      reachable_.emplace(waits_, [&](std::uint32_t context) { return of(context).file; }, for_each_call);
    }
    return reachable_->from(callee);
  }

  /// A way that is no more certain, but not cold, would say more of one of them.
  static bool any_may_become_warm(const std::vector<ReachedWait>& waits) {
    return std::ranges::any_of(waits, [](const ReachedWait& wait) { return wait.perhaps && wait.cold; });
  }

  bool is_perhaps(const Way& way, source::TextRange range) {
    return way.perhaps || (of(way.context).is_cxx && way.calls >= kFar) || is_in_branch(way.context, range) ||
           of(way.context).model->is_debug_code(range);
  }

  bool is_cold(std::uint32_t context) {
    return temperatures_.of(context) == context::Heat::kCold || only_fails(context);
  }

  /// In C++, where macros and functions tell of a failure: whoever calls it does not go on.
  bool only_fails(std::uint32_t context) {
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    if (!of(context).is_cxx || (code & inference::kModuleBody) != 0) return false;
    std::optional<bool>& known = only_fails_[code];
    if (!known) {
      const model::Block body = analysis_.world.project.functions()[code].function->body;
      known = !body.empty() && body.back()->kind == model::StatementKind::kRaise && !model::returns(body);
    }
    return *known;
  }

  /// Most functions have several contexts and calls.
  const std::string& name_of(std::uint32_t context) {
    const auto [entry, is_new] = names_.try_emplace(table_.code(context));
    if (is_new) entry->second = function_name(analysis_.world, context);
    return entry->second;
  }

  static void add(std::vector<ReachedWait>& waits, ReachedWait wait) {
    const auto known = std::ranges::find_if(waits, [&](const ReachedWait& other) {
      return other.file == wait.file && other.range == wait.range && other.code == wait.code;
    });
    if (known == waits.end()) {
      if (waits.size() < kMostReached) waits.push_back(std::move(wait));
    } else if (std::pair(wait.perhaps, wait.cold) < std::pair(known->perhaps, known->cold)) {
      *known = std::move(wait);
    }
  }

  void take(std::uint32_t context, const CallEdge& edge) {
    const std::uint32_t home = of(context).file;
    const std::vector<ReachedWait>& waits = reached(home, edge.context);
    const auto temperature = static_cast<Temperature>(temperatures_.at(context, edge.range, edge.guarded));
    const auto [entry, is_new] = found_.try_emplace(Site(home, edge.range.begin, edge.range.end));
    OutsideCall& call = entry->second;
    if (is_new || temperature > call.temperature) {
      call.file = home;
      call.range = edge.range;
      call.temperature = temperature;
      call.loop_depth = edge.loop_depth;
      call.function = name_of(context);
      call.chain =
          temperature == Temperature::kHot ? chain_of(analysis_.world, temperatures_, context) : std::vector<Related>();
    }
    call.captured |= of(context).is_cxx && captures_.holds(context, edge.range);
    for (ReachedWait wait : waits) {
      wait.perhaps |= of(context).model->is_debug_code(edge.range);
      add(call.waits, std::move(wait));
    }
  }

  const inference::Analysis& analysis_;
  const context::ContextTable& table_;
  const context::Temperatures& temperatures_;
  const Captures& captures_;
  const std::vector<std::vector<FoundWait>>& waits_;
  std::vector<InModule> modules_;    // by number
  std::vector<bool> leads_;          // by context: from it a wait can be reached
  std::vector<std::uint32_t> seen_;  // by context: the last round that came by
  std::uint32_t round_ = 0;
  std::unordered_map<std::uint64_t, std::vector<ReachedWait>> known_;  // by calling file, in Python, and callee
  std::vector<std::optional<bool>> only_fails_;                        // by function
  std::unordered_map<context::Code, std::string> names_;               // of functions; none of what modules do
  std::vector<std::optional<Branches>> branches_;                      // by function
  std::optional<LeadingCalls> leading_;
  std::optional<ReachableWaits> reachable_;
  std::map<Site, OutsideCall> found_;
};

}  // namespace

std::vector<OutsideCall> outside_calls(const inference::Analysis& analysis, const context::ContextTable& table,
                                       const context::Temperatures& temperatures, const Captures& captures,
                                       const std::vector<std::vector<FoundWait>>& waits,
                                       const std::vector<bool>& reported) {
  return Search(analysis, table, temperatures, captures, waits).run(reported);
}

}  // namespace syncfree::engine
