// Results of two runs held against each other: value by value, and through `confirm --compare`.
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/confirm/base64.h"
#include "cli/confirm/comparison.h"
#include "cli/confirm/kept_results.h"
#include "cli/confirm/result_comparison.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using confirm::Agreement;
using confirm::KeptResults;
using confirm::KeptValue;
using confirm::NameComparison;
using nlohmann::json;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

template <typename Number>
KeptValue tensor(const std::string& name, const std::string& type, std::vector<Number> numbers) {
  KeptValue value{.name = name, .type = type, .shape = {static_cast<std::int64_t>(numbers.size())}};
  value.data.resize(numbers.size() * sizeof(Number));
  std::memcpy(value.data.data(), numbers.data(), value.data.size());
  return value;
}

KeptValue plain(const std::string& type, const std::string& text) {
  return {.name = "x", .type = type, .is_plain = true, .data = text};
}

NameComparison compared(const std::vector<KeptValue>& before, const std::vector<KeptValue>& now,
                        const confirm::Tolerance& tolerance = {}) {
  const confirm::ProcessResults old_run{"rank 0", KeptResults{.values = before}};
  const confirm::ProcessResults new_run{"rank 0", KeptResults{.values = now}};
  const auto all = confirm::compare_results({&old_run, 1}, {&new_run, 1}, tolerance);
  EXPECT_EQ(all.size(), 1U);
  return all.front();
}

Agreement agreement(const KeptValue& before, const KeptValue& now) { return compared({before}, {now}).agreement; }

TEST(ConfirmResults, ToleranceIsThatOfTorchTesting) {
  const auto single = [](float number) { return tensor<float>("x", "float32", {number}); };
  EXPECT_EQ(agreement(single(1), single(1)), Agreement::kEqual);
  EXPECT_EQ(agreement(single(100), single(100.00012F)), Agreement::kClose);
  EXPECT_EQ(agreement(single(100), single(100.0002F)), Agreement::kDifferent);
  EXPECT_EQ(agreement(single(0), single(9e-6F)), Agreement::kClose);
  EXPECT_EQ(agreement(single(0), single(2e-5F)), Agreement::kDifferent);
  EXPECT_EQ(agreement(tensor<double>("x", "float64", {1.0}), tensor<double>("x", "float64", {1.0 + 1e-6})),
            Agreement::kDifferent);
  const auto bits = [](const char* type, std::uint16_t number) { return tensor<std::uint16_t>("x", type, {number}); };
  EXPECT_EQ(agreement(bits("bfloat16", 0x3f80), bits("bfloat16", 0x3f82)), Agreement::kClose);      // 1, 1.0156
  EXPECT_EQ(agreement(bits("bfloat16", 0x3f80), bits("bfloat16", 0x3f83)), Agreement::kDifferent);  // 1.0234
  EXPECT_EQ(agreement(bits("float16", 0x3c00), bits("float16", 0x3c01)), Agreement::kClose);        // 1.00098
  EXPECT_EQ(agreement(bits("float16", 0x3c00), bits("float16", 0x3c02)), Agreement::kDifferent);
  EXPECT_EQ(agreement(bits("float16", 0x0000), bits("float16", 0x0001)), Agreement::kClose);  // 6e-8
  EXPECT_EQ(agreement(plain("float", "0.1"), plain("float", "0.10000001")), Agreement::kClose);
  EXPECT_EQ(agreement(plain("float", "0.1"), plain("float", "0.1001")), Agreement::kDifferent);
}

TEST(ConfirmResults, WhatIsNoFloatingPointNumberIsEqualOrDifferent) {
  EXPECT_EQ(
      agreement(tensor<std::int64_t>("x", "int64", {1 << 20}), tensor<std::int64_t>("x", "int64", {(1 << 20) + 1})),
      Agreement::kDifferent);
  EXPECT_EQ(agreement(plain("int", "7"), plain("int", "7")), Agreement::kEqual);
  EXPECT_EQ(compared({plain("str", "cat")}, {plain("str", "dog")}).reason, "cat before, dog now");
  EXPECT_EQ(compared({plain("int", "1")}, {tensor<float>("x", "float32", {1})}).reason,
            "a int before, float32 [1] now");
  EXPECT_EQ(compared({tensor<float>("x", "float32", {1})}, {tensor<float>("x", "float32", {1, 1})}).reason,
            "float32 [1] before, float32 [2] now");
}

