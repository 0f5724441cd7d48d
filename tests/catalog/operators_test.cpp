// Tables of calls: the result, and which rule says that the host waits.
#include <ostream>

#include <gtest/gtest.h>

#include "tests/catalog/calls.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view call;
  std::string_view value;
  std::string_view rule = "";
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.call; }

class CatalogTable : public testing::TestWithParam<Row> {};

TEST_P(CatalogTable, GivesValueAndRule) {
  const test::Outcome outcome = test::Calls().evaluate(GetParam().call);
  EXPECT_EQ(outcome.rule, GetParam().rule) << GetParam().call;
  EXPECT_EQ(outcome.value, GetParam().value) << GetParam().call;
}

INSTANTIATE_TEST_SUITE_P(
    Reads, CatalogTable,
    testing::Values(Row{"s.item()", "floating", "SF301"}, Row{"n.item()", "integer", "SF301"},
                    Row{"cs.item()", "floating"}, Row{"h.item()", "floating", "SF301"},
                    Row{"u.item()", "boolean | integer | floating", "SF301?"},
                    Row{"v.tolist()", "list of floating", "SF301"},
                    Row{"h.tolist()", "floating | list of floating | list of floating", "SF301"},
                    Row{"builtins.float(s)", "floating", "SF301"}, Row{"builtins.float(1)", "floating"},
                    Row{"builtins.bool(s)", "boolean", "SF302"}, Row{"math.sqrt(s)", "floating", "SF301"},
                    Row{"math.sqrt(2)", "floating"}, Row{"operator.index(n)", "integer", "SF301"},
                    Row{"builtins.range(n)", "range", "SF306"}, Row{"builtins.len(v)", "integer"},
                    Row{"torch.equal(v, w)", "boolean", "SF304"}, Row{"torch.is_nonzero(s)", "boolean", "SF304"}));

INSTANTIATE_TEST_SUITE_P(Reductions, CatalogTable,
                         testing::Values(Row{"builtins.max(v)", "tensor cuda floating rank 0", "SF303"},
                                         Row{"builtins.max([s, s])", "tensor cuda floating rank 0", "SF303"},
                                         Row{"builtins.max([s])", "tensor cuda floating rank 0"},
                                         Row{"builtins.sum([s, s])", "tensor cuda floating rank 0"},
                                         Row{"builtins.any(mv)", "boolean", "SF303"},
                                         Row{"builtins.any([True])", "boolean"},
                                         Row{"builtins.sorted([1, 2])", "list (integer 1, integer 2)"},
                                         Row{"builtins.sorted(v)", "list of tensor cuda floating rank 0", "SF303"},
                                         Row{"torch.norm(v)", "tensor cuda floating rank 0"},
                                         Row{"torch.Tensor.norm(x, 2, 1)", "tensor cuda floating rank 1"},
                                         Row{"torch.linalg.vector_norm(x, dim=1)", "tensor cuda floating rank 1"},
                                         Row{"torch.linalg.norm(x, dim=(0, 1))", "tensor cuda floating rank 0"},
                                         Row{"torch.logsumexp(x, -1, True)", "tensor cuda floating rank 2"},
                                         Row{"torch.cdist(x, x)", "tensor cuda floating rank 2"}));

