// Methods of a tensor's names belong to the class that a parameter is declared as, also in a lambda and behind a pointer.
#include <pybind11/pybind11.h>
#include <torch/torch.h>

void bind(py::class_<store::Memory>& memory) {
  memory.def("__repr__", [](store::Memory& self) { return format("<%p %p>", self.cpu(), self.gpu()); });
  memory.def("at", [](store::Grid& self, int axis) { return self.sizes[axis]; });
}

void* host_side(Memory* memory) { return memory->cpu(); }

int first_of(Memory* memory) { return memory == nullptr ? 0 : memory->item(); }
