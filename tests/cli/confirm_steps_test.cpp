// The causes that hold steps up: timelines made by hand, and some that were recorded on an H200.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/confirm/activity_reader.h"
#include "cli/confirm/replay.h"
#include "cli/confirm/step_analysis.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using confirm::Activity;
using confirm::Bound;
using confirm::HostEventKind;
using confirm::Span;
using confirm::StepAnalysis;
using confirm::WaitEstimate;
using nlohmann::json;

/// Builds a timeline as a host and a GPU with one stream would make it. Times are in microseconds.
class Machine {
 public:
  /// The host computes for that long, then launches a kernel; a launch takes 5 µs.
  Machine& launch(double think, double kernel) {
    host_ += think;
    const double begin = host_;
    host_ += 5;
    call(begin, HostEventKind::kLaunch, -1);
    gpu_ = std::max(gpu_ + 1, host_ + 1);
    activity_.works.push_back({.begin = gpu_, .end = gpu_ + kernel, .stream = 7, .correlation = number_});
    gpu_ += kernel;
    return *this;
  }
  /// A synchronize call that returns 6 µs after the GPU.
  Machine& wait(std::int64_t place) {
    const double begin = host_;
    host_ = std::max(host_ + 3, gpu_ + 6);
    call(begin, HostEventKind::kCall, place);
    return *this;
  }
  /// As item(): after `think`, a copy of a number to the host, which takes a call of 8 µs, and a wait behind it.
  Machine& read(double think, std::int64_t place) {
    if (activity_.names.empty()) activity_.names = {"kernel", "copy to host"};
    host_ += think;
    copy(place, 8, 1.5, 1, 0);
    host_ += 2;
    return wait(place);
  }
  /// A copy from pageable memory: the host stays until it is done.
  Machine& bring(std::int64_t place, double time, std::uint64_t bytes) {
    if (activity_.names.empty()) activity_.names = {"kernel", "copy to host", "copy to device"};
    host_ = std::max(host_, gpu_) + time;
    copy(place, 0, time, 2, bytes);
    host_ = gpu_ - 1;  // the last part is still under way
    activity_.events.back().end = host_;
    return *this;
  }
  Machine& spend(HostEventKind kind, double time) {
    const double begin = host_;
    host_ += time;
    call(begin, kind, -1);
    return *this;
  }
  Machine& end_step() {
    activity_.steps.push_back({step_, host_});
    step_ = host_;
    return *this;
  }
  const Activity& activity() const { return activity_; }

 private:
  void copy(std::int64_t place, double call_time, double time, std::uint32_t name, std::uint64_t bytes) {
    const double begin = name == 2 ? host_ - time : host_;
    host_ += call_time;
    call(begin, HostEventKind::kCall, place);
    activity_.events.back().pageable_bytes = bytes;
    gpu_ = std::max(gpu_ + 1, begin + call_time + 1);
    activity_.works.push_back({.begin = gpu_,
                               .end = gpu_ + time,
                               .stream = 7,
                               .correlation = number_,
                               .kind = confirm::GpuWorkKind::kCopy,
                               .name = name});
    gpu_ += time;
  }
  void call(double begin, HostEventKind kind, std::int64_t place) {
    activity_.events.push_back(
        {.begin = begin, .end = host_, .thread = 1, .correlation = ++number_, .kind = kind, .place = place});
  }

  Activity activity_;
  double host_ = 0, gpu_ = 0, step_ = 0;
  std::uint32_t number_ = 0;
};

/// Ten steps of twenty kernels of 100 µs, which the host launches at one in 25 µs, and a wait at their end.
Machine with_a_wait() {
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 20; ++i) machine.launch(20, 100);
    machine.wait(0).end_step();
  }
  return machine;
}

TEST(ConfirmSteps, AWaitExplainsTheTimeUntilTheGpuHasWorkAgain) {
  const Machine machine = with_a_wait();
  const StepAnalysis steps = confirm::analyze_steps(machine.activity(), 0);
  // The GPU waits for the host's return, its first launch, and pauses for 1 µs between kernels.
  EXPECT_NEAR(steps.step_ms, 2.051, 0.001);
  EXPECT_NEAR(steps.idle_ms, 0.051, 0.001);
  EXPECT_NEAR(steps.causes.waits, 0.028, 0.002);
  EXPECT_NEAR(steps.causes.device, 0.020, 0.002);
  EXPECT_EQ(steps.bound, Bound::kGpu);
  const auto estimates = confirm::estimate_waits(machine.activity(), 0, {{{0}, {1}}});
  EXPECT_DOUBLE_EQ(estimates[0].waits, 1);
  EXPECT_NEAR(estimates[0].wait_ms, 1.551, 0.002);  // it holds the host for long
  EXPECT_NEAR(estimates[0].gain_ms, 0.028, 0.002);  // and costs little: what follows the last step is not seen
  EXPECT_EQ(estimates[1].waits, 0);
}