INSTANTIATE_TEST_SUITE_P(
    Extensions, CatalogTable,
    testing::Values(Row{"torch.nn.functional.scaled_dot_product_attention(x, x, x)", "tensor cuda floating rank 2"},
                    Row{"torch_scatter.scatter_sum(v, i)", "tensor cuda floating rank 1", "SF506"},
                    Row{"torch_scatter.scatter_sum(v, i, dim_size=3)", "tensor cuda floating rank 1"},
                    Row{"torch_scatter.scatter_sum(v, i, 0, None, any)", "tensor cuda floating rank 1"},
                    Row{"torch_scatter.scatter_max(v, i, 0)",
                        "tuple (tensor cuda floating rank 1, tensor cuda integer rank 1)", "SF506"},
                    Row{"torch_scatter.scatter_softmax(v, i, 0, 3)", "tensor cuda floating rank 1"},
                    Row{"torch_scatter.scatter_logsumexp(v, i, 0, w)", "tensor cuda floating rank 1"},
                    Row{"torch_scatter.scatter_logsumexp(v, i)", "tensor cuda floating rank 1", "SF506"},
                    Row{"apex.amp.scale_loss(s, any)", "tensor cuda floating rank 0", "SF506"},
                    Row{"joblib.dump(v, 'f')", "list of string", "SF506"},
                    Row{"joblib.dump(c, 'f')", "list of string"}));

INSTANTIATE_TEST_SUITE_P(
    OtherLibraries, CatalogTable,
    testing::Values(
        Row{"torch.load('f')", "anything", "SF506"}, Row{"torch.load('f', d)", "anything cuda", "SF506"},
        Row{"torch.load('f', map_location='cpu')",
            "dictionary {*: tensor cpu | dictionary {*: tensor cpu} | anything} | anything"},
        Row{"builtins.list.remove([1, 2], n)", "none", "SF304"}, Row{"builtins.list.remove([1, 2], 1)", "none"},
        Row{"builtins.divmod(number, any)", "tuple (boolean | integer | floating, boolean | integer | floating)"},
        Row{"builtins.divmod(i, 2)", "tuple (tensor cuda integer rank 1, tensor cuda integer rank 1)"},
        Row{"torch.meshgrid(v, w)", "tuple of tensor cuda floating rank 2"},
        Row{"torch.atleast_1d(s)", "tensor cuda floating"},
        Row{"torch.distributions.utils.broadcast_all(v, 0.0)", "list of tensor cuda", "SF504"},
        Row{"torch.distributions.utils.broadcast_all(v, w)", "list of tensor cuda"},
        Row{"torch.ops._c10d_functional.all_reduce(v, 'sum', '0')", "tensor cuda floating rank 1"},
        Row{"torch.distributed._functional_collectives.wait_tensor(v)", "tensor cuda floating rank 1"},
        Row{"torch.ops.fbgemm.dense_to_jagged(x, [i])", "tuple (tensor cuda floating, anything)", "SF502"},
        Row{"torch.ops.fbgemm.dense_to_jagged(x, [i], 8)", "tuple (tensor cuda floating, anything)"},
        Row{"torchvision.utils.make_grid(x)", "tensor cuda rank 3"},
        Row{"torchvision.utils.make_grid(x, normalize=True)", "tensor cuda rank 3", "SF506"},
        Row{"torchvision.utils.make_grid(x, normalize=True, value_range=(0, 1))", "tensor cuda rank 3"},
        Row{"triton.cdiv(8, 2)", "integer"}, Row{"torchvision.utils.save_image(x, 'f')", "anything", "SF101"}));

INSTANTIATE_TEST_SUITE_P(
    Formatting, CatalogTable,
    testing::Values(Row{"builtins.print(s)", "none", "SF305"}, Row{"builtins.print('a', [1, s])", "none", "SF305"},
                    Row{"builtins.print(v.shape)", "none"}, Row{"builtins.str(s)", "string", "SF305"},
                    Row{"builtins.str.format('{}', s)", "string", "SF305"},
                    Row{"builtins.str.format('{}', 1)", "string"}, Row{"logging.info('loss %s', s)", "none", "SF305"},
                    Row{"logging.info('step %d', 3)", "none"}));

