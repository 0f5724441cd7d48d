// One place, one finding, worst first; and what the last lines of a report say.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

// A start-up read in the first file, and in the second one wait of which two rules speak: SF301 and SF704.
constexpr std::string_view kStart =
    "import torch\n"
    "x = torch.rand(3, device='cuda')\n"
    "print(x.sum().item())\n";
constexpr std::string_view kTrain =
    "import torch\n"
    "\n"
    "def train(loader, model, opt):\n"
    "    scale = torch.rand((), device='cuda')\n"
    "    for x, y in loader:\n"
    "        loss, seen = model(x).sum(), scale.item()\n"
    "        loss.backward()\n"
    "        opt.step()\n";

class OnePlace : public testing::Test {
 protected:
  OnePlace() {
    place_.write("a.py", kStart);
    place_.write("b.py", kTrain);
  }
  std::string concise(const std::string& arguments) const {
    return place_.run("--temperature cold --output-format concise " + arguments).out;
  }
  Workplace place_;
};

TEST_F(OnePlace, IsTold) {
  const std::string lines = concise("b.py");
  EXPECT_NE(lines.find("b.py:6:38: SF301 "), std::string::npos) << lines;
  EXPECT_NE(lines.find(" (also SF704, SF703)\n"), std::string::npos) << lines;
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1) << lines;
  const std::string text = place_.run("b.py").out;
  EXPECT_NE(text.find(" = also: SF704 "), std::string::npos) << text;
  EXPECT_NE(text.find(" = help: do it once before the loop (SF704)\n"), std::string::npos) << text;
}

TEST_F(OnePlace, NothingIsLostForPrograms) {
  const auto report = nlohmann::json::parse(place_.run("--output-format json b.py").out);
  const auto& finding = report.at("findings").at(0);
  EXPECT_EQ(finding.at("code"), "SF301");
  EXPECT_EQ(finding.at("also").at(0).at("code"), "SF704");
  EXPECT_EQ(finding.at("also").at(0).at("hint"), "do it once before the loop");
  EXPECT_EQ(finding.at("fix").at("code"), "SF704");
  const auto sarif = nlohmann::json::parse(place_.run("--output-format sarif b.py").out);
  const auto& result = sarif.at("runs").at(0).at("results").at(0);
  EXPECT_EQ(result.at("properties").at("alsoCodes"), (nlohmann::json::array({"SF704", "SF703"})));
}

TEST_F(OnePlace, EachRuleIsSelectedByItself) {
  EXPECT_NE(concise("--ignore SF301 b.py").find("SF704"), std::string::npos);
  EXPECT_EQ(concise("--ignore SF301 b.py").find("SF301"), std::string::npos);
  EXPECT_EQ(concise("--ignore SF704 b.py").find("SF704"), std::string::npos);
  EXPECT_NE(concise("--select SF704 b.py").find("SF704"), std::string::npos);
}

TEST_F(OnePlace, OneOfItsCodesSilencesIt) {
  for (const std::string code : {"SF301", "SF704"}) {
    std::string silenced(kTrain);
    silenced.insert(silenced.find("\n        loss.backward"), "  # syncfree: ignore[" + code + "] once");
    place_.write("b.py", silenced);
    EXPECT_EQ(concise("b.py"), "") << code;
  }
}

TEST_F(OnePlace, ABaselineHoldsAllItsCodes) {
  place_.run("--write-baseline base.json b.py");
  EXPECT_EQ(concise("--baseline base.json b.py"), "");
  EXPECT_EQ(concise("--baseline base.json --ignore SF301 b.py"), "");
}

TEST_F(OnePlace, WorstFirstForPeopleAndByPathForPrograms) {
  EXPECT_TRUE(concise("a.py b.py").starts_with("b.py")) << concise("a.py b.py");
  EXPECT_TRUE(concise("--sort path a.py b.py").starts_with("a.py"));
  const auto first_path = [&](const std::string& arguments) {
    const auto report =
        nlohmann::json::parse(place_.run("--temperature cold --output-format json a.py b.py " + arguments).out);
    return report.at("findings").at(0).at("location").at("path").get<std::string>();
  };
  EXPECT_EQ(first_path(""), "a.py");
  EXPECT_EQ(first_path("--sort worth"), "b.py");
  place_.write("syncfree-lint.toml", "sort = \"path\"\n");
  EXPECT_TRUE(concise("a.py b.py").starts_with("a.py"));
}

TEST_F(OnePlace, TheLastLinesSayWhereToGoOn) {
  const std::string text = place_.run("a.py b.py").out;
  EXPECT_NE(text.find("\nstart: b.py:6:38 (SF301, certain, hot)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nfixable: 0 with `--fix`; 1 more with `--fix --unsafe-fixes`, which need review\n"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\nhidden: 1 in code that runs less often (`--temperature cold`)\n")) << text;
  EXPECT_EQ(place_.run("--quiet a.py b.py").out.find("\nstart: "), std::string::npos);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
