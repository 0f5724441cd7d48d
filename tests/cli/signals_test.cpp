// Interrupts end the program in one line, and not in the middle of a write; the findings of a check
// up to then are reported.
#include "cli/signals.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "analyzer/system/interrupts.h"
#include "analyzer/work/work.h"
#include "tests/cli/program.h"
#include "tests/main/sanitizers.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

void say(std::string_view text) { static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size())); }

void interrupted_while_writing() {
  const sys::InterruptsHeld held;
  ::raise(SIGINT);
  say("written, ");
}

void interrupted_while_analysing(int times) {
  const InterruptStops stops;
  for (int i = 0; i < times; ++i) ::raise(SIGTERM);
  say(work::is_asked_to_stop() ? "stopped, " : "not stopped, ");
}

TEST(Signals, AnInterruptIsSaidAndEndsTheProgramAsASignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT((handle_signals(), ::raise(signal)), testing::KilledBySignal(signal), "^error: interrupted\n$");
  }
}

TEST(Signals, WhatIsBeingWrittenIsFinishedFirst) {
  EXPECT_EXIT((handle_signals(), interrupted_while_writing()), testing::KilledBySignal(SIGINT),
              "^written, error: interrupted\n$");
}

void interrupted_while_waiting() {
  const InterruptEnds ends;
  ::raise(SIGINT);
}

TEST(Signals, WhoWaitsEndsWithoutAWord) {
  EXPECT_EXIT((handle_signals(), interrupted_while_waiting()), testing::KilledBySignal(SIGINT), "^$");
}

TEST(Signals, WhatWasIgnoredStaysIgnored) {
  EXPECT_EXIT((std::signal(SIGHUP, SIG_IGN), handle_signals(), ::raise(SIGHUP), std::exit(7)),
              testing::ExitedWithCode(7), "^$");
}

TEST(Signals, TheFirstStopsTheAnalysisAndEndsTheProgramBehindIt) {
  EXPECT_EXIT((handle_signals(), interrupted_while_analysing(1)), testing::KilledBySignal(SIGTERM),
              "^error: interrupted; the findings so far are reported\nstopped, $");
}

TEST(Signals, TheSecondEndsTheProgramAtOnce) {
  EXPECT_EXIT((handle_signals(), interrupted_while_analysing(2)), testing::KilledBySignal(SIGTERM),
              "^error: interrupted; the findings so far are reported\nerror: interrupted\n$");
}

/// A script with one finding, and many that import one another behind it, which takes long.
void write_packages(const Workplace& place) {
  constexpr int kFunctions = test::kIsSanitized ? 40 : 400;
  place.write("done/a.py", kOneRead);
  std::string text = "import torch\n";
  for (int i = 0; i < kFunctions; ++i) {
    const std::string own = std::to_string(i);
    text += "def f" + own + "(x, y):\n";
    std::string indentation = "    ";
    for (const char* line : {"for i in x:", "while y:", "for j in x:", "while x:", "for k in y:"}) {
      text += indentation + line + "\n";
      indentation += "    ";
      text += indentation + "x, y = g(y.cuda() + i), f" + std::to_string((i * 7 + 1) % kFunctions) + "(x, [y])\n";
    }
    text += "    return x.item()\n";
  }
  for (int i = 0; i < 200; ++i) {
    const std::string next = "from m" + std::to_string((i + 1) % 200) + " import f1 as g\n";
    place.write("slow/m" + std::to_string(i) + ".py", next + text);
  }
}

/// Interrupts runs when the script is done. How long that takes depends on the machine and on what else it does: a run
/// that was not far enough is tried again with more time, one that came to its end with less, and the next one begins
/// with that.
class Interrupts {
 public:
  explicit Interrupts(const Workplace& place) : place_(place) { write_packages(place); }

  Outcome run(const std::string& arguments) {
    for (int tries = 0;; ++tries) {
      Outcome outcome = place_.run_with("timeout --preserve-status --signal INT " + std::to_string(seconds_),
                                        "--isolated --no-cache --sort path " + arguments + " done slow");
      const bool is_cut = outcome.status == 128 + SIGINT;
      // Between the findings of the first package and its end, nothing is done yet.
      const bool is_done = outcome.out.contains("done/a.py") && !outcome.out.contains(": 0 of 201 files");
      if ((is_cut && is_done) || tries == kMostTries) return outcome;
      seconds_ *= is_cut ? 1.7 : 0.5;
    }
  }

 private:
  static constexpr int kMostTries = 12;

  const Workplace& place_;
  double seconds_ = 0.5;
};

TEST(Interrupt, EveryFormatHoldsWhatWasFoundAndSaysThatThereIsMore) {
  struct Case {
    std::string format;
    std::string mark;  ///< nothing: the format has no place for it
  };
  const Workplace place;
  Interrupts interrupted(place);
  for (const Case& each :
       {Case{"text", "\ninterrupted: 1 of 201 files were analysed to the end\n"}, Case{"concise", ""},
        Case{"github", "::error::interrupted: 1 of 201 files were analysed to the end\n"},
        Case{"html", "Interrupted: 1 of 201 files were analysed to the end."}}) {
    const Outcome outcome = interrupted.run("--output-format " + each.format);
    EXPECT_EQ(outcome.status, 128 + SIGINT) << each.format;
    EXPECT_TRUE(outcome.out.contains(each.mark)) << outcome.out;
    EXPECT_TRUE(outcome.out.contains("SF301")) << outcome.out;
    EXPECT_TRUE(each.format != "html" || outcome.out.ends_with("</html>\n"));
    EXPECT_EQ(outcome.error, "error: interrupted; the findings so far are reported\n") << each.format;
  }
}

TEST(Interrupt, FormatsForProgramsStayValid) {
  const Workplace place;
  Interrupts interrupted(place);
  const auto json = nlohmann::json::parse(interrupted.run("--output-format json").out, nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["findings"].size(), 1U);
  EXPECT_EQ(json["interrupted"], nlohmann::json::parse(R"({"analysed": 1, "files": 201})"));
  const auto gitlab = nlohmann::json::parse(interrupted.run("--output-format gitlab").out, nullptr, false);
  ASSERT_FALSE(gitlab.is_discarded());
  EXPECT_EQ(gitlab.size(), 1U);
  const auto sarif = nlohmann::json::parse(interrupted.run("--output-format sarif").out, nullptr, false);
  ASSERT_FALSE(sarif.is_discarded());
  const auto& run = sarif["runs"][0];
  EXPECT_EQ(run["results"].size(), 1U);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "interrupted: 1 of 201 files were analysed to the end");
}

TEST(Interrupt, NoFileIsChanged) {
  const Workplace place;
  write_packages(place);
  for (const std::string arguments : {"--fix --unsafe-fixes", "--add-noqa", "--write-baseline baseline.json"}) {
    const Outcome outcome = place.run_with("timeout --preserve-status --signal INT 0.5",
                                           "--isolated --no-cache " + arguments + " done slow");
    EXPECT_EQ(outcome.status, 128 + SIGINT) << arguments;
    EXPECT_EQ(place.read("done/a.py"), kOneRead) << arguments;
    EXPECT_EQ(place.read("baseline.json"), "") << arguments;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