TEST(ConfirmResults, NaNIsEqualToItselfAndToNothingElse) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const auto two = [](float first, float second) { return tensor<float>("x", "float32", {first, second}); };
  EXPECT_EQ(agreement(two(nan, 1), two(-nan, 1)), Agreement::kClose);  // other bits
  EXPECT_EQ(agreement(two(nan, 1), two(0, 1)), Agreement::kDifferent);
  EXPECT_EQ(agreement(two(1, 1), two(nan, 1)), Agreement::kDifferent);
  EXPECT_EQ(agreement(two(infinity, 1), two(infinity, 1.0000001F)), Agreement::kClose);
  EXPECT_EQ(agreement(two(infinity, 1), two(-infinity, 1)), Agreement::kDifferent);
  EXPECT_EQ(agreement(two(1, 1), two(infinity, 1)), Agreement::kDifferent);
}

TEST(ConfirmResults, ASeriesSaysFromWhereOnItDiffers) {
  std::vector<KeptValue> before(9, tensor<float>("losses", "float32", {0.5F})), now = before;
  EXPECT_EQ(confirm::agreement_text(compared(before, now)), "equal in all 9 values");
  now[2] = tensor<float>("losses", "float32", {0.500001F});
  EXPECT_EQ(confirm::agreement_text(compared(before, now)),
            "close: 1 of 9 values differs, by at most 1.01328e-06 (allowed: 1.3e-06 of the value and 1e-05)");
  now[6] = now[7] = tensor<float>("losses", "float32", {0.25F});
  EXPECT_EQ(confirm::agreement_text(compared(before, now)),
            "different: 3 of 9 values differ; value 7: 0.5 before, 0.25 now (allowed: 1.3e-06 of the value and 1e-05)");
  EXPECT_EQ(compared(before, now, {.relative = 0.5}).agreement, Agreement::kClose);
  now.pop_back();
  EXPECT_EQ(compared(before, now, {.relative = 0.5}).reason, "9 values before, 8 now");
  EXPECT_EQ(compared(before, now, {.relative = 0.5}).first, 9U);
}

TEST(ConfirmResults, NamesThatOneRunLacksAreDifferent) {
  const confirm::ProcessResults one{"rank 0", {.values = {plain("int", "1")}}}, none{"rank 0", {}};
  EXPECT_EQ(confirm::worst_of(confirm::compare_results({&one, 1}, {&none, 1}, {})), Agreement::kDifferent);
  EXPECT_EQ(confirm::worst_of(confirm::compare_results({&none, 1}, {&one, 1}, {})), Agreement::kDifferent);
  EXPECT_EQ(confirm::worst_of(confirm::compare_results({&none, 1}, {&none, 1}, {})), Agreement::kEqual);
  const confirm::ProcessResults ranks[] = {one, {"rank 1", {.values = {plain("int", "1")}}}};
  const auto all = confirm::compare_results(ranks, ranks, {});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].name, "rank 1: x");
}

TEST(ConfirmResults, AreWrittenAndRead) {
  KeptResults results{
      .values = {tensor<float>("a", "float32", {1, 2, 3}), plain("str", "\"é\"")}, .left_out = 3, .problem = "why"};
  results.values[0].every = 4;
  const auto read = confirm::read_kept_results(confirm::kept_results_json(results).dump());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->values[0].data, results.values[0].data);
  EXPECT_EQ(read->values[0].every, 4U);
  EXPECT_EQ(read->values[1].data, "\"é\"");
  EXPECT_EQ(read->left_out, 3U);
  for (const char* broken : {"", "[]", R"({"format":2,"left_out":0,"problem":"","values":[]})",
                             R"({"format":1,"left_out":0,"problem":"","values":[{"name":"a","type":"float32"}]})",
                             R"({"format":1,"left_out":0,"problem":"","values":[
                                 {"name":"a","type":"float32","shape":[],"every":1,"data":"A"}]})"})
    EXPECT_FALSE(confirm::read_kept_results(broken)) << broken;
}

