#include "analyzer/inference/option_tests.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

using model::ConstantKind;

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

bool asks_for_kind(const model::Expression& callee, const model::SymbolTable& symbols) {
  if (const auto* name = callee.get_if<model::Name>()) return symbols.text(name->name) == "isinstance";
  const auto* member = callee.get_if<model::Attribute>();
  return member != nullptr && symbols.text(member->name) == "is_tensor";
}

}  // namespace

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

bool is_option(const model::Constant& option, const values::Value& argument) {
  using values::Kind;
  if (option.constant == ConstantKind::kNone) return argument.only(Kind::kNone);
  if (option.constant == ConstantKind::kString)
    return argument.only(Kind::kString) && argument.known_string() == option.text;
  return argument.only(Kind::kBoolean) && argument.known_bool() == (option.constant == ConstantKind::kTrue);
}

bool asks_for_option(const model::Function& function, const std::vector<bool>& options) {
  return OptionTests(function, options).ask(function.body);
}

std::vector<bool> asked_for_kind(const model::Function& function, const model::SymbolTable& symbols) {
  std::vector<bool> asked(function.parameters.size(), false);
  model::walk_expressions(function.body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr || call->arguments.empty() || !asks_for_kind(*call->callee, symbols)) return;
    const auto* subject = call->arguments.front().value->get_if<model::Name>();
    if (subject == nullptr) return;
    const auto at = std::ranges::find(function.parameters, subject->name, &model::Parameter::name);
    if (at != function.parameters.end()) asked[static_cast<std::size_t>(at - function.parameters.begin())] = true;
  });
  return asked;
}

}  // namespace syncfree::inference
