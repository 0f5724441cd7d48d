#include "analyzer/summary/summarize.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "analyzer/engine/quote.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/annotation.h"
#include "analyzer/model/walk.h"
#include "analyzer/source/line_table.h"
#include "analyzer/summary/chosen_class.h"
#include "analyzer/summary/condition_text.h"
#include "analyzer/summary/inner_waits.h"
#include "analyzer/summary/public_names.h"
#include "analyzer/summary/result_text.h"

namespace syncfree::summary {

namespace {

using catalog::NodeKind;
using catalog::TextBlock;
using catalog::TextCall;
using catalog::TextRow;
using inference::ClassInfo;
using inference::FunctionInfo;
using inference::kNowhere;

/// Methods that Python itself calls, and that the catalog's rows can have.
constexpr std::array<std::string_view, 5> kSpecial = {"__call__", "__enter__", "__getitem__", "__iter__", "__next__"};

std::string default_text(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  if (constant == nullptr) return "...";
  switch (constant->constant) {
    case model::ConstantKind::kNone:
      return "None";
    case model::ConstantKind::kTrue:
      return "True";
    case model::ConstantKind::kFalse:
      return "False";
    default:
      return "...";
  }
}

class Summarizer {
 public:
  Summarizer(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits,
             const PublicNames& names, std::string_view rule)
      : analysis_(analysis),
        project_(analysis.world.project),
        names_(names),
        rule_(rule),
        text_(analysis.world, names),
        waits_(analysis, waits) {
    const auto& contexts = analysis.world.contexts;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (contexts[context].key.declared && analysis.live[context] && !contexts[context].is_abandoned)
        declared_.emplace(contexts[context].key.code, context);
    }
  }

  catalog::TextRows run() {
    for (const std::uint32_t klass : names_.classes()) add_class(klass);
    for (const std::uint32_t function : names_.functions()) add_function(function);
    for (const std::uint32_t klass : names_.classes()) add_inherited(klass);
    for (const std::uint32_t klass : names_.classes()) {
      add_kept(klass);
      add_unknown_call(klass);
      add_attributes(klass);
    }
    add_aliases();
    catalog::TextRows rows;
    rows.reserve(rows_.size());
    for (auto& [name, row] : rows_) rows.push_back(std::move(row));
    return rows;
  }

 private:
  std::string text_of(model::Symbol name) const { return std::string(project_.symbols().text(name)); }

  /// More than the catalog's rows can have.
  static bool has_many_parameters(const FunctionInfo& info) {
    constexpr std::size_t kMost = 40;
    return info.function->parameters.size() > kMost;
  }

  /// What its annotation says that it takes: ":tensor".
  std::string_view word_of(const FunctionInfo& info, const model::Parameter& parameter) const {
    const bool is_one =
        parameter.kind != model::ParameterKind::kStar && parameter.kind != model::ParameterKind::kDoubleStar;
    if (!is_one || parameter.annotation == nullptr) return {};
    const std::string_view text = project_.modules()[info.module].input.module->text;
    const inference::Annotation annotation = inference::read_annotation(*parameter.annotation, text);
    // TorchScript knows no other type: `img: Tensor`, of an image that may be PIL's.
    const bool is_doubtful =
        inference::meant_by(annotation) == inference::Meant::kTensor && asks_for_tensor(*info.function, parameter.name);
    switch (inference::taken_by(annotation)) {
      case catalog::Takes::kTensor:
        return is_doubtful ? "" : ":tensor";
      case catalog::Takes::kInteger:
        return ":int";
      case catalog::Takes::kNumber:
        return ":number";
      case catalog::Takes::kAnything:
        return {};
    }
    return {};
  }

  /// `isinstance(img, torch.Tensor)`
  bool asks_for_tensor(const model::Function& function, model::Symbol parameter) const {
    bool asks = false;
    model::walk_expressions(function.body, [&](const model::Expression& part) {
      const auto* call = part.get_if<model::Call>();
      if (call == nullptr || call->arguments.size() != 2) return;
      const auto* name = call->arguments[0].value->get_if<model::Name>();
      asks |= name != nullptr && name->name == parameter &&
              flow::last_name(*call->callee, project_.symbols()) == "isinstance" &&
              flow::last_name(*call->arguments[1].value, project_.symbols()) == "Tensor";
    });
    return asks;
  }

