// The program: everything that goes wrong ends here, in one line and a documented exit status.
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/signals.h"

int main(int count, char** values) {
  syncfree::cli::handle_signals();
  try {
    const std::vector<std::string> arguments(values + (count > 0 ? 1 : 0), values + count);
    return syncfree::cli::run(arguments);
  } catch (const std::bad_alloc&) {
    return syncfree::cli::fail("out of memory");
  } catch (const std::exception& error) {
    return syncfree::cli::fail(std::string("internal fault: ") + error.what());
  } catch (...) {
    return syncfree::cli::fail("internal fault");
  }
}
