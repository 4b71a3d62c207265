"""Compares a document with a JSON Schema: the part of draft 2020-12 that our schemas use."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "docs/schemas").glob("*.json")}

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
NOTES = {"$schema", "$defs", "title", "description"}


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "") -> Iterator[str]:
    """Where a value departs from a schema: the part of draft 2020-12 that our schemas use, and no other keyword."""
    for keyword, wanted in schema.items():
        if keyword in NOTES or keyword == "required" and not isinstance(value, dict):
            continue
        if keyword == "$ref":
            yield from faults(value, root["$defs"][wanted.removeprefix("#/$defs/")], root, place)
        elif keyword == "anyOf":
            if all(list(faults(value, option, root, place)) for option in wanted):
                yield f"{place}: none of the options"
        elif keyword == "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            if not any(type(value) is TYPES[kind] for kind in kinds):
                yield f"{place}: not {wanted}"
        elif keyword == "const":
            if type(value) is not type(wanted) or value != wanted:
                yield f"{place}: not {wanted}"
        elif keyword == "enum":
            if value not in wanted:
                yield f"{place}: not one of {wanted}"
        elif keyword == "pattern":
            if isinstance(value, str) and not re.fullmatch(wanted, value):
                yield f"{place}: not like {wanted}"
        elif keyword == "minimum":
            if isinstance(value, int) and value < wanted:
                yield f"{place}: less than {wanted}"
        elif keyword == "minItems":
            if isinstance(value, list) and len(value) < wanted:
                yield f"{place}: fewer than {wanted}"
        elif keyword == "required":
            yield from (f"{place}/{name}: missing" for name in wanted if name not in value)
        elif keyword == "properties":
            for name in wanted if isinstance(value, dict) else ():
                if name in value:
                    yield from faults(value[name], wanted[name], root, f"{place}/{name}")
        elif keyword == "additionalProperties":
            for name in value if isinstance(value, dict) else ():
                if name not in schema.get("properties", {}):
                    if wanted is False:
                        yield f"{place}/{name}: unknown"
                    else:
                        yield from faults(value[name], wanted, root, f"{place}/{name}")
        elif keyword == "items":
            for number, item in enumerate(value if isinstance(value, list) else ()):
                yield from faults(item, wanted, root, f"{place}/{number}")
        else:
            raise AssertionError(f"the keyword {keyword} is not known here")
