// Edits of a client put into a text, and ranges that move with it.
#include "lsp/document.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "lsp/uri.h"

namespace syncfree::lsp {
namespace SYNCFREE_FILE {

std::string after(const std::string& text, const char* changes) {
  Document document = make_document("file:///a.py", 1, text);
  apply_changes(document, 2, Json::parse(changes), Encoding::kUtf16);
  return *document.text;
}

TEST(Documents, TakeEditsOneAfterTheOther) {
  EXPECT_EQ(
      after("ab\ncd\n", R"([{"range":{"start":{"line":0,"character":1},"end":{"line":1,"character":1}},"text":"x\ny\n"},
                                  {"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":1}},"text":"z"}])"),
      "ax\ny\nz\n");
}

TEST(Documents, TakeAWholeText) { EXPECT_EQ(after("ab", R"([{"text":"é"}])"), "é"); }

TEST(Documents, StayAsTheyAreWhereAnEditIsWrong) {
  Document document = make_document("file:///a.py", 1, "ab");
  const Json changes = Json::parse(R"([{"text":"x"},{"range":1,"text":"y"}])");
  EXPECT_THROW(apply_changes(document, 2, changes, Encoding::kUtf16), Json::exception);
  EXPECT_EQ(*document.text, "ab");
  EXPECT_EQ(document.version, 1);
}

/// What a client does and what the server makes of it, over edits that nobody chose.
TEST(Documents, FollowRandomEdits) {
  std::mt19937 random(7);
  std::string text = "aé\r\n😀b\n\nc";
  Document document = make_document("file:///a.py", 1, text);
  const std::string pieces[] = {"", "x", "é", "😀", "\n", "\r\n", "ab\ncd"};
  for (int edit = 0; edit < 2000; ++edit) {
    const LineStarts lines(text);
    const auto place = [&] {
      return lines.position(text, static_cast<std::uint32_t>(random() % (text.size() + 1)), Encoding::kUtf16);
    };
    Range range{place(), place()};
    source::TextRange bytes = lines.range(text, range, Encoding::kUtf16);
    if (bytes.size() > 40)
      bytes.end = bytes.begin + lines.range(text, {range.start, range.start}, Encoding::kUtf16).size();
    range = lines.range(text, bytes, Encoding::kUtf16);
    bytes = lines.range(text, range, Encoding::kUtf16);
    const std::string& piece = pieces[random() % std::size(pieces)];
    text.replace(bytes.begin, bytes.size(), piece);
    apply_changes(document, edit + 2, Json::array({{{"range", to_json(range)}, {"text", piece}}}), Encoding::kUtf16);
    ASSERT_EQ(*document.text, text) << "edit " << edit;
  }
}

TEST(Changes, MoveWhatLiesBehindThem) {
  const TextChange change{{10, 12}, 5};
  EXPECT_EQ(moved({0, 9}, change), (source::TextRange{0, 9}));
  EXPECT_EQ(moved({13, 20}, change), (source::TextRange{16, 23}));
  EXPECT_EQ(moved({13, 20}, {{0, 10}, 0}), (source::TextRange{3, 10}));
  EXPECT_EQ(moved({5, 10}, change), std::nullopt) << "typed right behind it";
  EXPECT_EQ(moved({12, 20}, change), std::nullopt) << "typed right before it";
  EXPECT_EQ(moved({0, 30}, change), std::nullopt);
}

TEST(Changes, AreOfWholeCharacters) {
  const auto differ = [](std::string_view before, std::string_view after) {
    const TextChange change = difference(before, after);
    return std::tuple(change.range.begin, change.range.end, change.size);
  };
  EXPECT_EQ(differ("abc", "abc"), std::tuple(3U, 3U, 0U));
  EXPECT_EQ(differ("abc", "axc"), std::tuple(1U, 2U, 1U));
  EXPECT_EQ(differ("aa", "aaa"), std::tuple(2U, 2U, 1U));
  EXPECT_EQ(differ("é", "è"), std::tuple(0U, 2U, 2U)) << "they begin with the same byte";
  EXPECT_EQ(differ("ĩ", "ǩ"), std::tuple(0U, 2U, 2U)) << "they end with the same byte";
}

TEST(Uris, LeadToPathsAndBack) {
  EXPECT_EQ(path_of_uri("file:///a%20b/%C3%A9.py"), "/a b/é.py");
  EXPECT_EQ(path_of_uri("file://localhost/a/../b/"), "/b");
  EXPECT_EQ(path_of_uri("file:///100%"), "/100%");
  EXPECT_EQ(path_of_uri("file:///C:/a.py"), "/C:/a.py");  // where paths have no drives
  EXPECT_EQ(path_of_uri("untitled:Untitled-1"), std::nullopt);
  EXPECT_EQ(path_of_uri("file://server/a.py"), std::nullopt);
  EXPECT_EQ(uri_of_path("/a b/é.py"), "file:///a%20b/%C3%A9.py");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::lsp