  /// `self` of a method comes first; the class of a class method is bound already.
  std::vector<std::string> parameters_of(const FunctionInfo& info) const {
    if (has_many_parameters(info)) return {info.owner == kNowhere ? "*arguments" : "self", "**options"};
    std::vector<std::string> texts;
    bool is_keyword_only = false;
    for (std::size_t i = info.is_class_method ? 1 : 0; i < info.function->parameters.size(); ++i) {
      const model::Parameter& parameter = info.function->parameters[i];
      std::string text = text_of(parameter.name);
      if (parameter.kind == model::ParameterKind::kStar) text = "*" + text;
      if (parameter.kind == model::ParameterKind::kDoubleStar) text = "**" + text;
      if (parameter.kind == model::ParameterKind::kKeywordOnly && !std::exchange(is_keyword_only, true) &&
          (texts.empty() || !texts.back().starts_with('*')))
        texts.emplace_back("*");
      text += word_of(info, parameter);
      if (parameter.default_value != nullptr) text += "=" + default_text(*parameter.default_value);
      texts.push_back(std::move(text));
    }
    return texts;
  }

  /// "torch_geometric/utils/degree.py:31"
  std::string place_of(std::uint32_t context, source::TextRange range) const {
    const inference::ModuleInput& input = project_.modules()[analysis_.world.module_of(context)].input;
    std::string path = input.name;
    std::ranges::replace(path, '.', '/');
    path += input.is_package ? "/__init__.py" : ".py";
    return path + ":" + std::to_string(source::LineTable(input.module->text).line_of(range.begin));
  }

  const model::Function* constructor_of(std::uint32_t klass) const {
    const std::uint32_t found = klass == kNowhere ? kNowhere : waits_.constructor_of(klass);
    return found == kNowhere ? nullptr : project_.functions()[found].function;
  }

  /// `receiver`: see InnerWaits::of.
  std::vector<TextBlock> blocks_of(const FunctionInfo& info, std::uint32_t context, std::uint32_t receiver) {
    std::vector<TextBlock> blocks;
    for (const InnerWait& wait : waits_.of(context, receiver)) {
      if (wait.needs_operands && info.function->parameters.empty()) continue;
      if (!wait.guards.empty() && has_many_parameters(info)) continue;
      std::optional<std::string> when = condition_text(wait, info, constructor_of(receiver), project_.symbols());
      if (!when) continue;
      for (const Guard& guard : wait.guards) {
        if (guard.setting) kept_.insert(std::string(guard.setting.text));
      }
      const inference::ModuleInput& input = project_.modules()[analysis_.world.module_of(wait.context)].input;
      const std::string quoted = engine::quote(input.module->text.substr(wait.range.begin, wait.range.size()));
      blocks.push_back({.rule = std::string(rule_),
                        .when = std::move(*when),
                        .reason = "inside, the host waits for `" + quoted + "` (" + place_of(wait.context, wait.range) +
                                  (wait.is_repeated ? "), in a loop" : ")"),
                        .call = ""});
    }
    return blocks;
  }

  std::optional<TextCall> call_of(std::uint32_t function, std::uint32_t receiver) {
    const auto found = declared_.find(function);
    if (found == declared_.end()) return std::nullopt;
    const FunctionInfo& info = project_.functions()[function];
    const FunctionInfo& taker = project_.functions()[waits_.taker_of(function, receiver)];
    const values::Value& result = analysis_.world.contexts[found->second].outcome.result;
    // `cls(…)`: of a subclass it is an object of that.
    const bool is_of_class = info.is_class_method && result.may_be(values::Kind::kInstance);
    TextCall call{.parameters = parameters_of(taker),
                  .result = is_of_class ? kAnything : text_.of(result),
                  .blocks = blocks_of(taker, found->second, receiver)};
    if (info.function->is_async) call = {.parameters = std::move(call.parameters), .result = kAnything, .blocks = {}};
    return call;
  }

  /// Nobody uses what is always None.
  static bool says_something(const TextCall& call) {
    return (call.result != kAnything && call.result != "none") || !call.blocks.empty();
  }

  /// Nobody takes a setting for a tensor, and what torch's own layers do shows where they are used; there are very many
  /// of both.
  static bool is_worth_a_row(std::string_view value) {
    return value.contains("tensor(") || value.contains("array(") || value.contains("device(") ||
           (value.contains("instance(") && !value.starts_with("instance(torch."));
  }

  /// A base that others know has a member of that name, which this one takes the place of.
  bool hides(const FunctionInfo& info) const {
    if (info.owner == kNowhere) return false;
    const ClassInfo& owner = project_.classes()[info.owner];
    return std::ranges::any_of(owner.library_bases, [&](std::uint32_t base) {
      return project_.catalog().child(base, info.function->name) != catalog::Catalog::kNowhere;
    });
  }

