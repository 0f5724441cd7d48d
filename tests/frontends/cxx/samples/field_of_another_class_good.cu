// Two classes have a field of one name; an element of device memory has no members.
#include <thrust/device_vector.h>

struct Compressed {
  thrust::device_vector<int> trees;
};

int depth(const Model& model, int i) { return model.trees[i]->depth(); }
