// The code around a wait, as evidence: captures of graphs, conditions that seldom hold.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using Found = std::vector<std::string>;

driver::CheckResult check(std::string_view source, engine::Temperature temperature) {
  driver::CheckRequest request;
  request.text = driver::SourceText{"steps.cu", std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.temperature = temperature;
  driver::Progress progress;
  return driver::check(request, progress);
}

/// "3: SF601" of each finding at default settings, or of those that are at least so hot.
Found findings(std::string_view source, engine::Temperature temperature = engine::Temperature::kWarm) {
  const driver::CheckResult result = check(source, temperature);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    const auto line = result.report.files[finding.file].lines->position(finding.range.begin).line;
    found.push_back(std::to_string(line) + ": " + std::string(finding.code));
  }
  std::ranges::sort(found);
  return found;
}

constexpr std::string_view kExecutor = R"(struct Executor {
  cudaStream_t stream;
  void sync() { cudaStreamSynchronize(stream); }
  void copy(void* to, void* from) { cudaMemcpyAsync(to, from, 1 << 24, cudaMemcpyHostToDevice, stream); }
};
)";

TEST(CxxCaptures, ACallFailsWhereItIsCaptured) {
  EXPECT_EQ(findings(std::string(kExecutor) + R"(void captures(Executor& executor, void* to, void* from) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(executor.stream, cudaStreamCaptureModeGlobal);
  executor.copy(to, from);
  executor.sync();
  cudaStreamEndCapture(executor.stream, &graph);
  executor.sync();
}
void captures_nothing(Executor& executor) { executor.sync(); }
)"),
            (Found{"10: SF605", "12: SF601", "14: SF601", "3: SF601"}));
}

TEST(CxxCaptures, EndOnEveryWayThatBeganThem) {
  EXPECT_EQ(findings(R"(void captures_the_second(cudaStream_t stream) {
  cudaGraph_t graph;
  for (int i = 0; i < 2; i++) {
    if (i == 1) cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    step<<<1, 32, 0, stream>>>();
    if (i == 1) cudaStreamEndCapture(stream, &graph);
  }
  cudaStreamSynchronize(stream);
}
void captures_perhaps(cudaStream_t stream, bool wanted) {
  cudaGraph_t graph;
  if (wanted) cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(stream);
  if (wanted) cudaStreamEndCapture(stream, &graph);
}
)"),
            (Found{"13: SF605", "8: SF601"}));
}

TEST(CxxConditions, ErrorsAreLookedForSeldom) {
  EXPECT_EQ(findings(R"(void steps(Plan* plan, Config& config, bool check_cuda, bool checks) {
  if (plan->check_cuda_errors) cudaDeviceSynchronize();
  if (config.isCUDAErrorCheckingEnabled()) cudaDeviceSynchronize();
  if (config.debugSync) cudaDeviceSynchronize();
  if (check_cuda) cudaDeviceSynchronize();
  if (!check_cuda) cudaDeviceSynchronize();
  if (checks) cudaDeviceSynchronize();
}
)"),
            (Found{"6: SF601", "7: SF601"}));
}

TEST(CxxConditions, ACallBehindAndIsNoDeclaration) {
  EXPECT_EQ(findings(R"(cudaError_t sync(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
void steps(cudaStream_t stream, bool wanted, bool debug_sync) {
  if (wanted && cudaStreamSynchronize(stream)) return;
  if (wanted && sync(stream)) return;
  if (debug_sync && sync(stream)) return;
  if (debug_sync && (Check(error = sync(stream)))) return;
  if (wanted && (Check(error = sync(stream)))) return;
  if (debug_sync || (Check(error = sync(stream)))) return;
}
)"),
            (Found{"1: SF601", "3: SF601", "4: SF601", "7: SF601", "8: SF601"}));
}

TEST(CxxConditions, APointerMayLeadNowhere) {
  EXPECT_EQ(findings(R"(void copy(Queue* queue) {
  if (queue == nullptr) cudaStreamSynchronize(0);
}
)"),
            (Found{"2: SF601"}));
}

TEST(CxxConditions, MuchIsSaidSeldom) {
  EXPECT_EQ(findings(R"(void steps(int verbosity, int size) {
  if (getVerbosity() >= kVerbose) cudaDeviceSynchronize();
  if (verbosity > 0) cudaDeviceSynchronize();
  if (verbosity < 1) cudaDeviceSynchronize();
  if (size > 0) cudaDeviceSynchronize();
}
)"),
            (Found{"4: SF601", "5: SF601"}));
}

