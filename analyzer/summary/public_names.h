// The public names of a package: those under which its functions and classes are imported.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::summary {

/// Of the modules of one package; tests are none of its own.
class PublicNames {
 public:
  /// `package`: "torch_geometric", the first part of its modules' names.
  PublicNames(const inference::Project& project, std::string package);

  const std::string& package() const { return package_; }
  /// Top-level functions and methods that others can call, by number.
  const std::vector<std::uint32_t>& functions() const { return functions_; }
  /// Top-level classes, by number; those with a private name are bases of others.
  const std::vector<std::uint32_t>& classes() const { return classes_; }
  /// "torch_geometric.nn.conv.gcn_conv.GCNConv": where it is defined. Empty for what is not listed.
  std::string of_class(std::uint32_t klass) const;
  std::string of_function(std::uint32_t function) const;
  /// Other names, and what they stand for; sorted.
  const std::vector<std::pair<std::string, std::string>>& aliases() const { return aliases_; }

 private:
  bool is_own(const inference::ModuleInfo& module) const;
  std::vector<bool> shown_modules() const;
  void add_aliases(std::uint32_t module);
  std::string name_of(const inference::Target& target) const;

  const inference::Project& project_;
  std::string package_;
  std::vector<std::uint32_t> functions_;
  std::vector<std::uint32_t> classes_;
  std::set<std::string> function_names_;
  std::vector<std::pair<std::string, std::string>> aliases_;
};

/// May code outside of the package name it: `forward`, `__call__`, and what does not begin with `_`.
bool is_public(std::string_view name);

}  // namespace syncfree::summary
