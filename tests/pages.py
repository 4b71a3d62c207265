"""What a web page must be, read from its text: a list of faults, empty for a sound page."""

import re
from html.parser import HTMLParser

VOID = {"meta", "wbr"}
RESOURCES = {"src", "srcset", "action", "data", "poster", "background", "cite", "xlink:href"}


class Outline(HTMLParser):
    """The elements of a page in their order; what is open when it ends, and what is closed wrongly, is a fault."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.parents: list[str] = []
        self.open: list[str] = []
        self.style = ""
        self.feed(page)
        self.close()
        self.faults += [f"<{name}> is not closed" for name in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        self.parents.append(self.open[-1] if self.open else "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1] if self.open else 'nothing'}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data


def faults(page: str) -> list[str]:
    outline = Outline(page)
    return [*outline.faults, *_structure(outline), *_links(outline), *_headings(outline), *_access(outline, page),
            *_outside(outline)]


def _structure(outline: Outline) -> list[str]:
    names = [name for name, _ in outline.elements]
    found = [f"{names.count(one)} <{one}>" for one in ("html", "head", "title", "body", "main", "h1")
             if sum(n == one and p != "svg" and p != "g" for n, p in zip(names, outline.parents)) != 1]
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    return found + [f"id {one} twice" for one in sorted({one for one in ids if ids.count(one) > 1})]


def _links(outline: Outline) -> list[str]:
    ids = {attributes.get("id") for _, attributes in outline.elements}
    targets = [(key, value) for _, attributes in outline.elements for key, value in attributes.items()
               if key in ("href", "aria-labelledby", "aria-describedby")]
    places = [place for key, value in targets
              for place in ([value] if key == "href" else [f"#{part}" for part in value.split()])]
    return [f"link to {place}" for place in places if not place.startswith("#") or place[1:] not in ids]


def _headings(outline: Outline) -> list[str]:
    levels = [int(name[1]) for name, _ in outline.elements if re.fullmatch(r"h[1-6]", name)]
    return [f"h{after} after h{before}" for before, after in zip([0, *levels], levels) if after > before + 1]


def _access(outline: Outline, page: str) -> list[str]:
    found = [] if outline.elements[0][1].get("lang") else ["no language"]
    found += ["<th> without scope" for name, attributes in outline.elements
              if name == "th" and "scope" not in attributes]
    for drawn in re.findall(r"<svg.*?</svg>", page, flags=re.S):
        told = "<title" in drawn and "<desc" in drawn and ('role="img"' in drawn or 'role="group"' in drawn)
        found += [] if told or 'aria-hidden="true"' in drawn else ["a picture that is not told"]
    return found


def _outside(outline: Outline) -> list[str]:
    """Whatever would run or be fetched."""
    found = [f"<{name}>" for name, _ in outline.elements
             if name in ("script", "link", "iframe", "img", "object", "embed", "base", "form", "use", "image")]
    found += [key for _, attributes in outline.elements for key in attributes
              if key in RESOURCES or key.startswith("on")]
    styles = [outline.style, *(attributes.get("style", "") for _, attributes in outline.elements)]
    return found + [f"{word} in a style" for style in styles for word in ("url(", "@import", "http", "expression(")
                    if word in style]
