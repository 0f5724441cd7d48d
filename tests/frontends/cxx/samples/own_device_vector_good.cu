// A vector of the program's own does what its own code says.
#include "pool.h"

namespace lattice {

template <class T>
class device_vector {
 public:
  explicit device_vector(size_t size) : data_(static_cast<T*>(pool_malloc(size * sizeof(T)))) {}

 private:
  T* data_;
};

void train(size_t size) {
  device_vector<float> gradient(size);
  step(gradient);
}

}  // namespace lattice
