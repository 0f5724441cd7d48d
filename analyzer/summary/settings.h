// What the attributes of an object are that its constructor sets from its arguments: `self.normalize = normalize`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/summary/guards.h"

namespace syncfree::summary {

struct Setting {
  const model::Constant* value = nullptr;  ///< of an object built with the defaults; null: nobody knows
  std::set<std::uint32_t> parameters;      ///< of the constructor: those that decide it
  bool is_given = false;                   ///< it is one of them, as it was given
};
/// By symbol of the attribute.
using SettingsOfClass = std::map<std::uint32_t, Setting>;

class Settings {
 public:
  Settings(const inference::Project& project, const inference::Known& known);

  const SettingsOfClass& of(std::uint32_t klass);
  /// kNowhere if nobody sees it.
  std::uint32_t constructor_of(std::uint32_t klass) const;
  /// What a guard of a setting asks of the constructor's arguments: `Guard::setting` names a parameter of it then.
  struct OfConstructor {
    bool is_known = false;
    std::optional<Guards> guards = {};  ///< nothing: it does not hold in an object built with the defaults
  };
  OfConstructor of_constructor(const Guard& guard, std::uint32_t klass);

 private:
  void drop_changed(std::uint32_t klass, SettingsOfClass& settings);
  bool keeps(const inference::FunctionInfo& function, const GuardedParts& parts, const model::Expression& target,
             const model::Expression* value, const SettingsOfClass& settings, Setting& setting) const;

  const inference::Project& project_;
  const inference::Known& known_;
  model::Symbol init_;
  std::map<std::uint32_t, SettingsOfClass> classes_;
};

/// Of a constant: what a guard asks; nothing: nobody knows.
std::optional<bool> is_so(const model::Constant& constant, const Guard& guard);

}  // namespace syncfree::summary
