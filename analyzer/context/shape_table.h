// What the syntax of all functions of a project says of how often they run, each read once: the next analysis of the
// project reads those of the modules again whose texts have changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/context/code_shape.h"
#include "analyzer/context/heat.h"
#include "analyzer/context/shapes.h"
#include "analyzer/inference/mentioned_names.h"
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
  bool runs_seldom = false;
  bool fills_tensors = false;
  bool is_of_metric = false;
  bool searches_rate = false;
};

class ShapeTable {
 public:
  /// `before`: of an earlier project of the same catalog and symbols, whose models are still there; null: there is
  /// none. What it has is taken where it is what would be read again. `mentioned`: names in the modules of `project`.
  /// `jobs` threads share the work.
  ShapeTable(const inference::Project& project, const inference::MentionedNames& mentioned, unsigned jobs,
             const ShapeTable* before);

  /// Of copies of this table too.
  Shapes shapes() const;
  const FunctionRole& role(std::uint32_t function) const { return *roles_[function]; }
  /// As they were read, of a module: of its functions, then of its body. The same object as long as the text is.
  const std::vector<CodeShape>& of_module(std::uint32_t module) const { return shapes_[module]->of_code; }
  /// Tables of projects that were made of one another.
  bool links_as(const ShapeTable& other) const { return links_ == other.links_; }

 private:
  struct ShapesOfModule {
    const model::Module* model;
    std::vector<CodeShape> of_code;  ///< of its functions, then of its body
  };
  using Roles = std::vector<FunctionRole>;  ///< of the functions of a module
  static std::shared_ptr<const ShapesOfModule> read_shapes(const inference::Project& project, std::uint32_t module,
                                                           const CalledNames& names);
  static std::shared_ptr<const Roles> read_roles(const inference::Project& project, std::uint32_t module);

  std::shared_ptr<const int> links_;  ///< of the project
  std::shared_ptr<const std::unordered_set<std::string_view>> library_names_;
  std::shared_ptr<const CalledNames> names_;
  // By module; shared with the tables that are made of this one.
  std::vector<std::shared_ptr<const ShapesOfModule>> shapes_;
  std::vector<std::shared_ptr<const Roles>> of_module_;
  std::vector<std::uint32_t> first_functions_;
  std::vector<const FunctionRole*> roles_;  ///< by function
};

}  // namespace syncfree::context