  void add_function(std::uint32_t function) {
    const FunctionInfo& info = project_.functions()[function];
    const std::string name = names_.of_function(function);
    const std::string_view own = project_.symbols().text(info.function->name);
    if (name.empty() || (own.starts_with("__") && std::ranges::find(kSpecial, own) == kSpecial.end())) return;
    const bool has_object = info.owner != kNowhere && !info.is_static && !info.is_class_method;
    std::optional<TextCall> call = call_of(function, has_object ? info.owner : kNowhere);
    if (!call) return;
    if (own == "forward" || own == "__call__") return add_object_call(info, info.owner, std::move(*call), own);
    if (!says_something(*call) && !hides(info)) return;
    if (info.is_property) {
      rows_.try_emplace(name, TextRow{.name = name, .kind = NodeKind::kConstant, .value = call->result});
    } else {
      rows_.try_emplace(name, TextRow{.name = name, .kind = NodeKind::kFunction, .call = std::move(call)});
    }
  }

  /// `forward` of a module is what its call runs; a `__call__` of its own goes before it.
  void add_object_call(const FunctionInfo& info, std::uint32_t klass, TextCall call, std::string_view own) {
    const auto owner = info.owner == kNowhere ? rows_.end() : rows_.find(names_.of_class(klass));
    if (owner == rows_.end()) return;
    const bool is_run = own == "__call__" || project_.classes()[klass].is_module;
    if (is_run && (own == "__call__" || !owner->second.object_call)) owner->second.object_call = std::move(call);
  }

  void add_class(std::uint32_t klass) {
    const ClassInfo& info = project_.classes()[klass];
    const std::string name = names_.of_class(klass);
    TextRow row{.name = name, .kind = NodeKind::kClass};
    row.call = TextCall{.parameters = {"*arguments", "**options"},
                        .result = info.is_module ? "instance(this, device=cpu)" : "instance(this)",
                        .blocks = {}};
    // Of the nearest bases that others know.
    const auto add_base = [&](std::string base) {
      if (!base.empty() && std::ranges::find(row.bases, base) == row.bases.end()) row.bases.push_back(std::move(base));
    };
    for (const std::uint32_t parent : analysis_.world.parents[klass]) add_base(names_.of_class(parent));
    for (const std::uint32_t base : info.library_bases) add_base(std::string(project_.catalog().row(base).name));
    rows_.try_emplace(name, std::move(row));
  }

  /// Methods of bases that wait in another way on objects of this class.
  void add_inherited(std::uint32_t klass) {
    const ClassInfo& info = project_.classes()[klass];
    for (std::size_t i = 1; i < info.ancestors.size(); ++i) {
      const auto& methods = project_.classes()[info.ancestors[i]].methods;
      for (std::size_t k = 0; k < methods.size(); ++k) {
        if (project_.find_method(klass, methods.key(k)) == methods.value(k)) add_inherited(klass, methods.value(k));
      }
    }
  }
  void add_inherited(std::uint32_t klass, std::uint32_t function) {
    const FunctionInfo& info = project_.functions()[function];
    const std::string_view own = project_.symbols().text(info.function->name);
    const auto found = declared_.find(function);
    if (found == declared_.end() || info.is_property || info.is_static || info.is_class_method || !is_public(own))
      return;
    const bool is_call = own == "forward" || own == "__call__";
    if (own.starts_with("__") && !is_call && std::ranges::find(kSpecial, own) == kSpecial.end()) return;
    if (!waits_.depends_on(found->second, klass)) return;
    std::optional<TextCall> call = call_of(function, klass);
    const std::string base = names_.of_function(function);
    if (!call || call->blocks.empty()) return;
    if (is_call) return add_object_call(info, klass, std::move(*call), own);
    const auto known = rows_.find(base);
    if (known != rows_.end() && known->second.call && known->second.call->blocks == call->blocks) return;
    const std::string name = names_.of_class(klass) + "." + std::string(own);
    rows_.try_emplace(name, TextRow{.name = name, .kind = NodeKind::kFunction, .call = std::move(call)});
  }

