"""Short functions for the question: does a CUDA graph capture of it work, and does dynamo trace it without a break?

The name of a parameter says what the measurement passes; see ARGUMENTS in the program that measures.
x (4, 8) float, v (8,) float, s 0-dim float, n 0-dim int64 (2), i int64 indices (3,), m bool (8,), all on the GPU;
c a pageable CPU tensor (8,), p a pinned one (8,), k the number 3, a the number 0.5.
"""
import copy
import functools
import io
import json
import logging
import math
import operator
import random
import time
import warnings
from typing import Optional

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

logger = logging.getLogger(__name__)
HOST = torch.arange(8.0)
SEEN = []
COUNT = {"calls": 0}
LINEAR = nn.Linear(8, 8)
BATCH_NORM = nn.BatchNorm1d(8)
LSTM = nn.LSTM(8, 8, batch_first=True)
DROPOUT = nn.Dropout(0.5)


# Reads of values.
def read_item(v: Tensor):
    return v * v.sum().item()


def read_item_unused(v: Tensor):
    v.sum().item()
    return v * 2


def read_float(v: Tensor):
    return v * float(v.sum())


def read_int(v: Tensor, n: Tensor):
    return v * int(n)


def read_bool(v: Tensor, s: Tensor):
    flag = bool(s > 0)
    return v, flag


def read_tolist(v: Tensor):
    values = v.tolist()
    return v * len(values)


def read_index(v: Tensor, n: Tensor):
    return v * operator.index(n)


def read_range(v: Tensor, n: Tensor):
    for _ in range(int(n)):
        v = v + 1
    return v


def read_range_tensor(v: Tensor, n: Tensor):
    for _ in range(n):
        v = v + 1
    return v


def read_math(v: Tensor, s: Tensor):
    return v * math.sqrt(s * s)


def read_cpu(v: Tensor):
    return v.cpu()


def read_to_cpu(v: Tensor):
    return v.to("cpu")


def read_to_cpu_non_blocking(v: Tensor):
    return v.to("cpu", non_blocking=True)


def read_cpu_then_sum(v: Tensor):
    return v.cpu().sum() * 2


def read_numpy(v: Tensor):
    return v.detach().cpu().numpy()


def read_numpy_then_python(v: Tensor):
    values = v.detach().cpu().numpy()
    return float(values.max()) + 1


def read_numpy_asarray(v: Tensor):
    return np.asarray(v.cpu())


def read_into_pinned(v: Tensor, p: Tensor):
    p.copy_(v, non_blocking=True)
    return v + 1


def read_into_pinned_blocking(v: Tensor, p: Tensor):
    p.copy_(v)
    return v + 1


def read_into_pageable(v: Tensor, c: Tensor):
    c.copy_(v, non_blocking=True)
    return v + 1


def read_f_string(v: Tensor, s: Tensor):
    text = f"loss {s}"
    SEEN.append(text)
    return v * 2


def read_f_string_item(v: Tensor, s: Tensor):
    text = f"loss {s.item():.3f}"
    SEEN.append(text)
    return v * 2


def read_str(v: Tensor, s: Tensor):
    SEEN.append(str(s))
    return v * 2


def read_format(v: Tensor, s: Tensor):
    SEEN.append("loss {}".format(s))
    return v * 2


def read_print(v: Tensor, s: Tensor):
    print(s)
    return v * 2


def read_print_middle(v: Tensor, s: Tensor):
    v = v * 2
    print("loss", s)
    return v + 1


def read_logging(v: Tensor, s: Tensor):
    logger.warning("loss %s", s)
    return v * 2


def read_save(v: Tensor):
    torch.save(v, io.BytesIO())
    return v * 2


def read_round(v: Tensor, s: Tensor):
    return v * round(s.item(), 2)


def read_item_of_shape(v: Tensor):
    return v * v.shape[0]


def read_equal(v: Tensor):
    if torch.equal(v, v + 1):
        return v
    return v + 1


def read_equal_unused(v: Tensor):
    same = torch.equal(v, v)
    return v + 1, same


