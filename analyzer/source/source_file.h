// One source file in memory.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/source/encoding.h"
#include "analyzer/source/notebook.h"

namespace syncfree::source {

/// Larger files are not read: they are data or generated, and offsets must fit 32 bits.
inline constexpr std::uint64_t kDefaultSizeLimit = 100'000'000;

/// Of notebooks, whose text is written back by notebook_with alone, and never as the text that it is.
inline constexpr std::string_view kNotebookEncoding = "ipynb";

struct SourceFile {
  std::string path;                ///< as given to load_source_file: opens the file from the working directory
  std::string text;                ///< UTF-8 without a byte order mark; line ends as in the file
  std::string encoding = "utf-8";  ///< what the file is written in
  bool has_byte_order_mark = false;
  std::shared_ptr<Notebook> notebook;  ///< what `text` was taken from; null for a file that is its text
};

/// Reads and decodes a file. The error is one line without the path, fit to stand after "path: ". `size_limit` is the
/// size, in bytes, from which on a file is refused; at most 4 GB. `decode` is for what is no notebook.
std::expected<SourceFile, std::string> load_source_file(const std::string& path,
                                                        std::uint64_t size_limit = kDefaultSizeLimit,
                                                        Decoder decode = decode_python_source);

/// The same for bytes that come from elsewhere (standard input, an editor).
std::expected<SourceFile, std::string> make_source_file(const std::string& path, std::string bytes,
                                                        std::uint64_t size_limit = kDefaultSizeLimit,
                                                        Decoder decode = decode_python_source);

}  // namespace syncfree::source