  /// `Accuracy(task="binary")` is an object of another class, which keeps what has the same name.
  bool add_chosen(std::uint32_t klass) {
    const model::Symbol name = project_.symbols().find("__new__");
    const std::uint32_t function = name ? project_.find_method(klass, name) : kNowhere;
    if (function == kNowhere || project_.functions()[function].owner != klass) return false;
    const FunctionInfo& info = project_.functions()[function];
    if (has_many_parameters(info) || info.function->parameters.empty()) return false;
    TextRow& row = rows_.at(names_.of_class(klass));
    std::string result = row.call->result;
    const auto chosen = chosen_classes(project_, *analysis_.known, info);
    for (const ChosenClass& one : chosen | std::views::reverse) {
      const std::string made = names_.of_class(one.klass);
      if (made.empty() || one.klass == klass) return false;
      const std::string device = project_.classes()[one.klass].is_module ? ", device=cpu" : "";
      const std::string object = "instance(" + made + kept_by(info) + device + ")";
      result = one.when.empty() ? object : "when(" + one.when + ", " + object + ", " + result + ")";
    }
    if (chosen.empty()) return false;
    row.call->parameters = parameters_of(info);
    if (!info.is_class_method) row.call->parameters.erase(row.call->parameters.begin());
    row.call->result = std::move(result);
    return true;
  }

  /// ", check, mode": of a constructor's parameters.
  std::string kept_by(const FunctionInfo& constructor) const {
    std::string kept;
    for (const model::Parameter& parameter : constructor.function->parameters.subspan(1)) {
      const bool is_one =
          parameter.kind != model::ParameterKind::kStar && parameter.kind != model::ParameterKind::kDoubleStar;
      if (is_one && kept_.contains(text_of(parameter.name))) kept += ", " + text_of(parameter.name);
    }
    return kept;
  }

  /// What conditions ask of objects, they keep of their constructor's arguments.
  void add_kept(std::uint32_t klass) {
    if (add_chosen(klass)) return;
    const std::uint32_t function = waits_.constructor_of(klass);
    if (function == kNowhere) return;
    const FunctionInfo& info = project_.functions()[function];
    if (has_many_parameters(info) || info.function->parameters.empty()) return;
    TextRow& row = rows_.at(names_.of_class(klass));
    const std::string kept = kept_by(info);
    if (kept.empty()) return;
    row.call->parameters = parameters_of(info);
    row.call->parameters.erase(row.call->parameters.begin());
    row.call->result.insert(std::string_view("instance(this").size(), kept);
  }

  /// A module whose `forward` only its subclasses have gives what they give.
  void add_unknown_call(std::uint32_t klass) {
    const ClassInfo& info = project_.classes()[klass];
    if (!info.is_module || project_.find_method(klass, analysis_.known->forward) != kNowhere) return;
    TextRow& row = rows_.at(names_.of_class(klass));
    const bool is_built = std::ranges::any_of(info.library_bases, [&](std::uint32_t base) {
      return project_.catalog().row(base).name != "torch.nn.Module" &&
             project_.catalog().derives(base, analysis_.known->module);
    });
    if (!row.object_call && !is_built)
      row.object_call = TextCall{.parameters = {"self", "*arguments", "**options"}, .result = kAnything, .blocks = {}};
  }

  void add_attributes(std::uint32_t klass) {
    const std::string name = names_.of_class(klass);
    const auto& attributes = analysis_.world.objects[klass].attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const std::string own = text_of(attributes.key(i));
      const std::string value = text_.of_member(attributes.value(i));
      if (!is_public(own) || own.starts_with("__") || !is_worth_a_row(value)) continue;
      if (project_.find_method(klass, attributes.key(i)) != kNowhere) continue;
      const std::string whole = name + "." + own;
      rows_.try_emplace(whole, TextRow{.name = whole, .kind = NodeKind::kConstant, .value = value});
    }
  }

  void add_aliases() {
    for (const auto& [name, meant] : names_.aliases()) {
      if (rows_.contains(meant))
        rows_.try_emplace(name, TextRow{.name = name, .kind = rows_.at(meant).kind, .alias_of = meant});
    }
  }

  const inference::Analysis& analysis_;
  const inference::Project& project_;
  const PublicNames& names_;
  std::string_view rule_;
  ResultText text_;
  InnerWaits waits_;
  std::map<std::uint32_t, std::uint32_t> declared_;  ///< by code, the context in which strangers call it
  std::map<std::string, TextRow> rows_;
  std::set<std::string> kept_;  ///< parameters of constructors that conditions ask for
};

}  // namespace

Summary summarize(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits,
                  std::string package, std::string_view rule) {
  const PublicNames names(analysis.world.project, package);
  return {.package = std::move(package), .version = {}, .rows = Summarizer(analysis, waits, names, rule).run()};
}

}  // namespace syncfree::summary
