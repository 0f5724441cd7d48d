// Where the tensors are that records of libraries hold.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

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

// How the tensors are named that models of transformers return.
constexpr std::array<std::string_view, 9> kFieldEndings = {
    "logits", "loss", "hidden_state", "hidden_states", "output", "embeds", "scores", "attentions", "features"};

}  // namespace

/// `out.logits`, `out.encoder_hidden_states` of what a model of transformers returns, in a class of its own of which
/// nobody says what its fields are.
bool Members::is_field_of_output(std::uint32_t klass, model::Symbol name) const {
  if (!catalog().derives(klass, known_.output)) return false;
  const std::string_view text = project().symbols().text(name);
  return std::ranges::any_of(kFieldEndings, [&](std::string_view ending) { return text.ends_with(ending); });
}

/// A library makes a record, or what its model returns, of what it computes from its caller's tensors.
Value Members::placed_record(const Value& self, std::uint32_t node) const {
  if (!self.only(Kind::kLibraryObject) || !self.places.empty()) return self;
  if (!is_record(catalog(), node) && !catalog().derives(node, known_.output)) return self;
  Value placed = self;
  placed.places = values::Place::kCaller;
  placed.evidence = values::Evidence::kDeclared;
  return placed;
}

}  // namespace syncfree::inference
