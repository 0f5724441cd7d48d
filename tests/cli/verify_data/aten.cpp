// Stands in for libtorch: copies to the GPU wait as torch's do, on a driver that is played.
#include <cstdlib>

#include <ATen/ATen.h>
#include <dlfcn.h>

namespace at {
namespace {

void* played() {
  static void* const library = [] {
    void* cuda = dlopen(std::getenv("FAKE_CUDA"), RTLD_NOW);
    reinterpret_cast<void (*)()>(dlsym(cuda, "fake_init"))();
    return cuda;
  }();
  return library;
}

}  // namespace

Tensor Tensor::to(Device) const {
  reinterpret_cast<void (*)()>(dlsym(played(), "fake_wait"))();
  return *this;
}

Tensor zeros(std::initializer_list<long>) { return {0}; }
Tensor zeros(std::initializer_list<long>, Device) { return {std::getenv("PLAYED_SPOILS") != nullptr ? 1.0F : 0.0F}; }
Tensor ones(std::initializer_list<long>) { return {1}; }

}  // namespace at
