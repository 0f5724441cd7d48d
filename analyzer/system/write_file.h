// Writing what was made, whole or not at all.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace syncfree::sys {

/// Replaces `path` by a file with this content, or leaves it as it was. What is no regular file (a pipe, /dev/stdout)
/// is written to as it is. The error is one line without the path.
std::expected<void, std::string> write_file(const std::string& path, std::string_view content);

/// The same for a source file of the user's, unless it is protected against writing. It keeps its owner, its mode, its
/// extended attributes and its other names; where a new file could not have them, the old one is written over.
std::expected<void, std::string> rewrite_file(const std::string& path, std::string_view content);

/// Behind what is in the file, which is made if it is not there.
std::expected<void, std::string> append_to_file(const std::string& path, std::string_view content);

/// To a descriptor. A reader that has gone away is no error: there is nobody left to tell.
std::expected<void, std::string> write_descriptor(int descriptor, std::string_view content);

}  // namespace syncfree::sys
