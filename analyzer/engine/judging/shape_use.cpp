// The uses of a tensor whose shape the data decide.
#include <algorithm>
#include <array>

#include "analyzer/engine/judging/consumer.h"
#include "analyzer/model/dotted_name.h"

namespace syncfree::engine {

namespace {

using model::Expression;
using model::ExpressionKind;

constexpr int kMostShapeSteps = 40;

constexpr std::array<std::string_view, 17> kReductions = {"sum",  "mean",    "max",    "min",  "any",      "all",
                                                          "norm", "prod",    "std",    "var",  "amax",     "amin",
                                                          "item", "nanmean", "nansum", "dist", "logsumexp"};
/// One value for each element, or for each row.
constexpr std::array<std::string_view, 36> kElementwise = {
    "abs",  "exp",  "log",   "log2",   "log10", "sqrt", "rsqrt", "square", "pow",    "clamp", "neg",   "sigmoid",
    "tanh", "relu", "float", "double", "half",  "long", "int",   "bool",   "to",     "type",  "eq",    "ne",
    "gt",   "lt",   "ge",    "le",     "add",   "sub",  "mul",   "div",    "argmax", "round", "floor", "detach"};

class ShapeFollower {
 public:
  explicit ShapeFollower(const FunctionView& view) : view_(view), symbols_(view.analysis().world.project.symbols()) {}

  bool vanishes(const Expression& expression) {
    if (++steps_ > kMostShapeSteps) return false;
    const flow::Parents::Holder place = view_.code().parents().of(expression);
    if (place.parent == nullptr) return place.statement != nullptr && vanishes_in(expression, *place.statement);
    switch (place.parent->kind) {
      case ExpressionKind::kBinary:
      case ExpressionKind::kComparison:
      case ExpressionKind::kUnary:
        return vanishes(*place.parent);
      case ExpressionKind::kAttribute:
        return vanishes_in_method(place.parent->as<model::Attribute>());
      case ExpressionKind::kCall:
        return vanishes_in_call(place.parent->as<model::Call>());
      default:
        return false;
    }
  }

 private:
  bool vanishes_in(const Expression& expression, const model::Statement& statement) {
    if (const auto* update = statement.get_if<model::AugmentedAssign>()) return is_masked_store(*update->target);
    const auto* assign = statement.get_if<model::Assign>();
    if (assign == nullptr || assign->value != &expression || assign->targets.size() != 1) return false;
    const Expression& target = *assign->targets.front();
    if (target.kind == ExpressionKind::kSubscript) return is_masked_store(target);
    const auto* name = target.get_if<model::Name>();
    if (name == nullptr || view_.code().is_module()) return false;
    const auto bound = view_.graph().bound.find(&target);
    if (bound == view_.graph().bound.end()) return false;
    const auto [block, step] = bound->second;
    const auto reads = flow::reads_after(view_.graph(), {block, step + 1}, name->name);
    return !reads.empty() && std::ranges::all_of(reads, [&](const Expression* read) { return vanishes(*read); });
  }

  bool is_masked_store(const Expression& target) const {
    const auto* subscript = target.get_if<model::Subscript>();
    const values::Value* index = subscript == nullptr ? nullptr : view_.observation().value_of(*subscript->index);
    return index != nullptr && values::known(index->is_device_tensor());
  }

  const model::Call* call_of(const model::Attribute& attribute) const {
    const Expression* parent = view_.code().parents().of(attribute).parent;
    const auto* call = parent == nullptr ? nullptr : parent->get_if<model::Call>();
    return call != nullptr && call->callee == &attribute ? call : nullptr;
  }

  bool vanishes_in_method(const model::Attribute& attribute) {
    const model::Call* call = call_of(attribute);
    if (call == nullptr) return false;
    const std::string_view name = symbols_.text(attribute.name);
    const bool reduces = std::ranges::find(kReductions, name) != kReductions.end();
    if (reduces && call->arguments.empty()) return true;
    return (reduces || std::ranges::find(kElementwise, name) != kElementwise.end()) && vanishes(*call);
  }

  bool vanishes_in_call(const model::Call& call) {
    const auto operations = operators_of(view_, call);
    if (operations.empty() || !operations.front()->name.starts_with("torch.")) return false;
    const std::string_view full = operations.front()->name;
    const std::string_view name = model::last_part(full);
    const bool reduces = std::ranges::find(kReductions, name) != kReductions.end();
    if (reduces && call.arguments.size() == 1) return true;
    return (reduces || std::ranges::find(kElementwise, name) != kElementwise.end()) && vanishes(call);
  }

  const FunctionView& view_;
  const model::SymbolTable& symbols_;
  int steps_ = 0;
};

}  // namespace

bool shape_vanishes(const FunctionView& view, source::TextRange range) {
  const Expression* expression = view.expression_at(range);
  return expression != nullptr && ShapeFollower(view).vanishes(*expression);
}

}  // namespace syncfree::engine
