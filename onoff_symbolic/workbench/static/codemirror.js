// The editor of the pages. tools/editor.sh bundles this file with CodeMirror 6 into editor.js.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.string, tags.number, tags.atom, tags.bool], color: "var(--proved)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--link)" },
]);

export function createEditor(parent, label, onChange) {
  let silent = false;
  const changed = EditorView.updateListener.of((update) => {
    if (update.docChanged && !silent) {
      onChange();
    }
  });
  const extensions = [
    lineNumbers(), history(), drawSelection(), bracketMatching(), lintGutter(), changed,
    StreamLanguage.define(toml), syntaxHighlighting(colours), EditorView.lineWrapping,
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
  ];
  parent.replaceChildren();
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  const line = (number) => view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  return {
    text: () => view.state.doc.toString(),
    setText(text) {
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      silent = false;
    },
    show({ line: number, column, length, messages }) {
      const found = [];
      if (number) {
        const from = Math.min(line(number).from + column - 1, view.state.doc.length);
        const to = Math.min(from + length, view.state.doc.length);
        found.push({ from, to, message: messages, severity: "error" });
      }
      view.dispatch(setDiagnostics(view.state, found));
    },
    reveal(words) {
      const place = view.state.doc.toString().indexOf(words);
      if (place >= 0) {
        view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "start" }) });
      }
    },
  };
}
