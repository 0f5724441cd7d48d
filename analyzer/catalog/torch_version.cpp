#include "analyzer/catalog/torch_version.h"

#include <algorithm>
#include <charconv>

namespace syncfree::catalog {

namespace {

/// The number at the start of `text`, which loses it.
std::optional<std::uint16_t> take_number(std::string_view& text) {
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::optional<TorchVersion> parse_torch_version(std::string_view text, const TorchVersions& known) {
  const auto major = take_number(text);
  if (!major || !text.starts_with('.')) return std::nullopt;
  text.remove_prefix(1);
  const auto minor = take_number(text);
  if (!minor || (!text.empty() && !text.starts_with('.'))) return std::nullopt;
  const TorchVersion version{*major, *minor};
  return version < known.oldest || version > known.newest ? std::nullopt : std::optional(version);
}

std::string text_of(TorchVersion version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

std::vector<OtherRow> other_rows(const TorchVersions& known, TorchVersion version) {
  std::vector<OtherRow> found;
  for (const OtherRow& row : known.rows) {
    if (version >= row.since && version < row.until) found.push_back(row);
  }
  return found;
}

std::optional<TorchVersion> needed_by(std::string_view name, TorchVersion version, const TorchVersions& known) {
  const auto found = std::ranges::find(known.names, name, &NewName::name);
  return found == known.names.end() || found->since <= version ? std::nullopt : std::optional(found->since);
}

}  // namespace syncfree::catalog
