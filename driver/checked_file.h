// A file that was analysed.
#pragma once

#include <memory>

#include "analyzer/source/line_table.h"
#include "analyzer/source/source_file.h"

namespace syncfree::driver {

/// A file as a report points to it; on the heap, so that it stays where it is.
struct CheckedFile {
  std::unique_ptr<source::SourceFile> source;
  std::unique_ptr<source::LineTable> lines;
};

}  // namespace syncfree::driver
