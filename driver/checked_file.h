// A file that was analysed.
#pragma once

#include <memory>

#include "analyzer/source/line_table.h"
#include "analyzer/source/source_file.h"

namespace syncfree::driver {

/// A file as a report points to it; on the heap, so that it stays where it is. Later analyses may share it.
struct CheckedFile {
  std::shared_ptr<source::SourceFile> source;
  std::shared_ptr<source::LineTable> lines;
};

}  // namespace syncfree::driver
