#include <string>

#include "frontends/python/lower.h"
#include "frontends/python/lowering.h"
#include "frontends/python/recovery.h"
#include "frontends/python/tree.h"
#include "frontends/python/tree_memory.h"

namespace syncfree::python {
namespace {

/// A line may end in a carriage return alone, which the grammar does not know: then a copy with line feeds in their
/// place.
std::string with_line_feeds(std::string_view text) {
  std::string copy;
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') continue;
    if (copy.empty()) copy = text;
    copy[at] = '\n';
  }
  return copy;
}

}  // namespace

struct Parser::State {
  State(model::SymbolTable& symbols, ParseLimits parse_limits) : limits(parse_limits), names(symbols) {}

  ParseLimits limits;
  NameCache names;
  Scratch scratch;
  TreeMemory memory;
};

Parser::Parser(model::SymbolTable& symbols, ParseLimits limits) : state_(std::make_unique<State>(symbols, limits)) {}
Parser::~Parser() = default;

std::expected<std::unique_ptr<model::Module>, std::string> Parser::parse(std::string_view utf8_text) {
  State& state = *state_;
  if (utf8_text.size() > state.limits.max_bytes) {
    return std::unexpected("is too large: " + std::to_string(utf8_text.size()) + " bytes, the limit is " +
                           std::to_string(state.limits.max_bytes));
  }
  if (const auto nul = utf8_text.find('\0'); nul != std::string_view::npos) {
    return std::unexpected("holds a NUL byte at offset " + std::to_string(nul) + ", so it is no Python source");
  }
  auto module = std::make_unique<model::Module>();
  module->text = utf8_text;
  Lowering lowering(*module, state.names, state.scratch, state.limits);
  Gather<const model::Statement*> body(state.scratch.statements);
  const std::string copy = with_line_feeds(utf8_text);
  const std::string_view text = copy.empty() ? utf8_text : copy;
  if (!lowering.add_quickly(text, body)) {
    const TreeMemory::Use use(state.memory);
    TreeParser parser;
    if (Tree tree = parser.parse(text)) {
      lowering.add_tree(*tree.release(), 0, {}, body);  // its memory goes with `use`
    } else {
      recover(text, parser, lowering, *module, body);
    }
  }
  lowering.finish(body);
  return module;
}

std::expected<std::unique_ptr<model::Module>, std::string> parse_python(std::string_view utf8_text,
                                                                        model::SymbolTable& symbols,
                                                                        ParseLimits limits) {
  return Parser(symbols, limits).parse(utf8_text);
}

}  // namespace syncfree::python
