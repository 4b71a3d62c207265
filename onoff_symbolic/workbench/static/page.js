// A page of the workbench: a text and options in, a command's answer out. What is shown comes from Python.
import { createEditor } from "./editor.js";
import { MOST, link, shared } from "./share.js";
import { Workers } from "./workers.js";

const PAUSE = 200;           // milliseconds after the last key before the text is judged
const STEPS = 40;            // of a slider, from 0 to 1
const INTERRUPTED = 130;
const element = (id) => document.getElementById(id);
const { file: name, packages } = document.body.dataset;
const form = element("options");
const result = element("answer");
let beside = {};             // other files that were dropped with the one in the editor
let timer;
let links = [];

const editor = createEditor(element("editor"), document.title, askSoon);
const workers = new Workers(packages, { progress, answer, failed });

function arguments_() {
  const [command, ...positional] = (form.elements.namedItem("command")?.value ?? form.dataset.command).split(" ");
  const given = [...new FormData(form)].filter(([key, value]) => key.startsWith("--") && value !== "");
  const words = form.elements.namedItem("words")?.value.split(/\s+/).filter(Boolean) ?? [];
  return [command, "--format", "html", ...given.flat(), ...point(), ...positional, ...words, ...target()];
}

function target() {
  if (name === "statement") {
    return ["--", editor.text().trimEnd().replaceAll("\n", " ")];
  }
  return form.dataset.option ? [form.dataset.option, name] : [name, ...Object.keys(beside)];
}

function point() {
  const sliders = [...element("sliders").querySelectorAll("input[type=range]")];
  if (!element("at").checked || sliders.length === 0) {
    return [];
  }
  return ["--at", sliders.map(({ dataset, value }) => `${dataset.name}=${value}/${STEPS}`).join(",")];
}

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

function ask() {
  clearTimeout(timer);
  delete result.dataset.exit;
  delete result.dataset.verdict;
  result.setAttribute("aria-busy", "true");
  element("stop").disabled = false;
  progress("working");
  const words = arguments_();
  const files = name === "statement" ? {} : { [name]: editor.text(), ...beside };
  element("command-line").textContent = ["onoff-verify", ...words.map(quoted)].join(" ");
  workers.ask({ arguments: words, files });
}

function quoted(word) {
  const escaped = word.replaceAll("'", "'\\''");
  return /^[\w./=,:-]+$/.test(word) ? word : `'${escaped}'`;
}

function progress(what) {
  element("progress").textContent = what;
}

function done(exit, verdict) {
  result.removeAttribute("aria-busy");
  element("stop").disabled = true;
  result.dataset.verdict = verdict;
  result.dataset.exit = exit;
}

function answer(found, milliseconds) {
  const parsed = new DOMParser().parseFromString(found.html, "text/html");
  const messages = document.createElement("pre");
  messages.className = "messages";
  messages.textContent = found.messages;
  messages.hidden = found.messages === "";
  result.replaceChildren(messages, ...parsed.body.childNodes);
  editor.show(found);
  offer(found.files);
  showSliders(found.parameters);
  keepMap();
  progress(`${found.verdict || "no verdict"}; exit code ${found.exit}; ${Math.round(milliseconds)} ms`);
  done(found.exit, found.verdict);
}

function failed(what) {
  result.textContent = `The work ended: ${what}`;
  progress("ended");
  done(1, "");
}

function stop() {
  workers.stop();
  result.textContent = "Stopped.";
  progress("stopped");
  done(INTERRUPTED, "");
}

function offer(files) {
  links.forEach((each) => URL.revokeObjectURL(each.href));
  links = Object.entries(files).map(([title, text]) => {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([text]));
    anchor.download = title;
    anchor.textContent = title;
    return anchor;
  });
  element("downloads").replaceChildren(...links);
}

function showSliders(names) {
  const box = element("sliders");
  element("point").hidden = names.length === 0;
  if ([...box.querySelectorAll("input")].map((each) => each.dataset.name).join() === names.join()) {
    return;
  }
  box.replaceChildren(...names.map((title) => {
    const label = document.createElement("label");
    const slider = document.createElement("input");
    const value = document.createElement("output");
    Object.assign(slider, { type: "range", min: 0, max: STEPS, value: STEPS / 5 });
    slider.dataset.name = title;
    value.textContent = `${slider.value}/${STEPS}`;
    slider.addEventListener("input", () => {
      value.textContent = `${slider.value}/${STEPS}`;
      element("at").checked = true;
      movePoint();
      askSoon();
    });
    label.append(`${title} `, slider, value);
    return label;
  }));
}

// The picture of the parts of the region stays while sliders move, and shows where they are.
function keepMap() {
  const drawn = result.querySelector("figure.areas");
  if (drawn) {
    element("map").replaceChildren(drawn);
  }
  movePoint();
}

function movePoint() {
  const sliders = [...element("sliders").querySelectorAll("input")];
  const here = element("map").querySelector(".here");
  here?.setAttribute("cx", sliders[0].value / STEPS);
  here?.setAttribute("cy", sliders[1].value / STEPS);
}

function open(text) {
  editor.setText(text);
  element("map").replaceChildren();
  ask();
}

async function openFiles(files) {
  const [text, ...more] = await Promise.all([...files].map((each) => each.slice(0, MOST).text()));
  beside = Object.fromEntries(more.map((each, index) => [`${index + 2}-${name}`, each]));
  open(text);
}

async function openExample() {
  const place = element("example").value;
  if (place) {
    beside = {};
    open(await (await fetch(place)).text());
  }
}

function enable() {
  const command = form.elements.namedItem("command")?.value;
  for (const part of form.querySelectorAll("[data-for]")) {
    part.disabled = !part.dataset.for.split(" ").includes(command);
    part.hidden = part.disabled;
  }
}

async function share() {
  const fields = new FormData(form);
  element("sliders").querySelectorAll("input").forEach((each) => fields.set(`at:${each.dataset.name}`, each.value));
  const address = await link(editor.text(), Object.fromEntries(fields));
  history.replaceState(null, "", address);
  await navigator.clipboard?.writeText(address).catch(() => undefined);
  progress("the address of this page has the text in it; it is copied");
}

async function begin() {
  const { text, options } = await shared();
  form.reset();
  for (const [key, value] of Object.entries(options)) {
    const input = key === "example" ? element("example") : form.elements.namedItem(key);
    if (input?.type === "checkbox") {
      input.checked = true;
    } else if (input) {
      input.value = value;
    }
  }
  const names = Object.keys(options).filter((key) => key.startsWith("at:")).map((key) => key.slice(3));
  showSliders(names);
  element("sliders").querySelectorAll("input").forEach((each) => {
    each.value = options[`at:${each.dataset.name}`];
  });
  enable();
  if (text === null) {
    await openExample();
    editor.reveal(`[claim.${options.words}]`);
  } else {
    element("example").value = "";
    beside = {};
    open(text);
  }
}

form.addEventListener("input", () => {
  enable();
  askSoon();
});
form.addEventListener("submit", (event) => event.preventDefault());
element("example").addEventListener("change", openExample);
element("stop").addEventListener("click", stop);
element("share").addEventListener("click", share);
element("open").addEventListener("change", ({ target: { files } }) => openFiles(files));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  openFiles(event.dataTransfer.files);
});
window.addEventListener("hashchange", begin);
begin();
