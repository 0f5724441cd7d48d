// Ranks beside each other: timelines made by hand, one that two H100s recorded, and a driver that is played.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/confirm/ranks.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using confirm::Activity;
using confirm::GpuWork;
using confirm::HostEventKind;
using confirm::Process;
using confirm::Ranks;
using confirm::Recording;
using confirm::Span;
using nlohmann::json;

constexpr double kStep = 1000;  // µs

/// The timeline of one rank. Times are within a step of 1 ms; the host asks for everything at its begin.
class Rank {
 public:
  explicit Rank(double origin = 0) {
    activity_.origin = origin;
    activity_.names = {"work", "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgs",
                       "ncclDevKernel_AllGather_RING_LL"};
    activity_.steps.push_back({0, kStep});
  }
  Rank& work(double begin, double end) { return add(begin, end, 7, 0); }
  Rank& reduce(double begin, double end, std::int64_t place = -1) { return add(begin, end, 20, 1, place); }
  Rank& gather(double begin, double end) { return add(begin, end, 20, 2); }
  Rank& next_step() {
    const double begin = activity_.steps.back().end;
    activity_.steps.push_back({begin, begin + kStep});
    return *this;
  }
  Process process(int number) const {
    Process process{.name = "rank " + std::to_string(number)};
    process.activity = activity_;
    return process;
  }

 private:
  Rank& add(double begin, double end, std::uint32_t stream, std::uint32_t name, std::int64_t place = -1) {
    const double step = activity_.steps.back().begin, asked = step + ++number_ * 0.01;
    activity_.events.push_back(
        {.begin = asked, .end = asked, .correlation = number_, .kind = HostEventKind::kLaunch, .place = place});
    activity_.works.push_back(
        {.begin = step + begin, .end = step + end, .stream = stream, .correlation = number_, .name = name});
    return *this;
  }

  Activity activity_;
  std::uint32_t number_ = 0;
};

Ranks compared(const Rank& first, const Rank& second) {
  return confirm::compare_ranks({.processes = {first.process(0), second.process(1)}});
}

TEST(ConfirmRanks, TheLastOneIsAwaited) {
  const Rank first = Rank().work(0, 100).reduce(100, 420).work(150, 250).work(420, 500);
  const Rank last = Rank().work(0, 300).reduce(300, 421).work(421, 500);
  const Ranks ranks = compared(first, last);
  ASSERT_EQ(ranks.steps, 1U);
  EXPECT_EQ(ranks.collectives, 1);
  EXPECT_EQ(ranks.unmatched, 0);
  ASSERT_EQ(ranks.waits.size(), 1U);
  EXPECT_EQ(ranks.waits[0].waiting, 0U);
  EXPECT_EQ(ranks.waits[0].last, 1U);
  EXPECT_NEAR(ranks.waits[0].waiting_ms, 0.2, 1e-9);
  EXPECT_NEAR(ranks.waits[0].exposed_ms, 0.1, 1e-9);  // 0.1 of it, its own work went on
  EXPECT_NEAR(ranks.waits[0].idle_ms, 0, 1e-9);       // the last one worked all the time
  EXPECT_NEAR(ranks.times[0].work_ms, 0.28, 1e-9);
  EXPECT_NEAR(ranks.times[0].collective_ms, 0.32, 1e-9);
  EXPECT_NEAR(ranks.times[0].idle_ms, 0.5, 1e-9);
  EXPECT_EQ(ranks.times[1].last, 1);
  EXPECT_EQ(ranks.times[1].waiting_ms, 0);
}

TEST(ConfirmRanks, AnIdleGpuIsToldFromOneThatWorks) {
  const Rank first = Rank().work(0, 100).reduce(100, 420);
  const Ranks ranks = compared(first, Rank().work(200, 300).reduce(300, 421));
  EXPECT_NEAR(ranks.waits.at(0).idle_ms, 0.2, 1e-9);
  // What it lost before the first collective makes it late at the second as well.
  const Rank late = Rank().work(200, 300).reduce(300, 320).work(320, 420).reduce(420, 440);
  const Ranks both = compared(Rank().work(0, 100).reduce(100, 321).work(100, 200).reduce(321, 441), late);
  EXPECT_NEAR(both.waits.at(0).waiting_ms, 0.299, 1e-9);
  EXPECT_NEAR(both.waits.at(0).idle_ms, 0.299, 1e-9);
}

TEST(ConfirmRanks, CollectivesAreToldApartByKindAndOrder) {
  const Rank first = Rank()
                         .gather(0, 50)
                         .reduce(100, 300, 4)
                         .reduce(300, 500, 5)
                         .next_step()
                         .gather(0, 50)
                         .reduce(100, 200, 4)
                         .reduce(200, 900, 5);
  const Rank second = Rank()
                          .gather(40, 51)
                          .reduce(290, 301, 4)
                          .reduce(480, 501, 5)
                          .next_step()
                          .gather(0, 51)
                          .reduce(100, 201, 4)
                          .reduce(890, 901, 5);
  const Ranks ranks = compared(first, second);
  EXPECT_EQ(ranks.steps, 2U);
  EXPECT_EQ(ranks.collectives, 3);
  ASSERT_EQ(ranks.meetings.size(), 3U);
  EXPECT_EQ(ranks.meetings[0].kind, "AllReduce");
  EXPECT_EQ(ranks.meetings[0].ordinal, 2U);
  EXPECT_EQ(ranks.meetings[0].of, 2U);
  EXPECT_EQ(ranks.meetings[0].last, 1U);
  EXPECT_EQ(ranks.meetings[0].last_in, 2U);
  EXPECT_EQ(ranks.meetings[0].place, 5);
  EXPECT_NEAR(ranks.meetings[0].waiting_ms, (0.18 + 0.69) / 2, 1e-9);
  EXPECT_EQ(ranks.meetings[2].kind, "AllGather");
  // The second step is drawn.
  ASSERT_EQ(ranks.lanes.size(), 2U);
  ASSERT_EQ(ranks.lanes[0].waiting.size(), 1U);
  EXPECT_NEAR(ranks.lanes[0].waiting[0].begin, 200, 1e-9);
  EXPECT_NEAR(ranks.lanes[0].waiting[0].end, 890, 1e-9);
}

