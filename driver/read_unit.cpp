#include "driver/read_unit.h"

#include <algorithm>
#include <expected>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/model/dotted_name.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/system/path_text.h"
#include "analyzer/work/work.h"
#include "driver/build_files.h"
#include "driver/connected_files.h"
#include "driver/content_hash.h"
#include "driver/exact_mode.h"
#include "driver/header_members.h"
#include "driver/language.h"
#include "driver/memory.h"
#include "driver/relevance.h"
#include "frontends/cxx/left_out_code.h"
#include "frontends/cxx/link.h"
#include "frontends/cxx/lower.h"
#include "frontends/cxx/other_vendor.h"
#include "frontends/cxx/set_aside.h"
#include "frontends/cxx/silent_functions.h"
#include "frontends/cxx/unbuilt_code.h"
#include "frontends/cxx/uncalled_functions.h"
#include "frontends/cxx/unused_macros.h"
#include "frontends/python/lower.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

engine::Problem problem_at(const CheckedFile& file, const model::SyntaxProblem& problem) {
  const source::Position position = file.lines->position(problem.range.begin);
  if (file.source->notebook) {
    const source::CellPlace place = source::place_in_cell(*file.source->notebook, position.line);
    return {.line = place.file_line,
            .message =
                "cell " + std::to_string(place.cell) + ", line " + std::to_string(place.line) + ": " + problem.message,
            .kind = engine::ProblemKind::kUnread};
  }
  return {.line = position.line,
          .column = position.character_column,
          .message = problem.message,
          .kind = engine::ProblemKind::kUnread};
}

CheckedFile without_text(const std::string& path) {
  CheckedFile file;
  file.source = std::make_unique<source::SourceFile>(source::SourceFile{.path = path});
  file.lines = std::make_unique<source::LineTable>(file.source->text);
  return file;
}

void add_problems(const model::Module& module, AnalysedFile& file) {
  for (const model::SyntaxProblem& problem : module.problems) {
    file.summary.problems.push_back(problem_at(file.file, problem));
  }
}

bool matters(const source::SourceFile& file, std::span<const std::string> signs) {
  return is_cxx(file.path) || has_sign(file.text, signs);
}

std::vector<std::string> configured_words(const UnitSetup& setup) {
  std::vector<std::string> words;
  for (const std::string& name : setup.blocks) words.emplace_back(model::last_part(name));
  const std::vector<AssumedDevice>* last = nullptr;
  for (const FileSetup& file : setup.files) {
    if (file.devices == last) continue;
    last = file.devices;
    for (const AssumedDevice& assumed : *last) words.push_back(assumed.name);
  }
  return words;
}

std::expected<source::SourceFile, std::string> load_source(const CheckRequest& request, const std::string& path,
                                                           std::optional<ContentKey>& content,
                                                           std::uint64_t* hash_of_bytes) {
  auto read = source::read_bytes(path, source::kDefaultSizeLimit);
  const auto changed = request.changed.find(path);
  const bool is_changed = changed != request.changed.end();
  const std::string* given = given_bytes(request, path);
  if (given == nullptr && !read) return std::unexpected(std::move(read.error()));
  const std::uint64_t hash = content_hash(given != nullptr ? *given : read->bytes);
  if (hash_of_bytes != nullptr) *hash_of_bytes = hash;
  // Of a text that is given, only if it is what the file holds.
  const bool is_file = read && (given == nullptr || content_hash(read->bytes) == hash);
  if (is_file && !is_changed) content = {.stamp = read->stamp, .hash = hash};
  auto loaded = source::make_source_file(path, given != nullptr ? *given : std::move(read->bytes),
                                         source::kDefaultSizeLimit, decoder_of(path));
  if (loaded && is_changed) {
    loaded->text = changed->second;
    if (loaded->notebook) loaded->notebook->first_lines = source::first_lines_of_cells(loaded->text);
  }
  return loaded;
}

namespace {

class UnitReader {
 public:
  UnitReader(const Unit& unit, std::span<const std::string> signs, const cxx::Facts& facts, KeptUnit& kept)
      : unit_(unit), headers_(unit), signs_(signs), facts_(facts), kept_(kept), symbols_(kept.symbols) {}