def read_allclose(v: Tensor):
    same = torch.allclose(v, v)
    return v + 1, same


def read_is_nonzero(v: Tensor, s: Tensor):
    return v + 1, torch.is_nonzero(s)


def read_contains(v: Tensor):
    found = 0.25 in v
    return v + 1, found


def read_item_in_helper(v: Tensor):
    return v * scale_of(v)


def scale_of(v):
    return v.abs().max().item()


def read_data_ptr(v: Tensor):
    return v + 1, v.data_ptr()


def read_as_size(v: Tensor, n: Tensor):
    return torch.zeros(n, device=v.device)


def read_as_size_int(v: Tensor, n: Tensor):
    return torch.zeros(int(n), device=v.device) + 1


def read_as_arange(v: Tensor, n: Tensor):
    return torch.arange(n, device=v.device)


def read_full_value(v: Tensor, s: Tensor):
    return torch.full((3,), s, device=v.device)


def read_clamp_mixed(v: Tensor, s: Tensor):
    return v.clamp(0, s)


def read_clamp_min_tensor(v: Tensor, s: Tensor):
    return v.clamp(min=s)


def read_topk_k(v: Tensor, n: Tensor):
    return v.topk(n)


def read_add_alpha(v: Tensor, s: Tensor):
    return torch.add(v, v, alpha=s)


def read_view_size(v: Tensor, n: Tensor):
    return v.view(n, -1)


def read_tensor_of_scalars(v: Tensor, s: Tensor):
    return torch.tensor([s, s], device=v.device)


def read_stack_of_scalars(v: Tensor, s: Tensor):
    return torch.stack([s, s]) + v[0]


# Control flow.
def control_if(v: Tensor):
    if v.sum() > 0:
        return v + 1
    return v - 1


def control_if_any(v: Tensor, m: Tensor):
    if m.any():
        v = v + 1
    return v * 2


def control_if_item(v: Tensor):
    if v.sum().item() > 0:
        return v + 1
    return v - 1


def control_if_not(v: Tensor, m: Tensor):
    if not m.all():
        v = v + 1
    return v


def control_while(v: Tensor):
    while v.sum() < 100:
        v = v * 2 + 1
    return v


def control_while_true(v: Tensor):
    while True:
        v = v * 2 + 1
        if v.abs().max() > 10:
            break
    return v


def control_assert(v: Tensor):
    assert v.sum() < 1e9
    return v + 1


def control_assert_message(v: Tensor):
    assert torch.isfinite(v).all(), "not finite"
    return v + 1


def control_assert_async(v: Tensor):
    torch._assert_async(torch.isfinite(v).all())
    return v + 1


def control_raise(v: Tensor):
    if torch.isnan(v).any():
        raise ValueError("nan")
    return v + 1


def control_ternary(v: Tensor, s: Tensor):
    return v + 1 if s > 0 else v - 1


def control_and(v: Tensor, s: Tensor):
    return v + 1, (s > 0) and (s < 1)


def control_max_builtin(v: Tensor, s: Tensor):
    return v * max(s, s * 2)


def control_max_builtin_number(v: Tensor, s: Tensor):
    return v * max(s, 1.0)


def control_sum_builtin(v: Tensor):
    return sum(v)


def control_sorted(v: Tensor):
    return sorted(v)[0]


def control_any_builtin(m: Tensor, v: Tensor):
    return v, any(m)


def control_iterate_rows(x: Tensor):
    total = 0
    for row in x:
        total = total + row.sum()
    return total


def control_iterate_values(v: Tensor):
    count = 0
    for value in v:
        if value > 0:
            count += 1
    return v * count


def control_comprehension(x: Tensor):
    return [row for row in x if row.sum() > 0]


def control_shape(x: Tensor):
    if x.shape[0] > 2 and x.dim() == 2:
        return x + 1
    return x


def control_is_cuda(x: Tensor):
    return x + 1 if x.is_cuda else x


def control_dtype(x: Tensor):
    return x.float() if x.dtype == torch.float16 else x * 2


def control_is_none(x: Tensor, bias: Optional[Tensor] = None):
    if bias is not None:
        x = x + bias
    return x * 2


