// Whether the code of other modules sees the same of a module whose text has changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/link_changes.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/use_table.h"

namespace syncfree::inference {

/// A project, and what is read off its texts.
struct ReadProject {
  const Project& project;
  const UseTable& uses;
  const Declared& declared;
};

/// What is different in texts, and noted where an evaluation asks for it.
struct NotedInText {
  std::vector<model::Symbol> names;       ///< see kNamesInText
  std::vector<std::uint32_t> signatures;  ///< functions; see kSignatures
  /// Other modules, whose text may call functions of which the text says something else of parameters: what they do
  /// with their names may be different (use_table.h), so their evaluations have to be done.
  std::vector<std::uint32_t> callers;
  std::vector<std::uint32_t> parents = {};  ///< classes; see kChildren
};

/// All that evaluations of other modules read off the texts of the modules `changed` is as before, and these are
/// Python, in projects that link alike: what stands outside of functions, and what a project says of its functions and
/// classes. What functions give, store and call is not part of it. `different` receives what is different and noted:
/// attributes that hold what a call gives, or that methods use otherwise, and properties whose place is another one, by
/// name; functions whose signature or use of parameters is another one, and who may read that in their text.
bool are_seen_alike(const ReadProject& before, const ReadProject& after, std::span<const std::uint32_t> changed,
                    NotedInText& different);

/// The same of a project that was numbered after the other one (Project::after), of which `changes` are known: false if
/// something is different that nobody notes. `callers` receives all other modules whose evaluations have to be done.
bool are_noted_alike(const ReadProject& before, const ReadProject& after, const LinkChanges& changes,
                     NotedInText& different);

/// The modules mention the same functions and classes of their layer, which decides how these are called. `mentioned`:
/// by layer, then symbol, as EntryPoints had it.
bool mention_alike(const Project& before, const Project& after, std::span<const std::uint32_t> changed,
                   std::span<const std::vector<bool>> mentioned);

}  // namespace syncfree::inference
