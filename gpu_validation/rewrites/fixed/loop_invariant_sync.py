import torch


# fix: unsafe
# run: x=float[4,3] s=float[] | x=half[4,3] s=half[] | x=strided[4,3] s=float[1] | x=float[0,3] s=int[]
# proves: fewer waits
def a_number(x: torch.Tensor, s: torch.Tensor):
    s_value = s.item()
    for _ in range(4):
        x = x * s_value
    return x


# fix: unsafe
# run: x=float[4,3] s=float[] | x=float[4,3] s=half[1]
# proves: fewer waits
def an_assignment(x: torch.Tensor, s: torch.Tensor):
    rows = []
    factor = float(s)  # the same each time
    for row in range(4):
        for column in range(3):
            rows.append(x[row, column] * factor)
    return rows


# fix: unsafe
# run: x=float[4,3] s=float[] | x=float[4,3] s=bool[]
# proves: fewer waits
def a_truth(x: torch.Tensor, s: torch.Tensor):
    s_0_is_true = bool(s > 0)
    for step in range(4):
        if s_0_is_true:
            x = x + step
        else:
            x = x - step
    return x


# fix: unsafe
# run: x=float[6,2] | x=half[6,2] | x=strided[6,2]
# proves: fewer waits
def sizes(x: torch.Tensor):
    lengths = torch.full((3,), 2, device=x.device)
    lengths_list = lengths.tolist()
    return [torch.split(part, lengths_list, dim=0) for part in (x, x + 1, x * 2)]