def control_where(v: Tensor, s: Tensor):
    return torch.where(s > 0, v + 1, v - 1)


def control_cond(v: Tensor, s: Tensor):
    return torch.cond(s > 0, lambda y: y + 1, lambda y: y - 1, (v,))


def control_if_requires_grad(v: Tensor):
    return v + 1 if v.requires_grad else v * 2


def control_if_cpu_tensor(v: Tensor, c: Tensor):
    if c.sum() > 0:
        return v + 1
    return v - 1


def control_item_cpu_tensor(v: Tensor, c: Tensor):
    return v * c.max().item()


def control_item_constant_cpu(v: Tensor):
    return v * torch.tensor(3.0).item()


def control_list_of_cpu_tensor(v: Tensor):
    return v * len(torch.arange(3).tolist())


def control_linspace_item(v: Tensor):
    rates = [r.item() for r in torch.linspace(0, 0.5, 3)]
    return v * rates[1]


# Shapes that depend on values.
def shape_nonzero(v: Tensor):
    return v.nonzero()


def shape_where_one(m: Tensor):
    return torch.where(m)


def shape_argwhere(m: Tensor):
    return torch.argwhere(m)


def shape_mask(v: Tensor, m: Tensor):
    return v[m]


def shape_mask_of_rows(x: Tensor):
    return x[x.sum(1) > 0] * 2


def shape_masked_select(v: Tensor, m: Tensor):
    return torch.masked_select(v, m)


def shape_mask_store_number(v: Tensor, m: Tensor):
    v = v.clone()
    v[m] = 0
    return v


def shape_mask_store_tensor(v: Tensor, m: Tensor):
    v = v.clone()
    v[m] = v[m] * 2
    return v


def shape_mask_store_scalar_tensor(v: Tensor, m: Tensor, s: Tensor):
    v = v.clone()
    v[m] = s
    return v


def shape_masked_fill(v: Tensor, m: Tensor):
    return v.masked_fill(m, 0.0)


def shape_masked_fill_tensor(v: Tensor, m: Tensor, s: Tensor):
    return v.masked_fill(m, s)


def shape_masked_scatter(v: Tensor, m: Tensor):
    return v.masked_scatter(m, v * 2)


def shape_unique(i: Tensor):
    return i.unique()


def shape_unique_inverse(i: Tensor):
    return torch.unique(i, return_inverse=True)


def shape_unique_consecutive(i: Tensor):
    return torch.unique_consecutive(i)


def shape_bincount(i: Tensor):
    return torch.bincount(i)


def shape_bincount_minlength(i: Tensor):
    return torch.bincount(i, minlength=8)


def shape_repeat_interleave(v: Tensor):
    return v.repeat_interleave(2)


def shape_repeat_interleave_tensor(i: Tensor):
    return torch.repeat_interleave(i, i)


def shape_repeat_interleave_sized(i: Tensor):
    return torch.repeat_interleave(i, i, output_size=3)


def shape_one_hot(i: Tensor):
    return F.one_hot(i)


def shape_one_hot_classes(i: Tensor):
    return F.one_hot(i, 4)


def shape_nonzero_static(v: Tensor):
    return torch.nonzero_static(v, size=8)


def shape_histc(v: Tensor):
    return torch.histc(v, bins=4)


def shape_histc_range(v: Tensor):
    return torch.histc(v, bins=4, min=0.0, max=1.0)


def shape_isin(i: Tensor):
    return torch.isin(i, i)


def shape_split_sizes(v: Tensor, i: Tensor):
    return v.split(i.tolist())


def shape_split(v: Tensor):
    return v.split(2)


def shape_tensor_split(v: Tensor):
    return v.tensor_split(3)


# Indices.
def index_tensor(x: Tensor, i: Tensor):
    return x[i]


def index_list(x: Tensor):
    return x[[0, 2]]


def index_list_column(x: Tensor):
    return x[:, [0, 2]]


def index_number(x: Tensor):
    return x[0] + x[-1]


