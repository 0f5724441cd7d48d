#!/usr/bin/env python3
"""Reads the signatures of an installed torch as facts and writes torch_signatures.json.

Taken are names, parameters (with defaults that are None, True or False), the kind of what comes back, and class hierarchies: from
torch's type stubs, from the signature line that documents a built-in function, and from `def` lines. Overloads are merged to one
list of parameters; where two overloads use one position under two names, the parameter is written `first|second`. A parameter of an
operator that no overload takes a tensor for is written `dim:int` or `eps:number`, and `size:ints` or `scales:numbers` where it takes a
list, too.

    python3 derive_stubs.py --torch /path/to/site-packages/torch --version 2.11.0 --output torch_signatures.json
"""
import argparse
import ast
import json
import re
import sys
from pathlib import Path

# Where each public name of a namespace is declared: (file, namespace, what is in it).
FUNCTION_STUBS = [("_C/_VariableFunctions.pyi", "torch"), ("nn/functional.pyi", "torch.nn.functional")]
FUNCTION_SOURCES = [
    ("__init__.py", "torch"),
    ("functional.py", "torch"),
    ("_tensor_str.py", "torch"),
    ("random.py", "torch"),
    ("serialization.py", "torch"),
    ("nn/functional.py", "torch.nn.functional"),
    ("nn/init.py", "torch.nn.init"),
    ("nn/utils/clip_grad.py", "torch.nn.utils"),
    ("nn/utils/convert_parameters.py", "torch.nn.utils"),
    ("nn/utils/rnn.py", "torch.nn.utils.rnn"),
    ("nn/utils/weight_norm.py", "torch.nn.utils"),
    ("nn/utils/spectral_norm.py", "torch.nn.utils"),
    ("nn/utils/parametrizations.py", "torch.nn.utils.parametrizations"),
    ("nn/utils/stateless.py", "torch.nn.utils.stateless"),
    ("cuda/__init__.py", "torch.cuda"),
    ("cuda/memory.py", "torch.cuda"),
    ("cuda/random.py", "torch.cuda"),
    ("cuda/graphs.py", "torch.cuda"),
    ("cuda/nvtx.py", "torch.cuda.nvtx"),
    ("accelerator/__init__.py", "torch.accelerator"),
    ("autograd/__init__.py", "torch.autograd"),
    ("autograd/functional.py", "torch.autograd.functional"),
    ("distributed/distributed_c10d.py", "torch.distributed"),
    ("distributions/kl.py", "torch.distributions"),
    ("distributions/utils.py", "torch.distributions.utils"),
    ("signal/windows/windows.py", "torch.signal.windows"),
    ("masked/_ops.py", "torch.masked"),
    ("sparse/__init__.py", "torch.sparse"),
    ("testing/_comparison.py", "torch.testing"),
    ("utils/checkpoint.py", "torch.utils.checkpoint"),
    ("utils/data/_utils/collate.py", "torch.utils.data"),
    ("utils/data/dataset.py", "torch.utils.data"),
    ("utils/_pytree.py", "torch.utils._pytree"),
    ("utils/dlpack.py", "torch.utils.dlpack"),
    ("_lowrank.py", "torch"),
    ("_lobpcg.py", "torch"),
    ("compiler/__init__.py", "torch.compiler"),
    ("jit/_script.py", "torch.jit"),
    ("jit/_trace.py", "torch.jit"),
    ("_jit_internal.py", "torch.jit"),
    ("hub.py", "torch.hub"),
]
# Where the types of built-in functions are, which the documentation lists by its own names.
BUILTIN_STUBS = ["_C/_VariableFunctions.pyi", "_C/_nn.pyi"]
DOCUMENTED = [
    ("linalg/__init__.py", "torch.linalg"),
    ("special/__init__.py", "torch.special"),
    ("fft/__init__.py", "torch.fft"),
    ("sparse/__init__.py", "torch.sparse"),
    ("nn/functional.py", "torch.nn.functional"),
    ("nested/__init__.py", "torch.nested"),
]
CLASS_SOURCES = [
    ("nn/modules/*.py", "torch.nn.modules", "torch.nn"),
    ("nn/utils/rnn.py", "torch.nn.utils", "torch.nn.utils.rnn"),
    ("nn/parallel/*.py", "torch.nn.parallel", "torch.nn.parallel"),
    ("distributions/*.py", "torch.distributions", "torch.distributions"),
    ("optim/*.py", "torch.optim", "torch.optim"),
    ("utils/data/*.py", "torch.utils.data", "torch.utils.data"),
    ("amp/*.py", "torch.amp", "torch.amp"),
    ("cuda/streams.py", "torch.cuda", "torch.cuda"),
    ("cuda/graphs.py", "torch.cuda", "torch.cuda"),
    ("cuda/__init__.py", "torch", "torch.cuda"),
    ("autograd/function.py", "torch.autograd", "torch.autograd"),
    ("autograd/grad_mode.py", "torch.autograd", "torch"),
]
# Words of annotations and of documented types; those that say nothing of what else a parameter takes are silent.
INTEGERS = {"int", "_int", "ints", "SymInt", "_size", "_size_any_t", "DimOrDims"} | {f"_size_{n}{opt}_t" for n in "123" for opt in ("", "_opt")}
NUMBERS = {"float", "_float", "floats", "Number", "_complex", "complex", "SymFloat", "_ratio_any_t"}
LISTS = {"Sequence", "List", "list", "Tuple", "tuple", "BroadcastingList1", "BroadcastingList2", "BroadcastingList3"}
SILENT = LISTS | {"None", "Optional", "Union", "torch", "str", "string", "EllipsisType", "bool", "_bool", "optional", "of", "or", "inf", "fro", "nuc"}
SEVERAL = LISTS | (INTEGERS | NUMBERS) - {"int", "_int", "SymInt", "float", "_float", "Number", "_complex", "complex", "SymFloat"}
# Where a call hands its arguments to an operator.
OPERATORS = {"torch", "torch.Tensor", "torch.fft", "torch.linalg", "torch.masked", "torch.nn.functional", "torch.signal.windows",
             "torch.sparse", "torch.special"}