TEST(ConfirmResults, Base64) {
  for (const auto& [bytes, text] : {std::pair{"", ""}, std::pair{"f", "Zg=="}, std::pair{"fo", "Zm8="},
                                    std::pair{"foo", "Zm9v"}, std::pair{"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(confirm::base64(bytes), text);
    EXPECT_EQ(confirm::from_base64(text), bytes);
  }
  EXPECT_EQ(confirm::from_base64(confirm::base64(std::string("\xff\x00\x80", 3))), std::string("\xff\x00\x80", 3));
  for (const char* wrong : {"Z", "Zg=", "Z===", "Zg==Zg==", "Zm9*"}) EXPECT_FALSE(confirm::from_base64(wrong)) << wrong;
}

/// A program with `exits` as its status, whose third result is `third`.
class KeepingProgram : public testing::Test {
 protected:
  KeepingProgram() {
    place_.write("torch.py",
                 "import ctypes, os\n"
                 "_cuda = ctypes.CDLL(os.environ['FAKE_CUDA'])\n"
                 "_cuda.fake_init()\n"
                 "wait = _cuda.fake_wait\n");
    place_.write("run.py",
                 "import sys, torch\n"
                 "for i in range(9):\n"
                 "    torch.wait()\n"
                 "    if observer := sys.modules.get('syncfree_confirm'):\n"
                 "        observer.keep('numbers', i if i != 2 else float(sys.argv[1]))\n"
                 "sys.exit(int(sys.argv[2]))\n");
  }
  Outcome confirm(const std::string& options, const std::string& words) const {
    return place_.run("confirm --isolated --cupti '" FAKE_CUDA "' " + options +
                      " -- env FAKE_CUDA='" FAKE_CUDA "' " PYTHON " run.py " + words);
  }
  Workplace place_;
};

TEST_F(KeepingProgram, IsComparedWithItsEarlierRun) {
  confirm("--output-format json --output-file before.json", "0.5 0");
  const json before = json::parse(place_.read("before.json"));
  EXPECT_EQ(before.at("exit_status"), 0);
  EXPECT_EQ(before.at("processes")[0].at("results").at("values").size(), 9U);
  const Outcome same = confirm("--compare before.json --fail-on-different", "0.5 0");
  EXPECT_EQ(same.status, 0);
  EXPECT_TRUE(has(same.error, "  results: numbers equal in all 9 values\n  exit:    status 0 before, 0 now\n"))
      << same.error;
  const Outcome other = confirm("--compare before.json --fail-on-different", "0.25 0");
  EXPECT_EQ(other.status, 1);
  EXPECT_TRUE(
      has(other.error, "failed: results: numbers different: 1 of 9 values differs; value 3: 0.5 before, 0.25 now"))
      << other.error;
  EXPECT_EQ(confirm("--compare before.json", "0.25 0").status, 0);  // it is told, and no gate
  EXPECT_EQ(confirm("--compare before.json --fail-on-different --atol 1", "0.25 0").status, 0);
  confirm("--compare before.json --output-format json --output-file now.json", "0.25 3");
  const json comparison = json::parse(place_.read("now.json")).at("comparison");
  EXPECT_EQ(comparison.at("results_differ"), true);
  EXPECT_EQ(comparison.at("results")[0].at("agreement"), "different");
  EXPECT_EQ(comparison.at("results")[0].at("first"), 3);
  EXPECT_EQ(comparison.at("now").at("exit_status"), 3);
}

TEST_F(KeepingProgram, OptionsNeedSomethingToCompareWith) {
  for (const char* option : {"--fail-on-different", "--rtol 1", "--atol 1"})
    EXPECT_TRUE(has(place_.run("confirm " + std::string(option) + " -- true").error, "needs `--compare`")) << option;
}

TEST_F(KeepingProgram, ResultsThatAreBrokenAreNamed) {
  confirm("--record record", "0.5 0");
  std::string name;
  for (const auto& entry : std::filesystem::directory_iterator(place_.folder() / "work/record")) {
    if (entry.path().extension() == ".results") name = entry.path().filename();
  }
  ASSERT_NE(name, "");
  place_.write("record/" + name, "{}");
  const Outcome outcome = place_.run("confirm --isolated --trace record");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(has(outcome.error, name + ": no results of this program")) << outcome.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