def index_device_scalar(v: Tensor, n: Tensor):
    return v[n]


def index_device_slice(v: Tensor, n: Tensor):
    return v[:n]


def index_store_number(x: Tensor):
    x = x.clone()
    x[0, 0] = 5
    return x


def index_store_row(x: Tensor):
    x = x.clone()
    x[0] = 1.0
    return x


def index_store_vector(v: Tensor):
    v = v.clone()
    v[0] = 0
    return v


def index_store_indices(v: Tensor, i: Tensor):
    v = v.clone()
    v[i] = 0
    return v


def index_store_cpu(v: Tensor, c: Tensor):
    v = v.clone()
    v[:8] = c
    return v


def index_cpu_indices(v: Tensor):
    return v[torch.tensor([0, 2])]


def index_gather(v: Tensor, i: Tensor):
    return v.gather(0, i)


def index_select(x: Tensor, i: Tensor):
    return x.index_select(0, i)


def index_scatter_add(v: Tensor, i: Tensor):
    return v.scatter_add(0, i, v[:3])


def index_index_add(v: Tensor, i: Tensor):
    return v.index_add(0, i, v[:3])


def index_put_accumulate(v: Tensor, i: Tensor):
    return v.index_put((i,), v[:3], accumulate=True)


def index_take(v: Tensor, i: Tensor):
    return torch.take(v, i)


# Host data to the device.
def copy_tensor_number(v: Tensor):
    return v + torch.tensor(0.5, device=v.device)


def copy_tensor_list(v: Tensor):
    return v[:2] + torch.tensor([1.0, 2.0], device=v.device)


def copy_new_tensor(v: Tensor):
    return v[:2] + v.new_tensor([1.0, 2.0])


def copy_as_tensor(v: Tensor):
    return v[:2] + torch.as_tensor([1.0, 2.0], device=v.device)


def copy_from_numpy(v: Tensor):
    return v + torch.from_numpy(np.ones(8, dtype=np.float32)).to(v.device)


def copy_zeros_to(v: Tensor):
    return v + torch.zeros(8).to(v.device)


def copy_arange_to(v: Tensor):
    return v + torch.arange(8).to(v.device)


def copy_arange_cuda(v: Tensor):
    return v + torch.arange(8).cuda()


def copy_constant_scalar_to(v: Tensor):
    return v + torch.tensor(2.0).to(v.device)


def copy_scalar_mixed(v: Tensor):
    return v + torch.tensor(2.0)


def copy_cpu_mixed(v: Tensor, c: Tensor):
    return v + c


def copy_pageable(v: Tensor, c: Tensor):
    return v + c.to(v.device)


def copy_pageable_non_blocking(v: Tensor, c: Tensor):
    return v + c.to(v.device, non_blocking=True)


def copy_pageable_into(v: Tensor, c: Tensor):
    v = v.clone()
    v.copy_(c)
    return v


def copy_pinned(v: Tensor, p: Tensor):
    return v + p.to(v.device)


def copy_pinned_non_blocking(v: Tensor, p: Tensor):
    return v + p.to(v.device, non_blocking=True)


def copy_pin_inside(v: Tensor, c: Tensor):
    return v + c.pin_memory().to(v.device, non_blocking=True)


def copy_pinned_into(v: Tensor, p: Tensor):
    v = v.clone()
    v.copy_(p, non_blocking=True)
    return v


def copy_global_to(v: Tensor):
    return v + HOST.to(v.device)


def copy_device_move(v: Tensor):
    return v.to(v.device) + v.cuda()


def copy_dtype(v: Tensor):
    return v.to(torch.float16) + 1


def copy_module_to(x: Tensor):
    return nn.Linear(8, 8).to(x.device)(x)


# Creation on the device.
def create_zeros(v: Tensor):
    return v + torch.zeros(8, device=v.device)


def create_full_scalar(v: Tensor):
    return v + torch.full((), 0.5, device=v.device)


def create_new_zeros(v: Tensor):
    return v + v.new_zeros(8)


def create_arange(v: Tensor):
    return v + torch.arange(8, device=v.device)


