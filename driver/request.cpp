#include "driver/request.h"

#include "analyzer/system/path_text.h"
#include "driver/normal_path.h"

namespace syncfree::driver {

const std::string* given_bytes(const CheckRequest& request, const std::string& path) {
  if (request.text && request.text->path == path) return &request.text->bytes;
  if (request.unsaved.empty()) return nullptr;
  const auto found =
      is_normal(path)
          ? request.unsaved.find(path)
          : request.unsaved.find(sys::path_text((std::filesystem::current_path() / path).lexically_normal()));
  return found == request.unsaved.end() ? nullptr : &found->second;
}

}  // namespace syncfree::driver
