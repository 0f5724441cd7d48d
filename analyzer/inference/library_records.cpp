// Where the tensors are that records of libraries hold.
#include <string>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// A class that has values and does nothing: `DDPMSchedulerOutput`.
bool is_record(const catalog::Catalog& catalog, std::uint32_t node) {
  if (catalog.row(node).kind != catalog::NodeKind::kClass) return false;
  const std::string inside = std::string(catalog.row(node).name) + '.';
  std::uint32_t at = node + 1;
  for (; at < catalog.size() && catalog.row(at).name.starts_with(inside); ++at) {
    if (catalog.row(at).kind == catalog::NodeKind::kFunction) return false;
  }
  return at > node + 1;
}

}  // namespace

/// A library makes a record of what it computes from its caller's tensors.
Value Members::placed_record(const Value& self, std::uint32_t node) const {
  if (!self.only(Kind::kLibraryObject) || !self.places.empty() || !is_record(catalog(), node)) return self;
  Value placed = self;
  placed.places = values::Place::kCaller;
  placed.evidence = values::Evidence::kDeclared;
  return placed;
}

}  // namespace syncfree::inference
