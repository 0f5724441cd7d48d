#include "driver/other_torch.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "analyzer/fixes/library_names.h"

namespace syncfree::driver {

namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether a text for people names a function: "torch.full" of Python, or "torch::full" of C++.
bool mentions(std::string_view text, std::string_view name) {
  std::string cxx(name);
  for (std::size_t dot = cxx.find('.'); dot != std::string::npos; dot = cxx.find('.', dot + 2))
    cxx.replace(dot, 1, "::");
  for (const std::string_view wanted : {name, std::string_view(cxx)}) {
    const std::size_t at = text.find(wanted);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + wanted.size();
    if (end == text.size() || !is_of_word(text[end])) return true;
  }
  return false;
}

}  // namespace

bool needs_newer_torch(std::span<const fixes::Edit> edits, catalog::TorchVersion version) {
  return std::ranges::any_of(fixes::library_names(edits), [&](const std::string& name) {
    return catalog::needed_by(name, version, catalog::torch_versions()).has_value();
  });
}

void tell_torch_version(catalog::TorchVersion version, engine::Finding& finding) {
  const catalog::TorchVersions& known = catalog::torch_versions();
  if (version == known.measured) return;
  const bool says_so = finding.reason.ends_with("unmeasured");
  if (!finding.reason.empty() && !says_so) finding.reason += "; measured with torch " + text_of(known.measured);
  for (const catalog::NewName& name : known.names) {
    if (name.since <= version || !mentions(finding.hint, name.name)) continue;
    finding.hint += " (`" + std::string(name.name) + "` needs torch " + text_of(name.since) + ", says its source)";
  }
}

}  // namespace syncfree::driver
