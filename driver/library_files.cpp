#include "driver/library_files.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "driver/content_hash.h"
#include "driver/language.h"
#include "driver/module_outline.h"
#include "frontends/python/lower.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

/// Larger files of a library are data.
constexpr std::uint64_t kLargestLibraryFile = 4'000'000;
/// Files are looked into for a name that `from … import *` may bring.
constexpr std::size_t kMostSearched = 8'000;

/// What was measured of them says more than their sources.
constexpr std::array<std::string_view, 2> kMeasured = {"torch", "numpy"};

/// What does not speak of torch makes and holds no tensors.
constexpr std::string_view kSign = "torch";

class Reading {
 public:
  Reading(std::vector<fs::path> folders, const catalog::Catalog& catalog, model::SymbolTable& symbols)
      : places_(std::move(folders)), catalog_(catalog), symbols_(symbols), parser_(symbols) {}

  Libraries run(std::span<const model::Module* const> modules, std::span<const std::string> asked) {
    for (const model::Module* module : modules) {
      const ModuleOutline outline = outline_of(*module, symbols_);
      std::vector<NameChain> chains = chains_in(module->body);
      for (const std::string& name : asked) {
        if (const model::Symbol symbol = symbols_.find(name)) chains.push_back({symbol});
      }
      for (const NameChain& chain : chains) follow(nullptr, outline, chain);
      for (const ImportedAs& star : outline.stars) take_all(star, chains);
    }
    while (!todo_.empty()) {
      const auto [file, name] = todo_.front();
      todo_.pop_front();
      const std::vector<const model::Statement*>* definition = file->outline.definitions.find(name);
      if (definition == nullptr) continue;
      for (const NameChain& chain : chains_in(*definition)) {
        if (chain.front() != name && file->outline.definitions.contains(chain.front())) want(*file, chain.front());
        follow(file, file->outline, chain);
      }
    }
    return take();
  }

 private:
  struct File {
    LibraryPlace place;
    std::unique_ptr<source::SourceFile> source;  ///< null: it cannot be read, or is too large
    std::unique_ptr<model::Module> module;
    bool is_parsed = false;  ///< or was tried
    bool is_taken = false;
    ModuleOutline outline;
  };
  using Chain = std::span<const model::Symbol>;

  File& file_at(const LibraryPlace& place) {
    auto& file = files_[place.file];
    if (file == nullptr) {
      file = std::make_unique<File>();
      file->place = place;
      read(*file);
    }
    return *file;
  }

  void read(File& file) {
    if (files_.size() > kMostSearched) {
      reads_.is_cut_short = true;
      return;
    }
    auto read = source::read_bytes(file.place.file, kLargestLibraryFile);
    if (!read) {
      if (const auto stamp = source::stamp_of(file.place.file)) reads_.contents[file.place.file] = {.stamp = *stamp};
      return;
    }
    reads_.contents[file.place.file] = {read->stamp, content_hash(read->bytes)};
    auto source = source::make_source_file(file.place.file, std::move(read->bytes), kLargestLibraryFile,
                                           source::decode_python_source);
    if (source) file.source = std::make_unique<source::SourceFile>(std::move(*source));
  }

  bool parse(File& file) {
    if (std::exchange(file.is_parsed, true) || file.source == nullptr) return file.module != nullptr;
    auto module = parser_.parse(file.source->text);
    if (!module) return false;
    file.module = std::move(*module);
    file.outline = outline_of(*file.module, symbols_);
    return true;
  }

  bool speaks_of_torch(const File& file) const { return file.source != nullptr && file.source->text.contains(kSign); }

  /// It is analysed too.
  bool take(File& file) {
    if (file.is_taken) return true;
    if (!parse(file)) return false;
    if (taken_.size() >= kMostLibraryFiles || bytes_ + file.source->text.size() > kMostLibraryBytes) {
      reads_.is_cut_short = true;
      return false;
    }
    bytes_ += file.source->text.size();
    file.is_taken = true;
    taken_.push_back(&file);
    return true;
  }

  /// The definition of a name in a file: what it names in turn is looked at when its turn comes.
  void want(File& file, model::Symbol name) {
    if (!wanted_.emplace(&file, name.id).second) return;
    if ((file.place.is_package || speaks_of_torch(file)) && take(file) && speaks_of_torch(file))
      todo_.emplace_back(&file, name);
  }

  std::string_view text(model::Symbol symbol) const { return symbols_.text(symbol); }

  /// Of what is measured the catalog speaks, not the source.
  bool is_known(std::span<const std::string_view> path, Chain chain) const {
    if (std::ranges::find(kMeasured, path.front()) != kMeasured.end()) return true;
    std::uint32_t node = catalog::Catalog::kNowhere;
    const auto go = [&](model::Symbol name) {
      node = name ? catalog_.child(node, name) : catalog::Catalog::kNowhere;
      return node != catalog::Catalog::kNowhere;
    };
    const auto is_namespace = [&] { return catalog_.row(node).kind == catalog::NodeKind::kNamespace; };
    for (const std::string_view part : path) {
      if (!go(symbols_.find(part))) return false;
      if (!is_namespace()) return true;
    }
    for (const model::Symbol part : chain) {
      if (!go(part)) return false;
      if (!is_namespace()) return true;
    }
    return false;
  }

