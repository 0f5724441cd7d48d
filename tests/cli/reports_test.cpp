// Several reports of one run.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

TEST(Reports, SeveralInOneRun) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run("--output-format sarif=out.sarif,concise --output-format json=out.json a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with("a.py:8:15: SF301")) << outcome.out;
  EXPECT_EQ(nlohmann::json::parse(place.read("out.sarif"))["version"], "2.1.0");
  EXPECT_EQ(nlohmann::json::parse(place.read("out.json"))["findings"].size(), 1U);
}

TEST(Reports, StandardOutputIsEmptyWhenEachHasAFile) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run("--output-format junit=out.xml a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(place.read("out.xml").find("<testsuites"), std::string::npos);
}

TEST(Reports, TheOutputFileIsForTheFormatWithoutOne) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "output-format = 'concise'\n");
  EXPECT_EQ(place.run("--output-format json=out.json --output-file out.txt a.py").out, "");
  EXPECT_TRUE(place.read("out.txt").starts_with("a.py:8:15: SF301"));
}

TEST(Reports, EachInItsOwnOrder) {
  const Workplace place;
  place.write("a.py", "def f(x):\n    x.cuda()\n" + std::string(kOneRead));
  place.write("b.py", kOneRead);
  ASSERT_EQ(place.run("--output-format concise=worst.txt,json=out.json .").status, 1);
  ASSERT_EQ(place.run("--output-format concise --output-file alone.txt .").status, 1);
  EXPECT_EQ(place.read("worst.txt"), place.read("alone.txt"));
}

TEST(Reports, StatisticsWhereTheConfigurationAsksForAnotherFormat) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "output-format = 'sarif'\n");
  const Outcome counted = place.run("--statistics a.py");
  EXPECT_EQ(counted.status, 1) << counted.error;
  EXPECT_EQ(counted.out, place.run("--statistics --output-format text a.py").out);
  for (const char* format : {"grouped", "json-lines", "html", "sarif"})
    EXPECT_EQ(place.run("--statistics a.py --output-format " + std::string(format)).status, 2) << format;
}

TEST(Reports, WrongUse) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const auto error_of = [&](const std::string& arguments) {
    const Outcome outcome = place.run(arguments + " a.py");
    EXPECT_EQ(outcome.status, 2) << arguments;
    return outcome.error;
  };
  EXPECT_NE(error_of("--output-format text,json").find("two formats without a file"), std::string::npos);
  EXPECT_NE(error_of("--output-format json=").find("names no file"), std::string::npos);
  EXPECT_NE(error_of("--output-format json=a,sarif=a").find("two reports cannot go to `a`"), std::string::npos);
  EXPECT_NE(error_of("--output-format json=a --output-file a").find("two reports cannot go to `a`"), std::string::npos);
  EXPECT_NE(error_of("--output-format xml=a").find("`--output-format` cannot be `xml`"), std::string::npos);
  EXPECT_NE(error_of("--statistics --output-format text,sarif=a").find("`--statistics` is for"), std::string::npos);
  EXPECT_NE(error_of("--output-format json=gone/a").find("gone/a: cannot be written: No such file or directory"),
            std::string::npos);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