INSTANTIATE_TEST_SUITE_P(
    Copies, CatalogTable,
    testing::Values(
        Row{"x.cpu()", "tensor cpu floating rank 2", "SF101"}, Row{"c.cpu()", "tensor cpu floating rank 2"},
        Row{"x.to('cpu')", "tensor cpu floating rank 2", "SF101"},
        Row{"x.to('cpu', non_blocking=True)", "tensor cpu floating rank 2"},
        Row{"x.to('meta')", "tensor meta floating rank 2"}, Row{"x.to(torch.float16)", "tensor cuda floating rank 2"},
        Row{"i.to(torch.float32)", "tensor cuda floating rank 1"}, Row{"x.to(d)", "tensor cuda floating rank 2"},
        Row{"c.to(d)", "tensor cuda floating rank 2", "SF102"},
        Row{"c.to(device=d)", "tensor cuda floating rank 2", "SF102"},
        Row{"c.to(x)", "tensor cuda floating rank 2", "SF102"},
        Row{"c.to(x.device)", "tensor cuda floating rank 2", "SF102"},
        Row{"c.to(device)", "tensor caller floating rank 2", "SF102"}, Row{"c.to(None)", "tensor cpu floating rank 2"},
        Row{"c.to(any)", "tensor caller rank 2", "SF102"}, Row{"c.cuda()", "tensor cuda floating rank 2", "SF102"},
        Row{"c.cuda(non_blocking=True)", "tensor cuda floating rank 2"},
        Row{"C.cuda(non_blocking=True)", "tensor cuda floating rank 2", "SF104"},
        Row{"C.to(d, non_blocking=True)", "tensor cuda floating rank 2", "SF104"},
        Row{"CP.to(d, non_blocking=True)", "tensor cuda floating rank 2"},
        Row{"C.pin_memory().to(d, non_blocking=True)", "tensor cuda floating rank 2"},
        Row{"C.half().to(d, non_blocking=True)", "tensor cuda floating rank 2", "SF104"},
        Row{"c.type(torch.cuda.FloatTensor)", "tensor cuda rank 2", "SF102"},
        Row{"x.type(torch.LongTensor)", "tensor cpu rank 2", "SF103"},
        Row{"x.type(torch.long)", "tensor cuda integer rank 2"},
        Row{"x.copy_(c)", "tensor cuda floating rank 2", "SF102"},
        Row{"x.copy_(cp, non_blocking=True)", "tensor cuda floating rank 2"},
        Row{"c.copy_(x)", "tensor cpu floating rank 2", "SF101"},
        Row{"c.copy_(x, non_blocking=True)", "tensor cpu floating rank 2", "SF104"},
        Row{"cp.copy_(x, non_blocking=True)", "tensor cpu floating rank 2"},
        Row{"x.numpy(force=True)", "array floating rank 2", "SF101"}, Row{"c.numpy()", "array floating rank 2"}));

