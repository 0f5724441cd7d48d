// What the syntax of all functions of a project says of how often they run, each read once: the next analysis of the
// project reads those of the modules again whose texts have changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analyzer/context/code_shape.h"
#include "analyzer/context/heat.h"
#include "analyzer/inference/project.h"

namespace syncfree::context {

/// What names, decorators and bases say of a function (function_role.h).
struct FunctionRole {
  std::optional<Heat> heat_by_name;
  bool is_forward_pass = false;
  bool is_training_step = false;
  bool is_evaluation_step = false;
  bool is_test_case = false;
  bool is_each_step = false;  ///< compiled, or called in steps by its base
  bool is_transfer = false;
  bool makes_object = false;
  bool handles_saved_state = false;
};

class ShapeTable {
 public:
  /// `before`: of an earlier project, whose models are still there; null: there is none. Only of one with the same
  /// Project::links anything is taken: names, classes and bases are the same then. `jobs` threads share the work.
  ShapeTable(const inference::Project& project, unsigned jobs, const ShapeTable* before);

  /// By code: functions, then module bodies.
  std::vector<CodeShape> shapes() const;
  const FunctionRole& role(std::uint32_t function) const { return *roles_[function]; }

 private:
  struct OfModule {
    const model::Module* model;
    std::vector<CodeShape> shapes;  ///< of its functions, then of its body
    std::vector<FunctionRole> roles;
  };
  static OfModule read(const inference::Project& project, std::uint32_t module, const CalledNames& names);

  std::shared_ptr<const int> links_;  ///< of the project
  std::shared_ptr<const CalledNames> names_;
  std::vector<std::shared_ptr<const OfModule>> modules_;  ///< shared with the tables that are made of this one
  std::vector<std::uint32_t> first_functions_;            ///< by module
  std::vector<const FunctionRole*> roles_;                ///< by function
};

}  // namespace syncfree::context
