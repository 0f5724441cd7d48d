// What the way a function uses a parameter says of it.
#include <algorithm>
#include <array>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/use_names.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

bool Declared::used_as_tensor(const FunctionInfo& function, model::Symbol parameter) const {
  bool found = false;
  bool is_other = false;  // a method is called that tensors do not have
  const auto is_parameter = [&](const model::Expression* expression) {
    const auto* name = expression->get_if<model::Name>();
    return name != nullptr && name->name == parameter;
  };
  // `x.device`: a module has one too, but is not called `x`.
  const bool is_called_so = names_a_tensor(project_.symbols().text(parameter));
  model::walk_expressions(function.function->body, [&](const model::Expression& expression) {
    if (const auto* call = expression.get_if<model::Call>()) {
      const auto* method = call->callee->get_if<model::Attribute>();
      is_other |= is_parameter(call->callee);
      is_other |= method != nullptr && is_parameter(method->object) &&
                  (project_.catalog().child(known_.tensor, method->name) == catalog::Catalog::kNowhere ||
                   no_tensor_takes(*call, method->name, project_.catalog(), known_.tensor));
    }
    if (found) return;
    if (const auto* attribute = expression.get_if<model::Attribute>()) {
      found =
          is_parameter(attribute->object) &&
          (known_.only_tensors_have(attribute->name) || (is_called_so && attribute->name == known_.device_name)) &&
          !(names_a_shape(project_.symbols().text(parameter)) && project_.symbols().text(attribute->name) == "numel");
    } else if (const auto* call = expression.get_if<model::Call>()) {
      if (call->arguments.empty() || !is_parameter(call->arguments.front().value)) return;
      if (call->callee->kind != model::ExpressionKind::kAttribute) {
        // `x.size(0)`: only a tensor's size is called.
        return;
      }
      const Target callee = project_.resolve(function.module, *call->callee);
      if (callee.kind != TargetKind::kLibrary) return;
      const catalog::NodeRow& row = project_.catalog().row(callee.index);
      if (!is_functional(row.name) || row.operation == nullptr || row.operation->parameters.empty()) return;
      const std::string_view first = row.operation->parameters.front().name;
      found = (first == "input" || first == "self") && row.operation->parameters.front().stars == 0 &&
              !may_begin_with_a_number(row.name);
    }
  });
  return (found && !is_other) || has_device_and_dtype(function, parameter);
}

/// `torch.zeros(n, dtype=x.dtype, device=x.device)`: with both, and nothing about it that tensors have not. A module,
/// which may have both too, is called.
bool Declared::has_device_and_dtype(const FunctionInfo& function, model::Symbol parameter) const {
  const auto is_parameter = [&](const model::Expression* expression) {
    const auto* name = expression->get_if<model::Name>();
    return name != nullptr && name->name == parameter;
  };
  bool has_device = false;
  bool has_dtype = false;
  bool is_other = false;
  model::walk_expressions(function.function->body, [&](const model::Expression& expression) {
    if (const auto* call = expression.get_if<model::Call>()) is_other |= is_parameter(call->callee);
    const auto* attribute = expression.get_if<model::Attribute>();
    if (attribute == nullptr || !is_parameter(attribute->object)) return;
    has_device |= attribute->name == known_.device_name;
    has_dtype |= attribute->name == known_.dtype_name;
    is_other |= project_.catalog().child(known_.tensor, attribute->name) == catalog::Catalog::kNowhere;
  });
  return has_device && has_dtype && !is_other;
}

namespace {

// Methods whose positional arguments are sizes, and the function that counts to one.
constexpr std::array<std::string_view, 7> kSized = {"view",      "reshape",   "expand", "repeat",
                                                    "new_zeros", "new_empty", "range"};

/// `view(b, c, h * 2, w)`, `range(n)`: is the name one of the sizes.
bool names_a_size(const model::Call& call, model::Symbol name, const model::SymbolTable& symbols) {
  const auto* method = call.callee->get_if<model::Attribute>();
  const auto* function = call.callee->get_if<model::Name>();
  if (method == nullptr && function == nullptr) return false;
  const std::string_view callee = symbols.text(method != nullptr ? method->name : function->name);
  if (std::ranges::find(kSized, callee) == kSized.end()) return false;
  const auto is_size = [&](const auto& self, const model::Expression& size) -> bool {
    if (const auto* variable = size.get_if<model::Name>()) return variable->name == name;
    if (const auto* sum = size.get_if<model::Binary>()) return self(self, *sum->left) || self(self, *sum->right);
    const auto* sizes = size.get_if<model::Sequence>();
    return sizes != nullptr &&
           std::ranges::any_of(sizes->elements, [&](const auto* part) { return self(self, *part); });
  };
  return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
    return !argument.keyword && argument.stars == 0 && is_size(is_size, *argument.value);
  });
}

