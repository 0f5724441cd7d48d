// Pipes that programs which are started do not inherit; for code that itself runs on POSIX systems alone.
#pragma once

#include <expected>

#include "analyzer/system/descriptor.h"

namespace syncfree::sys {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Both ends are closed in a program that is started. The error is errno's.
std::expected<Pipe, int> make_pipe();

/// A socket that serves as a pipe: who writes to it after its reader has died gets an error and no signal, given
/// `kNoSignal`.
std::expected<Pipe, int> make_socket();

/// A flag for `send`.
extern const int kNoSignal;

}  // namespace syncfree::sys
