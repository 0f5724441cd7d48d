// The program: everything that goes wrong ends here, in one line and a documented exit status.
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "analyzer/parallel/thread.h"
#include "analyzer/system/running_program.h"
#include "analyzer/system/terminal.h"
#include "cli/signals.h"
#include "cli/whole_run.h"

namespace {

int run(const std::vector<std::string>& arguments) {
  try {
    return syncfree::cli::run(arguments);
  } catch (const std::bad_alloc&) {
    return syncfree::cli::fail("out of memory");
  } catch (const std::exception& error) {
    return syncfree::cli::fail(std::string("internal fault: ") + error.what());
  } catch (...) {
    return syncfree::cli::fail("internal fault");
  }
}

}  // namespace

int main(int count, char** values) {
  syncfree::cli::handle_signals();
  syncfree::sys::prepare_streams();
  const std::vector<std::string> arguments = syncfree::sys::program_arguments(count, values);
  int status = 0;
  try {
    // The stack of the shell's making may be too small for what is nested in a file.
    const syncfree::parallel::Thread thread([&] { status = run(arguments); });
  } catch (const std::system_error& error) {
    return syncfree::cli::fail(error.what());
  }
  syncfree::sys::end_program(status);
}
