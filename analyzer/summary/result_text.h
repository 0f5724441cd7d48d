// Abstract values as results in the language of the catalog's rows (rules/catalog/README.md).
#pragma once

#include <string>
#include <vector>

#include "analyzer/inference/world.h"
#include "analyzer/summary/public_names.h"

namespace syncfree::summary {

/// The result of which nothing is known.
inline constexpr const char* kAnything = "anything";

/// What a call or an attribute gives to code that sees nothing but the row.
class ResultText {
 public:
  ResultText(const inference::World& world, const PublicNames& names) : world_(world), names_(names) {}

  /// "anything" where it says nothing that another file could use.
  std::string of(const values::Value& value) const { return of(value, 0); }
  /// Of an object: what is registered in a module is where the module is.
  std::string of_member(const values::Value& value) const;

 private:
  std::string of(const values::Value& value, int depth) const;
  void add_host_kinds(const values::Value& value, std::vector<std::string>& parts) const;
  void add_containers(const values::Value& value, int depth, std::vector<std::string>& parts) const;
  bool add_entities(const values::Value& value, std::vector<std::string>& parts) const;
  /// Of a class of the project.
  bool is_tensor(std::uint32_t klass) const;
  std::string items(const values::Value& container, int depth) const;

  const inference::World& world_;
  const PublicNames& names_;
};

}  // namespace syncfree::summary
