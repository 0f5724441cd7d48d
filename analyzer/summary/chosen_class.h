// Classes whose `__new__` gives an object of another class: `Accuracy(task="binary")`.
#pragma once

#include <string>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/project.h"

namespace syncfree::summary {

struct ChosenClass {
  std::string when;     ///< in the language of rows, of the parameters of `__new__`; empty: for the rest
  std::uint32_t klass;  ///< of the project
};

/// In the order of the text. Only those that arguments choose.
std::vector<ChosenClass> chosen_classes(const inference::Project& project, const inference::Known& known,
                                        const inference::FunctionInfo& function);

}  // namespace syncfree::summary
