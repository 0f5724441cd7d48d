"""Reads the small language of conditions and results, which is written as Python expressions, into plain tuples.

A condition becomes a list of nodes in postfix order: (predicate, operand, number, text). A result becomes a Result. Operands are
(index of the parameter, field); `input` and `self` mean the same first parameter.
"""
import ast
from dataclasses import dataclass, field

NO_OPERAND = (-1, "")

OF_NOTHING = {"any_device": "kAnyDevice", "made_on_device": "kMadeOnDevice", "tests_gradients": "kTestsGradients"}
PREDICATES = {
    "device": "kDevice", "cpu_tensor": "kCpuTensor", "tensor": "kTensor", "host_data": "kHostData", "host_number": "kHostNumber",
    "sequence": "kSequence", "empty": "kEmpty", "array": "kArray", "shape": "kShape", "present": "kPresent", "absent": "kAbsent", "none": "kNone",
    "true": "kTrue", "false": "kFalse", "equals": "kEquals", "rank": "kRank", "rank_at_least": "kRankAtLeast", "boolean": "kBoolean",
    "integer": "kInteger", "floating": "kFloating", "complex": "kComplex", "to_device": "kToDevice", "to_cpu": "kToCpu",
    "pinned": "kPinned", "pageable": "kPageable", "small": "kSmall", "large": "kLarge", "several": "kSeveral", "dtype": "kDtype",
    "holds_tensor": "kHoldsTensor", "holds_cpu_index": "kHoldsCpuIndex", "holds_number": "kHoldsNumber",
    "works_on": "kWorksOn", "text": "kText", "on_device": "kOnDevice", "on_cpu": "kOnCpu", "less": "kLess",
    "through_mask": "kThroughMask", "waits_back": "kWaitsBack",
}
PLAIN_KINDS = {
    "none": ["kNone"], "boolean": ["kBoolean"], "integer": ["kInteger"], "floating": ["kFloating"],
    "number": ["kBoolean", "kInteger", "kFloating"], "string": ["kString"], "other": ["kOther"], "range": ["kRange"], "slice": ["kSlice"],
    "bytes": ["kOther"], "function": ["kFunction"],
}
CONTAINERS = {"list": ["kList"], "tuple_of": ["kTuple"], "set": ["kSet"], "iterator": ["kIterator"]}
ITEMS = {"list_from": ["kList"], "tuple_from": ["kTuple"], "set_from": ["kSet"], "iterator_from": ["kIterator"]}
ELEMENTS = {"boolean": ["kBoolean"], "byte": ["kByte"], "integer": ["kInteger"], "floating": ["kFloating"], "complex": ["kComplex"],
            "any": ["kBoolean", "kByte", "kInteger", "kFloating", "kComplex"]}
PLACES = {"cpu": ["kCpu"], "cuda": ["kCuda"], "meta": ["kMeta"], "caller": ["kCaller"], "unknown": ["kUnknown"]}
KIND_OF_READ = {"integer": ["kInteger"], "floating": ["kFloating"], "boolean": ["kBoolean"], "number": []}
MOST_PARAMETERS = 48
DEEPEST_CONDITION = 16


class Error(Exception):
    """A row that does not read."""


@dataclass
class Parameter:
    name: str
    other_name: str = ""
    keyword_only: bool = False
    stars: int = 0
    default: str = "kRequired"
    word: str = ""  # `int`, `ints`, `number`, `numbers`: what it takes instead of a tensor


@dataclass
class TensorRule:
    fields: dict = field(default_factory=dict)


@dataclass
class Callback:
    """A parameter that is called: each argument is (keyword, stars, Result)."""

    function: tuple
    arguments: list
    in_rounds: bool


@dataclass
class Result:
    form: str
    operand: tuple = NO_OPERAND
    kinds: list = field(default_factory=list)
    number: int = 0
    text: str = ""
    tensor: TensorRule | None = None
    children: list = field(default_factory=list)
    names: list = field(default_factory=list)
    condition: list = field(default_factory=list)
    kept: list = field(default_factory=list)
    node: str = ""


