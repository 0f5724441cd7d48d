// Notebooks through the program: every format says which cell.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr std::string_view kNotebook = R"json({
 "cells": [
  {"cell_type": "markdown", "source": ["text"]},
  {
   "cell_type": "code", "outputs": [],
   "source": [
    "%pip install torch\n",
    "import torch\n",
    "loss = torch.ones(3, device='cuda')"
   ]
},
  {
   "cell_type": "code", "outputs": [],
   "source": [
    "for step in range(9):\n",
    "    loss.item()\n",
    "    loss.cpu()  # syncfree: ignore[SF101] wanted\n",
    "    if loss.sum() > 0:\n",
    "        !echo positive\n"
   ]
  }
 ],
 "nbformat": 4
}
)json";

class Notebooks : public testing::Test {
 protected:
  Notebooks() { place_.write("a.ipynb", kNotebook); }
  nlohmann::json json(const std::string& format) const {
    return nlohmann::json::parse(place_.run("--temperature cold --output-format " + format + " a.ipynb").out);
  }
  Workplace place_;
};

TEST_F(Notebooks, CellsAreOneModule) {
  const Outcome outcome = place_.run("--temperature cold --output-format concise .");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "");
  EXPECT_NE(outcome.out.find("a.ipynb:cell 3:2:5: SF301"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("a.ipynb:cell 3:4:8: SF302"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("SF101"), std::string::npos) << outcome.out;
  const std::string text = place_.run("--temperature cold a.ipynb").out;
  EXPECT_NE(text.find("2 |     loss.item()"), std::string::npos) << text;
}

TEST_F(Notebooks, ASyntaxErrorIsNoCleanCode) {
  place_.write("n.ipynb", R"json({"cells": [{"cell_type": "code", "source": ["x = = 1\n", "y = 2\n"]}]})json");
  for (int run = 0; run < 2; ++run) {  // the second takes it from the cache
    const Outcome outcome = place_.run("n.ipynb");
    EXPECT_EQ(outcome.status, 1) << outcome.error;
    EXPECT_NE(outcome.error.find("cell 1, line 1: syntax error"), std::string::npos) << outcome.error;
  }
}

TEST_F(Notebooks, ShownLinesCountInTheirCell) {
  place_.write("n.ipynb", R"json({"cells": [
 {"cell_type": "code", "source": ["import torch\n", "x = torch.ones(3, device='cuda')\n", "n = 1\n"]},
 {"cell_type": "code", "source": ["m = 2\n", "y = torch.tensor(0.5, device=x.device)"]}]})json");
  const std::string text = place_.run("--temperature cold n.ipynb").out;
  EXPECT_NE(text.find("cell 2:2 + y = torch.full((), 0.5, device=x.device)"), std::string::npos) << text;
}

TEST_F(Notebooks, JsonNamesTheCell) {
  const auto start = json("json").at("findings").at(0).at("location").at("start");
  EXPECT_EQ(start.at("cell"), 3);
  EXPECT_EQ(start.at("line"), 2);
  EXPECT_EQ(start.at("column"), 5);
}

TEST_F(Notebooks, FormatsForFilesHaveTheLinesOfTheFile) {
  const auto result = json("sarif").at("runs").at(0).at("results").at(0);
  EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("region"),
            (nlohmann::json{{"startLine", 16}, {"endLine", 16}}));
  EXPECT_NE(result.at("message").at("text").get<std::string>().find("(cell 3, line 2)"), std::string::npos);
  const auto issue = json("gitlab").at(0);
  EXPECT_EQ(issue.at("location").at("lines").at("begin"), 16);
  EXPECT_NE(place_.run("--temperature cold --output-format github a.ipynb").out.find("file=a.ipynb,line=16,endLine=16"),
            std::string::npos);
}

TEST_F(Notebooks, FixesChangeTheirCellsOnly) {
  const std::string before =
      "{\"cells\": [\n {\"cell_type\": \"code\", \"outputs\": [{\"text\": \"1\"}], \"source\": [\"%time\\n\", \"import "
      "torch\"]},\n"
      " {\"cell_type\": \"code\", \"source\": [\n  \"x = torch.ones(3, device='cuda')\\n\",\n  \"y = torch.tensor(0.5, "
      "device=x.device)\"\n ]}], \"nbformat\": 4}\n";
  std::string after = before;
  after.replace(after.find("torch.tensor(0.5, device=x.device)"), 34, "torch.full((), 0.5, device=x.device)");
  place_.write("f.ipynb", before);
  const Outcome outcome = place_.run("--temperature cold --select SF202 --fix f.ipynb");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
  EXPECT_EQ(place_.read("f.ipynb"), after);
}

TEST_F(Notebooks, WhatIsWrongIsSaidOnce) {
  place_.write("b.ipynb", "{\"cells\": [\n");
  const Outcome broken = place_.run("b.ipynb");
  EXPECT_EQ(broken.status, 2);
  EXPECT_EQ(broken.error, "error: b.ipynb: is no notebook: no valid JSON at line 2\n");
  place_.write("c.ipynb", R"({"cells": [
 {"cell_type": "code", "source": "x = 1"},
 {"cell_type": "code", "source": ["import torch\n", "def f(:"]}]})");
  const Outcome wrong = place_.run("c.ipynb");
  EXPECT_NE(wrong.error.find("warning: c.ipynb:3: cell 2, line 2: "), std::string::npos) << wrong.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
