#include <algorithm>
#include <utility>

#include "analyzer/system/path_text.h"
#include "lsp/uri.h"
#include "lsp/workspace.h"

namespace syncfree::lsp {
namespace {

constexpr const char* kLanguage = "python";

/// For a notebook that was never saved.
std::filesystem::path name_for(std::string name) {
  std::ranges::replace(name, '/', '_');
  return std::filesystem::path("/unsaved") / (name + ".ipynb");
}

std::vector<std::string> uris_of(const Json& cells) {
  std::vector<std::string> uris;
  for (const Json& cell : cells) uris.push_back(cell.at("document").get<std::string>());
  return uris;
}

}  // namespace

/// Those that are Python. The texts are in the order of the cells.
void Workspace::add_cells(EditedFile& notebook, const Json& documents) {
  for (const Json& document : documents) {
    const auto uri = document.at("uri").get<std::string>();
    if (document.at("languageId") != kLanguage || file_paths_.contains(uri)) continue;
    notebook.texts.push_back(
        {.document = make_document(uri, integer_of(document.at("version")), document.at("text").get<std::string>()),
         .own = {},
         .shown = {}});
    file_paths_[uri] = sys::path_text(notebook.path);
  }
  std::ranges::stable_sort(notebook.texts, {}, [&](const EditedText& text) {
    return std::ranges::find(notebook.cells, text.document.uri) - notebook.cells.begin();
  });
}

/// Texts whose cell is gone.
std::vector<std::string> Workspace::forget_cells(EditedFile& notebook) {
  std::vector<std::string> gone;
  std::erase_if(notebook.texts, [&](const EditedText& text) {
    const std::string& uri = text.document.uri;
    if (std::ranges::find(notebook.cells, uri) != notebook.cells.end()) return false;
    file_paths_.erase(uri);
    gone.push_back(uri);
    return true;
  });
  return gone;
}

void Workspace::open_notebook(const Json& params, Clock::time_point now) {
  const Json& notebook = params.at("notebookDocument");
  const auto uri = notebook.at("uri").get<std::string>();
  const auto path = path_of_uri(uri);
  EditedFile file{.path = path ? *path : name_for(uri),
                  .is_notebook = true,
                  .has_place = path.has_value(),
                  .texts = {},
                  .cells = uris_of(notebook.at("cells"))};
  const std::string key = sys::path_text(file.path);
  if (files_.contains(key)) return;
  notebooks_[uri] = key;
  EditedFile& opened = files_.emplace(key, std::move(file)).first->second;
  changed(opened, now);
  add_cells(opened, params.at("cellTextDocuments"));
}

void Workspace::splice_cells(EditedFile& notebook, const Json& structure) {
  const Json& array = structure.at("array");
  const std::size_t start = std::min(std::size_t{count_of(array.at("start"))}, notebook.cells.size());
  const std::size_t count = std::min(std::size_t{count_of(array.at("deleteCount"))}, notebook.cells.size() - start);
  const auto first = notebook.cells.begin() + static_cast<std::ptrdiff_t>(start);
  const auto at = notebook.cells.erase(first, first + static_cast<std::ptrdiff_t>(count));
  const std::vector<std::string> added = uris_of(array.value("cells", Json::array()));
  notebook.cells.insert(at, added.begin(), added.end());
}

std::vector<std::string> Workspace::change_notebook(const Json& params, Clock::time_point now) {
  const auto key = notebooks_.find(params.at("notebookDocument").at("uri").get<std::string>());
  const Json& change = params.at("change");
  if (key == notebooks_.end() || !change.contains("cells")) return {};
  EditedFile& notebook = files_.at(key->second);
  const Json& cells = change.at("cells");
  std::vector<std::string> gone;
  if (cells.contains("structure")) {
    const Json& structure = cells.at("structure");
    splice_cells(notebook, structure);
    gone = forget_cells(notebook);
    add_cells(notebook, structure.value("didOpen", Json::array()));
  }
  for (const Json& content : cells.value("textContent", Json::array())) {
    const Json& document = content.at("document");
    const auto uri = document.at("uri").get<std::string>();
    if (file_of(uri) == &notebook) change_text(uri, integer_of(document.at("version")), content.at("changes"));
  }
  changed(notebook, now);
  return gone;
}

std::vector<std::string> Workspace::close_notebook(const Json& params, Clock::time_point now) {
  const auto key = notebooks_.find(params.at("notebookDocument").at("uri").get<std::string>());
  if (key == notebooks_.end()) return {};
  EditedFile& notebook = files_.at(key->second);
  changed(notebook, now);
  look_again();  // the text on disk counts again
  notebook.cells.clear();
  std::vector<std::string> gone = forget_cells(notebook);
  files_.erase(key->second);
  notebooks_.erase(key);
  return gone;
}

}  // namespace syncfree::lsp
