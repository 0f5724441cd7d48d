#include "analyzer/inference/unused_options.h"

#include <algorithm>
#include <map>

#include "analyzer/inference/declared.h"
#include "analyzer/model/walk.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

namespace {

using model::ConstantKind;
using values::Kind;

/// What the calls of one function in its own layer give it.
struct OwnCalls {
  std::vector<Value> arguments;  ///< by parameter, of all of them
  std::vector<bool> left;        ///< by parameter: what it is by default, in each call
  std::uint32_t contexts = 0;
  bool is_coarse = false;               ///< what its calls give is not kept
  std::vector<std::uint32_t> declared;  ///< contexts that are called from nowhere known
};

/// The value of a parameter by default, if that chooses what the function does: None, a boolean, a string.
const model::Constant* option_of(const model::Parameter& parameter) {
  const auto* constant =
      parameter.default_value == nullptr ? nullptr : parameter.default_value->get_if<model::Constant>();
  if (constant == nullptr) return nullptr;
  switch (constant->constant) {
    case ConstantKind::kNone:
    case ConstantKind::kTrue:
    case ConstantKind::kFalse:
    case ConstantKind::kString:
      return constant;
    default:
      return nullptr;
  }
}

bool is_default(const model::Constant& option, const Value& argument) {
  if (option.constant == ConstantKind::kNone) return argument.only(Kind::kNone);
  if (option.constant == ConstantKind::kString)
    return argument.only(Kind::kString) && argument.known_string() == option.text;
  return argument.only(Kind::kBoolean) && argument.known_bool() == (option.constant == ConstantKind::kTrue);
}

/// Does an `if` ask for one of the parameters: `if flag`, `if not flag and …`, `if x is None`, `if mode == "a"`?
class OptionTests {
 public:
  OptionTests(const model::Function& function, const std::vector<bool>& parameters)
      : function_(function), parameters_(parameters) {}

  bool ask(model::Block block) const {
    return std::ranges::any_of(block, [&](const model::Statement* each) {
      const auto* branch = each->get_if<model::If>();
      bool found = branch != nullptr && asks(*branch->condition);
      model::for_each_part(
          *each, [](const model::Expression*) {}, [&](model::Block inner) { found = found || ask(inner); });
      return found;
    });
  }

 private:
  bool asks(const model::Expression& test) const {
    if (const auto* name = test.get_if<model::Name>()) {
      const auto at = std::ranges::find(function_.parameters, name->name, &model::Parameter::name);
      return at != function_.parameters.end() &&
             parameters_[static_cast<std::size_t>(at - function_.parameters.begin())];
    }
    if (const auto* unary = test.get_if<model::Unary>()) return asks(*unary->operand);
    if (const auto* comparison = test.get_if<model::Comparison>()) return asks(*comparison->operands[0]);
    const auto* boolean = test.get_if<model::Boolean>();
    return boolean != nullptr &&
           std::ranges::any_of(boolean->operands, [&](const model::Expression* operand) { return asks(*operand); });
  }

  const model::Function& function_;
  const std::vector<bool>& parameters_;
};

}  // namespace

std::vector<OtherCall> calls_with_unused_options(const World& world, std::uint32_t layer,
                                                 std::span<const std::uint32_t> users,
                                                 std::span<const std::uint32_t> contexts,
                                                 const std::function<bool(const FunctionInfo&)>& is_public,
                                                 const std::vector<bool>& live, const Declared& declared,
                                                 values::ValueArena& arena) {
  std::map<std::uint32_t, OwnCalls> calls;
  for (const std::uint32_t context : contexts) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || users[context] == 0 || world.layer_of_code(key.code) != layer) continue;
    const FunctionInfo& info = world.project.functions()[key.code];
    const auto parameters = info.function->parameters;
    // Functions inside of it would be made once more, and whoever they are handed to would be called in more ways.
    if (parameters.empty() || info.has_inner_functions || !is_public(info)) continue;
    OwnCalls& seen = calls[key.code];
    if (seen.contexts++ == 0) {
      seen.arguments.resize(parameters.size());
      for (const model::Parameter& each : parameters) seen.left.push_back(option_of(each) != nullptr);
    }
    if (key.declared) seen.declared.push_back(context);
    seen.is_coarse = seen.is_coarse || key.coarse;
    for (std::size_t i = 0; i < key.arguments.size(); ++i) {
      seen.arguments[i] = values::join(arena, seen.arguments[i], key.arguments[i]);
      seen.left[i] = seen.left[i] && is_default(*option_of(parameters[i]), key.arguments[i]);
    }
  }
  std::vector<OtherCall> others;
  for (auto& [code, seen] : calls) {
    const FunctionInfo& info = world.project.functions()[code];
    // One more context must not cost the others what is known of their arguments.
    const bool is_seen = seen.contexts > seen.declared.size();
    if (!is_seen || seen.is_coarse || seen.contexts >= kMostContexts) continue;
    if (std::ranges::any_of(seen.declared, [&](std::uint32_t context) { return live[context]; })) continue;
    if (!OptionTests(*info.function, seen.left).ask(info.function->body)) continue;
    for (std::size_t i = 0; i < seen.arguments.size(); ++i) {
      if (seen.left[i]) seen.arguments[i] = values::join(arena, seen.arguments[i], declared.parameter(info, i));
    }
    others.push_back({code, std::move(seen.arguments)});
  }
  return others;
}

}  // namespace syncfree::inference