  /// From a name in a module (null: one of the user's) through what it imports.
  void follow(File* from, const ModuleOutline& outline, Chain chain) {
    const std::vector<ImportedAs>* imports = outline.imports.find(chain.front());
    if (imports == nullptr) {
      if (from != nullptr && !outline.definitions.contains(chain.front())) follow_stars(*from, chain);
      return;
    }
    for (const ImportedAs& import : *imports) follow(from, import, chain.subspan(1));
  }

  void follow(File* from, const ImportedAs& import, Chain rest) {
    std::vector<model::Symbol> whole;
    if (import.name) whole.push_back(import.name);
    whole.insert(whole.end(), rest.begin(), rest.end());
    const LibraryPlace source = source_of(from, import.level, import.path, whole);
    if (source) demand(source, whole);
  }

  LibraryPlace source_of(File* from, std::uint32_t level, std::span<const model::Symbol> path, Chain chain) {
    std::vector<std::string_view> parts;
    for (const model::Symbol part : path) parts.push_back(text(part));
    if (level == 0) return parts.empty() || is_known(parts, chain) ? LibraryPlace{} : places_.find(parts);
    if (from == nullptr) return {};  // the user's own
    LibraryPlace place = places_.above(from->place, level);
    for (std::size_t i = 0; i < parts.size() && place; ++i) place = places_.child(place, parts[i]);
    return place;
  }

  /// `chain` as seen from inside of a module.
  void demand(const LibraryPlace& place, Chain chain) {
    std::vector<std::uint32_t> key;
    for (const model::Symbol each : chain) key.push_back(each.id);
    if (!demanded_.emplace(place.place, std::move(key)).second) return;
    File* file = place.file.empty() ? nullptr : &file_at(place);
    if (file != nullptr && !parse(*file)) file = nullptr;
    if (chain.empty()) {
      if (file != nullptr && (place.is_package || speaks_of_torch(*file))) take(*file);
      return;
    }
    if (file != nullptr && demand_in(*file, chain)) return;
    const LibraryPlace inner = places_.child(place, text(chain.front()));
    if (!inner) return;
    if (file != nullptr) take(*file);
    demand(inner, chain.subspan(1));
  }

  bool demand_in(File& file, Chain chain) {
    const model::Symbol name = chain.front();
    if (file.outline.definitions.contains(name)) {
      want(file, name);
      return true;
    }
    if (file.outline.imports.contains(name)) {
      take(file);
      follow(&file, file.outline, chain);
      return true;
    }
    return follow_stars(file, chain);
  }

  bool follow_stars(File& file, Chain chain) {
    for (const ImportedAs& star : file.outline.stars) {
      const LibraryPlace source = source_of(&file, star.level, star.path, chain);
      if (!source || source.file.empty()) continue;
      std::set<const File*> seen;
      if (!has(file_at(source), chain.front(), seen)) continue;
      take(file);
      demand(source, chain);
      return true;
    }
    return false;
  }

  /// Does a module give a name to those that import all of it.
  bool has(File& file, model::Symbol name, std::set<const File*>& seen) {
    if (!seen.insert(&file).second || file.source == nullptr) return false;
    const bool may_have = file.source->text.contains(text(name));
    if (!may_have && !file.source->text.contains("import *")) return false;
    if (!parse(file)) return false;
    if (file.outline.definitions.contains(name) || file.outline.imports.contains(name)) return true;
    return std::ranges::any_of(file.outline.stars, [&](const ImportedAs& star) {
      const LibraryPlace source = source_of(&file, star.level, star.path, {});
      return source && !source.file.empty() && has(file_at(source), name, seen);
    });
  }

  /// `from library import *` in a file of the user's.
  void take_all(const ImportedAs& star, std::span<const NameChain> chains) {
    for (const NameChain& chain : chains) {
      const LibraryPlace source = source_of(nullptr, star.level, star.path, chain);
      if (source) demand(source, chain);
    }
  }

  Libraries take() {
    Libraries found;
    std::ranges::sort(taken_, {}, [](const File* file) -> const std::string& { return file->place.file; });
    for (File* file : taken_) {
      found.files.push_back({std::move(file->place), std::move(file->source), std::move(file->module)});
    }
    found.reads = std::move(reads_);
    found.reads.asked = places_.asked();
    return found;
  }

  LibraryPlaces places_;
  const catalog::Catalog& catalog_;
  model::SymbolTable& symbols_;
  python::Parser parser_;
  std::unordered_map<std::string, std::unique_ptr<File>> files_;  ///< by path
  LibraryReads reads_;
  std::vector<File*> taken_;
  std::uint64_t bytes_ = 0;
  std::deque<std::pair<File*, model::Symbol>> todo_;
  std::set<std::pair<const File*, std::uint32_t>> wanted_;
  std::set<std::pair<std::string, std::vector<std::uint32_t>>> demanded_;
};

}  // namespace

Libraries read_libraries(std::vector<fs::path> folders, std::span<const model::Module* const> modules,
                         std::span<const std::string> asked, const catalog::Catalog& catalog,
                         model::SymbolTable& symbols) {
  return Reading(std::move(folders), catalog, symbols).run(modules, asked);
}

}  // namespace syncfree::driver
