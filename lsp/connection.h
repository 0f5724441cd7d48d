// The line to the client: messages from one descriptor, messages to another.
#pragma once

#include <memory>
#include <string_view>

#include "lsp/mailbox.h"

namespace syncfree::lsp {

/// Posts what is read from `descriptor` to the mailbox, up to an EndOfInput, on a thread that nobody waits for: a read
/// cannot be broken off.
void read_messages(int descriptor, std::shared_ptr<Mailbox> mailbox);

/// A client that has gone away is no error: the reader hears of it.
void send_message(int descriptor, std::string_view body);

}  // namespace syncfree::lsp