TEST(ConfirmSteps, AWaitThatTakesTheRunAheadCostsWhatFollowsToo) {
  // Kernels get shorter than launches behind the wait: with the host ahead the GPU would not notice.
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 10; ++i) machine.launch(20, 200);
    machine.wait(3);
    for (int i = 0; i < 20; ++i) machine.launch(20, 10);
    machine.end_step();
  }
  const auto estimate = confirm::estimate_waits(machine.activity(), 0, {{{3}}}).front();
  const StepAnalysis steps = confirm::analyze_steps(machine.activity(), 0);
  EXPECT_GT(estimate.gain_ms, 0.25);  // 20 launches at 25 µs for kernels of 10 µs
  EXPECT_NEAR(estimate.gain_ms, steps.causes.waits, 1e-9);
  EXPECT_EQ(steps.bound, Bound::kWaits);
}

TEST(ConfirmSteps, AReadThatIsLeftOutTakesItsCopyAndItsOperationWithIt) {
  // Bound by launches: the host is 25 µs apart, and its kernels are short.
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 20; ++i) machine.launch(20, 5);
    machine.read(20, 3);
    machine.end_step();
  }
  const auto estimate = confirm::estimate_waits(machine.activity(), 0, {{{3}}}).front();
  // 20 µs of the operation, 8 of the copy's call, 2 between them, and the wait for the copy.
  EXPECT_NEAR(estimate.gain_ms, 0.036, 0.003);
}

TEST(ConfirmSteps, OtherHostCodeBeforeAReadStays) {
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 20; ++i) machine.launch(20, 5);
    machine.read(2000, 3);  // it reads a file, say
    machine.end_step();
  }
  const auto estimate = confirm::estimate_waits(machine.activity(), 0, {{{3}}}).front();
  EXPECT_GT(estimate.gain_ms, 0.030);
  EXPECT_LT(estimate.gain_ms, 0.040);
}

TEST(ConfirmSteps, APinnedCopyTakesLessThanAPageableOne) {
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    machine.bring(4, 1500, 10'000'000).wait(4);  // 6.7 GB/s
    for (int i = 0; i < 20; ++i) machine.launch(20, 200);
    machine.end_step();
  }
  const auto estimate = confirm::estimate_waits(machine.activity(), 0, {{{4}}}).front();
  EXPECT_NEAR(estimate.gain_ms, 1.1, 0.15);  // at 25 GB/s it takes 0.4 ms
}

TEST(ConfirmSteps, TheReplayOfAllWaitsIsTheRecording) {
  const Machine machine = with_a_wait();
  const Activity& recorded = machine.activity();
  const confirm::Replay replay(recorded);
  const confirm::Schedule schedule = replay.play({});
  for (std::size_t i = 0; i < recorded.works.size(); ++i) {
    EXPECT_NEAR(schedule.works[i].begin, recorded.works[i].begin, 1e-6) << i;
    EXPECT_NEAR(schedule.works[i].end, recorded.works[i].end, 1e-6) << i;
  }
}

TEST(ConfirmSteps, AProgramThatLaunchesSlowlyIsLaunchBound) {
  Machine machine;
  for (int step = 0; step < 5; ++step) {
    for (int i = 0; i < 50; ++i) machine.launch(25, 5);
    machine.wait(0).end_step();
  }
  const StepAnalysis steps = confirm::analyze_steps(machine.activity(), 0);
  EXPECT_EQ(steps.bound, Bound::kLaunches);
  EXPECT_GT(steps.causes.launches, 20 * steps.causes.waits);
  EXPECT_NEAR(steps.run_ahead_ms, 0.001, 1e-4);
}

TEST(ConfirmSteps, OtherCausesHaveTheirNames) {
  const auto bound = [](HostEventKind kind) {
    Machine machine;
    for (int step = 0; step < 5; ++step) machine.spend(kind, 500).launch(10, 20).launch(10, 20).end_step();
    return confirm::analyze_steps(machine.activity(), 0).bound;
  };
  EXPECT_EQ(bound(HostEventKind::kLoad), Bound::kLoading);
  EXPECT_EQ(bound(HostEventKind::kAllocate), Bound::kAllocation);
  EXPECT_EQ(bound(HostEventKind::kCollect), Bound::kCollection);
  Machine machine;
  for (int step = 0; step < 5; ++step) machine.launch(500, 20).end_step();
  EXPECT_EQ(confirm::analyze_steps(machine.activity(), 0).bound, Bound::kCode);
}

