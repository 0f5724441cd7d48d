import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4] y=float[4] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[1] y=float[1]
def positions_twice(x: torch.Tensor, y: torch.Tensor):
    low = y < 2
    result = x * 1
    low_places = torch.where(low)
    result[torch.stack(low_places, 1).squeeze(1)] = y[torch.stack(low_places, 1).squeeze(1)]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[0,3]
def counted_and_selected(x: torch.Tensor):
    positive = x > 0
    positive_places = torch.where(positive)
    rows = positive_places[0]
    return len(positive_places[0]), rows, x[positive_places]