KEPT_PRIVATE = {"_assert_async", "_check", "_assert", "_foreach_norm", "_fused_adam_", "_is_all_true", "_is_any_true", "_standard_gamma",
                "_pack_padded_sequence", "_amp_update_scale_", "_grouped_mm", "_scaled_mm", "_segment_reduce", "_unique2", "_weight_norm"}


def text_of_default(node):
    """None, True, False and zero are kept; of any other default only that there is one."""
    if isinstance(node, ast.Constant) and node.value is None:
        return "=None"
    if isinstance(node, ast.Constant) and node.value in (True, False) and isinstance(node.value, bool):
        return f"={node.value}"
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and node.value == 0:
        return "=0"
    return "=..."


def number_word(annotation):
    """`int` or `number`, with an `s` where a list of them is taken; empty if nothing is said; `other` if it takes anything else."""
    said = set(re.findall(r"[A-Za-z_]\w*", annotation))
    words = said - SILENT
    if not words:
        return ""
    if not words <= INTEGERS | NUMBERS:
        return "other"
    return ("int" if words <= INTEGERS else "number") + ("s" if said & SEVERAL else "")


def common_word(words):
    """Of what several overloads say."""
    said = {word for word in words if word}
    if not said or "other" in said:
        return "other" if said else ""
    return ("number" if said & {"number", "numbers"} else "int") + ("s" if said & {"ints", "numbers"} else "")