def create_linspace(v: Tensor):
    return v + torch.linspace(0, 1, 8, device=v.device)


def create_eye(v: Tensor):
    return torch.eye(8, device=v.device) @ v


def create_randn(v: Tensor):
    return v + torch.randn(8, device=v.device)


def create_rand_like(v: Tensor):
    return v + torch.rand_like(v)


def create_randperm(v: Tensor):
    return v[torch.randperm(8, device=v.device)]


def create_randint(v: Tensor):
    return v + torch.randint(0, 3, (8,), device=v.device)


def create_bernoulli(v: Tensor):
    return torch.bernoulli(v.sigmoid())


def create_multinomial(v: Tensor):
    return torch.multinomial(v.softmax(0), 2)


def create_multinomial_replacement(v: Tensor):
    return torch.multinomial(v.softmax(0), 2, replacement=True)


def create_normal_tensors(v: Tensor):
    return torch.normal(v, v.abs())


def create_seed(v: Tensor):
    torch.manual_seed(0)
    return v + torch.rand_like(v)


def create_generator(v: Tensor):
    generator = torch.Generator(device=v.device)
    generator.manual_seed(0)
    return v + torch.rand(8, device=v.device, generator=generator)


def create_scalar_tensor(v: Tensor):
    return v + torch.scalar_tensor(0.5, device=v.device)


def create_vander(v: Tensor):
    return torch.tril_indices(3, 3, device=v.device)


def create_meshgrid(v: Tensor):
    return torch.meshgrid(v, v, indexing="ij")


def create_cartesian(v: Tensor):
    return torch.combinations(v)


# Operators.
def op_matmul(x: Tensor):
    return x @ x.T


def op_softmax(x: Tensor):
    return F.softmax(x, -1)


def op_cross_entropy(x: Tensor):
    return F.cross_entropy(x, torch.zeros(4, dtype=torch.long, device=x.device))


def op_cross_entropy_smoothed(x: Tensor, v: Tensor):
    target = torch.zeros(4, dtype=torch.long, device=x.device)
    return F.cross_entropy(x, target, weight=v.abs(), label_smoothing=0.1)


def op_sort(v: Tensor):
    return v.sort()


def op_topk(v: Tensor):
    return v.topk(3)


def op_cumsum(v: Tensor):
    return v.cumsum(0)


def op_cumprod(v: Tensor):
    return v.cumprod(0)


def op_median(v: Tensor):
    return v.median()


def op_quantile(v: Tensor):
    return torch.quantile(v, 0.5)


def op_kthvalue(v: Tensor):
    return v.kthvalue(3)


def op_mode(v: Tensor):
    return v.mode()


def op_searchsorted(v: Tensor):
    return torch.searchsorted(v.sort().values, v)


def op_bucketize_list(v: Tensor):
    return torch.bucketize(v, torch.tensor([0.0, 1.0], device=v.device))


def op_inverse(x: Tensor):
    return torch.linalg.inv(x @ x.T + torch.eye(4, device=x.device))


def op_inverse_ex(x: Tensor):
    return torch.linalg.inv_ex(x @ x.T + torch.eye(4, device=x.device))


def op_solve(x: Tensor):
    return torch.linalg.solve(x @ x.T + torch.eye(4, device=x.device), x)


def op_cholesky(x: Tensor):
    return torch.linalg.cholesky(x @ x.T + 10 * torch.eye(4, device=x.device))


def op_cholesky_ex(x: Tensor):
    return torch.linalg.cholesky_ex(x @ x.T + 10 * torch.eye(4, device=x.device))


def op_svd(x: Tensor):
    return torch.linalg.svd(x)


def op_svdvals(x: Tensor):
    return torch.linalg.svdvals(x)


def op_eigh(x: Tensor):
    return torch.linalg.eigh(x @ x.T)


def op_eigvalsh(x: Tensor):
    return torch.linalg.eigvalsh(x @ x.T)


def op_qr(x: Tensor):
    return torch.linalg.qr(x)


def op_det(x: Tensor):
    return torch.linalg.det(x @ x.T)


