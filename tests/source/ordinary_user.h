// A user whom permissions hold for.
#pragma once

#include <cstdlib>
#include <stdexcept>

#include <unistd.h>

namespace syncfree::source {

/// While it lives, the test may read only what everyone may, also when it runs as root.
class OrdinaryUser {
 public:
  OrdinaryUser() {
    if (was_root_ && seteuid(kNobody) != 0) throw std::runtime_error("cannot drop privileges");
  }
  ~OrdinaryUser() {
    if (was_root_ && seteuid(0) != 0) std::abort();
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  bool was_root_ = geteuid() == 0;
};

}  // namespace syncfree::source
