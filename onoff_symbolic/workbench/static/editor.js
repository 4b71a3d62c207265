// A plain text field, with the interface of the editor that is bundled in its place (see codemirror.js).
export function createEditor(parent, label, onChange) {
  const area = document.createElement("textarea");
  area.spellcheck = false;
  area.setAttribute("aria-label", label);
  area.addEventListener("input", onChange);
  parent.replaceChildren(area);
  return {
    text: () => area.value,
    setText(text) {
      area.value = text;
    },
    show({ line, column, length }) {
      area.setAttribute("aria-invalid", line > 0);
      if (line) {
        const before = area.value.split("\n").slice(0, line - 1).map((each) => each.length + 1);
        const start = before.reduce((sum, each) => sum + each, column - 1);
        area.setSelectionRange(start, start + length);
      }
    },
    reveal(words) {
      const place = area.value.indexOf(words);
      if (place >= 0) {
        area.setSelectionRange(place, place);
        area.scrollTop = area.scrollHeight * place / area.value.length;
      }
    },
  };
}
