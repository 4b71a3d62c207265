// Begins to keep the pages for use without a network, where the browser can.
navigator.serviceWorker?.register("./offline.js");
