// Small projects whose lines say which finding they have: `x = model(x)  # SF101`. A line without a mark has none.
#include <cstdint>
#include <filesystem>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::vector<std::pair<std::string, std::string>> files;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

using Places = std::multiset<std::string>;

/// "ops.py:3 SF301"
Places marked(const Row& row) {
  Places places;
  for (const auto& [file, text] : row.files) {
    std::size_t number = 0;
    for (const auto part : std::views::split(text, '\n')) {
      const std::string_view line(part);
      ++number;
      const std::size_t mark = line.find("# SF");
      if (mark != std::string_view::npos)
        places.insert(file + ":" + std::to_string(number) + " " + std::string(line.substr(mark + 2)));
    }
  }
  return places;
}

class MarkedLines : public testing::TestWithParam<Row> {};

TEST_P(MarkedLines, HaveTheirFindings) {
  const test::TemporaryFolder folder;
  for (const auto& [file, text] : GetParam().files) folder.write(file, text);
  CheckRequest request;
  request.paths = {folder.path().string()};
  request.settings = default_settings(folder.path());
  request.settings.temperature = engine::Temperature::kCold;
  Progress progress;
  const CheckResult result = check(request, progress);
  Places found;
  for (const engine::Finding& finding : result.report.findings) {
    const engine::ReportedFile& file = result.report.files[finding.file];
    const std::string name = std::filesystem::relative(file.path, folder.path()).string();
    const std::uint32_t line = file.lines->position(finding.range.begin).line;
    found.insert(name + ":" + std::to_string(line) + " " + std::string(finding.code));
  }
  EXPECT_EQ(found, marked(GetParam()));
}

const std::string kModules = "import torch\nfrom torch import nn\n\n";

