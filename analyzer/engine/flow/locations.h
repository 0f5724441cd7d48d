// Where a function keeps its values, as numbers that actions speak of.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "analyzer/engine/flow_rule.h"
#include "analyzer/model/expression.h"

namespace syncfree::engine {

/// Numbers for names, attributes of names, and values without a name.
class Locations {
 public:
  Storage of_name(model::Symbol name) { return path(0, name); }
  Storage of(const model::Expression& expression) {
    switch (expression.kind) {
      case model::ExpressionKind::kName:
        return of_name(expression.as<model::Name>().name);
      case model::ExpressionKind::kAttribute: {
        const auto& attribute = expression.as<model::Attribute>();
        const bool named = attribute.object->kind == model::ExpressionKind::kName ||
                           attribute.object->kind == model::ExpressionKind::kAttribute;
        if (named) return path(of(*attribute.object), attribute.name);
        break;
      }
      case model::ExpressionKind::kNamed:
        return of(*expression.as<model::Named>().target);
      case model::ExpressionKind::kStarred:
        return of(*expression.as<model::Starred>().value);
      case model::ExpressionKind::kAwait:
        return of(*expression.as<model::Await>().value);
      case model::ExpressionKind::kConstant:
        return 0;
      default:
        break;
    }
    return values_.try_emplace(&expression, next_number()).first->second;
  }

 private:
  Storage path(Storage parent, model::Symbol name) {
    return paths_.try_emplace({parent, name.id}, next_number()).first->second;
  }
  Storage next_number() const { return static_cast<Storage>(paths_.size() + values_.size() + 1); }

  std::map<std::pair<Storage, std::uint32_t>, Storage> paths_;
  std::unordered_map<const model::Expression*, Storage> values_;
};

}  // namespace syncfree::engine
