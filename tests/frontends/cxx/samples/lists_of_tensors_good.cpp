// An element of a list becomes another tensor, which copies nothing.
#include <torch/torch.h>

void decoded(std::vector<torch::Tensor>& images, const at::Tensor& x) {
  auto there = at::ones({4}, at::device(at::kCUDA));
  std::vector<torch::Tensor> outputs(images.size());
  images[0] = torch::zeros({4});
  images[0] = there;
  outputs[1] = images[0];
}