TEST(ConfirmSteps, WhatTheObserverBringsIsTakenOff) {
  const Machine machine = with_a_wait();
  const StepAnalysis recorded = confirm::analyze_steps(machine.activity(), 0);
  const StepAnalysis steps = confirm::analyze_steps(machine.activity(), recorded.step_ms - recorded.idle_ms / 2);
  EXPECT_NEAR(steps.scale, 0.5, 1e-9);
  EXPECT_NEAR(steps.idle_ms, recorded.idle_ms / 2, 1e-9);
  EXPECT_NEAR(steps.causes.waits + steps.causes.launches + steps.causes.device, steps.idle_ms, 1e-9);
  EXPECT_LT(steps.causes.waits, recorded.causes.waits);
  EXPECT_EQ(confirm::analyze_steps(machine.activity(), 3).scale, 1);  // slower without it is noise
}

/// A read behind long kernels takes the run-ahead; then come short ones, of which the host launches one in that time.
Machine with_a_read(double apart) {
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 10; ++i) machine.launch(apart, 100);
    machine.read(apart, 3);
    for (int i = 0; i < 40; ++i) machine.launch(apart, 20);
    machine.end_step();
  }
  return machine;
}

TEST(ConfirmSteps, WhatTheObserverCostsTheHostIsTakenOffEachEvent) {
  const Machine alone = with_a_read(17), observed = with_a_read(19);
  const auto gain = [](const Machine& machine, double undisturbed_ms) {
    return confirm::estimate_waits(machine.activity(), undisturbed_ms, {{{3}}}).front().gain_ms;
  };
  const double step = confirm::analyze_steps(alone.activity(), 0).step_ms;
  EXPECT_NEAR(gain(observed, step), gain(alone, 0), 0.004);
  EXPECT_GT(gain(observed, 0), 2 * gain(alone, 0));  // the host is behind for longer
  EXPECT_NEAR(confirm::analyze_steps(observed.activity(), step).causes.waits, gain(alone, 0), 0.004);
}

TEST(ConfirmSteps, TheObserverIsNotHeldForMoreThanItCosts) {
  // Of steps that are shorter for another cause, the host's part stays.
  const Machine machine = with_a_read(17);
  const double step = confirm::analyze_steps(machine.activity(), 0).step_ms;
  const double whole = confirm::estimate_waits(machine.activity(), 0, {{{3}}}).front().gain_ms;
  EXPECT_GT(confirm::estimate_waits(machine.activity(), step / 2, {{{3}}}).front().gain_ms, 0.4 * whole);
}

TEST(ConfirmSteps, LaunchesOfOneOperationAreNotOperations) {
  Machine machine;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 20; ++i) machine.launch(20, 5).launch(1, 2).launch(1, 2);
    machine.read(20, 3);
    machine.end_step();
  }
  const auto estimate = confirm::estimate_waits(machine.activity(), 0, {{{3}}}).front();
  EXPECT_NEAR(estimate.gain_ms, 0.036, 0.003);  // with one operation of 20 µs, not one of 1
}

TEST(ConfirmSteps, CausesAreAllOfTheIdleTime) {
  Machine machine;
  for (int step = 0; step < 6; ++step) {
    machine.spend(HostEventKind::kLoad, 200 + 50 * step).launch(10, 90).spend(HostEventKind::kAllocate, 150);
    for (int i = 0; i < 8; ++i) machine.launch(30, 10 * i).wait(i % 3);
    machine.launch(180, 10).end_step();
  }
  const StepAnalysis steps = confirm::analyze_steps(machine.activity(), 0);
  const confirm::IdleCauses& causes = steps.causes;
  EXPECT_NEAR(causes.waits + causes.loading + causes.allocation + causes.collection + causes.code + causes.launches +
                  causes.device,
              steps.idle_ms, 1e-9);
}

TEST(ConfirmSteps, IdleIsWhatNoStreamCovers) {
  const std::vector<Span> works = {{0, 10}, {5, 8}, {20, 30}, {29, 41}};
  const std::vector<Span> idle = confirm::idle_spans(works, 2, 50);
  ASSERT_EQ(idle.size(), 2U);
  EXPECT_EQ(idle[0].begin, 10);
  EXPECT_EQ(idle[0].end, 20);
  EXPECT_EQ(idle[1].begin, 41);
  EXPECT_EQ(idle[1].end, 50);
}

