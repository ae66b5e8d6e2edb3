"""A contract for import-linter: what one room imports of another, it imports at a door.

A door is a package: the room itself (`barpoint.engine`) or one of its folders (`barpoint.engine.cube`). Modules
named in `public_modules` (commands, events) may be imported whole besides. Modules directly below the root are
rooms of one module.
"""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class DoorContract(Contract):
    """No room reaches past another's doors."""

    type_name = "doors"
    root = fields.StringField()
    public_modules = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002  # the signature is import-linter's
        """Look at every import between rooms."""
        root, public_modules = str(self.root), {str(name) for name in self.public_modules}  # type: ignore[attr-defined]  # its fields are descriptors

        def room(module: str) -> str:
            return ".".join(module.split(".")[:2])

        def is_open(module: str) -> bool:
            is_package = bool(graph.find_children(module)) and not graph.is_module_squashed(module)
            return is_package or module.count(".") < 2 or module.rpartition(".")[2] in public_modules

        past_doors = [
            f"{importer} imports {module}"
            for importer in sorted(name for name in graph.modules if name.startswith(f"{root}."))
            for module in sorted(graph.find_modules_directly_imported_by(importer))
            if module.startswith(f"{root}.") and room(module) != room(importer) and not is_open(module)
        ]
        return ContractCheck(kept=not past_doors, metadata={"past_doors": past_doors})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say which imports reach past a door."""
        lines: Any = check.metadata["past_doors"]
        for line in lines:
            output.print_error(line)
