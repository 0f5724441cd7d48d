// The worker: reads one request, runs Clang, writes facts, and may die of it. Limits are its own to set, before Clang
// sees a byte.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include <clang/Basic/FileManager.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <sys/resource.h>
#include <unistd.h>

#include "frontends/clang/answer.h"
#include "frontends/clang/request.h"
#include "frontends/clang/worker/collect.h"
#include "frontends/clang/worker/own_headers.h"

namespace {

using namespace syncfree;
using namespace syncfree::clang_frontend;

void limit(decltype(RLIMIT_AS) resource, rlim_t most) {
  const rlimit wanted{most, most};
  static_cast<void>(setrlimit(resource, &wanted));
}

std::string read_all() {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stdin)) text.append(buffer, count);
  return text;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_files(const WorkRequest& request) {
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const OwnHeader& header : own_headers()) {
    own->addFile(std::string(kOwnFolder) + "/" + std::string(header.path), 0,
                 llvm::MemoryBuffer::getMemBuffer(header.text, header.path));
  }
  if (request.text) own->addFile(request.source, 0, llvm::MemoryBuffer::getMemBuffer(*request.text, request.source));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(own);
  return all;
}

WorkAnswer compile(const WorkRequest& request) {
  Collection collection;
  collection.files = request.files;
  auto files = make_files(request);
  static_cast<void>(files->setCurrentWorkingDirectory(request.directory));
  llvm::IntrusiveRefCntPtr<clang::FileManager> manager(new clang::FileManager({request.directory}, files));
  std::vector<std::string> command = {"clang++"};
  command.insert(command.end(), request.arguments.begin(), request.arguments.end());
  command.insert(command.end(), {"-fsyntax-only", "-w", "-ferror-limit=0", "-resource-dir", std::string(kOwnFolder)});
  command.push_back(request.source);
  clang::tooling::ToolInvocation invocation(command, make_action(collection), manager.get());
  const auto diagnostics = make_diagnostics(collection, request.source);
  invocation.setDiagnosticConsumer(diagnostics.get());
  static_cast<void>(invocation.run());  // what went wrong is among the facts
  diagnostics->EndSourceFile();
  for (std::string& path : collection.answer.absent) {
    if (!path.starts_with('/')) path = request.directory + "/" + path;
  }
  return std::move(collection.answer);
}

}  // namespace

int main(int count, char** values) {
  if (count == 2 && std::string_view(values[1]) == "--version") {
    std::puts(CLANG_VERSION_STRING);
    return 0;
  }
  limit(RLIMIT_CORE, 0);
  const auto request = read_request(read_all());
  if (!request) return 2;
  limit(RLIMIT_AS, request->most_bytes);
  limit(RLIMIT_CPU, request->most_seconds);
  const std::string text = write_answer(compile(*request));
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) return 2;
  _exit(0);  // nothing of Clang's is worth tearing down
}
