// The conditions against what torch's own operator samples did on a GPU (bench/truth/sweep.json, forward only), and
// what the same samples did with one argument altered (bench/truth/altered.json).
// A difference that is not listed fails, and so does one that is listed but gone.
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

// `torch.f` of a function's call, `.f` of a method's.
std::string operator_of(const std::string& call) {
  const std::string written = call.substr(0, call.find('('));
  return written.starts_with("torch.") ? written : written.substr(written.rfind('.'));
}

// Operators whose verdict differs are listed in `known_file` with the reason.
class Comparison {
 public:
  explicit Comparison(const std::string& known_file) : known_(read_json(known_file)) {}

  void judge(const nlohmann::json& calls, bool waits) {
    for (const std::string call : calls) judge(call, waits);
  }

  void expect(const std::string& what, int least, double asked) const {
    for (const auto& [name, reason] : known_)
      EXPECT_TRUE(different_.contains(name)) << "listed as a difference, but agrees now: " << name;
    std::cout << what << " agreement " << agreed_ << " of " << judged_ << " calls\n";
    EXPECT_GE(judged_, least);
    EXPECT_GE(static_cast<double>(agreed_) / judged_, asked);
  }

 private:
  void judge(const std::string& call, bool waits) {
    // No row judges a subscript: the analysis does, where it stands (tests/inference).
    if (operator_of(call) == ".__getitem__") return;
    std::string rule;
    try {
      rule = calls_.evaluate(call).rule;
    } catch (const std::invalid_argument&) {
      return;  // an operator that torch's Python interface does not have under this name
    }
    ++judged_;
    const bool says_so = !rule.empty() && std::isdigit(static_cast<unsigned char>(rule.back())) != 0;
    if (says_so == waits) {
      ++agreed_;
      return;
    }
    const std::string name = operator_of(call);
    different_.insert(name);
    EXPECT_TRUE(known_.contains(name)) << (waits ? "waits, not said: " : "free, but said " + rule + ": ") << call;
  }

  const test::Calls calls_;
  const std::map<std::string, std::string> known_;
  std::set<std::string> different_;
  int agreed_ = 0;
  int judged_ = 0;
};

TEST(SweepAgreement, ConditionsMatchTheGpu) {
  const nlohmann::json truth = read_json("bench/truth/sweep.json");
  Comparison comparison("bench/truth/sweep_differences.json");
  comparison.judge(truth["waits"], true);
  comparison.judge(truth["free"], false);
  comparison.expect("sweep", 2000, 0.98);
}

TEST(SweepAgreement, ConditionsMatchTheGpuWhereOneArgumentIsAltered) {
  const nlohmann::json truth = read_json("bench/truth/altered.json");
  Comparison comparison("bench/truth/altered_differences.json");
  comparison.judge(truth["waits"], true);
  comparison.judge(truth["free"], false);
  comparison.expect("altered", 15000, 0.98);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
