#include "analyzer/context/shape_table.h"

#include <algorithm>
#include <iterator>

#include "analyzer/context/call_links.h"
#include "analyzer/context/function_role.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::Project;

namespace {

FunctionRole role_of(const Project& project, const FunctionInfo& info) {
  return {.heat_by_name = heat_by_name(project, info),
          .is_forward_pass = is_forward_pass(project, info),
          .is_training_step = is_training_step(project, info),
          .is_evaluation_step = is_evaluation_step(project, info),
          .is_test_case = is_test_case(project, info),
          .is_each_step = is_compiled(project, info) || is_called_in_steps(project, info),
          .is_transfer = is_transfer(project, info),
          .makes_object = makes_object(project, info),
          .handles_saved_state = handles_saved_state(project, info)};
}

}  // namespace

ShapeTable::OfModule ShapeTable::read(const Project& project, std::uint32_t number, const CalledNames& names) {
  const inference::ModuleInfo& module = project.modules()[number];
  OfModule read{.model = module.input.module, .shapes = {}, .roles = {}};
  for (const model::Function* function : read.model->functions) {
    const bool is_inference = std::ranges::any_of(function->decorators, [&](const model::Expression* decorator) {
      return is_inference_decorator(*decorator, project.symbols());
    });
    read.shapes.push_back(shape_of(*read.model, function, is_inference, project.symbols(), names));
    read.roles.push_back(role_of(project, project.functions()[module.first_function + function->id]));
  }
  read.shapes.push_back(shape_of(*read.model, nullptr, false, project.symbols(), names));
  return read;
}

ShapeTable::ShapeTable(const Project& project, unsigned jobs, const ShapeTable* before)
    : links_(project.links()), modules_(project.modules().size()) {
  const bool is_usable = before != nullptr && before->links_ == links_;
  names_ = is_usable ? before->names_ : std::make_shared<const CalledNames>(called_names(project));
  parallel::for_each_index(modules_.size(), jobs, [&](std::size_t number) {
    const model::Module* model = project.modules()[number].input.module;
    if (is_usable && before->modules_[number]->model == model) {
      modules_[number] = before->modules_[number];
    } else {
      modules_[number] = std::make_shared<const OfModule>(read(project, static_cast<std::uint32_t>(number), *names_));
    }
  });
  static constexpr FunctionRole kOfNothing;
  roles_.assign(project.functions().size(), &kOfNothing);
  for (std::size_t number = 0; number < modules_.size(); ++number) {
    first_functions_.push_back(project.modules()[number].first_function);
    const FunctionRole** of_module = roles_.data() + first_functions_.back();
    for (const FunctionRole& role : modules_[number]->roles) *of_module++ = &role;
  }
}

std::vector<CodeShape> ShapeTable::shapes() const {
  std::vector<CodeShape> shapes(roles_.size() + modules_.size());
  for (std::size_t number = 0; number < modules_.size(); ++number) {
    const std::vector<CodeShape>& of_module = modules_[number]->shapes;
    std::copy(of_module.begin(), std::prev(of_module.end()),
              shapes.begin() + static_cast<std::ptrdiff_t>(first_functions_[number]));
    shapes[roles_.size() + number] = of_module.back();
  }
  return shapes;
}

}  // namespace syncfree::context
