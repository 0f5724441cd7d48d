#include "driver/goal_call.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/model/dotted_name.h"
#include "analyzer/model/module.h"
#include "frontends/python/lower.h"

namespace syncfree::driver {
namespace {

using model::Expression;

struct ParsedCall {
  std::string text;
  std::unique_ptr<model::Module> module = {};
};

/// The expression that the text is; null if it is something else.
const Expression* only_expression(const model::Module& module) {
  if (!module.problems.empty() || module.body.size() != 1) return nullptr;
  const auto* statement = module.body.front()->get_if<model::ExpressionStatement>();
  return statement == nullptr ? nullptr : statement->value;
}

class CallReader {
 public:
  CallReader(std::string_view text, const model::SymbolTable& symbols) : text_(text), symbols_(symbols) {}

  /// False if it is no such call.
  bool read(const Expression& expression, engine::GoalTarget& target) const {
    const Expression* callee = &expression;
    if (const auto* call = callee->get_if<model::Call>()) {
      if (!take_arguments(*call, target.given)) return false;
      callee = call->callee;
    }
    std::string method;
    if (const auto* attribute = callee->get_if<model::Attribute>();
        attribute != nullptr && attribute->object->kind == model::ExpressionKind::kCall) {
      method = "." + std::string(symbols_.text(attribute->name));
      callee = attribute->object;
    }
    if (const auto* made = callee->get_if<model::Call>()) {
      if (!take_arguments(*made, target.made_with)) return false;
      callee = made->callee;
    }
    const std::string name = model::dotted_name(*callee, symbols_);
    target.name = name + method;
    return !name.empty();
  }

 private:
  bool take_arguments(const model::Call& call, std::optional<std::vector<engine::GoalArgument>>& arguments) const {
    arguments.emplace();
    for (const model::Argument& argument : call.arguments) {
      if (argument.stars != 0) return false;
      const auto range = argument.value->range;
      engine::GoalArgument taken{.name = argument.keyword,
                                 .value = argument.value,
                                 .text = std::string(text_.substr(range.begin, range.size()))};
      const auto* name = argument.value->get_if<model::Name>();
      const auto* constant = argument.value->get_if<model::Constant>();
      // `mask`, `mask=mask`, `mask=...`: it is given, whatever it is.
      const bool is_open = (name != nullptr && (!taken.name || taken.name == name->name)) ||
                           (constant != nullptr && constant->constant == model::ConstantKind::kEllipsis);
      if (is_open) taken.value = nullptr;
      if (name != nullptr && !taken.name) taken.name = name->name;
      arguments->push_back(std::move(taken));
    }
    return true;
  }

  std::string_view text_;
  const model::SymbolTable& symbols_;
};

}  // namespace

std::expected<engine::GoalTarget, std::string> read_goal_call(const std::string& text, model::SymbolTable& symbols) {
  const auto parsed = std::make_shared<ParsedCall>(ParsedCall{.text = text + "\n"});
  auto module = python::parse_python(parsed->text, symbols);
  engine::GoalTarget target;
  const Expression* expression = nullptr;
  if (module) {
    parsed->module = std::move(*module);
    expression = only_expression(*parsed->module);
  }
  if (expression == nullptr || !CallReader(parsed->text, symbols).read(*expression, target))
    return std::unexpected("`" + text + "` is neither the name of a function nor a call such as " +
                           "`Net(depth=2).forward(mask, scale=0.5)`");
  target.text = parsed;
  return target;
}

}  // namespace syncfree::driver
