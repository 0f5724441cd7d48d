// Who may call whom, by function: what the inference followed, and calls of methods by name where the object is
// unknown. Temperature needs to know what is reached, not with which values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/context/code_shape.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::context {

/// Functions by number, then modules.
using Code = std::uint32_t;

struct CallLink {
  Code callee;
  source::TextRange range;  ///< of the call, in the caller's module
  bool rare = false;
  bool by_name = false;
  bool alone = true;  ///< no other method has that name
};

/// What the program's catalog has under some name, functions and methods of whatever class, but no modules; an
/// optimiser's step apart.
/// Summaries of libraries have too many names to say anything.
std::unordered_set<std::string_view> names_of_libraries(const catalog::Catalog& catalog);

/// An unknown object's methods are none that libraries have, too.
CalledNames called_names(const inference::Project& project, const std::unordered_set<std::string_view>& of_libraries);

/// The names that one of them has alone.
std::unordered_set<std::uint32_t> different(const CalledNames& a, const CalledNames& b);

/// By caller.
std::vector<std::vector<CallLink>> call_links(const inference::Analysis& analysis, std::span<const CodeShape> shapes);

/// By code: the functions that it gives to others by their names. Neither how often they run by themselves nor what
/// they are is decided by that; whoever is hot makes them hot.
std::vector<std::vector<CallLink>> given_functions(const inference::Analysis& analysis,
                                                   std::span<const CodeShape> shapes);

/// What it does, it does where its values are taken.
bool gives_generator(const inference::Project& project, Code code);

/// Number of a context's code.
Code code_of(const inference::Project& project, std::uint32_t key_code);

}  // namespace syncfree::context
