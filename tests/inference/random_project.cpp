#include "tests/inference/random_project.h"

#include <random>
#include <string_view>

namespace syncfree::test {

namespace {

constexpr std::uint32_t kFunctions = 5;  // in each module
constexpr std::uint32_t kClasses = 3;
constexpr std::uint32_t kMethods = 3;

class Writer {
 public:
  explicit Writer(const RandomProject& wanted) : wanted_(wanted), random_(wanted.seed) {}

  std::string name(std::uint32_t module) const {
    const std::uint32_t number = wanted_.numbers.empty() ? module : wanted_.numbers[module];
    return wanted_.package + ".m" + std::to_string(number);
  }

  std::string module() {
    text_ = "import torch\nfrom torch import nn\n";
    for (std::uint32_t i = below(3) + 1; i > 0; --i) import();
    for (std::uint32_t c = 0; c < kClasses; ++c) write_class(c);
    for (std::uint32_t f = 0; f < kFunctions; ++f) write_function("f" + std::to_string(f), "a, b=None", 0);
    text_ += "state = " + value(2) + "\n";
    if (chance(2))
      text_ += "for item in [state, " + value(1) + "]:\n    f" + std::to_string(below(kFunctions)) + "(item)\n";
    return std::move(text_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }

  std::string module_name() { return name(below(wanted_.modules)); }

  void import() {
    switch (below(4)) {
      case 0:
        text_ += "from " + module_name() + " import *\n";
        break;
      case 1:
        text_ += "import " + module_name() + " as other\n";
        break;
      case 2:
        text_ += "from ." + module_name().substr(wanted_.package.size() + 1) + " import f0 as f" +
                 std::to_string(below(kFunctions)) + ", C1\n";
        break;
      default:
        text_ += "from " + module_name() + " import state, C" + std::to_string(below(kClasses)) + " as Base\n";
    }
  }

  std::string base() {
    switch (below(6)) {
      case 0:
        return "nn.Module";
      case 1:
        return "Base";
      case 2:
        return "other.C" + std::to_string(below(kClasses));
      case 3:
        return "list";
      default:
        return "C" + std::to_string(below(kClasses));  // perhaps itself, perhaps a later one
    }
  }

  void write_class(std::uint32_t number) {
    text_ += "class C" + std::to_string(number);
    if (!chance(4)) text_ += "(" + base() + (chance(3) ? ", " + base() : "") + ")";
    text_ += ":\n";
    write_function("__init__", "self, a=None", 1);
    for (std::uint32_t m = 0; m < kMethods; ++m) {
      if (chance(5)) text_ += "    @property\n";
      write_function(m == 0 && chance(2) ? "forward" : "m" + std::to_string(m), "self, a=None, b=1", 1);
    }
    if (chance(4)) write_function("__getattr__", "self, a", 1);
    if (chance(4)) write_function("__lt__", "self, a", 1);
  }

  void write_function(const std::string& name, std::string_view parameters, int depth) {
    in_method_ = depth > 0;
    line(depth, "def " + name + "(" + std::string(parameters) + "):");
    const std::uint32_t count = below(4) + 1;
    for (std::uint32_t i = 0; i < count; ++i) statement(depth + 1, 2);
    line(depth + 1, (chance(6) ? "yield " : "return ") + value(2));
  }

  void line(int depth, const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(depth) * 4, ' ') + text + "\n";
  }

  void statement(int depth, int budget) {
    switch (below(budget > 0 ? 11 : 6)) {
      case 0:
        return line(depth, "x = " + value(2));
      case 1:
        return line(depth, in_method_ ? "self.v" + std::to_string(below(3)) + " = " + value(2) : "b = " + value(2));
      case 2:
        return line(depth, "y = [x, " + value(1) + "]");
      case 3:
        return line(depth, "x, a = " + value(1) + ", " + value(1));
      case 4:
        return line(depth, "x[" + value(1) + "] = " + value(1));
      case 5:
        return line(depth, call(1));
      case 6:
        line(depth, "if " + value(1) + ":");
        statement(depth + 1, budget - 1);
        line(depth, "else:");
        return statement(depth + 1, budget - 1);
      case 7:
        line(depth, "for x in " + value(1) + ":");
        return statement(depth + 1, budget - 1);
      case 8:
        line(depth, "while " + value(1) + ":");
        statement(depth + 1, budget - 1);
        return line(depth + 1, chance(2) ? "break" : "continue");
      case 9:
        line(depth, "def inner(z):");
        statement(depth + 1, 0);
        line(depth + 1, "return inner(x) if " + value(1) + " else z");
        return line(depth, "x = inner(" + value(1) + ")");
      default:
        line(depth, "try:");
        statement(depth + 1, budget - 1);
        line(depth, "except Exception:");
        return statement(depth + 1, budget - 1);
    }
  }

  std::string call(int budget) {
    const std::string arguments = budget > 0 ? value(budget - 1) + (chance(2) ? ", " + value(budget - 1) : "") : "a";
    switch (below(6)) {
      case 0:
        return "C" + std::to_string(below(kClasses)) + "(" + arguments + ")";
      case 1:
        return "other.f" + std::to_string(below(kFunctions)) + "(" + arguments + ")";
      case 2:
        return (in_method_ ? "self.m" : "x.m") + std::to_string(below(kMethods)) + "(" + arguments + ")";
      case 3:
        return in_method_ ? "super().m" + std::to_string(below(kMethods)) + "(" + arguments + ")"
                          : "a(" + arguments + ")";
      case 4:
        return "x.append(" + arguments + ")";
      default:
        return "f" + std::to_string(below(kFunctions)) + "(" + arguments + ")";
    }
  }

  std::string value(int budget) {
    switch (below(budget > 0 ? 16 : 8)) {
      case 0:
        return "a";
      case 1:
        return "b";
      case 2:
        return "x";
      case 3:
        return "torch.ones(3, device='cuda')";
      case 4:
        return in_method_ ? "self.v" + std::to_string(below(3)) : "state";
      case 5:
        return std::to_string(below(4));
      case 6:
        return "None";
      case 7:
        return "f" + std::to_string(below(kFunctions));
      case 8:
        return "(" + value(budget - 1) + ").item()";
      case 9:
        return value(budget - 1) + " + " + value(budget - 1);
      case 10:
        return value(budget - 1) + "[" + value(budget - 1) + "]";
      case 11:
        return "(lambda z: z + " + value(budget - 1) + ")";
      case 12:
        return "[k for k in " + value(budget - 1) + " if k > " + value(0) + "]";
      case 13:
        return "{'k': " + value(budget - 1) + ", **b}";
      case 14:
        return "(" + value(budget - 1) + " > 0).any()";
      default:
        return call(budget);
    }
  }

  const RandomProject& wanted_;
  std::mt19937 random_;
  bool in_method_ = false;
  std::string text_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> random_project(const RandomProject& wanted) {
  Writer writer(wanted);
  std::vector<std::pair<std::string, std::string>> sources;
  for (std::uint32_t i = 0; i < wanted.modules; ++i) sources.emplace_back(writer.name(i), writer.module());
  return sources;
}

}  // namespace syncfree::test