def parameters_of(arguments):
    """[(name, default text, keyword only, stars, number word)] of an ast.arguments."""
    result = []
    positional = arguments.posonlyargs + arguments.args
    missing = len(positional) - len(arguments.defaults)

    def add(argument, default, keyword_only, stars):
        word = number_word(ast.unparse(argument.annotation)) if argument.annotation else ""
        result.append((argument.arg, default, keyword_only, stars, word))

    for index, argument in enumerate(positional):
        default = text_of_default(arguments.defaults[index - missing]) if index >= missing else ""
        add(argument, default, False, 0)
    if arguments.vararg:
        add(arguments.vararg, "", False, 1)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        add(argument, text_of_default(default) if default is not None else "", True, 0)
    if arguments.kwarg:
        add(arguments.kwarg, "", True, 2)
    return result


def merged(overloads, is_operator=False):
    """One list of parameters for all overloads of a name. Deprecated ones such as add(input, alpha, other), which take by position what
    the others take by keyword, are left out."""
    by_keyword = {name for overload in overloads for name, _, keyword_only, *_ in overload if keyword_only} & {"alpha", "beta", "value"}
    current = [overload for overload in overloads if not any(not k and name in by_keyword for name, _, k, *_ in overload)]
    overloads = current or overloads
    slots = []  # [names, default, stars, number words]
    keywords = {}
    rest = None
    known = {}
    by_name = {}  # the words of a parameter wherever it is written
    for overload in overloads:
        position = 0
        for name, default, keyword_only, stars, word in overload:
            by_name.setdefault(name, []).append(word)
            if stars == 2:
                rest = name
                continue
            if keyword_only:
                keywords.setdefault(name, default)
                continue
            if position == len(slots):
                slots.append([[], "", 0, []])
            slot = slots[position]
            if name not in known:
                slot[0].append(name)
                known[name] = position
            elif not slot[0]:
                slot[0].append(f"_{position}")
            slot[1] = slot[1] or default
            slot[2] = max(slot[2], stars)
            slot[3].append(word)
            position += 1

    def typed(names, words):
        word = common_word(words + [word for name in names for word in by_name.get(name, [])]) if is_operator else ""
        return "|".join(names) + (f":{word}" if word not in ("", "other") else "")

    result = []
    for names, default, stars, words in slots:
        result.append("*" * stars + typed(names[:2], words) + ("" if stars else default))
    named = [f"{typed([name], [])}{default}" for name, default in keywords.items() if name not in known]
    if named and not any(stars for _, _, stars, _ in slots):
        result.append("*")
    result += named
    if rest:
        result.append(f"**{rest}")
    return result


def documented_words(text):
    """{parameter: number word} of lines such as `    dim (int, Tuple[int], optional): …`."""
    return {name: number_word(kind) for name, kind in re.findall(r"^ +(\w+) \(([^()]*)\) ?:", text, re.MULTILINE)}


class Results:
    """Kinds of results, as short words."""

    def __init__(self, structures):
        self.structures = structures

    def word(self, node):
        if node is None:
            return None
        text = ast.unparse(node) if not isinstance(node, str) else node
        text = text.replace("torch.", "").replace("typing.", "").strip('"\'')
        if text in ("Tensor", "Self", "TensorBase"):
            return "tensor"
        if text in ("bool", "_bool", "_TypeGuard[Tensor]"):
            return "boolean"
        if text in ("int", "_int", "SymInt", "_int | SymInt", "int | SymInt"):
            return "integer"
        if text in ("float", "_float"):
            return "floating"
        if text in ("Number", "_bool | _int | _float", "Number | _complex"):
            return "number"
        if text == "str":
            return "string"
        if text == "None":
            return "none"
        if text in ("_dtype", "dtype"):
            return "dtype"
        if text in ("_device", "device"):
            return "device"
        if text in ("Size", "_size"):
            return "shape"
        if text.startswith("return_types."):
            return self.structures.get(text.split(".", 1)[1])
        match = re.fullmatch(r"(?:tuple|Tuple)\[(.*)\]", text) or re.fullmatch(r"\((.*)\)", text)
        if match:
            parts = [part.strip() for part in match.group(1).split(",")]
            if len(parts) == 2 and parts[1] == "...":
                return "tensors" if parts[0] == "Tensor" else None
            if parts and all(part == "Tensor" for part in parts):
                return f"tuple {len(parts)}"
            return None
        if re.fullmatch(r"(?:list|List|Sequence)\[Tensor\]", text):
            return "tensors"
        return None