  ReadFile read(python::Parser& parser, const UnitFile& file) const {
    const std::string* given = given_bytes(unit_.request, file);
    if (const ReadFile* before = kept_.unchanged(unit_.request, file.path, given)) {
      ReadFile again = *before;
      if (given != nullptr) again.analysed.content.reset();
      return again;
    }
    ReadFile result;
    CheckedFile& checked = result.analysed.file;
    auto loaded = load_source(unit_.request, file.path, result.analysed.content, &result.hash);
    if (!loaded) {
      refuse(file.path, std::move(loaded.error()), result);
      return result;
    }
    checked.source = std::make_unique<source::SourceFile>(std::move(*loaded));
    result.has_sign = matters(*checked.source, signs_) || names_file(unit_.request.goal, file.absolute);
    if (!is_cxx(file.path))
      result.imports = std::make_shared<const std::vector<TextImport>>(imports_in(checked.source->text));
    if (result.has_sign) parse(parser, result);
    if (!checked.lines) checked.lines = std::make_unique<source::LineTable>(checked.source->text);
    return result;
  }

  /// A file without a sign, since others have to do with it. Its syntax is nobody's problem (see tell_syntax_problems).
  void read_too(python::Parser& parser, ReadFile& file) const {
    if (file.is_refused || file.module) return;
    parse(parser, file);
    file.analysed.summary.problems.clear();
  }

 private:
  static void refuse(const std::string& path, std::string message, ReadFile& result) {
    result.analysed.file = without_text(path);
    result.analysed.summary.problems.push_back({.message = std::move(message), .fatal = true});
    result.is_refused = true;
  }

  void parse(python::Parser& parser, ReadFile& result) const {
    CheckedFile& checked = result.analysed.file;
    const std::string& path = checked.source->path;
    const auto known = facts_.empty() ? facts_.end() : facts_.find(real_path(path));
    const cxx::FileFacts* compiled = known == facts_.end() ? nullptr : &known->second;
    const cxx::MemberTypes* members = is_cxx(path) ? &headers_.beside(path) : nullptr;
    auto module = is_cxx(path) ? cxx::read_cxx(checked.source->text, symbols_, cxx::place_of_path(path), compiled, {},
                                               &result.links, members, cxx::dialect_of_path(path))
                               : parser.parse(checked.source->text);
    if (!module) {
      if (result.has_sign) refuse(std::string(path), std::move(module.error()), result);
      return;
    }
    checked.lines = std::make_unique<source::LineTable>(checked.source->text);
    result.comments = std::make_shared<ReadComments>();
    add_problems(**module, result.analysed);
    result.module = std::move(*module);
  }

  const Unit& unit_;
  mutable HeaderMembers headers_;
  std::span<const std::string> signs_;
  const cxx::Facts& facts_;
  const KeptUnit& kept_;
  model::SymbolTable& symbols_;
};

/// Without those in which there is nothing to find.
std::vector<Group> groups_of(std::span<const ReadFile> files, const UnitSetup& setup, const Unit& unit,
                             ConnectedBefore& before) {
  std::vector<ImportingFile> importing;
  for (std::size_t i = 0; i < files.size(); ++i) {
    importing.push_back({is_cxx(unit.files[i].path) ? nullptr : &setup.files[i].name, imports_of(files[i])});
  }
  std::vector<Group> groups = connected_files(importing, setup.roots, before);
  std::erase_if(groups, [&](const Group& group) {
    return std::ranges::none_of(group, [&](std::size_t file) { return files[file].has_sign; });
  });
  return groups;
}

/// Which C++ files name something of a GPU, or call what lies in such a file, directly or through others. What lies in
/// the others cannot wait.
void choose_followed(const Unit& unit, std::span<const std::string> signs, std::span<ReadFile> files) {
  std::vector<std::vector<std::size_t>> callers(files.size());
  std::vector<std::size_t> todo;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_cxx(unit.files[i].path) || !files[i].module) continue;
    files[i].is_followed = files[i].links.names_library || names_any(files[i].analysed.file.source->text, signs);
    if (files[i].is_followed) todo.push_back(i);
    for (const inference::OutsideFunction& each : files[i].outside) callers[each.file].push_back(i);
  }
  while (!todo.empty()) {
    const std::size_t called = todo.back();
    todo.pop_back();
    for (const std::size_t caller : callers[called]) {
      if (!std::exchange(files[caller].is_followed, true)) todo.push_back(caller);
    }
  }
  for (ReadFile& file : files) {
    std::erase_if(file.outside, [&](const inference::OutsideFunction& each) { return !files[each.file].is_followed; });
  }
}

