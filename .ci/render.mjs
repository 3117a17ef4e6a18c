// Drives one headless Chromium through its debugging pipe: messages are JSON, each ended by a zero byte.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [shots, ...pages] = process.argv.slice(2);
const WIDTHS = [400, 1200];
const SCHEMES = ["light", "dark"];
const TIMEOUT_MS = 60_000;
// The tallest picture that is kept; a longer page is cut.
const TALLEST = 12_000;

const profile = mkdtempSync(join(tmpdir(), "render-"));
const browser = spawn(
  "chromium",
  ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars=false", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
    `--user-data-dir=${profile}`, "--remote-debugging-pipe"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);
browser.on("error", (error) => { console.error(`chromium: ${error.message}`); process.exit(1); });

let number = 0;
const waiting = new Map();
const listeners = new Set();
let rest = "";
browser.stdio[4].setEncoding("utf8").on("data", (chunk) => {
  const parts = (rest + chunk).split("\0");
  rest = parts.pop();
  for (const message of parts.map((part) => JSON.parse(part))) {
    const done = waiting.get(message.id);
    if (done) {
      waiting.delete(message.id);
      message.error ? done.reject(new Error(message.error.message)) : done.resolve(message.result);
    } else {
      listeners.forEach((listen) => listen(message));
    }
  }
});

function send(method, params = {}, sessionId = undefined) {
  return new Promise((resolve, reject) => {
    const id = ++number;
    const late = setTimeout(() => reject(new Error(`${method}: no answer`)), TIMEOUT_MS);
    waiting.set(id, {
      resolve: (value) => { clearTimeout(late); resolve(value); },
      reject: (error) => { clearTimeout(late); reject(error); },
    });
    browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
}

// Runs in the page: what is wrong with how it lies there.
function faults() {
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => {
      return e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll");
    });
    found.push(`scrolls sideways: ${root.scrollWidth} pixels; ${wide[0]?.outerHTML.slice(0, 120)}`);
  }
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.querySelector(":scope > title")?.textContent.trim()) found.push("a figure has no title");
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.width && (box.left < frame.left - 1 || box.right > frame.right + 1)) {
        found.push(`text leaves its figure ${svg.closest("figure")?.id}: ${text.textContent.trim()}`);
      }
    }
    const texts = [...svg.querySelectorAll("text")].map((t) => [t.textContent.trim(), t.getBoundingClientRect()]);
    texts.forEach(([a, p], i) => texts.slice(i + 1).forEach(([b, q]) => {
      const over = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (over > 1 && high > 4) found.push(`text over text in ${svg.closest("figure")?.id}: ${a} | ${b}`);
    }));
  }
  return found;
}

async function render(page, width, scheme) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const to = (method, params) => send(method, params, sessionId);
  const url = pathToFileURL(resolve(page)).href;
  const found = [];
  const loaded = new Promise((done) => {
    listeners.add(function listen(message) {
      if (message.sessionId !== sessionId) return;
      const { method, params } = message;
      if (method === "Network.requestWillBeSent" && params.request.url !== url) found.push(`asks for ${params.request.url}`);
      if (method === "Log.entryAdded" && params.entry.level === "error") found.push(params.entry.text);
      if (method === "Page.loadEventFired") done();
    });
  });
  for (const domain of ["Page", "Network", "Log", "Runtime"]) await to(`${domain}.enable`);
  await to("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await to("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await to("Page.navigate", { url });
  await loaded;
  const { result } = await to("Runtime.evaluate", { expression: `(${faults})()`, returnByValue: true });
  found.push(...(result.value ?? ["the page cannot be examined"]));
  const { cssContentSize } = await to("Page.getLayoutMetrics");
  const clip = { x: 0, y: 0, width, height: Math.min(cssContentSize.height, TALLEST), scale: 1 };
  const { data } = await to("Page.captureScreenshot", { captureBeyondViewport: true, clip });
  const name = `${basename(dirname(resolve(page)))}-${basename(page, ".html")}-${width}-${scheme}.png`;
  writeFileSync(join(shots, name), Buffer.from(data, "base64"));
  await send("Target.closeTarget", { targetId });
  return found.map((fault) => `${page} at ${width} pixels, ${scheme}: ${fault}`);
}

let failed = 1;
try {
  const all = [];
  for (const page of pages) for (const width of WIDTHS) for (const scheme of SCHEMES) all.push(...(await render(page, width, scheme)));
  all.slice(0, 40).forEach((fault) => console.error(fault));
  failed = all.length;
  console.log(`${pages.length} pages, ${WIDTHS.length * SCHEMES.length} renderings each, ${all.length} faults; pictures in ${shots}`);
} catch (error) {
  console.error(error.message);
} finally {
  const gone = new Promise((done) => browser.on("exit", done));
  await send("Browser.close").catch(() => browser.kill());
  await gone;
  // A helper process of the browser may still write; what is left lies in the temporary directory.
  try { rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }); } catch { }
}
process.exit(failed ? 1 : 0);
