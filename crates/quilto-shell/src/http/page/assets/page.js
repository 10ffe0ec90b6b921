// The one script of our own: what a page does besides, and, as a service worker, what keeps notes while
// there is no way to the server. Everything else works without it.
"use strict";

const BASE = "PREFIX";
const CACHES = `page${BASE}-`;
const CACHE = CACHES + "VERSION";
const SHELL = ["/offline", "/page.js", "/assets/page.css?v=VERSION", "/assets/htmx.min.js?v=VERSION",
  "/assets/icon.svg?v=VERSION", "/manifest.webmanifest"].map(path => BASE + path);

if (typeof window === "undefined") work(); else attend();

// ---- notes that wait, in a store that page and worker share

function store(mode, use) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("notes" + BASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("waiting", { keyPath: "key" });
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction("waiting", mode);
      const asked = use(work.objectStore("waiting"));
      work.oncomplete = () => { opening.result.close(); done(asked.result); };
      work.onerror = work.onabort = () => { opening.result.close(); fail(work.error); };
    };
  });
}

// ---- the worker

function work() {
  self.addEventListener("install", event => event.waitUntil(
    caches.open(CACHE).then(cache => cache.addAll(SHELL)).then(() => self.skipWaiting())));
  self.addEventListener("activate", event => event.waitUntil(
    caches.keys()
      .then(names => names.filter(name => name.startsWith(CACHES) && name !== CACHE))
      .then(names => Promise.all(names.map(name => caches.delete(name))))
      .then(() => self.clients.claim())));
  self.addEventListener("fetch", event => {
    const { method, mode, url } = event.request;
    const at = new URL(url);
    if (at.origin !== location.origin) return;
    if (method === "POST" && at.pathname === BASE + "/") event.respondWith(note(event.request));
    else if (method === "GET" && (mode === "navigate" || SHELL.includes(at.pathname + at.search)))
      event.respondWith(fetch(event.request).catch(() => instead(event.request, mode)));
  });
  self.addEventListener("sync", event => event.waitUntil(flush()));
  self.addEventListener("message", event => event.waitUntil(
    event.data.drop ? store("readwrite", notes => notes.delete(event.data.drop)) : flush()));
}

async function instead(request, mode) {
  const found = await caches.match(mode === "navigate" ? BASE + "/offline" : request);
  return found || Response.error();
}

// A note goes out under a key made here. Where nothing comes back it is kept under that key, so that
// the server, should it have it already, does not write it twice.
async function note(request) {
  const fields = new URLSearchParams(await request.clone().text());
  // the day it was typed on is the day it is of, whenever it arrives
  const at = Date.now();
  fields.set("typed", at);
  const kept = { key: crypto.randomUUID(), body: fields.toString(), at };
  try {
    return await send(kept, request);
  } catch {
    await store("readwrite", notes => notes.put(kept));
    if (self.registration.sync) self.registration.sync.register("notes").catch(() => {});
    await tell();
    if (request.mode === "navigate") return instead(request, "navigate");
    return new Response("<section id=\"said\"></section><div id=\"noted\" hidden></div>",
      { headers: { "Content-Type": "text/html", "X-Kept": "yes" } });
  }
}

function send(kept, request) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": kept.key,
    Accept: "text/html" };
  return fetch(BASE + "/", { method: "POST", headers, body: kept.body,
    redirect: request ? request.redirect : "manual", credentials: "same-origin" });
}

let flushing = null;
function flush() {
  flushing = flushing || flushAll().finally(() => { flushing = null; });
  return flushing;
}