INSTANTIATE_TEST_SUITE_P(
    Creation, CatalogTable,
    testing::Values(Row{"torch.tensor(0, device=d)", "tensor cuda integer rank 0", "SF202"},
                    Row{"torch.tensor([1.0, 2.0], device=d)", "tensor cuda floating rank 1", "SF201"},
                    Row{"torch.tensor([[1, 2]])", "tensor cpu integer rank 2"},
                    Row{"torch.tensor([], device=d)", "tensor cuda floating rank 1"},
                    Row{"torch.tensor(any, device=d)", "tensor cuda", "SF201"},
                    Row{"torch.tensor([s, s])", "tensor cpu floating rank 1", "SF204"},
                    Row{"torch.as_tensor(v, device=d)", "tensor cuda floating rank 1"},
                    Row{"torch.as_tensor([1.0], device=d)", "tensor cuda floating rank 1", "SF201"},
                    Row{"torch.as_tensor(c, device=d)", "tensor cuda floating rank 2", "SF201"},
                    Row{"v.new_tensor([1.0])", "tensor cuda floating rank 1", "SF201"},
                    Row{"v.new_tensor(0.0)", "tensor cuda floating rank 0", "SF202"},
                    Row{"v.new_zeros(3)", "tensor cuda floating rank 1"},
                    Row{"v.new([1.0, 2.0])", "tensor cuda floating rank 1", "SF201"},
                    Row{"v.new(builtins.range(1, number))", "tensor cuda floating rank 1", "SF201"},
                    Row{"v.new(x.shape)", "tensor cuda floating rank 2"},
                    Row{"torch.cuda.FloatTensor([1.0])", "tensor cuda floating rank 1", "SF201"},
                    Row{"torch.cuda.FloatTensor(builtins.list(any))", "tensor cuda floating rank 1+", "SF201"},
                    Row{"torch.cuda.FloatTensor(x.shape)", "tensor cuda floating rank 2"},
                    Row{"torch.cuda.FloatTensor(3)", "tensor cuda floating rank 1"},
                    Row{"torch.zeros(2, 3)", "tensor cpu floating rank 2"},
                    Row{"torch.zeros((2, 3), device=d)", "tensor cuda floating rank 2"},
                    Row{"torch.zeros(number, dtype=torch.long, device=x.device)", "tensor cuda integer rank 1"},
                    Row{"torch.zeros(x.shape, device=None)", "tensor cpu floating rank 2"},
                    Row{"torch.zeros(any)", "tensor cpu floating", "SF203?"},
                    Row{"torch.zeros(n, 3, device=d)", "tensor cuda floating rank 2", "SF203"},
                    Row{"torch.zeros((n, 3), device=d)", "tensor cuda floating rank 2", "SF203"},
                    Row{"torch.full((3,), s, device=d)", "tensor cuda floating rank 1", "SF203"},
                    Row{"torch.full((3,), 3.0, device=d)", "tensor cuda floating rank 1"},
                    Row{"torch.full_like(v, s)", "tensor cuda floating rank 1", "SF203"},
                    Row{"torch.arange(3, device=d)", "tensor cuda integer rank 1"},
                    Row{"torch.arange(0, 1, 0.1)", "tensor cpu floating rank 1"},
                    Row{"torch.arange(n, device=d)", "tensor cuda integer rank 1", "SF203"},
                    Row{"torch.arange(0, n)", "tensor cpu integer rank 1", "SF203"},
                    Row{"torch.linspace(s, 1, 5, device=d)", "tensor cuda floating rank 1", "SF203"},
                    Row{"torch.stack([s, s])", "tensor cuda floating rank 1"},
                    Row{"torch.cat([v, w])", "tensor cuda floating rank 1"},
                    Row{"torch.zeros_like(v)", "tensor cuda floating rank 1"},
                    Row{"v.view(n, 16)", "tensor cuda floating rank 2", "SF203"},
                    Row{"torch.nn.functional.pad(v, (0, n))", "tensor cuda floating rank 1", "SF203"},
                    Row{"x.clamp(0, s)", "tensor cuda floating rank 2", "SF203"},
                    Row{"x.clamp(min=s)", "tensor cuda floating rank 2"},
                    Row{"x.clamp(s, s)", "tensor cuda floating rank 2"},
                    Row{"v.narrow(0, n, 3)", "tensor cuda floating rank 1", "SF403"}));

// What takes a number reads a tensor back.
INSTANTIATE_TEST_SUITE_P(
    Numbers, CatalogTable,
    testing::Values(Row{"x.permute(n, 0)", "tensor cuda floating rank 2", "SF203"},
                    Row{"x.permute(*i)", "tensor cuda floating rank 2", "SF203"},
                    Row{"x.permute(1, 0)", "tensor cuda floating rank 2"},
                    Row{"x.transpose(*i)", "tensor cuda floating rank 2", "SF203"},
                    Row{"x.transpose(*ci)", "tensor cuda floating rank 2", "SF203?"},
                    Row{"torch.transpose(x, 0, dim1=n)", "tensor cuda floating rank 2", "SF203"},
                    Row{"torch.kthvalue(x, 1, n)", "tuple (tensor cuda floating, tensor cuda integer)", "SF203"},
                    Row{"torch.nn.functional.avg_pool1d(b, n)", "tensor cuda floating rank 3", "SF203"},
                    Row{"torch.nn.functional.dropout(x, s)", "tensor cuda floating rank 2", "SF203"},
                    Row{"torch.nn.functional.normalize(x, eps=s)", "tensor cuda floating rank 2"},
                    Row{"x.max(n, True)", "tensor cuda floating rank 2", "SF203"},
                    Row{"u.softmax(x, dim=1)", "tensor cuda floating/complex rank 2+"}));