def op_slogdet(x: Tensor):
    return torch.linalg.slogdet(x @ x.T)


def op_lstsq(x: Tensor):
    return torch.linalg.lstsq(x.T, x.T)


def op_pinv(x: Tensor):
    return torch.linalg.pinv(x)


def op_matrix_rank(x: Tensor):
    return torch.linalg.matrix_rank(x)


def op_matrix_exp(x: Tensor):
    return torch.linalg.matrix_exp(x @ x.T)


def op_norm(x: Tensor):
    return torch.linalg.norm(x)


def op_norm_two(x: Tensor):
    return torch.linalg.norm(x, 2)


def op_lu_factor(x: Tensor):
    return torch.linalg.lu_factor(x @ x.T)


def op_triangular_solve(x: Tensor):
    return torch.linalg.solve_triangular((x @ x.T).tril(), x, upper=False)


def op_fft(v: Tensor):
    return torch.fft.rfft(v)


def op_stft(v: Tensor):
    return torch.stft(v, n_fft=4, return_complex=True)


def op_conv(x: Tensor):
    return F.conv1d(x[None], x[None, :, :3])


def op_attention(x: Tensor):
    return F.scaled_dot_product_attention(x[None], x[None], x[None])


def op_embedding(x: Tensor, i: Tensor):
    return F.embedding(i, x)


def op_embedding_max_norm(x: Tensor, i: Tensor):
    return F.embedding(i, x.clone(), max_norm=1.0)


def op_cdist(x: Tensor):
    return torch.cdist(x, x)


def op_einsum(x: Tensor):
    return torch.einsum("ij,kj->ik", x, x)


def op_interpolate(x: Tensor):
    return F.interpolate(x[None], scale_factor=2.0)


def op_grid_sample(x: Tensor):
    grid = F.affine_grid(torch.eye(2, 3, device=x.device)[None], (1, 1, 4, 8), align_corners=False)
    return F.grid_sample(x[None, None], grid, align_corners=False)


def op_ctc(x: Tensor):
    log_probs = x[:, None].log_softmax(-1)
    return F.ctc_loss(log_probs, torch.ones(1, 2, dtype=torch.long, device=x.device), (4,), (2,))


def op_dropout(x: Tensor):
    return F.dropout(x, 0.5, training=True)


def op_batch_norm(x: Tensor):
    return BATCH_NORM(x)


def op_lstm(x: Tensor):
    return LSTM(x[None])


def op_linear(x: Tensor):
    return LINEAR(x)


def op_triplet_loss(x: Tensor):
    return F.triplet_margin_loss(x, x + 1, x - 1)


def op_nan_to_num(x: Tensor):
    return torch.nan_to_num(x)


def op_nanmean(x: Tensor):
    return x.nanmean()


def op_corrcoef(x: Tensor):
    return torch.corrcoef(x)


def op_trapezoid(v: Tensor):
    return torch.trapezoid(v, dx=0.5)


def op_kron(x: Tensor):
    return torch.kron(x, x)


def op_block_diag(x: Tensor):
    return torch.block_diag(x, x)


def op_sparse(x: Tensor):
    return x.to_sparse()


def op_sparse_mm(x: Tensor):
    return torch.sparse.mm(x.to_sparse(), x.T)


def op_nested(x: Tensor):
    return torch.nn.utils.rnn.pad_sequence([x[0], x[1, :4]])


def op_pack_padded(x: Tensor):
    return torch.nn.utils.rnn.pack_padded_sequence(x[None], [4], batch_first=True).data


def op_amin_amax(v: Tensor):
    return (v - v.amin()) / (v.amax() - v.amin())


def op_prod(v: Tensor):
    return v.prod()


def op_logcumsumexp(v: Tensor):
    return v.logcumsumexp(0)


def op_unfold(x: Tensor):
    return x.unfold(1, 2, 1)


def op_flip_roll(x: Tensor):
    return x.flip(0).roll(1, 1)


def op_cummax(v: Tensor):
    return v.cummax(0)


def op_pow_scalar(v: Tensor, k: int):
    return v**k