TEST(CxxConditions, SpeedIsMeasuredSeldom) {
  EXPECT_EQ(findings(R"(void steps(Coder* coder, bool profiling, bool profiles) {
  if (coder->param.perf_stats) cudaDeviceSynchronize();
  if (profiling && coder != nullptr) cudaDeviceSynchronize();
  if (coder->isProfiling()) cudaDeviceSynchronize();
  if (!profiling) cudaDeviceSynchronize();
  if (profiles) cudaDeviceSynchronize();
  if (!coder->param.perf_stats) return;
  cudaDeviceSynchronize();
}
)"),
            (Found{"5: SF601", "6: SF601"}));
}

TEST(CxxConditions, WhatPeopleDoByHandIsSeldom) {
  EXPECT_EQ(findings(R"(void frame(int since_update, int between, int since, int size, Io* io, Menu* menu) {
  if (ImGui::Button("Load")) cudaDeviceSynchronize();
  if (colored_button("Save", 3) && size > 0) cudaDeviceSynchronize();
  if (ImGui::IsKeyPressed(32)) cudaDeviceSynchronize();
  if (io->MouseClicked[0]) cudaDeviceSynchronize();
  if (since_update >= between) cudaDeviceSynchronize();
  if (!ImGui::Button("Hold")) cudaDeviceSynchronize();
  if (size >= between) cudaDeviceSynchronize();
}
)"),
            (Found{"7: SF601", "8: SF601"}));
}

TEST(CxxTemperature, ConstructorsAreAsHotAsWhoMakesObjects) {
  EXPECT_EQ(findings(R"(struct Pool {
  Pool() { cudaDeviceSynchronize(); }
  void clear() { cudaDeviceSynchronize(); }
};
struct Step {
  explicit Step(int size);
};
Step::Step(int size) { cudaDeviceSynchronize(); }
void forward(int size) { Step step(size); }
)"),
            (Found{"3: SF601", "8: SF601", "9: SF601"}));
}

TEST(CxxTemperature, LoopsOverRoundsAreHot) {
  EXPECT_EQ(findings(R"(struct Solver {
  void update() { cudaStreamSynchronize(stream); }
  void solve(int max_iter) {
    for (int i = 0; i < max_iter; ++i) update();
  }
  cudaStream_t stream;
};
void boost(cudaStream_t stream) { cudaStreamSynchronize(stream); }
void train(const Params& params, cudaStream_t stream) {
  for (int i = 0; i < params.n_trees; ++i) boost(stream);
  cudaStreamSynchronize(stream);
}
void until_it_converges(cudaStream_t stream) {
  for (int iter = 0;; ++iter) {
    cudaDeviceSynchronize();
    if (converged(iter)) break;
  }
  for (auto iter = names.begin(); iter != names.end(); ++iter) cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) cudaDeviceSynchronize();
  for (int step = 0; step <= steps; ++step) {
    if ((step > 0 && step % every == 0) || last_step) cudaDeviceSynchronize();
  }
}
void benchmark(cudaStream_t stream) {
  for (int iter = 0; iter < 100; ++iter) cudaStreamSynchronize(stream);
}
void warms_up(cudaStream_t stream) {
  for (int i = 0; i < warmup_iters; ++i) cudaStreamSynchronize(stream);
}
)",
                     engine::Temperature::kHot),
            (Found{"10: SF601", "15: SF601", "2: SF601", "4: SF601", "8: SF601"}));
}

TEST(CxxTemperature, LoopsThatRunUntilTheyAreStoppedAreHot) {
  EXPECT_EQ(findings(R"(struct Worker {
  void process() { cudaStreamSynchronize(stream); }
  void run() {
    while (isRunning()) process();
  }
  void serve() {
    while (!stop_) cudaStreamSynchronize(stream);
  }
  void find() {
    while (current_stop < last_stop) cudaStreamSynchronize(stream);
    while (!found_) cudaStreamSynchronize(stream);
  }
  void solve(float tolerance) {
    while (!control_.converged(step_)) cudaStreamSynchronize(stream);
    for (int i = 0; residual() > tolerance; ++i) cudaStreamSynchronize(stream);
  }
  cudaStream_t stream;
};
)",
                     engine::Temperature::kHot),
            (Found{"14: SF601", "15: SF601", "2: SF601", "4: SF601", "7: SF601"}));
}

TEST(CxxTemperature, TheEndlessLoopOfAProgramIsHot) {
  EXPECT_EQ(findings(R"(int main(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) cudaDeviceSynchronize();
  while (true) {
    if (!read(argv)) break;
    cudaDeviceSynchronize();
  }
  for (int frame = 0;; ++frame) {
    if (read(argv)) break;
    cudaDeviceSynchronize();
  }
}
void tries() {
  while (true) cudaDeviceSynchronize();
}
)",
                     engine::Temperature::kHot),
            (Found{"5: SF601", "9: SF601"}));
}