def read_parameters(texts):
    """`["input", "dim|axis:int=None", "*", "out=None", "**rest"]`."""
    parameters = []
    keyword_only = False
    for text in texts:
        if text == "*":
            keyword_only = True
            continue
        stars = len(text) - len(text.lstrip("*"))
        body, _, default = text.lstrip("*").partition("=")
        body, _, word = body.partition(":")
        name, _, other = body.partition("|")
        kind = {"": "kRequired", "None": "kNone", "True": "kTrue", "False": "kFalse", "0": "kZero"}.get(default, "kOther")
        parameters.append(Parameter(name, other, keyword_only and stars == 0, stars, kind, word))
        keyword_only = keyword_only or stars == 1
    if len(parameters) > MOST_PARAMETERS:
        raise Error(f"more than {MOST_PARAMETERS} parameters")
    return parameters


class Reader:
    """Reads expressions that speak of one operator's parameters."""

    def __init__(self, parameters, name=""):
        self.parameters = parameters
        self.name = name  # of the row; `instance(this)` is an object of it

    # -- operands

    def has(self, name):
        return self.index(name) is not None

    def index(self, name):
        for position, parameter in enumerate(self.parameters):
            if name in (parameter.name, parameter.other_name):
                return position
        # The first operand has several usual names.
        if name in ("input", "self") and self.parameters:
            return 0
        return None

    def operand(self, node):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return (self.operand(node.value)[0], node.attr)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "argument" and len(node.args) == 1:
            node = node.args[0]
        if not isinstance(node, ast.Name):
            raise Error(f"not a parameter: {ast.unparse(node)}")
        index = self.index(node.id)
        if index is None:
            raise Error(f"no parameter {node.id} among {[p.name for p in self.parameters]}")
        return (index, "")

    # -- conditions

    def condition(self, text):
        node = ast.parse(text, mode="eval").body if isinstance(text, str) else text
        nodes = []
        self._condition(node, nodes)
        depth = deepest = 0
        for predicate, *_ in nodes:
            depth += {"kAnd": -1, "kOr": -1, "kNot": 0, "kSurely": 0, "kPossibly": 0}.get(predicate, 1)
            deepest = max(deepest, depth)
        if deepest > DEEPEST_CONDITION:
            raise Error("condition nests too deep")
        return nodes

    def _condition(self, node, nodes):
        if isinstance(node, ast.BoolOp):
            for position, value in enumerate(node.values):
                self._condition(value, nodes)
                if position:
                    nodes.append(("kAnd" if isinstance(node.op, ast.And) else "kOr", NO_OPERAND, 0, ""))
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._condition(node.operand, nodes)
            nodes.append(("kNot", NO_OPERAND, 0, ""))
            return
        if isinstance(node, ast.Name) and node.id in ("always", "perhaps"):
            nodes.append(("kAlways" if node.id == "always" else "kPerhaps", NO_OPERAND, 0, ""))
            return
        if not isinstance(node, ast.Call):
            raise Error(f"not a condition: {ast.unparse(node)}")
        name = ast.unparse(node.func)
        if name in OF_NOTHING and not node.args:
            nodes.append((OF_NOTHING[name], NO_OPERAND, 0, ""))
        elif name in ("surely", "possibly"):
            self._condition(node.args[0], nodes)
            nodes.append(("kSurely" if name == "surely" else "kPossibly", NO_OPERAND, 0, ""))
        elif name in ("is_node", "is_object"):
            names = ast.literal_eval(node.args[1]) if not isinstance(node.args[1], ast.Attribute) else ast.unparse(node.args[1])
            for position, one in enumerate(names.split()):
                nodes.append(("kNode" if name == "is_node" else "kObject", self.operand(node.args[0]), ("node", one), ""))
                if position:
                    nodes.append(("kOr", NO_OPERAND, 0, ""))
        elif name in PREDICATES:
            number, text = 0, ""
            if len(node.args) > 1:
                value = ast.literal_eval(node.args[1])
                number, text = (0, value) if isinstance(value, str) else (int(value), "")
            nodes.append((PREDICATES[name], self.operand(node.args[0]), number, text))
        else:
            raise Error(f"unknown predicate {name}")

    # -- callbacks

    def callback(self, text):
        """`hook(self, tuple_of(tensor(device=caller)), *args, **options)`."""
        node = ast.parse(" ".join(text.split()), mode="eval").body
        if not isinstance(node, ast.Call):
            raise Error(f"not a call: {text}")
        given = [("", 1, arg.value) if isinstance(arg, ast.Starred) else ("", 0, arg) for arg in node.args]
        given += [(keyword.arg or "", 0 if keyword.arg else 2, keyword.value) for keyword in node.keywords]
        arguments = [(name, stars, self.given(value)) for name, stars, value in given]
        for _, stars, value in arguments:
            value.number = int(stars == 1) if value.form == "kEach" else value.number
        in_rounds = any(isinstance(part, ast.Name) and part.id == "element_of" for part in ast.walk(node))
        return Callback(self.operand(node.func), arguments, in_rounds)

    def given(self, node):
        """A result, or the name of a parameter: what was given for it."""
        if isinstance(node, ast.Name) and self.index(node.id) is not None:
            return Result("kOperand", operand=self.operand(node))
        return self.result(node)

    # -- what objects keep of calls

    def keeps(self, text):
        """`state_dict`: names of parameters."""
        return [(name, self.operand(ast.Name(name))) for name in text.split()]

    # -- results

    def result(self, text):
        node = ast.parse(" ".join(text.split()), mode="eval").body if isinstance(text, str) else text
        if isinstance(node, ast.Name):
            return self._named_result(node.id)
        if not isinstance(node, ast.Call):
            raise Error(f"not a result: {ast.unparse(node)}")
        name = ast.unparse(node.func)
        handler = getattr(self, f"_result_{name}", None)
        if handler:
            return handler(node)
        if name in CONTAINERS:
            return Result("kContainer", kinds=CONTAINERS[name], children=[self.result(node.args[0])])
        if name in ITEMS:
            return Result("kItems", kinds=ITEMS[name], operand=self.operand(node.args[0]))
        raise Error(f"unknown result {name}")

    def _named_result(self, name):
        if name == "self":
            return Result("kOperand", operand=(0, ""))
        if name == "anything":
            return Result("kAnything")
        if name == "called":
            return Result("kCalled")
        if name == "dtype":
            return Result("kDtype", tensor=TensorRule())
        if name in PLAIN_KINDS:
            return Result("kPlain", kinds=PLAIN_KINDS[name])
        if name in CONTAINERS:
            return Result("kPlain", kinds=CONTAINERS[name])
        if name == "dict":
            return Result("kPlain", kinds=["kDictionary"])
        if name == "tuple":
            return Result("kPlain", kinds=["kTuple"])
        raise Error(f"unknown result {name}")

    def _result_tensor(self, node):
        return Result("kTensor", tensor=self.tensor_rule(node))

    def _result_array(self, node):
        return Result("kArray", tensor=self.tensor_rule(node))

    def _result_argument(self, node):
        return Result("kOperand", operand=self.operand(node.args[0]))

    def _result_anything(self, node):
        return Result("kAnything", tensor=self.tensor_rule(node))

    def _result_moved(self, node):
        return Result("kMoved", operand=(0, ""), tensor=self.tensor_rule(node))

    def _result_element_of(self, node):
        return Result("kElementOf", operand=self.operand(node.args[0]))

    def _result_constant(self, node):
        value = ast.literal_eval(node.args[0])
        if isinstance(value, bool):
            return Result("kBoolean", number=int(value))
        if isinstance(value, int):
            return Result("kInteger", number=value)
        return Result("kString", text=value)

    def _result_read(self, node):
        kinds = KIND_OF_READ[node.args[1].id] if len(node.args) > 1 else []
        return Result("kRead", operand=self.operand(node.args[0]), kinds=kinds)

    def _result_device(self, node):
        return Result("kDevice", tensor=self.tensor_rule(ast.parse(f"tensor(device={ast.unparse(node.args[0])})", mode="eval").body))

    def _result_text_of(self, node):
        """A string that names a device: `x.type()` of a tensor on the GPU is "torch.cuda.FloatTensor"."""
        return Result("kDevice", kinds=["kString"], tensor=self._result_device(node).tensor)

    def _result_dtype(self, node):
        return Result("kDtype", tensor=self.tensor_rule(ast.parse(f"tensor(element={ast.unparse(node.args[0])})", mode="eval").body))

    def _result_shape(self, node):
        return Result("kShape", operand=self.operand(node.args[0]))

    def _result_tuple(self, node):
        return Result("kTuple", children=[self.result(child) for child in node.args])

    def _result_fields(self, node):
        return Result("kFields", children=[self.result(k.value) for k in node.keywords], names=[k.arg for k in node.keywords])

    def _result_same_shape(self, node):
        return Result("kSameShape", operand=self.operand(node.args[0]), children=[self.result(node.args[1])])

    def _result_dict(self, node):
        return Result("kDictionary", children=[self.result(node.args[0])])

    def _result_mapping_item(self, node):
        return Result("kMappingItem", operand=self.operand(node.args[0]))

    def _result_mapping_items(self, node):
        return Result("kMappingItems", operand=self.operand(node.args[0]))

    def _result_enumerate_of(self, node):
        return Result("kEnumerate", operand=self.operand(node.args[0]))

    def _result_zip_of(self, node):
        return Result("kZip", operand=self.operand(node.args[0]))

    def _result_each(self, node):
        """`each(arguments, x)`: what `*arguments` took, one by one; in `x`, `self` is one of them."""
        one = Reader(read_parameters(["self"]))
        return Result("kEach", operand=self.operand(node.args[0]), children=[one.result(node.args[1])])

    def _result_made(self, node):
        """`made(cls)`: an object of the class that the argument is."""
        result = Result("kMade", operand=self.operand(node.args[0]))
        for keyword in node.keywords:
            result.tensor = self.tensor_rule(ast.parse(f"tensor(device={ast.unparse(keyword.value)})", mode="eval").body)
        return result

    def _result_when(self, node):
        condition, first, second = node.args
        return Result("kIf", condition=self.condition(condition), children=[self.result(first), self.result(second)])

    def _result_batch_of(self, node):
        """`batch_of(called, x)`: what a loader gives of what a function collates; where nothing is known of that, x."""
        return Result("kBatch", children=[self.result(child) for child in node.args])

    def _result_placed(self, node):
        """`placed(x, device=d)`: x, with all tensors that it holds moved there."""
        device = ast.parse(f"tensor(device={ast.unparse(node.keywords[0].value)})", mode="eval").body
        return Result("kPlaced", tensor=self.tensor_rule(device), children=[self.result(node.args[0])])

    def _result_one_of(self, node):
        return Result("kOneOf", children=[self.result(child) for child in node.args])

    def _result_node(self, node):
        return Result("kNode", node=ast.unparse(node.args[0]))

    def _result_instance(self, node):
        of = ast.unparse(node.args[0])
        result = Result("kInstance", node=self.name if of == "this" else of)
        for argument in node.args[1:]:
            result.kept.append((ast.unparse(argument), self.operand(argument)))
        for keyword in node.keywords:
            if keyword.arg == "elements":
                result.children = [self.result(keyword.value)]
            elif keyword.arg == "device":
                result.tensor = self.tensor_rule(ast.parse(f"tensor(device={ast.unparse(keyword.value)})", mode="eval").body)
            else:
                raise Error(f"instance: unknown {keyword.arg}")
        return result

    # -- tensors

    def tensor_rule(self, node):
        rule = TensorRule()
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        unknown = set(given) - {"device", "element", "rank", "memory", "extent"}
        if unknown:
            raise Error(f"tensor: unknown {unknown}")
        self._device(rule, given.get("device"))
        self._element(rule, given.get("element"))
        self._rank(rule, given.get("rank"))
        self._memory(rule, given.get("memory"))
        if "extent" in given:
            rule.fields["extent"] = "kOperand"
            rule.fields["extent_operand"] = self.operand(given["extent"])
        return rule

    @staticmethod
    def _alternatives(node):
        """`argument | input`: [argument, input]."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return Reader._alternatives(node.left) + [node.right]
        return [node]

    def _device(self, rule, node):
        if node is None:
            return
        for term in self._alternatives(node):
            text = ast.unparse(term)
            if text == "argument":
                rule.fields["device_argument"] = self.operand(ast.Name("device"))
                rule.fields.setdefault("device", "kFixed")
                rule.fields.setdefault("places", PLACES["cpu"])
            elif isinstance(term, ast.Call) and text.startswith("named("):
                rule.fields["device_argument"] = self.operand(term.args[0])
                rule.fields.setdefault("device", "kFixed")
                rule.fields.setdefault("places", PLACES["unknown"])
            elif text == "join":
                rule.fields["device"] = "kJoin"
            elif text in PLACES and not self.has(text):
                rule.fields["device"] = "kFixed"
                rule.fields["places"] = PLACES[text]
            else:
                rule.fields["device"] = "kOperand"
                rule.fields["device_operand"] = self.operand(term)

    def _element(self, rule, node):
        if node is None:
            return
        calls = {"float": "kFloat", "sum": "kSum", "real": "kReal", "data": "kData"}
        for term in self._alternatives(node):
            text = ast.unparse(term)
            function = ast.unparse(term.func) if isinstance(term, ast.Call) else ""
            if text == "dtype" or function == "dtype":
                slot = "dtype_argument_too" if "dtype_argument" in rule.fields else "dtype_argument"
                rule.fields[slot] = self.operand(term.args[0] if function else ast.Name("dtype"))
            elif function in calls:
                rule.fields["element"] = calls[function]
                if ast.unparse(term.args[0]) != "promote":
                    rule.fields["element_operand"] = self.operand(term.args[0])
            elif text == "promote":
                rule.fields["element"] = "kPromote"
            elif text in ELEMENTS:
                rule.fields["elements"] = ELEMENTS[text]
            else:
                rule.fields["element"] = "kOperand"
                rule.fields["element_operand"] = self.operand(term)

    def _rank(self, rule, node):
        if node is None:
            return
        fields = rule.fields
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            sign = 1 if isinstance(node.op, ast.Add) else -1
            fields["plus"] = sign * ast.literal_eval(node.right)
            node = node.left
        if isinstance(node, ast.Constant):
            fields["fixed"] = ("exactly", node.value)
        elif isinstance(node, ast.Name) and node.id == "broadcast":
            fields["rank"] = "kBroadcast"
        elif isinstance(node, ast.Call):
            self._rank_call(fields, node)
        else:
            fields["rank"] = "kOperand"
            fields["rank_operand"] = self.operand(node)
            if "plus" not in fields:
                fields["extent"] = "kOperand"
                fields["extent_operand"] = fields["rank_operand"]

    def _rank_call(self, fields, node):
        name = ast.unparse(node.func)
        if name == "at_least":
            fields["fixed"] = ("at_least", ast.literal_eval(node.args[0]))
            return
        forms = {"reduce": "kReduce", "sizes": "kSizes", "data": "kData", "elements": "kElements", "matmul": "kMatmul", "squeeze": "kAtMost",
                 "flatten": "kFlatten", "unflatten": "kUnflatten", "equation": "kEquation", "index": "kIndex"}
        if name not in forms:
            raise Error(f"unknown rank {name}")
        fields["rank"] = forms[name]
        fields["rank_operand"] = self.operand(node.args[0])
        if len(node.args) > 1:
            fields["rank_operand_too"] = self.operand(node.args[1])
        if name in ("reduce", "squeeze"):
            for key in ("dim", "keepdim"):
                if self.has(key):
                    fields[key] = self.operand(ast.Name(key))
        if name == "flatten":
            fields["dim"] = self.operand(ast.Name("start_dim"))
            fields["keepdim"] = self.operand(ast.Name("end_dim"))
        if name in ("sizes", "data") and "rank_operand_too" not in fields:
            fields["extent"] = "kSizes" if name == "sizes" else "kData"
            fields["extent_operand"] = fields["rank_operand"]

    def _memory(self, rule, node):
        if node is None:
            if self.has("pin_memory") and "device_argument" in rule.fields:
                rule.fields["memory"] = "kByArgument"
                rule.fields["memory_operand"] = self.operand(ast.Name("pin_memory"))
            return
        text = ast.unparse(node)
        if text in ("pinned", "pageable"):
            rule.fields["memory"] = "kPinned" if text == "pinned" else "kPageable"
        else:
            rule.fields["memory"] = "kOperand"
            rule.fields["memory_operand"] = self.operand(node)
