#### positions, of libtorch
#include <torch/torch.h>

torch::Tensor step(torch::Tensor x) {
  auto mask = (x.cuda() > 0);
  auto rows = torch::where(mask);
  return at::nonzero(mask) + mask.nonzero() + rows[0];
}
#### => suggestion
#include <torch/torch.h>

torch::Tensor step(torch::Tensor x) {
  auto mask = (x.cuda() > 0);
  auto rows = torch::nonzero_static(mask, size).unbind(1);
  return torch::nonzero_static(mask, size) + torch::nonzero_static(mask, size) + rows[0];
}
