#include "analyzer/context/taken_later.h"

#include "analyzer/model/walk.h"

namespace syncfree::context {

namespace {

// More than people write: of kept calls, of places where values are taken, and of the pairs of both.
constexpr std::size_t kMostNoted = 256;
constexpr std::size_t kMostPairs = 1024;

}  // namespace

void TakenLaterReader::keep(const model::Assign& assign) {
  if (kept_.size() >= kMostNoted || assign.value == nullptr || assign.targets.size() != 1) return;
  const auto* name = assign.targets.front()->get_if<model::Name>();
  if (name == nullptr) return;
  for (const auto* call = assign.value->get_if<model::Call>(); call != nullptr;) {
    kept_.emplace_back(name->name, call->range);
    call = call->arguments.empty() ? nullptr : call->arguments.front().value->get_if<model::Call>();
  }
}

void TakenLaterReader::take(const model::Expression& from, source::TextRange place) {
  if (taken_.size() >= kMostNoted) return;
  model::walk(from, [&](const model::Expression& part) {
    if (const auto* name = part.get_if<model::Name>()) taken_.emplace_back(name->name, place);
  });
}

std::vector<TakenLater> TakenLaterReader::result() const {
  std::vector<TakenLater> all;
  for (const auto& [name, call] : kept_) {
    for (const auto& [taken, place] : taken_) {
      if (taken == name && all.size() < kMostPairs) all.push_back({call, place});
    }
  }
  return all;
}

std::vector<source::TextRange> places_taken(std::span<const TakenLater> all, source::TextRange call) {
  std::vector<source::TextRange> places;
  for (const TakenLater& each : all) {
    if (each.call == call) places.push_back(each.taken);
  }
  return places;
}

}  // namespace syncfree::context