def return_types(path):
    structures = {}
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.ClassDef) or not node.bases:
            continue
        names = [item.name for item in node.body
                 if isinstance(item, ast.FunctionDef) and any(ast.unparse(d) == "property" for d in item.decorator_list)]
        if names:
            structures[node.name] = "fields " + " ".join(names)
    return structures


class Facts:
    def __init__(self, root):
        self.root = root
        self.results = Results(return_types(root / "return_types.pyi"))
        self.overloads = {}  # full name -> list of parameter lists
        self.kinds = {}      # full name -> set of result words
        self.attributes = {}
        self.classes = {}
        self.builtin_words = {}  # short name of a built-in function -> {parameter: number word}

    def add_function(self, name, node, method=False):
        self.overloads.setdefault(name, []).append(parameters_of(node.args))
        word = self.results.word(node.returns)
        self.kinds.setdefault(name, set()).add(word)

    @staticmethod
    def public(name):
        return not name.startswith("_") or name in KEPT_PRIVATE or (name.startswith("__") and name.endswith("__"))

    def read_functions(self, file, namespace):
        path = self.root / file
        before = set(self.overloads)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and self.public(node.name) and not node.name.startswith("__"):
                full = f"{namespace}.{node.name}"
                if full not in before:
                    self.add_function(full, node)

    def read_builtins(self, file):
        for node in ast.parse((self.root / file).read_text()).body:
            if isinstance(node, ast.FunctionDef):
                words = self.builtin_words.setdefault(node.name, {})
                for name, *_, word in parameters_of(node.args):
                    words[name] = common_word([words.get(name, ""), word])

    def read_documented(self, file, namespace):
        """`name = _add_docstr(builtin, r\"\"\" linalg.name(A, *, out=None) -> Tensor`: the signature line."""
        for node in ast.walk(ast.parse((self.root / file).read_text())):
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name)):
                continue
            if ast.unparse(node.value.func) != "_add_docstr":
                continue
            name = f"{namespace}.{node.targets[0].id}"
            if name in self.overloads or not self.public(node.targets[0].id):
                continue
            texts = [ast.literal_eval(part) for part in node.value.args[1:] if isinstance(part, ast.Constant)]
            texts += [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            for line in "\n".join(texts).splitlines():
                match = re.match(r"\s*[\w.]+(\(.*\))\s*->\s*(.*)$", line)
                if not match:
                    continue
                arguments = match.group(1).replace("non-keyword", "")
                try:
                    function = ast.parse(f"def f{arguments}: pass").body[0]
                except SyntaxError:
                    continue
                builtin = ast.unparse(node.value.args[0]).rpartition(".")[2]
                words = self.builtin_words.get(builtin) or documented_words("\n".join(texts))
                parameters = [(*one[:4], words.get(one[0], "")) for one in parameters_of(function.args)]
                self.overloads.setdefault(name, []).append(parameters)
                self.kinds.setdefault(name, set()).add(self.results.word(match.group(2).strip()))
                break

    def read_tensor(self):
        for file, class_name in (("_C/__init__.pyi", "TensorBase"), ("_tensor.py", "Tensor")):
            tree = ast.parse((self.root / file).read_text())
            body = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name)
            known = set(self.overloads)
            for node in body.body:
                if isinstance(node, ast.FunctionDef) and self.public(node.name):
                    name = f"torch.Tensor.{node.name}"
                    if any(ast.unparse(d) in ("property",) for d in node.decorator_list):
                        self.attributes[name] = self.results.word(node.returns)
                    elif name not in known:
                        self.add_function(name, node)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and self.public(node.target.id):
                    self.attributes[f"torch.Tensor.{node.target.id}"] = self.results.word(node.annotation)
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and self.public(node.targets[0].id):
                    # `__rpow__ = _handle_torch_function…(…)`, `__array_priority__ = 1000`
                    name = f"torch.Tensor.{node.targets[0].id}"
                    if name not in known and isinstance(node.value, ast.Call):
                        self.overloads.setdefault(name, []).append([("self", "", False, 0, ""), ("other", "", False, 0, "")])
                        self.kinds.setdefault(name, set()).add("tensor")

    def read_classes(self, pattern, module_prefix, public):
        for path in sorted(self.root.glob(pattern)):
            module = "torch." + ".".join(path.relative_to(self.root).with_suffix("").parts)
            module = module.removesuffix(".__init__")
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    self.add_class(node, module, public)

    def add_class(self, node, module, public):
        # lr_scheduler, swa_utils, constraints, transforms and samplers keep their module's name.
        keeps = module.rsplit(".", 1)[-1] in ("lr_scheduler", "swa_utils", "constraints", "transforms")
        name = f"{module if keeps else public}.{node.name}"
        entry = {"bases": [ast.unparse(base).split("[")[0] for base in node.bases], "module": module}
        methods = {}
        attributes = []
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                decorators = {ast.unparse(d) for d in item.decorator_list}
                if decorators & {"property", "lazy_property", "functools.cached_property"}:
                    if not item.name.startswith("_"):
                        attributes.append(item.name)
                elif item.name == "__init__":
                    entry["parameters"] = merged([parameters_of(item.args)[1:]])
                elif not item.name.startswith("_") and "overload" not in decorators:
                    parameters = parameters_of(item.args)
                    if "staticmethod" in decorators:
                        parameters = [("self", "", False, 0, ""), *parameters]
                    methods[item.name] = merged([parameters])
        entry["methods"] = methods
        entry["attributes"] = attributes
        if name not in self.classes:
            self.classes[name] = entry


