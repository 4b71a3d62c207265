// The worker that answers, and a second one that is ready when the first is stopped.
const IMPATIENT = 1000;      // milliseconds after which a newer question ends the work on an older one

export class Workers {
  constructor(packages, listeners) {
    this.packages = packages;
    this.listeners = listeners;
    this.worker = this.start();
  }

  start() {
    const worker = new Worker("./worker.js", { type: "module", name: this.packages });
    worker.onmessage = ({ data }) => this.hear(worker, data);
    worker.onerror = (event) => this.fail(worker, event.message);
    return worker;
  }

  hear(worker, data) {
    if (data.kind === "ready") {
      worker.ready = true;
      this.hurry();
    }
    if (data.kind === "failed") {
      this.fail(worker, data.what);
    } else if (worker === this.worker && data.kind === "answer") {
      this.finish(data);
    } else if (worker === this.worker) {
      this.listeners.progress(data.what ?? "ready");
    }
  }

  finish(data) {
    this.busy = false;
    this.spare ??= this.start();
    if (this.waiting) {
      this.send(this.waiting);
    } else {
      this.listeners.answer(data.found, data.milliseconds);
    }
  }

  fail(worker, what) {
    worker.terminate();
    if (worker === this.spare) {
      this.spare = undefined;
    }
    if (worker === this.worker) {
      this.replace();
      this.listeners.failed(what);
    }
  }

  ask(request) {
    if (!this.busy) {
      this.send(request);
      return;
    }
    this.waiting = request;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.late = true;
      this.hurry();
    }, IMPATIENT);
  }

  hurry() {
    if (this.waiting && this.late && this.spare?.ready) {
      const request = this.waiting;
      this.replace();
      this.send(request);
    }
  }

  send(request) {
    this.worker ??= this.start();
    this.busy = true;
    this.late = false;
    this.waiting = undefined;
    this.worker.postMessage({ request });
  }

  replace() {
    this.worker.terminate();
    this.worker = this.spare;
    this.spare = undefined;
    this.busy = false;
    this.waiting = undefined;
  }

  stop() {
    this.replace();
    this.worker ??= this.start();
    this.spare = this.start();
  }
}
