// Which version of torch the rows speak of, and what is different in others.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/operator.h"

namespace syncfree::catalog {

struct TorchVersion {
  std::uint16_t major = 0;
  std::uint16_t minor = 0;
  friend auto operator<=>(const TorchVersion&, const TorchVersion&) = default;
};

/// A row that says something else from `since` on and before `until`.
struct OtherRow {
  std::uint32_t row = 0;  ///< of builtin_rows()
  TorchVersion since;
  TorchVersion until;
  const Operator* operation = nullptr;
  const Operator* object_call = nullptr;
};

/// A name that cannot be used before a version.
struct NewName {
  std::string_view name;  ///< full dotted name
  TorchVersion since;
};

struct TorchVersions {
  TorchVersion oldest;    ///< whose sources were read
  TorchVersion measured;  ///< with which the rows were measured: builtin_rows() are of it
  TorchVersion newest;    ///< whose sources were read
  std::span<const OtherRow> rows;
  std::span<const NewName> names;
};

/// The generated data, handed in by whoever owns the run.
const TorchVersions& torch_versions();

/// "2.6"; what follows a second dot does not matter. Nothing for a version whose sources were not read.
std::optional<TorchVersion> parse_torch_version(std::string_view text, const TorchVersions& known);
std::string text_of(TorchVersion version);

/// The rows that are other ones in `version`.
std::vector<OtherRow> other_rows(const TorchVersions& known, TorchVersion version);

/// The version that `name` needs, if it is newer than `version`.
std::optional<TorchVersion> needed_by(std::string_view name, TorchVersion version, const TorchVersions& known);

}  // namespace syncfree::catalog
