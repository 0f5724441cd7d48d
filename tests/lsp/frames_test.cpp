// Messages out of bytes, whatever the pieces in which they arrive, and after bytes that are none.
#include "lsp/frames.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::lsp {
namespace SYNCFREE_FILE {

using Bodies = std::vector<std::string>;

/// Bodies, and "error: …" for headers that cannot be read; `bytes` arrive `step` at a time.
Bodies read(const std::string& bytes, std::size_t step) {
  FrameReader reader;
  Bodies bodies;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    reader.add(std::string_view(bytes).substr(at, step));
    while (const auto body = reader.next()) bodies.push_back(*body ? **body : "error: " + body->error());
  }
  return bodies;
}

TEST(Frames, AreReadInAnyPieces) {
  const std::string bytes = frame("{}") + frame("") + frame("[1]\r\n\r\n");
  for (const std::size_t step : {1U, 2U, 7U, 1000U}) EXPECT_EQ(read(bytes, step), (Bodies{"{}", "", "[1]\r\n\r\n"}));
}

TEST(Frames, TakeOtherFieldsAndAnyCase) {
  EXPECT_EQ(read("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:  2 \r\n\r\n{}", 1),
            (Bodies{"{}"}));
}

TEST(Frames, AreFoundAgainBehindAHeaderThatCannotBeRead) {
  const std::string good = frame("{}");
  EXPECT_EQ(read("Content-Length: many\r\n\r\n{\"a\":1}" + good, 1),
            (Bodies{"error: Content-Length is no number", "{}"}));
  EXPECT_EQ(read("Content-Length: -1\r\n\r\n" + good, 3), (Bodies{"error: Content-Length is no number", "{}"}));
  EXPECT_EQ(read("no header\n" + good, 1), (Bodies{"error: a line of a header has no colon", "{}"}));
}

TEST(Frames, RefuseWhatIsTooLong) {
  EXPECT_EQ(read("Content-Length: 99999999999\r\n\r\n", 5), (Bodies{"error: a message is longer than 1 GiB"}));
  EXPECT_EQ(read(std::string(20000, 'a'), 500), (Bodies{"error: a line of a header is longer than 8192 bytes"}));
}

TEST(Frames, EndALineThatOnlyBeginsLikeAHeader) {
  const std::string field = "Content-Length: ";
  std::string fields;
  for (int i = 0; i < 2000; ++i) fields += field;
  for (const std::string& line : {field + std::string(20000, '1'), fields}) {
    for (const std::size_t step : {500U, 100'000U}) {
      const Bodies bodies = read(line + "2\n" + frame("") + frame("{}"), step);
      EXPECT_EQ(bodies.front().substr(0, 6), "error:") << step;
      EXPECT_EQ(bodies.back(), "{}") << step;
      EXPECT_LT(bodies.size(), 10U) << step;
    }
  }
}

TEST(Frames, NeedALength) {
  EXPECT_EQ(read("Content-Type: x\r\n\r\n" + frame("{}"), 1),
            (Bodies{"error: a header names no Content-Length", "{}"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::lsp
