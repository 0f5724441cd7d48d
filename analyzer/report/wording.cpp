#include "analyzer/report/wording.h"

#include "analyzer/report/summary.h"

namespace syncfree::report {

std::string_view dependency_words(engine::Dependency dependency) {
  switch (dependency) {
    case engine::Dependency::kFalse:
      return "no (false dependency): nothing that the program computes depends on this wait";
    case engine::Dependency::kTrue:
      return "yes (true dependency): the host uses the value, so it can be computed on the GPU, read later or read "
             "less often";
    case engine::Dependency::kEither:
      return {};
  }
  return {};
}

std::string also_note(const engine::Finding& finding) {
  if (finding.also.empty()) return {};
  std::string codes;
  for (const engine::AlsoFound& also : finding.also) codes += (codes.empty() ? "" : ", ") + std::string(also.code);
  return " (also " + codes + ")";
}

std::string remedy_words(const engine::Finding& finding, const engine::Remedy& remedy) {
  std::string words(remedy.hint);
  if (!finding.also.empty() && !words.empty()) words += " (" + std::string(remedy.code) + ")";
  return words;
}

std::string interrupted_words(const engine::Interrupted& interrupted) {
  return std::to_string(interrupted.analysed) + " of " + counted(interrupted.files, "file was", "files were") +
         " analysed to the end";
}

std::string_view words_of(fixes::WaitsLeft left) {
  return left == fixes::WaitsLeft::kNarrower ? "; a narrower wait is left" : std::string_view();
}

std::string how_to_apply(const fixes::Fix& fix) {
  const std::string left(words_of(fix.waits_left));
  switch (fix.applicability) {
    case fixes::Applicability::kSafe:
      return " (safe: `--fix`" + left + ")";
    case fixes::Applicability::kUnsafe:
      return " (needs review: `--fix --unsafe-fixes`" + left + ")";
    case fixes::Applicability::kSuggestion:
      return " (by hand" + left + ")";
  }
  return {};
}

}  // namespace syncfree::report
