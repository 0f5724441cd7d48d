// What a process records, as a file for the command that reads it (JSON; cli/confirm/record_reader.cpp describes the
// fields).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "python_stack.h"
#include "sites.h"
#include "steps.h"

namespace syncfree::observer {

struct RecordData {
  bool attached;
  const std::string& message;
  const std::string& hook_problem;
  const std::string& trace_problem;
  const PythonStack& python;
  bool lines_known;
  const std::map<std::string, std::set<int>>& lines;
  const Sites& sites;
  const Steps& steps;
};

std::string record_text(const RecordData& data);

/// Replaces the file, whole.
void write_record(const std::string& path, std::string_view text);

}  // namespace syncfree::observer