def resolve_bases(classes):
    by_short = {}
    for name in classes:
        by_short.setdefault(name.rsplit(".", 1)[-1], []).append(name)
    for name, entry in classes.items():
        found = []
        for base in entry["bases"]:
            candidates = by_short.get(base.rsplit(".", 1)[-1], [])
            near = [c for c in candidates if c.rsplit(".", 1)[0] == name.rsplit(".", 1)[0] and c != name] or [c for c in candidates if c != name]
            if near:
                found.append(near[0])
        entry["bases"] = found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--torch", required=True, type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", required=True, type=Path)
    options = parser.parse_args()
    facts = Facts(options.torch)
    for file, namespace in FUNCTION_STUBS:
        facts.read_functions(file, namespace)
    for file in BUILTIN_STUBS:
        facts.read_builtins(file)
    for file, namespace in DOCUMENTED:
        facts.read_documented(file, namespace)
    for file, namespace in FUNCTION_SOURCES:
        if (options.torch / file).exists():
            facts.read_functions(file, namespace)
        else:
            print(f"{file}: not in this version", file=sys.stderr)
    facts.read_tensor()
    for pattern, prefix, public in CLASS_SOURCES:
        facts.read_classes(pattern, prefix, public)
    resolve_bases(facts.classes)

    operators = {}
    for name in sorted(facts.overloads):
        words = sorted(word for word in facts.kinds[name] if word)
        operators[name] = {"parameters": merged(facts.overloads[name], name.rpartition(".")[0] in OPERATORS)}
        if words:
            operators[name]["results"] = words
    document = {
        "torch": options.version,
        "operators": operators,
        "attributes": dict(sorted(facts.attributes.items())),
        "classes": dict(sorted(facts.classes.items())),
    }
    # One operator a line keeps differences between versions readable.
    lines = ["{", f' "torch": {json.dumps(options.version)},']
    for key in ("operators", "attributes", "classes"):
        lines.append(f' "{key}": {{')
        lines.append(",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in document[key].items()))
        lines.append(" }," if key != "classes" else " }")
    lines.append("}")
    options.output.write_text("\n".join(lines) + "\n")
    print(f"{len(operators)} operators, {len(document['attributes'])} attributes, {len(document['classes'])} classes")


if __name__ == "__main__":
    main()