TEST(ConfirmRanks, ClocksOfTwoMachinesAreSetByTheCollectives) {
  const Rank first = Rank(7e9).work(0, 100).reduce(100, 420);
  const Ranks ranks = compared(first, Rank(3e9).work(0, 300).reduce(300, 420));
  EXPECT_NEAR(ranks.waits.at(0).waiting_ms, 0.2, 1e-6);
  EXPECT_EQ(ranks.unmatched, 0);
}

TEST(ConfirmRanks, WhatDoesNotBelongTogetherIsLeftOut) {
  const Rank first = Rank().gather(0, 50).reduce(100, 300).gather(700, 750);
  const Ranks one_more = compared(first, Rank().gather(0, 50).reduce(200, 300));
  EXPECT_EQ(one_more.unmatched, 2);  // gathers
  EXPECT_EQ(one_more.collectives, 1);
  // Over on one rank before it begins on the other: another group.
  const Ranks apart = compared(Rank().reduce(0, 50).gather(60, 70), Rank().reduce(600, 650).gather(60, 70));
  EXPECT_EQ(apart.unmatched, 1);
  EXPECT_TRUE(apart.waits.empty());
}

TEST(ConfirmRanks, OneRankAloneHasNobodyBeside) {
  EXPECT_EQ(confirm::compare_ranks({.processes = {Rank().reduce(0, 50).process(0)}}).steps, 0U);
  const Recording without = {.processes = {Rank().work(0, 50).process(0), Rank().work(0, 50).process(1)}};
  EXPECT_EQ(confirm::compare_ranks(without).steps, 0U);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// One step of `bench/confirm/train.py` on two H100s; rank 1 sleeps for 4 ms before `backward()`.
const std::string kRecorded =
    "confirm --isolated --trace '" + std::filesystem::absolute("tests/cli/confirm_data/ranks").string() + "'";

TEST(ConfirmRanks, ARecordingOfTwoRanksSaysWhoWaitsForWhom) {
  const Workplace place;
  const std::string text = place.run(kRecorded).out;
  EXPECT_TRUE(has(text, "rank 0 waits for rank 1 for 12.1 ms a step")) << text;
  EXPECT_TRUE(has(text, "rank 1 comes late because its GPU stood idle for longer: its host is behind")) << text;
  EXPECT_TRUE(has(text, "at AllReduce 1 of 11 for 4.0")) << text;
  EXPECT_TRUE(has(text, "asked for at /somewhere/work/skew.py:75")) << text;
  const json ranks = json::parse(place.run(kRecorded + " --output-format json").out).at("ranks");
  EXPECT_EQ(ranks.at("by_rank").size(), 2U);
  EXPECT_EQ(ranks.at("by_rank")[1].at("last_to_come"), 11);
  EXPECT_EQ(ranks.at("waits")[0].at("waits_for"), "rank 1");
  EXPECT_GT(ranks.at("waits")[0].at("because_its_gpu_was_idle_ms"), 9);
  EXPECT_EQ(ranks.at("collectives_by_wait")[0].at("kind"), "AllReduce");
  const std::string html = place.run(kRecorded + " --output-format html").out;
  EXPECT_TRUE(has(html, "<svg class=\"ranks\" viewBox=\"0 0 1000 92\"")) << html.substr(0, 4000);
  EXPECT_TRUE(has(html, "<td>rank 1</td>"));
}

constexpr std::string_view kCollectives = R"(import ctypes, os, time
cuda = ctypes.CDLL(os.environ["FAKE_CUDA"])
cuda.fake_init()
end_of_step = ctypes.CDLL(os.environ["SYNCFREE_OBSERVER"]).syncfree_step
for step in range(20):
    cuda.fake_kernel(50)
    cuda.fake_collective(50)
    end_of_step()
)";

TEST(ConfirmRanks, TheObserverLooksWhereACollectiveIsAskedFor) {
  const Workplace place;
  place.write("steps.py", kCollectives);
  const Outcome outcome =
      place.run("confirm --isolated --cupti '" FAKE_CUDA
                "' --warmup 2 --steps 10 --record record -- env FAKE_CUDA='" FAKE_CUDA "' python3 steps.py");
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place.folder() / "work/record")) {
    if (entry.path().extension() != ".timeline") continue;
    std::ifstream file(entry.path());
    const json timeline = json::parse(file);
    std::filesystem::path beside = entry.path();
    std::ifstream record_file(beside.replace_extension(".json"));
    const json sites = json::parse(record_file).at("sites");
    std::map<int, int> site_of;
    for (const json& event : timeline.at("events")) site_of[event[3].get<int>()] = event[6].get<int>();
    for (const json& work : timeline.at("works")) {
      if (!has(timeline.at("names")[work[5].get<std::size_t>()].get<std::string>(), "ncclDevKernel_AllReduce"))
        continue;
      const auto site = site_of.find(work[3].get<int>());
      if (site == site_of.end()) continue;  // asked for before the timeline
      ASSERT_GE(site->second, 0);
      EXPECT_EQ(sites[static_cast<std::size_t>(site->second)].at("frames")[0].at("range")[0], 7);
      ++seen;
    }
  }
  EXPECT_GE(seen, 5U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
