// Keeps every file of the folder, so that its pages work without a network after the first visit.
const KEPT = `onoff ${registration.scope} @VERSION@`;

async function keep() {
  const files = await (await fetch("./files.json", { cache: "no-store" })).json();
  const cache = await caches.open(KEPT);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  await skipWaiting();
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`onoff ${registration.scope} `) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function reply(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => event.respondWith(reply(event.request)));