def op_div_number(v: Tensor, a: float):
    return v / a


# Synchronisation, streams and memory.
def sync_device(v: Tensor):
    torch.cuda.synchronize()
    return v + 1


def sync_stream(v: Tensor):
    torch.cuda.current_stream().synchronize()
    return v + 1


def sync_event(v: Tensor):
    event = torch.cuda.Event()
    event.record()
    event.synchronize()
    return v + 1


def sync_event_query(v: Tensor):
    event = torch.cuda.Event()
    event.record()
    done = event.query()
    return v + 1, done


def sync_event_record_only(v: Tensor):
    event = torch.cuda.Event()
    event.record()
    return v + 1


def sync_elapsed(v: Tensor):
    begin = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    begin.record()
    v = v + 1
    end.record()
    end.synchronize()
    return v, begin.elapsed_time(end)


def sync_stream_query(v: Tensor):
    return v + 1, torch.cuda.current_stream().query()


def sync_side_stream(v: Tensor):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        v = v + 1
    torch.cuda.current_stream().wait_stream(side)
    return v


def sync_side_stream_not_joined(v: Tensor):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        out = v + 1
    return out


def sync_empty_cache(v: Tensor):
    torch.cuda.empty_cache()
    return v + 1


def sync_memory_allocated(v: Tensor):
    return v + 1, torch.cuda.memory_allocated()


def sync_mem_get_info(v: Tensor):
    return v + 1, torch.cuda.mem_get_info()


def sync_device_properties(v: Tensor):
    return v + 1, torch.cuda.get_device_properties(v.device).multi_processor_count


def sync_current_device(v: Tensor):
    return v.to(torch.cuda.current_device()) + 1


def sync_is_available(v: Tensor):
    return v + 1 if torch.cuda.is_available() else v


def sync_record_stream(v: Tensor):
    out = v + 1
    out.record_stream(torch.cuda.current_stream())
    return out


def sync_is_capturing(v: Tensor):
    if not torch.cuda.is_current_stream_capturing():
        v.sum().item()
    return v + 1


def sync_nested_graph(v: Tensor):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = v + 1
    return out


def sync_graphed_callables(x: Tensor):
    linear = torch.cuda.make_graphed_callables(nn.Linear(8, 8, device=x.device), (x,))
    return linear(x)


def sync_compile_reduce_overhead(v: Tensor):
    return torch.compile(twice, mode="reduce-overhead")(v)


def sync_compile_default(v: Tensor):
    return torch.compile(twice)(v)


def sync_compile_eager(v: Tensor):
    return torch.compile(twice, backend="eager")(v)


def twice(v):
    return v * 2


# Python around the tensors.
def python_print_text(v: Tensor):
    print("step")
    return v + 1


def python_print_text_middle(v: Tensor):
    v = v * 2
    print("step", v.shape)
    return v + 1


def python_print_host_number(v: Tensor, k: int):
    print(f"step {k}")
    return v + 1


def python_logging_text(v: Tensor):
    logger.info("step")
    return v + 1


def python_logging_warning(v: Tensor):
    logger.warning("step %d", len(v))
    return v + 1


def python_warn(v: Tensor):
    warnings.warn("old")
    return v + 1


def python_time(v: Tensor):
    started = time.time()
    v = v + 1
    return v, time.time() - started


def python_perf_counter(v: Tensor):
    started = time.perf_counter()
    v = v + 1
    return v, time.perf_counter() - started


def python_random(v: Tensor):
    return v * random.random()


def python_random_choice(v: Tensor):
    return v * random.choice([1, 2])


def python_numpy_random(v: Tensor):
    return v * np.random.rand()


def python_numpy_random_float(v: Tensor):
    return v * float(np.random.beta(0.4, 0.4))


def python_append_global(v: Tensor):
    SEEN.append(v)
    return v + 1


def python_dict_store(v: Tensor):
    COUNT["calls"] += 1
    return v + 1


def python_global_counter(v: Tensor):
    global CALLS
    CALLS = CALLS + 1
    return v + 1


CALLS = 0


