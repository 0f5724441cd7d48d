// Tensors that a map holds, and functions that bring what they are given to the host.
#include <torch/torch.h>

#include <map>

double energy(std::map<std::string, at::Tensor>& outputs) {
  auto total = outputs["energy"].sum().to(at::kCPU);  // expect: SF101 `outputs["energy"].sum().to(at::kCPU)`
  auto first = outputs.at("force").cpu();             // expect: SF101 `outputs.at("force").cpu()`
  return total.data_ptr<double>()[0] + first.data_ptr<double>()[0];
}

std::vector<at::Tensor> tensors_to_cpu(at::TensorList tensors) {
  std::vector<at::Tensor> there;
  for (const auto& t : tensors) there.push_back(t.cpu());  // expect: SF101 `t.cpu()`, SF705 `t.cpu()`
  return there;
}
