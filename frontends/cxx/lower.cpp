#include "frontends/cxx/lower.h"


#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

std::expected<std::unique_ptr<model::Module>, std::string> read_cxx(std::string_view utf8_text, model::SymbolTable& symbols,
                                                                     ReadLimits limits) {
  if (utf8_text.size() > limits.max_bytes) return std::unexpected("larger than " + std::to_string(limits.max_bytes >> 20) + " MiB, not analysed");
  if (utf8_text.find('\0') != std::string_view::npos) return std::unexpected("holds a NUL byte, so it is no source text");
  auto module = std::make_unique<model::Module>();
  module->text = utf8_text;
  LexedFile lexed = lex(utf8_text);
  for (const source::TextRange comment : lexed.comments) module->comments.push_back({comment});
  Reader(*module, symbols, limits).run(preprocess(std::move(lexed)));
  return module;
}

}  // namespace syncfree::cxx