INSTANTIATE_TEST_SUITE_P(
    Shapes, CatalogTable,
    testing::Values(
        Row{"x.sum()", "tensor cuda floating rank 0"}, Row{"x.sum(0)", "tensor cuda floating rank 1"},
        Row{"x.sum(dim=(0, 1))", "tensor cuda floating rank 0"},
        Row{"x.sum(1, keepdim=True)", "tensor cuda floating rank 2"},
        Row{"m.sum(axis=1)", "tensor cuda integer rank 1"}, Row{"i.float().mean()", "tensor cuda floating rank 0"},
        Row{"x.max()", "tensor cuda floating rank 0"},
        Row{"x.max(1)", "tuple (tensor cuda floating rank 1, tensor cuda integer rank 1)"},
        Row{"torch.max(x, x)", "tensor cuda floating rank 2"}, Row{"x.argmax(-1)", "tensor cuda integer rank 1"},
        Row{"x.any()", "tensor cuda boolean rank 0"}, Row{"torch.gt(x, 0)", "tensor cuda boolean rank 2"},
        Row{"x.unsqueeze(0)", "tensor cuda floating rank 3"}, Row{"b.flatten()", "tensor cuda floating rank 1"},
        Row{"b.flatten(1)", "tensor cuda floating rank 2"}, Row{"b.reshape(-1, 4)", "tensor cuda floating rank 2"},
        Row{"b.permute(0, 2, 1)", "tensor cuda floating rank 3"},
        Row{"x.unbind()", "tuple of tensor cuda floating rank 1"},
        Row{"torch.matmul(x, v)", "tensor cuda floating rank 1"},
        Row{"torch.matmul(b, x)", "tensor cuda floating rank 3"},
        Row{"torch.einsum('bij,jk->bik', b, x)", "tensor cuda rank 3"},
        Row{"torch.add(c, cs)", "tensor cpu floating rank 2"}, Row{"torch.mul(x, cs)", "tensor cuda floating rank 2"},
        Row{"torch.mul(h, cs)", "tensor caller floating"}, Row{"torch.div(i, 2)", "tensor cuda floating rank 1"},
        Row{"torch.add(i, 2)", "tensor cuda integer rank 1"}, Row{"x.size(0)", "integer"}, Row{"x.size()", "shape"},
        Row{"x.shape", "shape"}, Row{"x.device", "device cuda"}, Row{"x.T", "tensor cuda floating rank 2"},
        Row{"torch.gather(x, 1, i)", "tensor cuda floating rank 1"},
        Row{"torch.nn.functional.cross_entropy(x, i)", "tensor cuda floating rank 0"},
        Row{"torch.nn.functional.relu(h)", "tensor caller floating"}, Row{"torch.relu(bottom)", "nothing"}));

