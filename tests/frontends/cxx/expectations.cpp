#include "tests/frontends/cxx/expectations.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <utility>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::cxx {

std::vector<std::string> expected_findings(std::string_view source) {
  static const std::regex kMarker(R"((SF[0-9]+[?]?) `([^`]*)`)");
  std::vector<std::string> found;
  std::istringstream lines{std::string(source)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::size_t marker = line.find("// expect:");
    if (marker == std::string::npos) continue;
    const std::string expected = line.substr(marker);
    for (auto it = std::sregex_iterator(expected.begin(), expected.end(), kMarker); it != std::sregex_iterator();
         ++it) {
      found.push_back(std::to_string(number) + ": " + (*it)[1].str() + " " + (*it)[2].str());
    }
  }
  std::ranges::sort(found);
  return found;
}

namespace {

std::vector<std::string> found_by(driver::CheckRequest request) {
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.confidence = engine::Confidence::kPossible;
  request.settings.temperature = engine::Temperature::kCold;  // the samples lie in a folder of tests
  driver::Progress progress;
  const driver::CheckResult result = driver::check(request, progress);
  std::vector<std::string> found;
  for (const engine::Finding& finding : result.report.findings) {
    // Calls that lead to a wait have tests of their own.
    if (finding.suppressed || finding.message.find("` leads to `") != std::string::npos) continue;
    const engine::ReportedFile& file = result.report.files[finding.file];
    const auto text = file.text.substr(finding.range.begin, finding.range.size());
    const char* doubt = finding.confidence == engine::Confidence::kPossible ? "? " : " ";
    const auto add = [&](std::string_view code) {
      found.push_back(std::to_string(file.lines->position(finding.range.begin).line) + ": " + std::string(code) +
                      doubt + std::string(text.substr(0, text.find('\n'))));
    };
    add(finding.code);
    for (const engine::AlsoFound& also : finding.also) add(also.code);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> actual_findings(const std::string& path, std::string_view source) {
  driver::CheckRequest request;
  request.text = driver::SourceText{path, std::string(source)};
  return found_by(std::move(request));
}

std::vector<std::string> findings_on_disk(const std::vector<std::string>& paths) {
  driver::CheckRequest request;
  request.paths = paths;
  return found_by(std::move(request));
}

}  // namespace syncfree::cxx