/// A plan, a goal and what an editor shows of names speak of all functions, and a user's words may stand anywhere.
bool asks_for_waits_alone(const CheckRequest& request, std::span<const std::string> signs) {
  return signs.empty() && !request.wants_runs && !request.goal && request.described.empty();
}

/// Finds what the calls of C++ files mean in other files.
void link_cxx(const Unit& unit, const UnitSetup& setup, std::span<const std::string> signs, std::span<ReadFile> files,
              model::SymbolTable& symbols, std::map<std::string, LibraryContent>& build_files) {
  std::vector<cxx::LinkedFile> linked;
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool is_read = is_cxx(unit.files[i].path) && files[i].module;
    paths.push_back(is_read ? sys::path_text(unit.files[i].absolute) : std::string());
    linked.push_back({.path = paths.back(),
                      .module = is_read ? files[i].module.get() : nullptr,
                      .links = &files[i].links,
                      .is_apart = setup.files[i].is_test});
  }
  const std::vector<std::vector<cxx::OutsideName>> names = cxx::link_files(linked, symbols);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const cxx::OutsideName& each : names[i]) files[i].outside.push_back({each.name, each.file, each.function});
  }
  choose_followed(unit, signs, files);
  const auto named = [&](std::span<const std::string_view> macros) {
    return setup.build_files ? named_macros(*setup.build_files, macros, build_files) : std::nullopt;
  };
  std::vector<bool> followed;
  for (std::size_t i = 0; i < files.size(); ++i) followed.push_back(linked[i].module && files[i].is_followed);
  if (asks_for_waits_alone(unit.request, signs)) {
    std::vector<std::vector<bool>> silent = cxx::silent_functions(linked, names, followed, symbols);
    for (std::size_t i = 0; i < files.size(); ++i) files[i].silent = std::move(silent[i]);
  }
  cxx::mark_unbuilt_code(linked, followed, named);
  cxx::mark_left_out_code(linked);
  cxx::mark_unused_macros(linked, followed);
  cxx::mark_other_vendor(linked);
  cxx::mark_set_aside(linked);
  cxx::mark_uncalled_functions(linked, followed, symbols);
  for (ReadFile& file : files) file.links = {};
}

/// Of a file without a sign that is connected with nothing of interest, what an earlier analysis read.
void leave_out_the_rest(std::span<const Group> groups, std::span<ReadFile> files) {
  std::vector<bool> is_connected(files.size(), false);
  for (const Group& group : groups) {
    for (const std::size_t file : group) is_connected[file] = true;
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_connected[i] && !files[i].has_sign) files[i].module.reset();
  }
}

}  // namespace

ReadUnit read_files(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts, KeptUnit& kept,
                    Progress& progress) {
  std::vector<ReadFile> files(unit.files.size());
  progress.start("reading", files.size());
  const std::vector<std::string> signs = configured_words(setup);
  const UnitReader reader(unit, signs, facts, kept);
  const auto make_parser = [&] { return std::make_unique<python::Parser>(kept.symbols); };
  const bool is_whole = work::unless_stopped([&] {
    parallel::for_each_index(files.size(), unit.request.jobs, make_parser,
                             [&](python::Parser& parser, std::size_t index) {
                               files[index] = reader.read(parser, unit.files[index]);
                               progress.advance();
                             });
  });
  if (!is_whole) return {};
  std::map<std::string, LibraryContent> build_files;
  link_cxx(unit, setup, signs, files, kept.symbols, build_files);
  std::vector<Group> groups = groups_of(files, setup, unit, kept.connected);
  Group rest;
  for (const Group& group : groups) {
    std::ranges::copy_if(group, std::back_inserter(rest), [&](std::size_t file) { return !files[file].module; });
  }
  const bool are_joined = work::unless_stopped([&] {
    parallel::for_each_index(
        rest.size(), unit.request.jobs, make_parser,
        [&](python::Parser& parser, std::size_t index) { reader.read_too(parser, files[rest[index]]); });
  });
  if (!are_joined) return {};
  leave_out_the_rest(groups, files);
  return {std::move(files), std::move(groups), std::move(build_files)};
}

}  // namespace syncfree::driver