async function flushAll() {
  const waiting = await store("readonly", notes => notes.getAll());
  waiting.sort((a, b) => a.at - b.at);
  let sent = 0;
  try {
    for (const kept of waiting.filter(kept => !kept.refused)) {
      const response = await send(kept);
      // of somebody who was signed in here before: it waits until they are again
      if (response.headers.get("X-Other-Person")) continue;
      // signed out, too much going on, broken: later
      if ([401, 429].includes(response.status) || response.status >= 500) break;
      if (response.type === "opaqueredirect" || response.ok) {
        await store("readwrite", notes => notes.delete(kept.key));
        sent += 1;
      } else {
        kept.refused = true;
        await store("readwrite", notes => notes.put(kept));
      }
    }
  } catch { /* there is still no way; the next try comes */ }
  await tell(sent);
}

async function tell(sent = 0) {
  const all = await store("readonly", notes => notes.getAll());
  const refused = all.filter(kept => kept.refused);
  const words = kept => {
    const fields = new URLSearchParams(kept.body);
    return { key: kept.key, words: fields.get("text"), whose: fields.get("whose") };
  };
  const told = { waiting: all.length - refused.length, refused: refused.map(words), sent };
  for (const page of await self.clients.matchAll()) page.postMessage(told);
}

// ---- the page

function attend() {
  const box = document.querySelector(".box");
  const queue = document.getElementById("queue");
  const say = document.body.dataset;
  if (box) {
    const text = box.querySelector("textarea");
    // on a keyboard Enter sends, as in other boxes; Shift+Enter makes a line
    const touched = matchMedia("(pointer: coarse)").matches;
    text.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || touched) return;
      event.preventDefault();
      if (text.value.trim()) box.requestSubmit();
    });
    if (!touched && !location.hash) text.focus({ preventScroll: true });
    document.body.addEventListener("htmx:afterRequest", event => {
      if (event.detail.elt !== box) return;
      if (event.detail.successful) text.value = "";
      text.focus({ preventScroll: true });
    });
    // a note that the worker keeps has nothing to show yet
    document.body.addEventListener("htmx:beforeSwap", event => {
      if (event.detail.xhr.getResponseHeader("X-Kept")) event.detail.shouldSwap = false;
    });
  }
  tellSteps();
  if (!say.safe || !("serviceWorker" in navigator)) return;
  const worker = navigator.serviceWorker;
  worker.addEventListener("message", event => {
    const { waiting, sent } = event.data;
    // nobody sees the words of who was signed in here before
    const refused = event.data.refused.filter(({ whose }) => (whose || "") === (say.whose || ""));
    const lines = [];
    if (waiting) lines.push(say.waiting.replace("{n}", waiting));
    for (const { words } of refused) lines.push(say.refused.replace("{words}", words));
    queue.textContent = lines.join(" ");
    queue.hidden = !lines.length;
    // what was refused comes back to who typed it
    const text = box && box.querySelector("textarea");
    if (refused.length && text && !text.value) {
      text.value = refused[0].words;
      event.source.postMessage({ drop: refused[0].key });
    }
    const typing = box && box.querySelector("textarea").value;
    if (sent && !typing && location.pathname === BASE + "/") location.reload();
  });
  worker.register(BASE + "/page.js").then(() => worker.ready).then(ready => {
    const flush = () => ready.active.postMessage("flush");
    flush();
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
  }).catch(() => {});
}

// What is at work, where an answer takes long: it is told under a name that goes out with the words.
function tellSteps() {
  const steps = document.getElementById("steps");
  if (!steps) return;
  let soon = 0;
  let told = null;
  document.body.addEventListener("htmx:configRequest", event => {
    if (event.detail.verb !== "post") return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const name = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
    event.detail.parameters.watch = name;
    soon = setTimeout(() => {
      told = new EventSource(`${BASE}/steps/${name}`);
      told.onmessage = ({ data }) => { steps.textContent = data; steps.hidden = false; };
      // it is over, or there is no way: nothing is asked again
      told.onerror = () => told.close();
    }, 400);
  });
  document.body.addEventListener("htmx:afterRequest", () => {
    clearTimeout(soon);
    if (told) told.close();
    steps.hidden = true;
  });
}