/// `3`, `-1`, `0.5`
bool is_number(const model::Expression& expression) {
  if (const auto* sign = expression.get_if<model::Unary>())
    return sign->operation == model::UnaryOperator::kNegate && is_number(*sign->operand);
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr &&
         (constant->constant == model::ConstantKind::kInteger || constant->constant == model::ConstantKind::kFloat);
}

/// `mode == 0 and …`, `1 < mode`, `not transposed`: does the name itself decide, alone or compared with a number.
bool decides(const model::Expression& test, model::Symbol name) {
  if (const auto* alone = test.get_if<model::Name>()) return alone->name == name;
  if (const auto* several = test.get_if<model::Boolean>()) {
    return std::ranges::any_of(several->operands,
                               [&](const model::Expression* operand) { return decides(*operand, name); });
  }
  if (const auto* inverted = test.get_if<model::Unary>(); inverted != nullptr)
    return inverted->operation == model::UnaryOperator::kNot && decides(*inverted->operand, name);
  const auto* comparison = test.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operands.size() != 2) return false;
  const auto is_compared = [&](std::size_t one, std::size_t other) {
    const auto* compared = comparison->operands[one]->get_if<model::Name>();
    return compared != nullptr && compared->name == name && is_number(*comparison->operands[other]);
  };
  return is_compared(0, 1) || is_compared(1, 0);
}

/// `z[:, :n]`, `z[n:]`
bool bounds_a_slice(const model::Expression& index, model::Symbol name) {
  if (const auto* parts = index.get_if<model::Sequence>()) {
    return std::ranges::any_of(parts->elements, [&](const auto* part) { return bounds_a_slice(*part, name); });
  }
  const auto* slice = index.get_if<model::Slice>();
  const auto is_bound = [&](const model::Expression* bound) {
    const auto* variable = bound == nullptr ? nullptr : bound->get_if<model::Name>();
    return variable != nullptr && variable->name == name;
  };
  return slice != nullptr && (is_bound(slice->start) || is_bound(slice->stop));
}

}  // namespace

/// Unpacked into names, written into text, compared with text or, to decide, with a number, a truth by itself, a size
/// of something or the bound of a slice: no tensor is.
bool Declared::used_as_host_value(const FunctionInfo& function, model::Symbol parameter) const {
  bool found = false;
  const auto is_parameter = [&](const model::Expression* expression) {
    const auto* name = expression == nullptr ? nullptr : expression->get_if<model::Name>();
    return name != nullptr && name->name == parameter;
  };
  const auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && is_parameter(assign->value)) {
        const auto* targets = assign->targets.front()->get_if<model::Sequence>();
        found |= targets != nullptr && targets->elements.size() > 1;
      }
      if (const auto* branch = statement->get_if<model::If>()) found |= decides(*branch->condition, parameter);
      if (const auto* repeated = statement->get_if<model::While>()) found |= decides(*repeated->condition, parameter);
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, function.function->body);
  model::walk_expressions(function.function->body, [&](const model::Expression& expression) {
    if (const auto* formatted = expression.get_if<model::Formatted>()) {
      for (const model::FormattedField& field : formatted->fields) found |= is_parameter(field.value);
    } else if (const auto* comparison = expression.get_if<model::Comparison>()) {
      const auto* text = comparison->operands[1]->get_if<model::Constant>();
      found |=
          is_parameter(comparison->operands[0]) && text != nullptr && text->constant == model::ConstantKind::kString;
    } else if (const auto* call = expression.get_if<model::Call>()) {
      found |= names_a_size(*call, parameter, project_.symbols());
    } else if (const auto* subscript = expression.get_if<model::Subscript>()) {
      found |= bounds_a_slice(*subscript->index, parameter);
      // A key or position of a container that belongs to the object.
      found |= is_parameter(subscript->index) && subscript->object->kind == model::ExpressionKind::kAttribute;
    }
  });
  return found;
}

}  // namespace syncfree::inference