TEST(ConfirmSteps, ReadsWhatTheObserverWrites) {
  const auto activity = confirm::read_activity(
      R"({"format":1,"origin_ns":5,"steps":[[0,9000]],"names":["k","copy to host"],
          "works":[[6000,7500,7,2,1,1],[1000,99000,7,1,0,0]],"events":[[100,900,4,1,0,0,-1],[5000,8000,4,2,1,1,3]]})");
  ASSERT_TRUE(activity) << activity.error();
  EXPECT_EQ(activity->steps.size(), 1U);
  EXPECT_EQ(activity->works[0].begin, 1);
  EXPECT_EQ(activity->works[0].end, 6);  // a stream does one thing at a time
  EXPECT_EQ(activity->events[1].place, 3);
  for (const char* broken : {"", "{}", "[]", R"({"format":2,"steps":[],"names":[],"works":[],"events":[]})",
                             R"({"format":1,"steps":[[0]],"names":[],"works":[],"events":[]})",
                             R"({"format":1,"steps":[[5,0]],"names":[],"works":[],"events":[]})",
                             R"({"format":1,"steps":[],"names":[],"works":[[0,1,7,1,0,0]],"events":[]})",
                             R"({"format":1,"steps":[],"names":["k"],"works":[[0,1,7,1,9,0]],"events":[]})"}) {
    EXPECT_FALSE(confirm::read_activity(broken)) << broken;
  }
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// A recording of tests/cli/confirm_data, as if its program had run in the workplace.
void bring(const Workplace& place, const std::string& name, const std::string& program) {
  std::string record = content_of("tests/cli/confirm_data/" + name + "/1.json");
  const std::string folder = (place.folder() / "work").string();
  for (std::size_t at = 0; (at = record.find("/somewhere/work", at)) != std::string::npos;)
    record.replace(at, std::string_view("/somewhere/work").size(), folder);
  place.write("record/1.json", record);
  place.write("record/1.timeline", content_of("tests/cli/confirm_data/" + name + "/1.timeline"));
  if (!program.empty()) place.write(program, content_of("bench/confirm/" + program));
}

TEST(ConfirmSteps, TellsFirstWhyTheGpuIsIdle) {
  const Workplace place;
  bring(place, "train", "train.py");
  const Outcome outcome = place.run("confirm --isolated --trace record");
  EXPECT_TRUE(outcome.out.starts_with(
      "The GPU is idle for 15 % of a step: 5 waits explain 13 points, pauses between kernels 1\n"))
      << outcome.out;
  EXPECT_NE(outcome.out.find("train.py:75:12: SF302 confirmed"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("= gain: without it a step would be 0.6"), std::string::npos) << outcome.out;
  const json document = json::parse(place.run("confirm --isolated --trace record --output-format json").out);
  const json& timeline = document.at("processes")[0].at("timeline");
  EXPECT_EQ(timeline.at("steps"), 2);
  EXPECT_EQ(timeline.at("bound"), "held up by waits");
  EXPECT_NEAR(timeline.at("idle_share").get<double>(), 0.146, 0.005);
  const json& first = document.at("results")[0];
  EXPECT_EQ(first.at("code"), "SF302");  // of norm.isnan(): the most to gain comes first
  EXPECT_GT(first.at("estimate").at("gain_ms"), 0.4);
  EXPECT_LT(first.at("estimate").at("gain_ms"), 0.7);
}

TEST(ConfirmSteps, TellsOfWaitsInLibrariesWhichLineLedThere) {
  const Workplace place;
  bring(place, "generate", "");
  const Outcome outcome = place.run("confirm --isolated --trace record");
  EXPECT_TRUE(outcome.out.starts_with("The GPU is idle for 8")) << outcome.out;
  EXPECT_NE(outcome.out.find("slow launches explain"), std::string::npos) << outcome.out;
  const std::size_t line = outcome.out.find("transformers/generation/utils.py:383: 2.00 waits and ");
  ASSERT_NE(line, std::string::npos) << outcome.out;
  const std::string text = outcome.out.substr(line, outcome.out.find('\n', line) - line);
  EXPECT_NE(text.find("through " + (place.folder() / "work/generate.py:9 answer").string()), std::string::npos) << text;
}

TEST(ConfirmSteps, NamesTheDataLoader) {
  const Workplace place;
  bring(place, "loading", "loading.py");
  const Outcome outcome = place.run("confirm --isolated --trace record --output-format json");
  const json timeline = json::parse(outcome.out).at("processes")[0].at("timeline");
  EXPECT_EQ(timeline.at("bound"), "bound by data loading");
  EXPECT_GT(timeline.at("idle_causes_ms").at("data_loading"), 8);
}

TEST(ConfirmSteps, KnowsTheNodesOfGraphs) {
  const Workplace place;
  bring(place, "graphs", "");
  const json document = json::parse(place.run("confirm --isolated --trace record --output-format json").out);
  const json& timeline = document.at("processes")[0].at("timeline");
  EXPECT_EQ(timeline.at("bound"), "GPU-bound");
  EXPECT_LT(timeline.at("idle_share"), 0.05);
  EXPECT_GT(timeline.at("run_ahead_ms"), 5);
}

TEST(ConfirmSteps, SaysThatATimelineIsBroken) {
  const Workplace place;
  bring(place, "graphs", "");
  place.write("record/1.timeline", "{\"format\": 1}");
  const Outcome outcome = place.run("confirm --isolated --trace record");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("record/1.timeline: no timeline of this program"), std::string::npos) << outcome.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