TEST(CxxTemperature, PluginsOfTensorRT) {
  EXPECT_EQ(findings(R"(struct Plugin : nvinfer1::IPluginV2Ext {
  int enqueue(int n, const void* const* in, void** out, void* space, cudaStream_t stream) noexcept override {
    return cudaStreamSynchronize(stream);
  }
  void enqueue(Job job) { cudaStreamSynchronize(job.stream); }
};
struct Creator : nvinfer1::IPluginCreator {
  nvinfer1::IPluginV2* createPlugin(const char* name, const nvinfer1::PluginFieldCollection* fields) noexcept override {
    cudaDeviceSynchronize();
    return nullptr;
  }
};
)",
                     engine::Temperature::kHot),
            (Found{"3: SF601"}));
}

TEST(CxxTemperature, PassesThroughANetAreHot) {
  EXPECT_EQ(findings(R"(struct Net {
  void Forward_gpu() { cudaStreamSynchronize(stream); }
  void forwardPass() { cudaStreamSynchronize(stream); }
  void backward_cpu() { cudaStreamSynchronize(stream); }
  void forwards() { cudaStreamSynchronize(stream); }
  void fast_forward() { cudaStreamSynchronize(stream); }
  cudaStream_t stream;
};
)",
                     engine::Temperature::kHot),
            (Found{"2: SF601", "3: SF601", "4: SF601"}));
}

TEST(CxxTemperature, DestructorsAreAsHotAsWhoMakesObjects) {
  EXPECT_EQ(findings(R"(void release(cudaStream_t stream) { cudaStreamSynchronize(stream); }
struct Pipe {
  ~Pipe();
  cudaStream_t stream;
};
Pipe::~Pipe() { release(stream); }
struct Timer {
  ~Timer() { cudaDeviceSynchronize(); }
};
void forward() { Timer timer; }
)"),
            (Found{"10: SF601", "8: SF601"}));
}

TEST(CxxTemperature, BesideStepsNobodyKnowsAllCallers) {
  EXPECT_EQ(findings(R"(void train(Net& net, Loader& data_loader, torch::optim::Adam& optimizer) {
  for (auto& batch : *data_loader) {
    optimizer.zero_grad();
    auto loss = net->forward(batch.data).sum();
    loss.backward();
    optimizer.step();
  }
}
void dispatch(cudaStream_t stream) { cudaStreamSynchronize(stream); }
)"),
            (Found{"9: SF601"}));
}

TEST(CxxDependency, AWaitIsNeededForTheCopyBeforeIt) {
  const driver::CheckResult result = check(R"(int read(const int* device, int* host, cudaStream_t s) {
  cudaMemcpyAsync(host, device, 4, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  kernel<<<1, 2, 0, s>>>(device);
  cudaStreamSynchronize(s);
  kernel<<<1, 2, 0, s>>>(device);
  return *host;
}
void write(int* device, const int* host, bool large, cudaStream_t s) {
  cudaMemcpyAsync(device, host, 4, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
}
void either(const int* device, int* host, bool asks, cudaStream_t s) {
  if (asks) cudaMemcpyAsync(host, device, 4, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
}
void reads(int* shared, cudaStream_t s) {
  kernel<<<1, 2, 0, s>>>(shared);
  cudaStreamSynchronize(s);
  take(shared[0]);
  kernel<<<1, 2, 0, s>>>(shared);
}
void may_go_on(int* shared, bool more, cudaStream_t s) {
  cudaStreamSynchronize(s);
  if (more) kernel<<<1, 2, 0, s>>>(shared);
}
)",
                                           engine::Temperature::kWarm);
  std::vector<std::pair<std::uint32_t, engine::Dependency>> found;
  for (const engine::Finding& finding : result.report.findings) {
    if (finding.code == "SF601")
      found.emplace_back(result.report.files[finding.file].lines->position(finding.range.begin).line,
                         finding.dependency);
  }
  std::ranges::sort(found);
  using enum engine::Dependency;
  EXPECT_EQ(found, (std::vector<std::pair<std::uint32_t, engine::Dependency>>{
                       {3, kTrue}, {5, kFalse}, {11, kEither}, {15, kTrue}, {19, kEither}, {24, kEither}}));
}

TEST(CxxConditions, WhatIsOnlyLoggedForDebuggingIsCold) {
  EXPECT_EQ(findings(R"(struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    ENGINE_LOG_DEBUG("x is %s", text_of(x.cpu()).c_str());
    ENGINE_LOG_INFO("x is %s", text_of(x.cpu()).c_str());
    DEBUG_FPRINTF(stderr, "x is %s", text_of(x.cpu()).c_str());
    return x;
  }
};
)"),
            (Found{"4: SF101"}));
}

