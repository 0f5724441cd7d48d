// The folder of what is kept between runs: where it is, how its files are named and written, and what goes when it
// grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace syncfree::driver {

/// Ends of names of files in the folder.
inline constexpr std::string_view kSummaries = ".summaries";
inline constexpr std::string_view kFacts = ".facts";

// Clocks of file systems may tick this seldom: a younger stamp does not show that nothing was written after it.
inline constexpr std::int64_t kClockTick = 2'000'000'000;

/// The folder that a user names, else `$XDG_CACHE_HOME/syncfree-lint`, or the same in `~/.cache`; nothing for a user
/// without a home. Absolute.
std::optional<std::filesystem::path> cache_folder(const std::optional<std::string>& named);

/// Of the running program: another build may find other things. Nothing where the system does not say which it is.
std::optional<std::uint64_t> program_hash();

/// Of another program.
std::optional<std::uint64_t> program_hash(const std::string& path);

/// Puts a file into the folder, which is made; older ones go while all together are too large. What cannot be written
/// is not kept, and nothing is said.
void write_kept(const std::filesystem::path& path, const std::string& text);

/// Removes all that is kept, of every unit and every version of the program; how many files that were.
std::size_t clear_summaries(const std::filesystem::path& folder);

}  // namespace syncfree::driver
