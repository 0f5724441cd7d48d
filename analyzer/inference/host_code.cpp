// Code whose tensors are on the CPU, unless it puts them on the GPU itself: what reads data for a loader, and what
// controls other processes.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/inference/project.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::array<std::string_view, 3> kReaders = {"torch.utils.data.Dataset", "torch.utils.data.IterableDataset",
                                                      "torch.utils.data.Sampler"};
// How the names of classes end that read data, where their bases are not known.
constexpr std::array<std::string_view, 4> kReaderEndings = {"Dataset", "DataModule", "Collator", "Collate"};

bool names_reader(std::string_view name) {
  return std::ranges::any_of(kReaderEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

std::string_view written_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return symbols.text(name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return symbols.text(attribute->name);
  return {};
}

/// `collate`, `collate_fn`, `pad_collate`
bool names_collation(std::string_view name) {
  return name.starts_with("collate") || name.ends_with("_collate") || name.ends_with("_collate_fn");
}

/// What a data module does with a batch on its way to the GPU and there.
bool takes_batches(std::string_view name) {
  return name == "transfer_batch_to_device" || name.starts_with("on_before_batch") ||
         name.starts_with("on_after_batch");
}

}  // namespace

bool Project::reads_data(const ClassInfo& info) const {
  const bool derives = std::ranges::any_of(info.library_bases, [&](std::uint32_t base) {
    return std::ranges::any_of(kReaders, [&](std::string_view name) {
      const std::uint32_t reader = catalog_.find(name);
      return reader != catalog::Catalog::kNowhere && catalog_.derives(base, reader);
    });
  });
  return derives || std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) {
           const model::Class& definition = *classes_[ancestor].definition;
           return names_reader(symbols_.text(definition.name)) ||
                  std::ranges::any_of(definition.bases, [&](const model::Argument& base) {
                    return names_reader(written_name(*base.value, symbols_));
                  });
         });
}

/// It waits for what Ray's actors give, is none itself, and does not speak of the GPU.
bool Project::controls_others(const ClassInfo& info, model::Symbol ray) const {
  const auto is_of_ray = [&](const model::Expression& expression) {
    const auto* attribute = expression.get_if<model::Attribute>();
    const auto* package = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
    return package != nullptr && package->name == ray;
  };
  for (const model::Expression* decorator : info.definition->decorators) {
    const auto* call = decorator->get_if<model::Call>();
    if (is_of_ray(call == nullptr ? *decorator : *call->callee)) return false;
  }
  bool waits = false;
  bool computes = false;
  model::walk_expressions(info.definition->body, [&](const model::Expression& expression) {
    computes |= written_name(expression, symbols_) == "cuda";
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr || !is_of_ray(*call->callee)) return;
    const std::string_view name = written_name(*call->callee, symbols_);
    waits |= name == "get" || name == "wait";
  });
  return waits && !computes;
}

void Project::mark_host_code() {
  const model::Symbol ray = symbols_.find("ray");
  std::vector<bool> reads(classes_.size(), false);
  std::vector<bool> controls(classes_.size(), false);
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass) {
    const ClassInfo& info = classes_[klass];
    reads[klass] = reads_data(info);
    controls[klass] = ray && modules_[info.module].scope.find(ray) != Scope::kAbsent && controls_others(info, ray);
  }
  for (FunctionInfo& info : functions_) {
    const std::string_view name = symbols_.text(info.function->name);
    const bool has_class = info.owner != kNowhere;
    info.reads_data = (has_class && reads[info.owner] && !takes_batches(name)) || names_collation(name);
    info.is_on_host = info.reads_data || (has_class && controls[info.owner]);
    if (info.function->enclosing == nullptr) continue;
    const FunctionInfo& around = functions_[modules_[info.module].first_function + info.function->enclosing->id];
    info.reads_data |= around.reads_data;
    info.is_on_host |= around.is_on_host;
  }
}

}  // namespace syncfree::inference
