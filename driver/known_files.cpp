#include "driver/known_files.h"

#include <algorithm>
#include <utility>

namespace syncfree::driver {

/// Whatever it asks for, an editor's next request asks for the same.
bool can_come_back(const CheckRequest& request) {
  return request.files_state && !request.text && !request.goal && !request.wants_runs && !request.build &&
         request.changed.empty();
}

KnownFiles::KnownFiles(const CheckRequest& request, FoundFiles found)
    : paths_(request.paths),
      found_(std::move(found)),
      state_(request.files_state),
      units_(units_of(request, found_)),
      setups_(units_.units.size()) {}

bool KnownFiles::are_for(const CheckRequest& request) const {
  if (!can_come_back(request) || state_ != request.files_state) return false;
  // Whoever mends a summary or an environment need not have changed a file of the project.
  const bool is_faulty = !found_.fault.empty() || !units_.fault.empty() ||
                         std::ranges::any_of(setups_, [](const auto& setup) { return setup && !setup->fault.empty(); });
  return !is_faulty && paths_ == request.paths;
}

void KnownFiles::take(const CheckRequest& request) {
  for (Unit& unit : units_.units) ask_as(request, unit.request);
}

const UnitSetup& KnownFiles::setup(std::size_t unit) {
  std::optional<UnitSetup>& setup = setups_[unit];
  if (!setup) {
    const Unit& own = units_.units[unit];
    setup = setup_of(own, settings_.emplace_back(settings_of_files(own.request)));
  }
  return *setup;
}

}  // namespace syncfree::driver
