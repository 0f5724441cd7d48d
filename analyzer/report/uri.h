// Paths as URIs (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace syncfree::report {

/// A '/'-separated path with every byte encoded that a URI's path cannot hold; ':' too, which would read as a scheme.
std::string encode_path(std::string_view path);

/// "file:///home/me/a.py" for an absolute path; "file:///C:/me/a.py" and "file://server/me/a.py" where paths begin so.
std::string file_uri(std::string_view path);

/// "file:///home/me/project/" for an absolute directory; always ends in '/'.
std::string directory_uri(std::string_view path);

}  // namespace syncfree::report
