// Which encoding a file is written in, and its text as UTF-8.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace syncfree::source {

/// Text in UTF-8, and what it was before, so that an edited file can be written back as it came.
struct DecodedText {
  std::string text;                  ///< valid UTF-8 without a byte order mark or NUL; line ends as in the file
  std::string encoding = "utf-8";    ///< normalised name: lower case, '-' for '_', latin-1 as "iso-8859-1"
  bool has_byte_order_mark = false;  ///< UTF-8's three bytes stood before the text
};

/// The encoding named by a coding comment in the first two lines (PEP 263), normalised; empty without one.
std::string declared_encoding(std::string_view bytes);

/// Decodes as Python does: UTF-8 unless a coding comment says otherwise. What Python would refuse is refused, in one
/// line: bytes that the encoding does not know, an encoding that nobody knows, a byte order mark beside another
/// encoding's comment, a NUL byte. Ranges count in the decoded text, so lines and character columns are those of the
/// original.
std::expected<DecodedText, std::string> decode_python_source(std::string bytes);

/// Decodes C++ and CUDA. Compilers leave the bytes of comments and strings as they are, and nothing says what they
/// mean: where they are not UTF-8, each is taken for a character of Latin-1, so that all can be written back. Refused
/// are UTF-16 and a NUL byte.
std::expected<DecodedText, std::string> decode_cxx_source(std::string bytes);

using Decoder = std::expected<DecodedText, std::string> (*)(std::string bytes);

/// The way back: the bytes of a file whose text this is now. The error is one line: a character that the encoding
/// lacks.
std::expected<std::string, std::string> encode_source(const DecodedText& decoded);

}  // namespace syncfree::source
