import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0]
def whether_a_number_is_there(x: torch.Tensor, y: torch.Tensor):
    return y * (torch.eq(x, 1.0).any())


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def whether_they_are_equal(x: torch.Tensor, y: torch.Tensor):
    return y * torch.eq(x, y).all()


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def whether_they_are_close(x: torch.Tensor, y: torch.Tensor):
    return y * torch.isclose(x, x + 0).all()
