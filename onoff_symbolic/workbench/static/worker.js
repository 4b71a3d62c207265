// Python in a thread of its own: the page never freezes, and to end the worker is a real stop.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const needed = self.name.split(",");

async function load() {
  const python = loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const archives = needed.map(async (name) => (await fetch(`./packages/${name}.zip`)).arrayBuffer());
  const py = await python;
  postMessage({ kind: "progress", what: "Python is loaded" });
  for (const archive of archives) {
    py.unpackArchive(await archive, "zip", { extractDir: "/packages" });
  }
  py.runPython("import sys; sys.path.insert(0, '/packages')");
  const answer = py.pyimport("onoff_symbolic.cli.answered").answer;
  postMessage({ kind: "ready" });
  return answer;
}

const loaded = load();
const tell = (what) => postMessage({ kind: "progress", what });

onmessage = async ({ data: { request } }) => {
  try {
    const answer = await loaded;
    const start = performance.now();
    const found = JSON.parse(answer(JSON.stringify(request), tell));
    postMessage({ kind: "answer", found, milliseconds: performance.now() - start });
  } catch (error) {
    postMessage({ kind: "failed", what: String(error) });
  }
};

loaded.catch((error) => postMessage({ kind: "failed", what: String(error) }));
