#include "analyzer/inference/stored_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/kept_moves.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::string_view kRegistering[] = {"register_buffer", "register_parameter", "add_module", "register_module"};

/// Finds the attributes of one name that a block stores; in `others` those that it stores something in that is not the
/// attribute itself, moved.
class Stores {
 public:
  Stores(model::SymbolTable& symbols, model::Symbol self, std::unordered_set<model::Symbol>& found,
         std::unordered_set<model::Symbol>& others)
      : symbols_(symbols), self_(self), found_(found), others_(others) {}

  void in(model::Block block) {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      in(*statement);
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { in(inner); });
    }
  }

 private:
  void in(const model::Statement& statement) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      if (assign->value == nullptr) return;  // an annotation alone
      for_each_stored_part(*assign, [&](const model::Expression& target, const model::Expression* value) {
        const model::Symbol own = own_attribute(target, self_);
        if (own && value != nullptr && is_moved_self(*value, self_, own, symbols_)) {
          found_.insert(own);
        } else {
          to(target);
        }
      });
    } else if (const auto* loop = statement.get_if<model::For>()) {
      to(*loop->target);
    } else if (const auto* with = statement.get_if<model::With>()) {
      for (const model::WithItem& item : with->items) {
        if (item.target != nullptr) to(*item.target);
      }
    } else if (const auto* expression = statement.get_if<model::ExpressionStatement>()) {
      by(*expression->value);
    }
  }

  /// `self.register_buffer("name", …)`
  void by(const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (method == nullptr || call->arguments.size() < 2 || !is_self(*method->object)) return;
    if (std::ranges::find(kRegistering, symbols_.text(method->name)) == std::end(kRegistering)) return;
    const auto* name = call->arguments.front().value->get_if<model::Constant>();
    if (name == nullptr || name->constant != model::ConstantKind::kString) return;
    keep(symbols_.intern(name->text));
  }

  bool is_self(const model::Expression& object) const {
    const auto* name = object.get_if<model::Name>();
    return name != nullptr && name->name == self_;
  }

  void to(const model::Expression& target) {
    if (const auto* sequence = target.get_if<model::Sequence>()) {
      for (const model::Expression* element : sequence->elements) to(*element);
    } else if (const auto* starred = target.get_if<model::Starred>()) {
      to(*starred->value);
    } else if (const auto* attribute = target.get_if<model::Attribute>()) {
      if (is_self(*attribute->object)) keep(attribute->name);
    }
  }

  void keep(model::Symbol name) {
    found_.insert(name);
    others_.insert(name);
  }

  model::SymbolTable& symbols_;
  model::Symbol self_;
  std::unordered_set<model::Symbol>& found_;
  std::unordered_set<model::Symbol>& others_;
};

/// `self.add_module(name, part)`, `setattr(self, name, part)`
bool hides_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  const std::string_view name = flow::last_name(*call->callee, symbols);
  const std::size_t at = name == "setattr" ? 1 : 0;
  if (at == 0 && std::ranges::find(kRegistering, name) == std::end(kRegistering)) return false;
  return call->arguments.size() > at && call->arguments[at].value->kind != model::ExpressionKind::kConstant;
}

}  // namespace

StoredNames::StoredNames(const Project& project)
    : project_(project),
      of_class_(project.classes().size()),
      again_(project.classes().size()),
      hides_(project.classes().size()) {
  const model::Symbol init = project.symbols().find("__init__");
  for (const FunctionInfo& info : project.functions()) {
    // What is compiled for the GPU or only declared is never evaluated.
    if (info.owner == kNowhere || info.is_static || info.is_device_code || info.is_overload) continue;
    if (info.function->parameters.empty()) continue;
    std::unordered_set<model::Symbol> constructed;
    auto& others = info.function->name == init ? constructed : again_[info.owner];
    Stores(project.symbols(), info.function->parameters.front().name, of_class_[info.owner], others)
        .in(info.function->body);
    model::walk_expressions(info.function->body, [&](const model::Expression& expression) {
      if (hides_name(expression, project.symbols())) hides_[info.owner] = 1;
    });
  }
}

std::vector<model::Symbol> StoredNames::different(const StoredNames& other) const {
  std::unordered_set<model::Symbol> found;
  const auto add_what_one_lacks = [&](const auto& one, const auto& another) {
    for (std::size_t klass = 0; klass < one.size(); ++klass) {
      if (one[klass] == another[klass]) continue;
      for (const model::Symbol name : one[klass]) {
        if (!another[klass].contains(name)) found.insert(name);
      }
    }
  };
  add_what_one_lacks(of_class_, other.of_class_);
  add_what_one_lacks(other.of_class_, of_class_);
  add_what_one_lacks(again_, other.again_);
  add_what_one_lacks(other.again_, again_);
  if (hides_ != other.hides_) found.insert(model::Symbol{});
  return {found.begin(), found.end()};
}

bool StoredNames::has(std::uint32_t klass, model::Symbol name) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return of_class_[ancestor].contains(name); });
}

bool StoredNames::is_stored_again(std::uint32_t klass, model::Symbol name) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return again_[ancestor].contains(name); });
}

bool StoredNames::has_hidden(std::uint32_t klass) const {
  return std::ranges::any_of(project_.classes()[klass].ancestors,
                             [&](std::uint32_t ancestor) { return hides_[ancestor] != 0; });
}

bool StoredNames::subclass_has(std::uint32_t klass, model::Symbol name) const {
  const auto layer_of = [&](std::uint32_t number) {
    return project_.layers().of_module(project_.classes()[number].module);
  };
  return std::ranges::any_of(project_.classes()[klass].children, [&](std::uint32_t child) {
    return layer_of(child) == layer_of(klass) && of_class_[child].contains(name);
  });
}

}  // namespace syncfree::inference
