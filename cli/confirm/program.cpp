#include "cli/confirm/program.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/system/pipe.h"

namespace syncfree::confirm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kGrace = std::chrono::seconds(10);  // to end by itself after it was asked to
constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

volatile sig_atomic_t running_program = 0;

extern "C" void pass_on(int signal) {
  // A terminal sends its signals to the program, too; twice is more than a program may expect.
  if (signal == SIGTERM || signal == SIGHUP) ::kill(static_cast<pid_t>(running_program), signal);
}

/// While the program runs, signals are its to answer.
class SignalsForProgram {
 public:
  explicit SignalsForProgram(pid_t program) {
    running_program = program;
    struct sigaction action = {};
    action.sa_handler = pass_on;
    for (std::size_t i = 0; i < kForwarded.size(); ++i) ::sigaction(kForwarded[i], &action, &before_[i]);
  }
  ~SignalsForProgram() {
    for (std::size_t i = 0; i < kForwarded.size(); ++i) ::sigaction(kForwarded[i], &before_[i], nullptr);
  }
  SignalsForProgram(const SignalsForProgram&) = delete;
  SignalsForProgram& operator=(const SignalsForProgram&) = delete;

 private:
  std::array<struct sigaction, kForwarded.size()> before_ = {};
};

/// Into its folder, with its output where it belongs. False: errno says why not.
bool enter(const ProgramStart& start) {
  if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) return false;
  if (start.output.empty()) return true;
  const int file = ::open(start.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return file >= 0 && ::dup2(file, STDOUT_FILENO) >= 0 && ::dup2(file, STDERR_FILENO) >= 0;
}

/// Becomes the program, or tells the parent why not.
[[noreturn]] void become(std::vector<char*>& arguments, const ProgramStart& start, int report) {
  for (const auto& [name, value] : start.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (enter(start)) ::execvp(arguments[0], arguments.data());
  const int error = errno;
  static_cast<void>(!::write(report, &error, sizeof error));
  ::_exit(127);
}

int status_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

ProgramEnd wait_for(pid_t program, std::optional<double> limit_seconds) {
  ProgramEnd end;
  int status = 0;
  if (!limit_seconds) {
    while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
    }
    end.status = status_of(status);
    return end;
  }
  auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limit_seconds));
  while (::waitpid(program, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      ::kill(program, end.timed_out ? SIGKILL : SIGTERM);
      end.timed_out = true;
      deadline = Clock::now() + kGrace;
    }
    ::usleep(20'000);
  }
  end.status = status_of(status);
  return end;
}

}  // namespace

std::expected<ProgramEnd, std::string> run_program(const ProgramStart& start) {
  std::vector<char*> arguments;
  for (const std::string& word : start.words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto report = sys::make_pipe();
  if (!report) return std::unexpected(std::string(std::strerror(report.error())));
  const pid_t program = ::fork();
  if (program < 0) return std::unexpected(std::string(std::strerror(errno)));
  if (program == 0) become(arguments, start, report->write.get());
  const SignalsForProgram signals(program);
  report->write.reset();
  int error = 0;
  const bool started = ::read(report->read.get(), &error, sizeof error) <= 0;  // closed by a successful start
  report->read.reset();
  const ProgramEnd end = wait_for(program, started ? start.limit_seconds : std::nullopt);
  if (!started) return std::unexpected(start.words[0] + ": " + std::strerror(error));
  return end;
}

}  // namespace syncfree::confirm
