// The conditions against what torch's own operator samples did on a GPU (bench/truth/sweep.json, forward only).
// Operators whose verdict differs are listed with the reason in bench/truth/sweep_differences.json; a difference that
// is not listed fails, and so does one that is listed but gone.
#include <cctype>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/catalog/calls.h"

namespace syncfree {
namespace SYNCFREE_FILE {

nlohmann::json read_json(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  return nlohmann::json::parse(in);
}

struct Comparison {
  const test::Calls calls;
  const std::map<std::string, std::string> known = read_json("bench/truth/sweep_differences.json");
  std::set<std::string> different;
  int agreed = 0;
  int judged = 0;

  void judge(const std::string& call, bool waits) {
    std::string rule;
    try {
      rule = calls.evaluate(call).rule;
    } catch (const std::invalid_argument&) {
      return;  // an operator that torch's Python interface does not have under this name
    }
    ++judged;
    const bool says_so = !rule.empty() && std::isdigit(static_cast<unsigned char>(rule.back())) != 0;
    if (says_so == waits) {
      ++agreed;
      return;
    }
    const std::string name = call.substr(0, call.find('('));
    different.insert(name);
    EXPECT_TRUE(known.contains(name)) << (waits ? "waits, not said: " : "free, but said " + rule + ": ") << call;
  }
};

TEST(SweepAgreement, ConditionsMatchTheGpu) {
  const nlohmann::json truth = read_json("bench/truth/sweep.json");
  Comparison comparison;
  for (const auto& call : truth["waits"]) comparison.judge(call, true);
  for (const auto& call : truth["free"]) comparison.judge(call, false);
  for (const auto& [name, reason] : comparison.known) {
    EXPECT_TRUE(comparison.different.contains(name)) << "listed as a difference, but agrees now: " << name;
  }
  const double agreement = static_cast<double>(comparison.agreed) / comparison.judged;
  std::cout << "sweep agreement " << comparison.agreed << " of " << comparison.judged << " calls\n";
  EXPECT_GE(comparison.judged, 2000);
  EXPECT_GE(agreement, 0.98);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
