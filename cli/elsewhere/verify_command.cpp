// `syncfree-lint verify`, for systems that have no observer.
#include "cli/commands.h"

namespace syncfree::cli {

ExitStatus run_verify(const VerifyArguments&) {
  return fail("programs are observed on Linux alone: verify a change there");
}

}  // namespace syncfree::cli
