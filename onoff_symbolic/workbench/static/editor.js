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
    show(line, column) {
      const before = area.value.split("\n").slice(0, line - 1).join("\n").length;
      area.setSelectionRange(before + column, before + column);
    },
    mark() {},
    focus: () => area.focus(),
  };
}
