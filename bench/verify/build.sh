#!/bin/sh
# Builds loop.cpp against the torch of `python3`, with line numbers for the observer.
set -e
torch=$(python3 -c 'import os, torch; print(os.path.dirname(torch.__file__))')
g++ -std=c++17 -g -O1 -o loop loop.cpp -I"$torch/include" -I"$torch/include/torch/csrc/api/include" \
  -I"${CUDA_HOME:-/usr/local/cuda}/include" -L"$torch/lib" -Wl,-rpath,"$torch/lib" -Wl,--no-as-needed -ltorch -ltorch_cuda \
  -Wl,--as-needed -ltorch_cpu -lc10 -lc10_cuda -ldl