INSTANTIATE_TEST_SUITE_P(ModulesThatMoveThemselves, MarkedLines,
                         testing::Values(Row{"a_part_is_on_the_cpu", {{"net.py", kModules + R"(
class Net(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.to(device)  # SF105
)"}}},
                                         Row{"there_are_no_parts", {{"net.py", kModules + R"(
class Net(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.activation = nn.ReLU()
        self.to(device)

def make(device):
    return Net().to(device)
)"}}},
                                         Row{"every_part_was_moved_before", {{"net.py", kModules + R"(
class Part(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(2))
        self.to(device)  # SF105

class Net(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.layer = nn.Linear(2, 2).to(device)  # SF105
        self.scale = nn.Parameter(torch.ones(2, device=device))
        self.part = Part(device=device)
        self.parts = nn.ModuleList([Part(device=device) for _ in range(3)])
        self.to(device)

def make(device):
    net = Net(device)
    return net.to(device)
)"}}},
                                         Row{"a_part_of_another_list_was_not", {{"net.py", kModules + R"(
class Net(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
        self.to(device)  # SF105
)"}}},
                                         Row{"the_base_moved_its_own_parts", {{"net.py", kModules + R"(
class Base(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.to(device)  # SF105

class Same(Base):
    def __init__(self, device="cpu"):
        super().__init__(device=device)
        self.activation = nn.ReLU()
        self.to(device)

class More(Base):
    def __init__(self, device="cpu"):
        super().__init__(device=device)
        self.head = nn.Linear(2, 2)
        self.to(device)  # SF105
)"}}},
                                         Row{"names_that_only_the_program_knows", {{"net.py", kModules + R"(
class Net(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        for name in ("a", "b"):
            self.add_module(name + "_layer", nn.Linear(2, 2))
        self.to(device)  # SF105
)"}}},
                                         Row{"what_nobody_sees_made", {{"net.py", kModules + R"(
import timm

class Net(nn.Module):
    def __init__(self, name, width):
        super().__init__()
        self.width = width
        self.backbone = timm.create_model(name)

def make(name, device):
    net = Net(name, 3)
    return net.to(device)  # SF105
)"}}},
                                         Row{"what_somebody_hands_over", {{"net.py", kModules + R"(
def evaluate(model: nn.Module, device):
    model.to(device)  # SF105
    model = model.to(device)
    model.eval()

class Trainer:
    def __init__(self, model: nn.Module, device):
        self.model = model
        self.model.to(device)  # SF105
)"}}}));

INSTANTIATE_TEST_SUITE_P(
    DefaultDevices, MarkedLines,
    testing::Values(Row{"around_the_call", {{"ops.py", R"(
import torch

def make():
    with torch.device("cuda"):
        x = torch.tensor([1.0, 2.0])  # SF201
        y = torch.zeros(3)
    return y.sum().item()  # SF301
)"}}},
                    Row{"set_on_import_of_a_package",
                        {{"pkg/__init__.py", "from . import backend, ops\n"},
                         {"pkg/backend.py", R"(
import torch

if torch.cuda.is_available():
    torch.set_default_device("cuda")
)"},
                         {"pkg/ops.py", R"(
import numpy as np
import torch

def make(values):
    x = torch.as_tensor(np.asarray(values))  # SF201
    return x, torch.zeros(3).sum().item()  # SF301
)"}}},
                    Row{"set_by_a_function_for_others",
                        {{"pkg/__init__.py", "from .setup import enable_cuda\n"},
                         {"pkg/setup.py", "import torch\n\ndef enable_cuda():\n    torch.set_default_device('cuda')\n"},
                         {"pkg/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()  # SF301
)"}}},
                    Row{"set_by_a_type_that_the_caller_chooses",
                        {{"pkg/__init__.py", "from .setup import set_type\n"},
                         {"pkg/setup.py", R"(
import torch

def set_type(device):
    name = "torch.cuda.FloatTensor" if device == "cuda" else "torch.FloatTensor"
    torch.set_default_tensor_type(name)
)"},
                         {"pkg/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()  # SF301
)"}}},
                    Row{"set_to_a_type_of_the_host",
                        {{"pkg/__init__.py", "from .setup import set_type\n"},
                         {"pkg/setup.py", R"(
import torch

def set_type(double):
    name = "torch.DoubleTensor" if double else "torch.FloatTensor"
    torch.set_default_tensor_type(name)
)"},
                         {"pkg/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()
)"}}},
                    Row{"set_for_a_while",
                        {{"pkg/__init__.py", "from .setup import on_gpu\n"},
                         {"pkg/setup.py", R"(
import torch

def on_gpu(run):
    before = torch.get_default_device()
    torch.set_default_device("cuda")
    run()
    torch.set_default_device(before)
)"},
                         {"pkg/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()
)"}}},
                    Row{"set_by_a_script_for_what_it_imports",
                        {{"train.py", R"(
import torch
from nets import ops

if torch.cuda.is_available():
    torch.set_default_tensor_type('torch.cuda.FloatTensor')
ops.make()
)"},
                         {"nets/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()  # SF301
)"}}},
                    Row{"set_by_a_script_that_nobody_imports",
                        {{"pkg/__init__.py", ""},
                         {"pkg/tool.py", "import torch\n\ntorch.set_default_device('cuda')\n"},
                         {"pkg/ops.py", R"(
import torch

def make():
    return torch.zeros(3).sum().item()
)"}}}));

INSTANTIATE_TEST_SUITE_P(CallsThatCopyInside, MarkedLines,
                         testing::Values(Row{"samples_of_numbers", {{"ops.py", R"(
import torch
from torch.distributions import Bernoulli

def choose(x: torch.Tensor, p: float):
    return Bernoulli(p).sample((3,)).to(x.device)  # SF102
)"}}},
                                         Row{"sequences_of_unsorted_lengths", {{"ops.py", R"(
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

def encode(x: torch.Tensor, lengths: list[int], lstm: nn.LSTM):
    packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)  # SF102
    out, _ = lstm(packed)
    return pad_packed_sequence(out, batch_first=True)  # SF101

def encode_read(x: torch.Tensor, lengths: torch.Tensor, lstm: nn.LSTM):
    lengths = lengths.cpu()  # SF101
    out, _ = lstm(pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))  # SF102
    return pad_packed_sequence(out, batch_first=True)  # SF101

def encode_sorted(x: torch.Tensor, lengths: list[int], lstm: nn.LSTM):
    out, _ = lstm(pack_padded_sequence(x, lengths, batch_first=True))
    return pad_packed_sequence(out, batch_first=True)
)"}}},
                                         Row{"normalized_images", {{"ops.py", R"(
import torch
from torchvision.transforms import Normalize
from torchvision.transforms.functional import normalize

scale = Normalize((0.5,), (0.5,))

def prepare(image: torch.Tensor):
    image = normalize(image, [0.5], [0.5])  # SF201
    return scale(image)  # SF201
)"}}}));

const std::string kLoop = R"(
from accelerate import Accelerator
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoModelForImageClassification, AutoModelForSequenceClassification
)";

INSTANTIATE_TEST_SUITE_P(LoopsOfLibraries, MarkedLines,
                         testing::Values(Row{"what_is_prepared_goes_to_the_gpu", {{"train.py", kLoop + R"(
def train(data):
    accelerator = Accelerator()
    model = AutoModelForSequenceClassification.from_pretrained("name")
    optimizer = AdamW(model.parameters())
    loader = DataLoader(data, batch_size=2)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)  # SF506
    for step, batch in enumerate(loader):  # SF506
        loss = model(**batch).loss  # SF302
        accelerator.backward(loss)
        optimizer.step()
    for batch in loader:  # SF506
        batch = {name: part.to(accelerator.device) for name, part in batch.items()}
        model(input_ids=batch["input_ids"])
    for batch in DataLoader(data):
        model(batch["input_ids"])
    accelerator.unwrap_model(model).save_pretrained("folder")  # SF506
)"}}},
                                         Row{"what_is_there_is_not_moved_again", {{"train.py", kLoop + R"(
def train(data):
    accelerator = Accelerator()
    model = AutoModelForImageClassification.from_pretrained("name")
    model = model.to(accelerator.device)  # SF105
    optimizer = AdamW(model.parameters())
    model, optimizer = accelerator.prepare(model, optimizer)
    model = accelerator.prepare(model)
    return model
)"}}},
                                         Row{"decoders_always_ask", {{"train.py", kLoop + R"(
def train(tokens):
    model = AutoModelForCausalLM.from_pretrained("name").cuda()  # SF105
    model(tokens.cuda(non_blocking=True))  # SF302
    return model.generate(tokens, max_new_tokens=4)  # SF506
)"}}},
                                         Row{"metrics_keep_on_the_host", {{"train.py", kLoop + R"(
import evaluate
import torch

def validate(labels):
    metric = evaluate.load("accuracy")
    predictions = torch.zeros(2, device="cuda")
    metric.add_batch(predictions=predictions, references=labels)  # SF506
    metric.add_batch(predictions=[1], references=[2])
    return metric.compute()
)"}}},
                                         Row{"a_class_method_makes_an_object_of_its_class", {{"draw.py", R"(
from diffusers import AutoPipelineForText2Image, DiffusionPipeline

def draw(prompt):
    pipeline = DiffusionPipeline.from_pretrained("name")
    pipeline.to("cuda")  # SF506
    image = pipeline(prompt).images[0]  # SF506
    other = AutoPipelineForText2Image.from_pretrained("name")
    return image, other(prompt).images  # SF506
)"}}},
                                         Row{"what_a_scheduler_gives_lies_where_it_was_made", {{"sample.py", R"(
import torch
from diffusers.schedulers.scheduling_ddpm import DDPMScheduler

def sample(model: torch.nn.Module, scheduler: DDPMScheduler, given: torch.Tensor, mask: torch.Tensor):
    x = torch.randn(size=given.shape, device=given.device)
    for t in range(9):
        x = scheduler.step(model(x), t, x).prev_sample
    x[mask] = given  # SF501
    return x
)"}}},
                                         Row{"fabric_moves_modules_alone", {{"train.py", R"(
import torch
from lightning.fabric import Fabric
from torch.utils.data import DataLoader

def train(data):
    fabric = Fabric()
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters())
    model, optimizer = fabric.setup(model, optimizer)  # SF506
    loader = fabric.setup_dataloaders(DataLoader(data))
    for batch in loader:
        fabric.backward(model(batch).sum())
    fabric.save("file", {"model": model})
)"}}}));

INSTANTIATE_TEST_SUITE_P(Tokenizers, MarkedLines, testing::Values(Row{"look_up_texts_on_the_host", {{"generate.py", R"(
import torch

def show(tokenizer, ids: torch.Tensor, texts: list[int]):
    ids = ids.cuda()  # SF102
    print(tokenizer.batch_decode(ids))  # SF506
    print(tokenizer.convert_ids_to_tokens(ids[0]))  # SF506
    print(tokenizer.convert_ids_to_tokens(texts))
    print(tokenizer.batch_decode(ids.tolist()))  # SF301
)"}}}));

INSTANTIATE_TEST_SUITE_P(TestsForADevice, MarkedLines, testing::Values(Row{"of_another_function", {{"net.py", R"(
import torch
from torch import nn

def to_array(x):
    return x.cpu()

class Net(nn.Module):
    def is_elsewhere(self, x):
        return not self.training and x.device.type == "mps"

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        if self.is_elsewhere(x):
            return to_array(x)
        if x.device.type == "privateuseone":
            return x.cpu()
        if x.device != y.device:
            y = y.to(x.device)
        return (x + y).cpu()  # SF101
)"}}}));

INSTANTIATE_TEST_SUITE_P(BackendsOfOtherDevices, MarkedLines,
                         testing::Values(Row{"are_needed_or_tried",
                                             {{"npu.py", R"(
import torch
import torch_npu

def attention(q: torch.Tensor, ends: torch.Tensor):
    return torch_npu.npu_fusion_attention(q, lengths=tuple(ends[1:].tolist()))
)"},
                                              {"any.py", R"(
import torch
try:
    import torch_npu
except ImportError:
    torch_npu = None

def attention(q: torch.Tensor, ends: torch.Tensor):
    return q.split(ends.tolist())  # SF301
)"}}}));

INSTANTIATE_TEST_SUITE_P(BatchesOfOthers, MarkedLines,
                         testing::Values(Row{"have_been_moved_by_the_loop", {{"trainer.py", R"(
from lightning.pytorch import LightningModule
from transformers import Trainer

class Weighted(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs["labels"].to(next(model.parameters()).device)
        print((labels != -100).any().item())  # SF301
        return model(labels).loss

class Net(LightningModule):
    def training_step(self, batch, index):
        labels = batch["labels"].to(next(self.model.parameters()).device)
        print((labels != -100).any().item())  # SF301
        return self.model(labels).loss
)"}}},
                                         Row{"are_of_a_class_of_a_library", {{"train.py", R"(
import torch
from torch_geometric.data import Batch

def step(model, optimizer, batch: Batch, device: torch.device):
    batch = batch.to(device)  # SF102
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
)"}}}));

INSTANTIATE_TEST_SUITE_P(LogsOfLightning, MarkedLines,
                         testing::Values(Row{"make_tensors_of_numbers", {{"net.py", R"(
import torch
from lightning.pytorch import LightningModule

class Net(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(2, 2)
        self.share = 0.3

    def training_step(self, batch, index):
        loss = self.net(batch).sum()
        self.log("loss", loss)
        self.log("share", 0.5)  # SF506
        self.log("share", self.share, on_step=True, on_epoch=True)  # SF506
        self.log(name="images", value=float(len(batch)), batch_size=4)  # SF506
        self.log("on_the_cpu", torch.tensor(1.0))
        self.log("rate", self.trainer.optimizers[0].param_groups[0]["lr"])  # SF506
        self.log_dict({"loss": loss, "norm": loss.norm()})
        self.log_dict({"loss": loss, "share": 0.5})  # SF506
        self.log_dict(self.others())
        return loss

    def others(self):
        return make_metrics()
)"}}},
                                         Row{"of_another_class", {{"net.py", R"(
import torch

class Net(torch.nn.Module):
    def training_step(self, batch: torch.Tensor):
        self.log("share", 0.5)
        return batch.sum()
)"}}}));

INSTANTIATE_TEST_SUITE_P(Truths, MarkedLines, testing::Values(Row{"of_a_tensor_or_a_list", {{"generate.py", R"(
import torch

def generate(tokens: torch.Tensor | list[torch.Tensor], scale: torch.Tensor):
    if tokens:
        print(len(tokens))
    if scale:  # SF302
        print(1)
)"}}}));

INSTANTIATE_TEST_SUITE_P(KeysOfASort, MarkedLines, testing::Values(Row{"are_asked_for_in_the_step", {{"rank.py", R"(
import torch

def train(loader, model, optimizer, scale):
    model.cuda()  # SF105
    for batch in loader:
        scores = model(batch.cuda())  # SF102
        scores.sum().backward()
        optimizer.step()
        order = list(range(10))
        order.sort(key=lambda i: scores[i].item())  # SF301
        order.sort(key=lambda i: i * scale)
        order.sort(reverse=True)
        rows = [{"score": scores.sum()}, {"score": scores.max()}]
        rows.sort(key=lambda row: row["score"])  # SF303
)"}}}));

INSTANTIATE_TEST_SUITE_P(PythonsRandom, MarkedLines, testing::Values(Row{"reads_its_bounds", {{"erase.py", R"(
import random
import torch

def erase(images: torch.Tensor, sizes: torch.Tensor, share: float):
    height = sizes.cuda().max()  # SF102
    top = random.randint(0, height - 3)  # SF301
    left = random.randrange(height)  # SF301
    scale = random.uniform(share, height)
    row = random.randint(0, images.shape[0] - 1)
    return images[row, top:, left:] * scale
)"}}}));

INSTANTIATE_TEST_SUITE_P(CallsOfAModuleRunByItself, MarkedLines,
                         testing::Values(Row{"are_not_all_there_are",
                                             {{"pkg/__init__.py", ""}, {"pkg/net.py", kModules + R"(
class Net(nn.Module):
    def __init__(self, limit=None):
        super().__init__()
        self.limit = limit

    def forward(self, x, keep: torch.Tensor):
        return x[keep > 0]  # SF501

def largest(x: torch.Tensor):
    return x.max().item()  # SF301

if __name__ == "__main__":
    print(Net(3)(torch.rand(3), torch.rand(3)).shape)
    print(largest(torch.rand(3)))
)"}}}));

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
