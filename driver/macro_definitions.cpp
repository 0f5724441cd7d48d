#include "driver/macro_definitions.h"

namespace syncfree::driver {

void add_macro_definition(const model::Module& module, const FileNumber& file_number, engine::Finding& finding) {
  for (const model::Expansion& expansion : module.expansions) {
    if (expansion.use != finding.range) continue;
    const auto file = expansion.path.empty() ? std::optional(finding.file) : file_number(expansion.path);
    if (!file) continue;
    const auto length = static_cast<std::uint32_t>(expansion.macro.size());
    finding.related.push_back({.file = *file,
                               .range = {expansion.definition, expansion.definition + length},
                               .message = "`" + expansion.macro + "` is defined here"});
  }
}

}  // namespace syncfree::driver
