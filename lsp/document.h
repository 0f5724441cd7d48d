// The texts that a client has open, as it has them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lsp/json.h"
#include "lsp/position.h"
#include "lsp/text_change.h"

namespace syncfree::lsp {

struct Document {
  std::string uri;
  std::int64_t version = 0;
  std::shared_ptr<const std::string> text;  ///< UTF-8; shared with the analyses of it
  LineStarts lines;
};

Document make_document(std::string uri, std::int64_t version, std::string text);

/// Puts a `contentChanges` of the protocol into the text, and says what has changed, in that order. Throws as
/// nlohmann's `at` and `get` do where the JSON is of another form, and leaves the document as it was then.
std::vector<TextChange> apply_changes(Document& document, std::int64_t version, const Json& changes, Encoding encoding);

}  // namespace syncfree::lsp
