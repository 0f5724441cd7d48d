// The analysis of one file after another, with what all of them share made once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/finding.h"
#include "analyzer/fixes/write_edits.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::fuzz {

class Workbench {
 public:
  using Render = std::optional<std::vector<fixes::TextEdit>> (*)(const fixes::Source&, const model::Location&,
                                                                 std::span<const fixes::Edit>);

  explicit Workbench(Render render) : render_(render) {}

  /// For one file: names of files long gone are forgotten from time to time.
  model::SymbolTable& symbols();

  /// Values are followed, and findings made with their fixes; what they point to must lie within the text.
  std::vector<engine::Finding> analyze(const model::Module& module);

 private:
  struct Shared {
    model::SymbolTable symbols;
    catalog::Catalog catalog{catalog::builtin_rows(), symbols};
  };
  Render render_;
  std::unique_ptr<Shared> shared_;
  unsigned files_ = 0;
};

}  // namespace syncfree::fuzz
