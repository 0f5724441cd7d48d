// The targets, each in a file of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.h"

namespace syncfree::fuzz {

void analyze_python(std::string_view bytes);
void read_python_twice(std::string_view bytes);
std::vector<std::string> python_seeds();

void analyze_cxx(std::string_view bytes);
std::vector<std::string> cxx_seeds();

void read_notebook(std::string_view bytes);
std::vector<std::string> notebook_seeds();

void read_configuration(std::string_view bytes);
std::vector<std::string> configuration_seeds();

void match_patterns(std::string_view bytes);
std::vector<std::string> pattern_seeds();

void read_summary(std::string_view bytes);
std::vector<std::string> summary_seeds();

void read_baseline(std::string_view bytes);
std::vector<std::string> baseline_seeds();

void read_facts(std::string_view bytes);
std::vector<std::string> facts_seeds();

void read_recording(std::string_view bytes);
std::vector<std::string> recording_seeds();

void read_messages(std::string_view bytes);
std::vector<std::string> message_seeds();

}  // namespace syncfree::fuzz