TEST(CxxConditions, WhatRunsOnceIsCold) {
  EXPECT_EQ(findings(R"(struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor table = torch::tensor({1, 2, 3}).to(torch::kCUDA);
    static std::once_flag ready;
    std::call_once(ready, [&] { cudaDeviceSynchronize(); });
    static int first = x.sum().item<int>();
    torch::Tensor other = torch::tensor({1, 2, 3}).to(torch::kCUDA);
    return x + table * first + other * x.max().item<float>();
  }
};
)"),
            (Found{"7: SF201", "8: SF301"}));
}

TEST(CxxConditions, ATableIsFilledOnceForEachKey) {
  EXPECT_EQ(findings(R"(struct Cache {
  void* find_first(int key) {
    if (table.find(key) == table.end()) {
      cudaDeviceSynchronize();
      table[key] = make(key);
    }
    if (!table.count(key)) {
      cudaDeviceSynchronize();
      table.emplace(key, make(key));
    }
    auto found = table.find(key);
    if (found != table.end()) return found->second;
    cudaDeviceSynchronize();
    table.insert({key, make(key)});
  }
  void* asks_in_the_condition(int key) {
    if (auto found = table.find(key); found != table.end()) {
      return found->second;
    } else {
      cudaDeviceSynchronize();
      table.try_emplace(key, make(key));
    }
  }
  void does_not_fill(int key) {
    if (table.find(key) == table.end()) cudaDeviceSynchronize();
  }
  void of_each_call(int key) {
    std::unordered_map<int, void*> own;
    if (own.find(key) == own.end()) {
      cudaDeviceSynchronize();
      own[key] = make(key);
    }
  }
  std::unordered_map<int, void*> table;
};
)"),
            (Found{"25: SF601", "30: SF601"}));
}

TEST(CxxConditions, TheFirstTimeIsSeldom) {
  EXPECT_EQ(findings(R"(struct Tracker {
  void flag() {
    if (!initialized_) {
      cudaDeviceSynchronize();
      initialized_ = true;
    }
  }
  void leaves() {
    if (this->loaded_) return;
    cudaDeviceSynchronize();
    loaded_ = true;
  }
  void memory(size_t size) {
    if (workspace_ == nullptr) {
      cudaMalloc(&workspace_, size);
      cudaDeviceSynchronize();
    }
  }
  void counts() {
    if (global_time_ == 0) cudaDeviceSynchronize();
    ++global_time_;
  }
  void of_frames(int frame) {
    if (frame == 0) cudaDeviceSynchronize();
  }
  void of_static() {
    static bool done_once = false;
    if (!done_once) {
      cudaDeviceSynchronize();
      done_once = true;
    }
  }
  void behind_and(bool wanted) {
    if (wanted && !setup_done_) {
      cudaDeviceSynchronize();
      setup_done_ = true;
    }
  }
  void of_a_first() {
    if (is_first_) {
      cudaDeviceSynchronize();
      is_first_ = false;
    }
  }
  void starts_again() { initialized_again_ = false; }
  void is_a_state() {
    if (!initialized_again_) {
      cudaDeviceSynchronize();
      initialized_again_ = true;
    }
  }
  void is_another_state() {
    if (!valid_) {
      cudaDeviceSynchronize();
      valid_ = true;
    }
  }
  void is_a_number(int left) {
    if (left == 0) cudaDeviceSynchronize();
    --left;
  }
  void counts_anew() {
    if (buffered_ == 0) cudaDeviceSynchronize();
    if (++buffered_ == 8) buffered_ = 0;
  }
  void of_each_call() {
    bool initialized = false;
    if (!initialized) {
      cudaDeviceSynchronize();
      initialized = true;
    }
  }
};
)"),
            (Found{"48: SF601", "54: SF601", "59: SF601", "63: SF601", "69: SF601"}));
}

TEST(CxxConditions, AnOptionThatIsOffByDefault) {
  EXPECT_EQ(findings(R"(struct RunOptions {
  bool measures = false;
  bool traces{false};
  bool waits{true};
  bool on_gpu = false;
  bool chosen = false;
};
struct State { bool busy = false; };
void run(const RunOptions& options, RunOptions* others, const State& state) {
  others->chosen = true;
  if (options.measures) cudaDeviceSynchronize();
  if (others->traces) cudaDeviceSynchronize();
  if (!options.measures) return;
  cudaDeviceSynchronize();
}
void run_on(const RunOptions& options, const State& state) {
  if (options.waits) cudaDeviceSynchronize();
  if (options.on_gpu) cudaDeviceSynchronize();
  if (options.chosen) cudaDeviceSynchronize();
  if (!options.measures) cudaDeviceSynchronize();
  if (state.busy) cudaDeviceSynchronize();
}
)"),
            (Found{"17: SF601", "18: SF601", "19: SF601", "20: SF601", "21: SF601"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
