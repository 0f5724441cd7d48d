// `syncfree-lint clean`.
#include "analyzer/report/summary.h"
#include "cli/commands.h"
#include "driver/cache_folder.h"

namespace syncfree::cli {

ExitStatus run_clean(const CleanArguments& arguments) {
  const auto folder = driver::cache_folder(arguments.cache_folder);
  const std::size_t removed = folder ? driver::clear_summaries(*folder) : 0;
  return print(report::counted(removed, "file", "files") + " removed\n", kNothingFound);
}

}  // namespace syncfree::cli
