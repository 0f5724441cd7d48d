#include "lsp/connection.h"

#include <utility>
#include <vector>

#include "analyzer/system/files.h"
#include "analyzer/system/thread.h"
#include "analyzer/system/write_file.h"
#include "lsp/frames.h"

namespace syncfree::lsp {
namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

void read_all(int descriptor, Mailbox& mailbox) {
  FrameReader frames;
  std::vector<char> buffer(kBufferBytes);
  while (true) {
    const auto count = sys::read_some(descriptor, buffer.data(), buffer.size());
    if (!count || *count == 0) return;
    frames.add({buffer.data(), *count});
    while (const auto body = frames.next()) {
      mailbox.post(*body ? read_message(**body) : Malformed{nullptr, {ErrorCode::kParseError, body->error()}});
    }
  }
}

}  // namespace

void read_messages(int descriptor, std::shared_ptr<Mailbox> mailbox) {
  sys::run_beside([descriptor, mailbox = std::move(mailbox)] {
    read_all(descriptor, *mailbox);
    mailbox->post(EndOfInput{});
  });
}

void send_message(int descriptor, std::string_view body) {
  static_cast<void>(sys::write_descriptor(descriptor, frame(body)));
}

}  // namespace syncfree::lsp
