#### positions, of libtorch
#include <torch/torch.h>

torch::Tensor step(torch::Tensor x) {
  auto mask = (x.cuda() > 0);
  auto rows = torch::where(mask);
  return at::nonzero(mask) + mask.nonzero() + rows[0];
}
#### => nothing
