#include <tree_sitter/api.h>

#include <cstring>
#include <string>

#include "frontends/python/lower.h"
#include "frontends/python/lowering.h"
#include "frontends/python/syntax.h"

namespace syncfree::python {
namespace {

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, DeleteTree>;

}  // namespace

struct Parser::State {
  State(model::SymbolTable& symbols, ParseLimits parse_limits)
      : limits(parse_limits), names(symbols), parser(ts_parser_new()) {
    ts_parser_set_language(parser.get(), tree_sitter_python());
  }

  ParseLimits limits;
  NameCache names;
  Scratch scratch;
  std::unique_ptr<TSParser, DeleteParser> parser;
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
  const TreePointer tree(
      ts_parser_parse_string(state.parser.get(), nullptr, utf8_text.data(), static_cast<std::uint32_t>(utf8_text.size())));
  lowering.add_tree(tree.get(), 0, {}, body);
  if (ts_node_has_error(ts_tree_root_node(tree.get()))) {
    module->problems.push_back({{0, static_cast<std::uint32_t>(utf8_text.size())}, "syntax error"});
  }
  lowering.finish(body);
  return module;
}

std::expected<std::unique_ptr<model::Module>, std::string> parse_python(std::string_view utf8_text, model::SymbolTable& symbols,
                                                                        ParseLimits limits) {
  return Parser(symbols, limits).parse(utf8_text);
}

}  // namespace syncfree::python