INSTANTIATE_TEST_SUITE_P(
    DataDependent, CatalogTable,
    testing::Values(Row{"torch.nonzero(mv)", "tensor cuda integer rank 2", "SF502"},
                    Row{"torch.nonzero(ci)", "tensor cpu integer rank 2"},
                    Row{"mv.nonzero(as_tuple=True)", "tuple of tensor cuda integer rank 1", "SF502"},
                    Row{"torch.nonzero(h)", "tensor caller integer rank 2", "SF502"},
                    Row{"torch.nonzero(any)", "tensor caller integer rank 2", "SF502~"},
                    Row{"torch.where(mv)", "tuple of tensor cuda integer rank 1", "SF502"},
                    Row{"torch.where(mv, v, 0)", "tensor cuda floating rank 1"},
                    Row{"torch.where(mv, v, cs)", "tensor cuda floating rank 1", "SF102"},
                    Row{"torch.where(h, h, cs)", "tensor caller floating", "SF102"},
                    Row{"torch.where(h, h, ci)", "tensor cpu floating rank 1+"},
                    Row{"torch.where(mv, mv, mv)", "tensor cuda boolean rank 1"},
                    Row{"torch.unique(i)", "tensor cuda integer rank 1", "SF502"},
                    Row{"i.unique(return_counts=True)",
                        "tuple (tensor cuda integer rank 1, tensor cuda integer rank 1)", "SF502"},
                    Row{"torch.repeat_interleave(v, i)", "tensor cuda floating rank 1", "SF502"},
                    Row{"torch.repeat_interleave(v, i, output_size=8)", "tensor cuda floating rank 1"},
                    Row{"torch.repeat_interleave(v, 2)", "tensor cuda floating rank 1"},
                    Row{"torch.bincount(i, minlength=8)", "tensor cuda integer rank 1", "SF502"},
                    Row{"torch.histc(v, 4)", "tensor cuda floating rank 1", "SF502"},
                    Row{"torch.histc(v, 4, 0, 1)", "tensor cuda floating rank 1"},
                    Row{"torch.nn.functional.one_hot(i)", "tensor cuda integer rank 2", "SF502"},
                    Row{"torch.nn.functional.one_hot(i, 8)", "tensor cuda integer rank 2"},
                    Row{"torch.masked_select(v, mv)", "tensor cuda floating rank 1", "SF501"},
                    Row{"v.masked_fill(mv, s)", "tensor cuda floating rank 1", "SF501"},
                    Row{"v.masked_fill_(mv, 0)", "tensor cuda floating rank 1"},
                    Row{"v.masked_fill_(mv, cs)", "tensor cuda floating rank 1"},
                    Row{"v.index_fill_(0, i, s)", "tensor cuda floating rank 1", "SF203"},
                    Row{"torch.linalg.cholesky(x)", "tensor cuda", "SF503"},
                    Row{"torch.linalg.matrix_norm(x, 2)", "tensor cuda", "SF503"},
                    Row{"torch.linalg.matrix_norm(x)", "tensor cuda"},
                    Row{"torch.normal(v, w)", "tensor cuda floating rank 1", "SF503"},
                    Row{"torch.normal(0.0, w)", "tensor cuda floating rank 1", "SF503"},
                    Row{"torch.normal(v, 1.0)", "tensor cuda floating rank 1"},
                    Row{"torch.nonzero(c)", "tensor cpu integer rank 2"},
                    Row{"torch.normal(0.0, 1.0, (3,), device=d)", "tensor cuda floating rank 1"},
                    Row{"torch.nn.functional.cross_entropy(x, i, weight=v, label_smoothing=0.1)",
                        "tensor cuda floating rank 0", "SF503"},
                    Row{"torch.nn.functional.cross_entropy(x, i, weight=v)", "tensor cuda floating rank 0"},
                    Row{"torch.isin(i, i)", "tensor cuda boolean rank 1", "SF503?"},
                    Row{"torchvision.ops.nms(x, v, 0.5)", "tensor cuda integer rank 1", "SF503"}));

