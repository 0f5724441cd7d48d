// Files that the program itself has written, and that lay around since: summaries of files, records of runs.
#include <array>
#include <string>

#include "cli/confirm/activity_reader.h"
#include "cli/confirm/kept_results.h"
#include "cli/confirm/record_reader.h"
#include "cli/confirm/result_comparison.h"
#include "cli/confirm/step_analysis.h"
#include "cli/confirm/torch_trace.h"
#include "driver/summary_codec.h"
#include "frontends/python/lower.h"
#include "frontends/python/render_edits.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/workbench.h"

namespace syncfree::fuzz {
namespace {

constexpr std::uint32_t kFiles = 3;
constexpr std::size_t kSeedsOfFindings = 25;

engine::OutsideCall some_call() {
  engine::OutsideCall call{.file = 0, .range = {3, 9}, .function = "f"};
  call.chain = {{1, {2, 4}, "called here"}};
  call.waits.push_back({.file = 2, .range = {5, 6}, .code = "SF301"});
  return call;
}

std::vector<engine::HotFunction> some_hot_functions() {
  return {{.file = 0, .range = {1, 2}, .caller = engine::Related{1, {7, 9}, "`train`"}},
          {.file = 0, .range = {4, 6}, .caller = std::nullopt}};
}

}  // namespace

void read_summary(std::string_view bytes) {
  const auto summary = driver::decode_summary(bytes, kFiles);
  if (!summary) return;
  for (const engine::Finding& finding : summary->findings) {
    expect(finding.file < kFiles && finding.range.begin <= finding.range.end, "a kept finding has no place");
  }
  const std::string again = driver::encode_summary(*summary);
  const auto same = driver::decode_summary(again, kFiles);
  expect(same && driver::encode_summary(*same) == again, "a summary is not read as it is written");
}

std::vector<std::string> summary_seeds() {
  std::vector<std::string> seeds;
  Workbench workbench(python::render_edits);
  for (const std::string& text : python_seeds()) {
    if (seeds.size() >= kSeedsOfFindings) break;
    const auto module = python::parse_python(text, workbench.symbols());
    if (!module) continue;
    driver::FileSummary summary{.problems = {{.line = 1, .message = "syntax error"}},
                                .findings = {},
                                .calls = {some_call()},
                                .hot = some_hot_functions()};
    summary.findings = workbench.analyze(**module);
    seeds.push_back(driver::encode_summary(summary));
  }
  return seeds;
}

void read_recording(std::string_view bytes) {
  static_cast<void>(confirm::read_record(bytes));
  static_cast<void>(confirm::read_torch_trace(bytes));
  if (auto results = confirm::read_kept_results(bytes)) {
    const confirm::ProcessResults process{"process 1", std::move(*results)};
    expect(confirm::worst_of(confirm::compare_results({&process, 1}, {&process, 1}, {})) == confirm::Agreement::kEqual,
           "results differ from themselves");
  }
  if (auto activity = confirm::read_activity(bytes)) {
    for (confirm::HostEvent& event : activity->events) event.place %= 16;  // as if there were so many places
    static_cast<void>(confirm::analyze_steps(*activity, 1));
    static_cast<void>(confirm::estimate_waits(*activity, 1, {{{1, 3}}}));
  }
}

std::vector<std::string> recording_seeds() {
  return {R"({"format":1,"origin_ns":0,"steps":[[0,50000],[50000,99000]],"names":["k","copy to host"],
"works":[[6000,7500,7,1,0,0],[9000,12000,7,2,1,1],[60000,70000,9,5,0,0]],"events":[[100,900,4,1,0,0,-1],[5000,13000,4,2,1,1,3],
[14000,20000,4,0,3,0,-1],[52000,53000,8,5,0,0,1],[53000,71000,8,6,1,1,1]]})",
          R"({"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":1,"tid":1,"ts":10.5,
"dur":3,"args":{"correlation":7}},{"ph":"X","cat":"python_function","name":"a.py(3): step","pid":1,"tid":1,"ts":1,"dur":30,
"args":{"Python id":1,"Python parent id":null}},{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":4,"dur":8,
"args":{"correlation":6,"stream":7}},{"ph":"X","cat":"cpu_op","name":"aten::item","pid":1,"tid":1,"ts":9,"dur":6}],
"baseTimeNanoseconds":1,"schemaVersion":1})",
          R"({"format":1,"folder":"/a","rank":"","process":7,"attached":true,"message":"","python_problem":"","steps":
{"seen":4,"source":"optimizer","observed_ns":[1e6,2e6],"unobserved_ns":[]},"lines_known":true,"lines":{"a.py":[3,4]},
"sites":[{"thread":"main","node":"","frames":[{"file":"a.py","function":"f","range":[3,4,3,9]}],"native":[],
"calls":{"cudaMemcpyAsync":3},"observed":{"visits":3,"blocked":2,"blocked_ns":15,"longest_ns":10,"idle_ns":5}}]})"};
}

}  // namespace syncfree::fuzz
