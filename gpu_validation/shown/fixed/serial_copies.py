import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=nan[7] | x=float[0,3] y=double[] | x=strided[4,3] y=strided[5,2]
def a_list(x: torch.Tensor, y: torch.Tensor):
    parts = [x * 2, y * 2]
    host = [part.to("cpu", non_blocking=True) for part in parts]
    torch.cuda.current_stream().synchronize()
    return host
