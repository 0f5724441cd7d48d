#include "lsp/document.h"

#include <utility>

namespace syncfree::lsp {
Document make_document(std::string uri, std::int64_t version, std::string text) {
  LineStarts lines(text);
  return {std::move(uri), version, std::make_shared<const std::string>(std::move(text)), std::move(lines)};
}

std::vector<TextChange> apply_changes(Document& document, std::int64_t version, const Json& changes,
                                      Encoding encoding) {
  std::string text = *document.text;
  LineStarts lines = document.lines;
  std::vector<TextChange> made;
  for (const Json& change : changes) {
    auto inserted = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      made.push_back(difference(text, inserted));
      text = std::move(inserted);
    } else {
      const source::TextRange range = lines.range(text, range_from(change.at("range")), encoding);
      made.push_back({range, static_cast<std::uint32_t>(inserted.size())});
      text.replace(range.begin, range.size(), inserted);
    }
    lines = LineStarts(text);
  }
  document = make_document(document.uri, version, std::move(text));
  return made;
}

}  // namespace syncfree::lsp
