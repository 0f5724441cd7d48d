#include "analyzer/context/shape_table.h"

#include <algorithm>
#include <utility>

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
          .handles_saved_state = handles_saved_state(project, info),
          .runs_seldom = runs_seldom(project, info),
          .fills_tensors = fills_tensors(project, info),
          .is_of_metric = is_of_metric(project, info),
          .searches_rate = searches_rate(project, info)};
}

}  // namespace

std::shared_ptr<const ShapeTable::ShapesOfModule> ShapeTable::read_shapes(const Project& project, std::uint32_t number,
                                                                          const CalledNames& names) {
  const model::Module* model = project.modules()[number].input.module;
  auto read = std::make_shared<ShapesOfModule>(ShapesOfModule{.model = model, .of_code = {}});
  for (const model::Function* function : model->functions) {
    const bool is_inference = std::ranges::any_of(function->decorators, [&](const model::Expression* decorator) {
      return is_inference_decorator(*decorator, project.symbols());
    });
    read->of_code.push_back(shape_of(*model, function, is_inference, project.symbols(), names));
  }
  read->of_code.push_back(shape_of(*model, nullptr, false, project.symbols(), names));
  return read;
}

std::shared_ptr<const ShapeTable::Roles> ShapeTable::read_roles(const Project& project, std::uint32_t number) {
  const inference::ModuleInfo& module = project.modules()[number];
  auto read = std::make_shared<Roles>();
  for (const model::Function* function : module.input.module->functions)
    read->push_back(role_of(project, project.functions()[module.first_function + function->id]));
  return read;
}

ShapeTable::ShapeTable(const Project& project, const inference::MentionedNames& mentioned, unsigned jobs,
                       const ShapeTable* before)
    : links_(project.links()), shapes_(project.modules().size()), of_module_(project.modules().size()) {
  const bool links_alike = before != nullptr && before->links_ == links_;
  library_names_ =
      before != nullptr
          ? before->library_names_
          : std::make_shared<const std::unordered_set<std::string_view>>(names_of_libraries(project.catalog()));
  names_ = links_alike ? before->names_ : std::make_shared<const CalledNames>(called_names(project, *library_names_));
  const std::unordered_set<std::uint32_t> other_names =
      before == nullptr || links_alike ? std::unordered_set<std::uint32_t>() : different(*names_, *before->names_);
  const auto has_other_names = [&](std::size_t number) {
    if (other_names.empty()) return false;
    return project.modules()[number].input.is_library ||
           std::ranges::any_of(*mentioned[number], [&](model::Symbol name) { return other_names.contains(name.id); });
  };
  parallel::for_each_index(shapes_.size(), jobs, [&](std::size_t number) {
    const auto module = static_cast<std::uint32_t>(number);
    const bool was_there = before != nullptr && number < before->shapes_.size() &&
                           before->shapes_[number]->model == project.modules()[number].input.module;
    shapes_[number] =
        was_there && !has_other_names(number) ? before->shapes_[number] : read_shapes(project, module, *names_);
    // Names, classes and bases may be others in another project.
    of_module_[number] = was_there && links_alike ? before->of_module_[number] : read_roles(project, module);
  });
  static constexpr FunctionRole kOfNothing;
  roles_.assign(project.functions().size(), &kOfNothing);
  for (std::size_t number = 0; number < shapes_.size(); ++number) {
    first_functions_.push_back(project.modules()[number].first_function);
    const FunctionRole** of_module = roles_.data() + first_functions_.back();
    for (const FunctionRole& role : *of_module_[number]) *of_module++ = &role;
  }
}

Shapes ShapeTable::shapes() const {
  static const CodeShape kOfNothing;
  std::vector<const CodeShape*> shapes(roles_.size() + shapes_.size(), &kOfNothing);
  for (std::size_t number = 0; number < shapes_.size(); ++number) {
    const std::vector<CodeShape>& of_module = shapes_[number]->of_code;
    std::size_t at = first_functions_[number];
    for (std::size_t i = 0; i + 1 < of_module.size(); ++i) shapes[at++] = &of_module[i];
    shapes[roles_.size() + number] = &of_module.back();
  }
  return Shapes(std::move(shapes));
}

}  // namespace syncfree::context
