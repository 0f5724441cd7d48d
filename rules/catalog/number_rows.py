"""Rows of what a call reads back because a GPU tensor stands where its signature declares a number.

    [[numbers]]    rule, reason, call, use_instead for parameters that the signatures write as `dim:int`, `size:ints`, `eps:number`; with
                   `parameters`, for those of these names. The first table that fits speaks of a parameter
    [[unread]]     names: their numbers are settings of the program, and no tensor is one
    [[no_samples]] names: torch has no samples of them, so nobody ran them (measured = false)
    [[takes]]      names, parameters, word: where the signatures do not say it, or where a number may be a tensor (word = "tensor")
"""
from expressions import read_parameters

NUMBERS = ("int", "ints", "number", "numbers")


class NumberRows:
    def __init__(self):
        self.tables = []  # (table, where)
        self.takes = []  # likewise, with the names
        self.unread, self.no_samples = set(), set()
        self.declared = {}  # name of an operator -> {parameter: word}

    def take_signature(self, name, parameters):
        words = {p.name: p.word for p in read_parameters(parameters) if p.word}
        if words:
            self.declared[name] = words

    def take_file(self, document, file, names_of):
        self.tables += [(table, f"{file} numbers {number + 1}") for number, table in enumerate(document.get("numbers", []))]
        for kind, names in (("unread", self.unread), ("no_samples", self.no_samples)):
            names |= {name for table in document.get(kind, []) for name in names_of(table)}
        self.takes += [(table, names_of(table), f"{file} takes {number + 1}") for number, table in enumerate(document.get("takes", []))]

    def corrected(self, rows):
        """The problems of the [[takes]] tables."""
        for table, names, where in self.takes:
            if table["word"] not in (*NUMBERS, "tensor"):
                yield f"{where}: {table['word']} is none of {', '.join(NUMBERS)}, tensor"
            for name in names:
                known = {p.name for p in read_parameters(rows[name].parameters or [])} if name in rows else set()
                for parameter in table["parameters"].split():
                    if parameter not in known:
                        yield f"{where}: {name} has no parameter {parameter}"
                    elif self.declared.setdefault(name, {}).get(parameter) == table["word"]:
                        yield f"{where}: the signature of {name} says so of {parameter}"
                    self.declared.setdefault(name, {})[parameter] = table["word"]

    def parameters(self, name, texts):
        """Those of one operator, with what is known of each."""
        parameters = read_parameters(texts)
        for parameter in parameters:
            parameter.word = self.declared.get(name, {}).get(parameter.name, parameter.word)
        return parameters

    def blocks(self, name, texts, is_method):
        """The blocking tables of one operator: (table, where). What only looks like a method of a tensor, because nothing is known of its
        object, may take tensors: `utils.softmax(x, dim=1)`."""
        left = [] if name in self.unread else [p.name for p in self.parameters(name, texts) if p.word in NUMBERS]
        measured = {"measured": False} if name in self.no_samples else {}
        found = []
        for table, where in self.tables:
            mine = [parameter for parameter in left if "parameters" not in table or parameter in table["parameters"].split()]
            left = [parameter for parameter in left if parameter not in mine]
            if mine:
                when = " or ".join(f"device({parameter})" for parameter in mine)
                found.append(({**table, **measured, "when": f"tensor(self) and ({when})" if is_method else when}, where))
        return found
