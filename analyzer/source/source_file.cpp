#include "analyzer/source/source_file.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "analyzer/source/encoding.h"
#include "analyzer/source/file_bytes.h"

namespace syncfree::source {
namespace {

std::uint64_t effective_limit(std::uint64_t limit) {
  return std::min<std::uint64_t>(limit, std::numeric_limits<std::uint32_t>::max());
}

std::expected<SourceFile, std::string> make_notebook_file(const std::string& path, std::string bytes) {
  auto read = read_notebook(std::move(bytes));
  if (!read) return std::unexpected(std::move(read.error()));
  return SourceFile{.path = path,
                    .text = std::move(read->text),
                    .encoding = std::string(kNotebookEncoding),
                    .notebook = std::make_shared<Notebook>(std::move(read->notebook))};
}

}  // namespace

std::expected<SourceFile, std::string> load_source_file(const std::string& path, std::uint64_t size_limit,
                                                        Decoder decode) {
  auto read = read_bytes(path, effective_limit(size_limit));
  if (!read) return std::unexpected(std::move(read.error()));
  return make_source_file(path, std::move(read->bytes), size_limit, decode);
}

std::expected<SourceFile, std::string> make_source_file(const std::string& path, std::string bytes,
                                                        std::uint64_t size_limit, Decoder decode) {
  if (bytes.size() >= effective_limit(size_limit)) {
    return std::unexpected(too_large(bytes.size(), effective_limit(size_limit)));
  }
  if (path.ends_with(".ipynb")) return make_notebook_file(path, std::move(bytes));
  auto decoded = decode(std::move(bytes));
  if (!decoded) return std::unexpected(std::move(decoded.error()));
  // Decoding can make a text longer, up to three times.
  if (decoded->text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return std::unexpected(too_large(decoded->text.size(), effective_limit(size_limit)));
  }
  return SourceFile{.path = path,
                    .text = std::move(decoded->text),
                    .encoding = std::move(decoded->encoding),
                    .has_byte_order_mark = decoded->has_byte_order_mark};
}

}  // namespace syncfree::source
