"""Which rule a place that blocked would belong to, by the look of its source: recall by rule needs it for the misses.

A site that was found counts for the rule that found it. One that was missed has no rule; its construct (the name of a
call, a subscript, a test) and the direction of the driver's copy decide. It is a reader's guess, not a verdict.
"""

import ast

UNKNOWN = "other"

BY_CALL = {
    **dict.fromkeys(("cpu", "numpy"), "SF101"),
    **dict.fromkeys(("to", "cuda", "type_as", "copy_", "fn"), "SF102"),
    **dict.fromkeys(("tensor", "as_tensor", "asarray", "new", "new_tensor", "from_numpy"), "SF201"),
    **dict.fromkeys(("arange", "zeros", "full", "view", "reshape", "repeat", "expand", "topk", "clamp"), "SF203"),
    **dict.fromkeys(("item", "tolist", "float", "int", "bool", "sqrt", "log", "exp"), "SF301"),
    **dict.fromkeys(("max", "min", "any", "all", "sorted", "sum"), "SF303"),
    **dict.fromkeys(("equal", "allclose", "is_nonzero"), "SF304"),
    **dict.fromkeys(("print", "format", "str", "repr", "info", "debug", "warning"), "SF305"),
    **dict.fromkeys(("range", "extend"), "SF306"),
    **dict.fromkeys(("masked_select", "masked_fill", "masked_fill_"), "SF501"),
    **dict.fromkeys(
        ("nonzero", "where", "argwhere", "unique", "unique_consecutive", "repeat_interleave", "bincount", "histc"),
        "SF502",
    ),
    "synchronize": "SF601",
}


def rule_of(site, source):
    node, parents = innermost(source.tree, site.range)
    to_device = any("HtoD" in observer for observer in site.seen_by) and not any("DtoH" in o for o in site.seen_by)
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return BY_CALL.get(name, "SF102" if to_device else UNKNOWN)
    if isinstance(node, ast.Subscript):
        return _of_subscript(node, to_device)
    if isinstance(node, ast.JoinedStr | ast.FormattedValue):
        return "SF305"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Mod):
        return "SF306" if isinstance(node.op, ast.Mult) else "SF305"
    if isinstance(node, ast.Compare) and any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
        return "SF304"
    if isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp) or any(_tests(parent, node) for parent in parents):
        return "SF307" if any(isinstance(p, ast.While) and p.test is node for p in parents) else "SF302"
    return UNKNOWN


def _of_subscript(node, to_device):
    if isinstance(node.ctx, ast.Store):
        return "SF402" if to_device else "SF501"
    if to_device:
        return "SF401"
    bounded = any(isinstance(part, ast.Slice) and (part.lower or part.upper) for part in ast.walk(node.slice))
    return "SF403" if bounded else "SF501"


def _tests(parent, node):
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    return getattr(parent, "test", None) is node or isinstance(parent, ast.BoolOp)


def innermost(tree, range_):
    """The smallest expression that holds the range, and what it is in, innermost first."""
    node, parents = tree, []
    while True:
        inner = next((child for child in ast.iter_child_nodes(node) if _holds(child, range_)), None)
        if inner is None:
            return node, parents
        parents.insert(0, node)
        node = inner


def _holds(node, range_):
    if isinstance(node, ast.comprehension | ast.arguments):  # these have no range of their own
        return any(_holds(child, range_) for child in ast.iter_child_nodes(node))
    if not hasattr(node, "lineno"):
        return False
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= range_.start and range_.end <= end
