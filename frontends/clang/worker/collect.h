// Clang's knowledge of a source, as facts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontends/clang/answer.h"

namespace clang {
class DiagnosticConsumer;
class FrontendAction;
}  // namespace clang

namespace syncfree::clang_frontend {

/// What a run of Clang fills in.
struct Collection {
  WorkAnswer answer;                                         ///< facts of each file of interest that was seen
  std::vector<std::string> files;                            ///< of interest, sorted
  std::map<std::string, std::vector<std::uint32_t>> errors;  ///< offsets, by file
};

std::unique_ptr<clang::FrontendAction> make_action(Collection& into);
std::unique_ptr<clang::DiagnosticConsumer> make_diagnostics(Collection& into, std::string source);

}  // namespace syncfree::clang_frontend
