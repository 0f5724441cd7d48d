#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analyzer/engine/judging/insight.h"
#include "analyzer/engine/judging/value_words.h"
#include "analyzer/inference/declared.h"
#include "analyzer/model/walk.h"
#include "analyzer/values/value_arena.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {
namespace {

using inference::Observation;
using source::TextRange;
using values::Value;

/// Of one function: the others say little that is new.
constexpr std::size_t kMostContexts = 8;
/// Steps of a look at the names of one file; an ordinary one takes some thousands.
constexpr std::uint64_t kMostWork = 2'000'000;

/// The names in one function, or in one module's own body.
class Names {
 public:
  explicit Names(const inference::Analysis& analysis)
      : analysis_(analysis),
        declared_(analysis.world.project, *analysis.known, *analysis.uses, *analysis.parameters, arena_) {}

  void read(std::uint32_t context, const Observation& seen) {
    const inference::World& world = analysis_.world;
    const inference::ContextKey& key = world.contexts[context].key;
    const model::Module& module = *world.project.modules()[world.module_of(context)].input.module;
    seen_ = &seen;
    if ((key.code & inference::kModuleBody) != 0) return block(module.body);
    const inference::FunctionInfo& function = world.project.functions()[key.code];
    for (std::size_t i = 0; i < function.function->parameters.size(); ++i) {
      const model::Parameter& parameter = function.function->parameters[i];
      const Value value = key.declared ? declared_.parameter(function, i) : key.arguments[i];
      const std::string_view name = world.project.symbols().text(parameter.name);
      const auto at = module.text.substr(parameter.range.begin, parameter.range.size()).find(name);
      if (at == std::string_view::npos) continue;
      const auto begin = parameter.range.begin + static_cast<std::uint32_t>(at);
      add({begin, begin + static_cast<std::uint32_t>(name.size())}, value);
    }
    block(function.function->body);
  }

  void tell(std::uint32_t file, std::vector<KnownName>& names) const {
    for (const auto& [range, value] : values_) {
      std::string words = words_of(value);
      if (words.empty()) continue;
      names.push_back({file, {range.first, range.second}, std::move(words), words_of(value.evidence)});
    }
  }

 private:
  void add(TextRange range, const Value& value) {
    if (value.is_bottom()) return;
    const auto [known, is_new] = values_.try_emplace({range.begin, range.end}, value);
    if (!is_new) known->second = values::join(arena_, known->second, value);
  }

  void block(model::Block statements) {
    for (const model::Statement* each : statements) statement(*each);
  }

  /// A function's body belongs to contexts of its own.
  void statement(const model::Statement& each) {
    model::for_each_part(
        each, [&](const model::Expression* part) { model::walk(*part, [&](const auto& node) { expression(node); }); },
        [&](model::Block inner) {
          if (each.kind != model::StatementKind::kFunction) block(inner);
        });
    if (const auto* assign = each.get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
      for (const model::Expression* target : assign->targets) bind_from(*target, *assign->value);
    }
    if (const auto* loop = each.get_if<model::For>()) bind_each(*loop->target, *loop->iterable);
  }

  void expression(const model::Expression& node) {
    work::count(work::Counted::kActions);
    if (const auto* named = node.get_if<model::Named>()) bind_from(*named->target, *named->value);
    if (const auto* comprehension = node.get_if<model::Comprehension>()) {
      for (const model::ComprehensionClause& clause : comprehension->clauses)
        bind_each(*clause.target, *clause.iterable);
    }
    const Value* value = seen_->value_of(node);
    if (value == nullptr) return;
    if (node.kind == model::ExpressionKind::kName) add(node.range, *value);
    if (const auto* attribute = node.get_if<model::Attribute>()) add(attribute->name_range, *value);
  }

  void bind_from(const model::Expression& target, const model::Expression& source) {
    if (const Value* value = seen_->value_of(source)) bind(target, *value);
  }

  void bind_each(const model::Expression& target, const model::Expression& iterable) {
    if (const Value* value = seen_->value_of(iterable)) bind(target, values::any_element(arena_, *value));
  }

  void bind(const model::Expression& target, const Value& value) {
    if (target.kind == model::ExpressionKind::kName) add(target.range, value);
    if (const auto* attribute = target.get_if<model::Attribute>()) add(attribute->name_range, value);
    const auto* sequence = target.get_if<model::Sequence>();
    if (sequence == nullptr) return;
    const values::Aggregate* content = value.aggregate;
    const bool is_each_known =
        content != nullptr && content->exact && content->elements.size() == sequence->elements.size();
    for (std::size_t i = 0; i < sequence->elements.size(); ++i)
      bind(*sequence->elements[i], is_each_known ? content->elements[i] : values::any_element(arena_, value));
  }

  const inference::Analysis& analysis_;
  values::ValueArena arena_;
  inference::Declared declared_;
  const Observation* seen_ = nullptr;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Value> values_;  ///< by range
};

}  // namespace

std::vector<KnownName> known_names(const inference::Analysis& analysis, const inference::Observer& observer,
                                   std::span<const std::uint32_t> files) {
  const inference::World& world = analysis.world;
  std::map<std::uint32_t, std::map<std::uint32_t, std::vector<std::uint32_t>>> contexts;  // by file, then by code
  for (const std::uint32_t context : world.in_order) {
    const std::uint32_t file = world.project.modules()[world.module_of(context)].input.file;
    if (!analysis.live[context] || !std::ranges::binary_search(files, file)) continue;
    std::vector<std::uint32_t>& of_code = contexts[file][world.contexts[context].key.code];
    if (of_code.size() < kMostContexts) of_code.push_back(context);
  }
  std::vector<KnownName> known;
  const auto look_at = [&](std::uint32_t file, std::span<const std::uint32_t> of_code) {
    // What is seen in one context is joined with what is seen in the others, and has to last as long.
    std::vector<Observation> seen;
    for (const std::uint32_t context : of_code) seen.push_back(observer.observe(context));
    Names names(analysis);
    for (std::size_t i = 0; i < of_code.size(); ++i) names.read(of_code[i], seen[i]);
    names.tell(file, known);
  };
  // What was found before a file's limit, or before somebody asked to stop, is reported.
  work::unless_stopped([&] {
    for (const auto& each : contexts) {
      work::within(std::min(kMostWork, analysis.most_work), [&] {
        for (const auto& [code, of_code] : each.second) look_at(each.first, of_code);
      });
    }
  });
  const auto place_of = [](const KnownName& each) { return std::tuple(each.file, each.range.begin, each.range.end); };
  std::ranges::stable_sort(known, {}, place_of);
  const auto rest = std::ranges::unique(known, {}, place_of);
  known.erase(rest.begin(), rest.end());
  return known;
}

}  // namespace syncfree::engine
