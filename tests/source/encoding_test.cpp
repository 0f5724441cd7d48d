#include "analyzer/source/encoding.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/source/line_table.h"

namespace syncfree::source {
namespace SYNCFREE_FILE {

using namespace std::string_literals;

std::string text_of(const std::string& bytes) {
  const auto decoded = decode_python_source(bytes);
  return decoded ? decoded->text : "error: " + decoded.error();
}

TEST(DeclaredEncoding, IsReadFromTheFirstTwoLines) {
  EXPECT_EQ(declared_encoding("# -*- coding: latin-1 -*-\n"), "iso-8859-1");
  EXPECT_EQ(declared_encoding("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n"), "cp1252");
  EXPECT_EQ(declared_encoding("\xEF\xBB\xBF# coding: UTF_8\n"), "utf-8");
  EXPECT_EQ(declared_encoding("\r\n\f # coding=Shift_JIS"), "shift-jis");
}

TEST(DeclaredEncoding, IsNotReadElsewhere) {
  EXPECT_EQ(declared_encoding(""), "");
  EXPECT_EQ(declared_encoding("# about the coding of things\n"), "");
  EXPECT_EQ(declared_encoding("x = 1\n# coding: latin-1\n"), "");
  EXPECT_EQ(declared_encoding("\n\n# coding: latin-1\n"), "");
  EXPECT_EQ(declared_encoding("s = '# coding: latin-1'\n"), "");
}

TEST(DecodePythonSource, KeepsUtf8AsItIs) {
  EXPECT_EQ(text_of("a = 'é😀'\r\nb\f\n"), "a = 'é😀'\r\nb\f\n");
  EXPECT_EQ(text_of(""), "");
}

TEST(DecodePythonSource, TakesTheByteOrderMarkOff) {
  const auto decoded = decode_python_source("\xEF\xBB\xBFx = 1\n");
  ASSERT_TRUE(decoded) << decoded.error();
  EXPECT_EQ(decoded->text, "x = 1\n");
  EXPECT_TRUE(decoded->has_byte_order_mark);
}

TEST(DecodePythonSource, DecodesDeclaredEncodings) {
  EXPECT_EQ(text_of("# coding: latin-1\n'\xE9'\n"), "# coding: latin-1\n'é'\n");
  EXPECT_EQ(text_of("# coding: cp1252\n'\x80'\n"), "# coding: cp1252\n'€'\n");
  EXPECT_EQ(text_of("# coding: ascii\nx\n"), "# coding: ascii\nx\n");
  EXPECT_EQ(text_of("# coding: euc-jp\n'\xA4\xA2'\n"), "# coding: euc-jp\n'あ'\n");
  EXPECT_EQ(text_of("# coding: koi8-r\n'\xC1'\n"), "# coding: koi8-r\n'а'\n");
}

TEST(DecodePythonSource, ColumnsAreThoseOfTheOriginalCharacters) {
  const auto decoded = decode_python_source("# coding: latin-1\n'\xE9\xE9'; y\n");
  ASSERT_TRUE(decoded) << decoded.error();
  const LineTable table(decoded->text);
  EXPECT_EQ(table.position(static_cast<std::uint32_t>(decoded->text.find('y'))).character_column, 7U);
}

TEST(DecodePythonSource, DecodesMoreThanOneBufferOfText) {
  std::string bytes = "# coding: latin-1\n";
  std::string expected = bytes;
  for (int i = 0; i < 50'000; ++i) {
    bytes += '\xE9';
    expected += "é";
  }
  EXPECT_EQ(text_of(bytes), expected);
}

TEST(DecodePythonSource, RefusesBytesThatTheEncodingDoesNotKnow) {
  EXPECT_EQ(text_of("ok\nx = '\xE9'\n"), "error: byte 0xe9 in line 2 is not valid UTF-8");
  EXPECT_EQ(text_of("# coding: ascii\n\n'\xE9'\n"), "error: byte 0xe9 in line 3 is not valid ascii");
}

TEST(DecodePythonSource, RefusesWhatOnlyLooksLikeUtf8) {
  for (const std::string& bytes : {"\xC0\x80"s,          // two bytes for what one says
                                   "\xED\xA0\x80"s,      // half of a surrogate pair
                                   "\xF4\x90\x80\x80"s,  // beyond U+10FFFF
                                   "\xE2\x82"s,          // cut off
                                   "abcdefgh\x80"s}) {   // a continuation after nothing
    EXPECT_FALSE(decode_python_source(bytes)) << testing::PrintToString(bytes);
  }
}

TEST(DecodePythonSource, RefusesNulBytes) {
  EXPECT_EQ(text_of("a\nb\0c\n"s), "error: has a NUL byte in line 2, which Python source cannot hold");
}

TEST(DecodePythonSource, RefusesUtf16) {
  EXPECT_EQ(text_of("\xFF\xFEx\0"s),
            "error: is UTF-16; Python source is UTF-8 or names its encoding in a coding comment");
}

TEST(DecodePythonSource, RefusesEncodingsThatPythonSourceCannotHave) {
  for (const std::string name : {"no-such-encoding", "utf-16", "rot13"}) {
    EXPECT_EQ(text_of("# coding: " + name + "\n"),
              "error: has a coding comment that names an encoding Python source cannot have: '" + name + "'");
  }
}

TEST(DecodePythonSource, RefusesAByteOrderMarkBesideAnotherEncoding) {
  EXPECT_EQ(text_of("\xEF\xBB\xBF# coding: latin-1\n"),
            "error: starts with a UTF-8 byte order mark, but its coding comment says 'iso-8859-1'");
  EXPECT_EQ(text_of("\xEF\xBB\xBF# coding: utf-8\n"), "# coding: utf-8\n");
}

TEST(DecodeCxx, TakesBytesThatAreNotUtf8ForLatin1) {
  const std::string bytes = "// Andr\xE9\r\nint x;  // \xC3\xA9\n";
  const auto decoded = decode_cxx_source(bytes);
  ASSERT_TRUE(decoded) << decoded.error();
  EXPECT_EQ(decoded->text, "// Andr\u00E9\r\nint x;  // \u00C3\u00A9\n");
  EXPECT_EQ(decoded->encoding, "iso-8859-1");
  EXPECT_EQ(encode_source(*decoded), bytes);
}

TEST(DecodeCxx, LeavesUtf8AndItsMark) {
  const std::string bytes = "\xEF\xBB\xBF// Andr\u00E9\n# coding: latin-1\n";
  const auto decoded = decode_cxx_source(bytes);
  ASSERT_TRUE(decoded) << decoded.error();
  EXPECT_EQ(decoded->text, "// Andr\u00E9\n# coding: latin-1\n");
  EXPECT_EQ(decoded->encoding, "utf-8");
  EXPECT_EQ(encode_source(*decoded), bytes);
}

TEST(DecodeCxx, RefusesWhatIsNoText) {
  for (const std::string& bytes : {"\xFF\xFEi\0"s, "int x;\0"s, "\xEF\xBB\xBF\xE9"s}) {
    EXPECT_FALSE(decode_cxx_source(bytes)) << testing::PrintToString(bytes);
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source