def python_try(v: Tensor):
    try:
        return v + 1
    except RuntimeError:
        return v


def python_try_raises(v: Tensor):
    try:
        raise ValueError
    except ValueError:
        return v + 1


def python_open(v: Tensor):
    with open("/dev/null", "w") as stream:
        stream.write("step")
    return v + 1


def python_deepcopy(v: Tensor):
    return copy.deepcopy(v) + 1


def python_json(v: Tensor):
    SEEN.append(json.dumps({"a": 1}))
    return v + 1


def python_generator(x: Tensor):
    return sum(row for row in x)


def python_lambda(v: Tensor):
    return (lambda y: y + 1)(v)


def python_partial(v: Tensor):
    return functools.partial(torch.add, v)(v)


@functools.lru_cache(maxsize=None)
def table_of(size):
    return tuple(range(size))


def python_lru_cache(v: Tensor):
    return v * table_of(3)[1]


def python_isinstance(v: Tensor):
    return v + 1 if isinstance(v, torch.Tensor) else v


def python_id(v: Tensor):
    return v + 1, id(v)


def python_setattr(v: Tensor):
    v.flag = True
    return v + 1


def python_input_len(v: Tensor):
    return v * len(v)


def python_class_local(v: Tensor):
    class Doubler:
        def __call__(self, y):
            return y * 2

    return Doubler()(v)


def python_import(v: Tensor):
    import cmath

    return v * cmath.pi


def python_del(v: Tensor):
    w = v + 1
    del w
    return v * 2


def python_breakpoint_free(v: Tensor):
    torch._dynamo.graph_break()
    return v + 1


@torch._dynamo.disable
def hidden(v):
    return v + 1


def python_disabled_helper(v: Tensor):
    return hidden(v) * 2


# Gradients, optimizers, modules.
def grad_backward(x: Tensor):
    y = x.detach().clone().requires_grad_()
    y.square().sum().backward()
    return y.grad


def grad_autograd_grad(x: Tensor):
    y = x.detach().clone().requires_grad_()
    return torch.autograd.grad(y.square().sum(), y)[0]


def grad_func(v: Tensor):
    return torch.func.grad(lambda y: y.square().sum())(v)


def grad_vmap(x: Tensor):
    return torch.vmap(torch.sum)(x)


def grad_no_grad(x: Tensor):
    with torch.no_grad():
        return x * 2


def grad_requires_grad(x: Tensor):
    return x.detach().requires_grad_() * 2


def grad_autocast(x: Tensor):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return LINEAR(x)


def grad_clip(x: Tensor):
    LINEAR.weight.grad = torch.ones_like(LINEAR.weight)
    return torch.nn.utils.clip_grad_norm_([LINEAR.weight], 1.0)


def grad_clip_checked(x: Tensor):
    LINEAR.weight.grad = torch.ones_like(LINEAR.weight)
    return torch.nn.utils.clip_grad_norm_([LINEAR.weight], 1.0, error_if_nonfinite=True)


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad


def grad_function(x: Tensor):
    return Square.apply(x)


def grad_checkpoint(x: Tensor):
    return torch.utils.checkpoint.checkpoint(LINEAR, x, use_reentrant=False)


def grad_distribution(v: Tensor):
    return torch.distributions.Normal(v, 1.0).log_prob(v)


def grad_distribution_unvalidated(v: Tensor):
    return torch.distributions.Normal(v, torch.ones_like(v), validate_args=False).log_prob(v)


def grad_categorical(v: Tensor):
    return torch.distributions.Categorical(logits=v).sample()


def grad_parameters_norm(x: Tensor):
    total = 0.0
    for parameter in LINEAR.parameters():
        total += parameter.norm().item() ** 2
    return x * total


def grad_ema(x: Tensor):
    with torch.no_grad():
        for parameter in LINEAR.parameters():
            parameter.mul_(0.999)
    return x * 2


def grad_data(x: Tensor):
    LINEAR.weight.data.mul_(0.999)
    return x * 2


def grad_state_dict(x: Tensor):
    return x + LINEAR.state_dict()["weight"].sum()