INSTANTIATE_TEST_SUITE_P(
    Objects, CatalogTable,
    testing::Values(
        Row{"torch.distributions.Normal(v, w)", "object cuda", "SF504"},
        Row{"torch.distributions.Normal(v, w, validate_args=False)", "object cuda"},
        Row{"torch.distributions.Normal(0.0, s, validate_args=False)", "object cuda", "SF504"},
        Row{"torch.distributions.Normal(0.0, 1.0)", "object cpu"},
        Row{"torch.distributions.Normal(v, w, validate_args=False).sample()", "tensor cuda floating", "SF503"},
        Row{"torch.distributions.Normal(v, w, validate_args=False).rsample()", "tensor cuda floating"},
        Row{"torch.distributions.Normal(v, w, validate_args=False).log_prob(v)", "tensor cuda floating"},
        Row{"torch.distributions.Normal(v, w).log_prob(v)", "tensor cuda floating", "SF504"},
        Row{"torch.distributions.Categorical(logits=x, validate_args=False).sample()", "tensor cuda integer"},
        Row{"torch.distributions.Categorical(logits=x)", "object cuda", "SF504"},
        Row{"torch.nn.Linear(8, 8).to(d)", "object cuda", "SF102"},
        Row{"torch.nn.Linear(8, 8, device=d).cuda()", "object cuda"},
        Row{"torch.nn.Linear(8, 8, device=d)(x)", "tensor cuda floating rank 2"},
        Row{"torch.nn.Linear(8, 8)(h)", "tensor caller floating"},
        Row{"torch.nn.BatchNorm1d(8, momentum=None, device=d)(x)", "tensor cuda floating rank 2", "SF506"},
        Row{"torch.nn.BatchNorm1d(8, device=d)(x)", "tensor cuda floating rank 2"},
        Row{"torch.nn.CrossEntropyLoss(weight=v, label_smoothing=0.1)(x, i)", "tensor cuda floating rank 0", "SF503"},
        Row{"torch.nn.CrossEntropyLoss(weight=v)(x, i)", "tensor cuda floating rank 0"},
        Row{"torch.optim.Adam([v], lr=s).step()", "none", "SF506"}, Row{"torch.optim.Adam([v], lr=0.1).step()", "none"},
        Row{"torch.optim.Adam([v], lr=s, fused=True).step()", "none"},
        Row{"torch.optim.ASGD([v]).step()", "none", "SF506"},
        Row{"torch.amp.GradScaler('cuda').step(torch.optim.SGD([v]))", "anything", "SF506"},
        Row{"torch.amp.GradScaler('cuda').step(torch.optim.Adam([v], fused=True))", "anything"},
        Row{"torch.cuda.current_stream().synchronize()", "none", "SF601"},
        Row{"torch.cuda.synchronize()", "none", "SF601"},
        Row{"torch.cuda.Event(enable_timing=True).query()", "boolean", "SF604"},
        Row{"torch.save([v], 'f')", "none", "SF506"}, Row{"torch.save([c], 'f')", "none"}));

INSTANTIATE_TEST_SUITE_P(
    Devices, CatalogTable,
    testing::Values(Row{"torch.device('cuda')", "device cuda"}, Row{"torch.device('cuda:1')", "device cuda"},
                    Row{"torch.device(0)", "device cuda"}, Row{"torch.device('cpu')", "device cpu"},
                    Row{"torch.device(any)", "device caller"}, Row{"torch.device(device)", "device caller"}));

// Unknown arguments make the answer uncertain, never wrong.
INSTANTIATE_TEST_SUITE_P(Unknown, CatalogTable,
                         testing::Values(Row{"torch.repeat_interleave(v, i, *any)", "tensor cuda floating rank 1",
                                             "SF502?"},
                                         Row{"x.to(**any)", "tensor cuda/unknown rank 2", "SF101?"},
                                         Row{"torch.zeros(*any)", "tensor cpu/unknown", "SF203?"},
                                         Row{"torch.zeros(*(2, 3))", "tensor cpu floating rank 2"},
                                         Row{"x.to('cpu', non_blocking=flag)", "tensor cpu floating rank 2", "SF101?"},
                                         Row{"torch.nonzero(none_or_x)", "tensor cuda integer rank 2", "SF502~"}));

TEST(CallReader, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(test::Calls().evaluate("torch.no_such_function(x)"), std::invalid_argument);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
