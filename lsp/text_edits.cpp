#include "lsp/text_edits.h"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "analyzer/engine/suppression/silence.h"
#include "analyzer/fixes/apply.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "driver/language.h"
#include "frontends/cxx/lower.h"
#include "frontends/python/lower.h"
#include "lsp/text_change.h"

namespace syncfree::lsp {
namespace {

std::unique_ptr<model::Module> read(const std::string& path, std::string_view text, model::SymbolTable& symbols) {
  auto module = driver::is_cxx(path) ? cxx::read_cxx(text, symbols) : python::parse_python(text, symbols);
  return module ? std::move(*module) : nullptr;
}

/// How much of it cannot be read; nothing: all of it.
std::optional<std::size_t> problems_of(const std::string& path, std::string_view text) {
  model::SymbolTable symbols;
  const auto module = read(path, text, symbols);
  return module ? std::optional(module->problems.size()) : std::nullopt;
}

Edits edits_between(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const TextChange change = difference(before, after);
  return {{change.range, std::string(after.substr(change.range.begin, change.size))}};
}

/// What two fixes insert alike is inserted once.
Edits all_of(std::span<const fixes::Fix* const> fixes, const fixes::Applied& applied) {
  Edits edits;
  for (const std::size_t taken : applied.taken) {
    edits.insert(edits.end(), fixes[taken]->edits.begin(), fixes[taken]->edits.end());
  }
  std::ranges::stable_sort(edits, {},
                           [](const fixes::TextEdit& edit) { return std::tuple(edit.range.begin, edit.range.end); });
  edits.erase(std::ranges::unique(edits).begin(), edits.end());
  return edits;
}

}  // namespace

Edits safe_fixes(const std::string& path, std::string_view text, std::span<const ShownFinding> findings) {
  std::vector<fixes::Fix> safe;
  for (const ShownFinding& finding : findings) {
    for (const QuickFix& fix : finding.fixes) {
      if (fix.applicability == fixes::Applicability::kSafe) safe.push_back({fix.applicability, fix.title, fix.edits});
    }
  }
  std::vector<const fixes::Fix*> wanted;
  for (const fixes::Fix& fix : safe) wanted.push_back(&fix);
  const fixes::Applied applied = fixes::apply_fixes(text, wanted);
  if (applied.taken.empty()) return {};
  const auto before = problems_of(path, text);
  const auto after = problems_of(path, applied.text);
  if (!before || !after || *after > *before) return {};
  Edits edits = all_of(wanted, applied);
  return fixes::apply_edits(text, edits) == applied.text ? edits : edits_between(text, applied.text);
}

Edits silencing(const std::string& path, std::string_view text, const ShownFinding& finding) {
  const engine::Finding silenced{.code = finding.code, .range = finding.range};
  const std::array findings = {&silenced};
  model::SymbolTable symbols;
  const auto style = driver::is_cxx(path) ? engine::CommentStyle::kNolint : engine::CommentStyle::kNoqa;
  const engine::Silenced result =
      engine::silence(text, style, findings, [&](std::string_view changed) { return read(path, changed, symbols); });
  return edits_between(text, result.text);
}

std::string silencing_comment(const std::string& path, std::string_view code) {
  return driver::is_cxx(path) ? "// NOLINT(" + std::string(code) + ")" : "# noqa: " + std::string(code);
}

}  // namespace syncfree::lsp
