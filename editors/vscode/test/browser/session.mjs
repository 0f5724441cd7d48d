// The packed extension in VS Code, in a browser: what a user sees there, in the text and on pictures.
//
// usage: session.mjs TOOLS VSIX PROGRAM EXAMPLE PICTURES
//
// TOOLS is what `prepare` has made, EXAMPLE the folder that is opened (a copy of it), PICTURES where screenshots go.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const [tools, vsix, program, example, pictures] = process.argv.slice(2).map((each) => path.resolve(each));
const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
const PATIENCE = 60_000;
const CHROMIUM = process.env.SYNCFREE_CHROMIUM ?? "/usr/bin/chromium";

const folder = mkdtempSync(path.join(tmpdir(), "syncfree-vscode-"));
const project = path.join(folder, "example");
const entry = path.join(tools, "node_modules/code-server/out/node/entry.js");
const places = ["--user-data-dir", path.join(folder, "data"), "--extensions-dir", path.join(folder, "extensions")];
const environment = { ...process.env, HOME: folder, XDG_CONFIG_HOME: path.join(folder, "config") };

function writeSettings() {
  const settings = {
    "syncfree-lint.path": program,
    "syncfree-lint.trace.server": "messages",
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "chat.commandCenter.enabled": false,
    "editor.minimap.enabled": false,
    "editor.hover.delay": 100,
    "window.commandCenter": false,
    "files.autoSave": "off",
    "telemetry.telemetryLevel": "off",
    "extensions.ignoreRecommendations": true,
  };
  mkdirSync(path.join(folder, "data/User"), { recursive: true });
  writeFileSync(path.join(folder, "data/User/settings.json"), JSON.stringify(settings));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startServer() {
  execFileSync(process.execPath, [entry, ...places, "--install-extension", vsix], { env: environment, stdio: "pipe" });
  const port = await freePort();
  const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const server = spawn(process.execPath, [entry, ...places, ...options, project], { env: environment, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; ++tries) {
    const answer = await fetch(`${address}/healthz`).catch(() => undefined);
    if (answer?.ok) return { server, address };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("code-server does not answer");
}

/** The editor shows spaces as no-break ones. */
const plain = (text) => text.replaceAll("\u00a0", " ");
const lineOf = (page, text) => page.locator(".view-line", { hasText: text }).first();

async function lines(page) {
  const shown = await page.locator(".view-line").evaluateAll((all) =>
    all.map((each) => [Number.parseInt(each.style.top, 10), each.textContent]).sort((a, b) => a[0] - b[0]).map((each) => each[1]),
  );
  return shown.map(plain);
}

async function picture(page, name) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

async function openFile(page, name) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).dblclick();
  await lineOf(page, "import torch").waitFor();
}

/** What the command line says of the file. */
function reportedCodes() {
  const run = spawnSync(program, ["--no-cache", "--output-format", "json", "train.py"], { cwd: project, encoding: "utf8" });
  return JSON.parse(run.stdout).findings.map((finding) => finding.code).sort();
}

async function seeFindings(page) {
  await page.locator(".squiggly-warning").first().waitFor();
  await page.locator(".statusbar-item", { hasText: "syncfree-lint" }).first().waitFor();
  await page.keyboard.press("Control+Shift+M");
  const problems = page.locator(".markers-panel .monaco-list-row");
  await problems.filter({ hasText: "SF202" }).first().waitFor();
  const shown = (await problems.allTextContents()).flatMap((text) => plain(text).match(/syncfree-lint(SF\d+)/)?.[1] ?? []);
  const reported = reportedCodes();
  assert.ok(shown.length > 1 && shown.every((code) => reported.includes(code)), `${shown} of ${reported}`); // others are below
  const count = page.locator(".panel .action-item", { hasText: "Problems" }).locator(".badge-content").first();
  assert.equal(await count.textContent(), String(reported.length));
  await picture(page, "vscode-findings");
  await page.keyboard.press("Control+Shift+M");
}

async function seeLens(page) {
  const lens = page.locator(".codelens-decoration", { hasText: "hot: called from" }).first();
  await lens.waitFor();
  return plain(await lens.textContent());
}

/** On a name in a finding: what is known of it, and the page of the rule. */
async function seeHover(page) {
  await lineOf(page, "self.out(hidden[mask])").locator("span span", { hasText: /^hidden$/ }).first().hover();
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: "hidden: tensor" }).first();
  await hover.waitFor();
  const text = plain(await hover.textContent());
  await picture(page, "vscode-hover");
  await page.keyboard.press("Escape");
  await page.mouse.move(5, 5);
  return text;
}

async function applyFix(page) {
  await lineOf(page, "half = torch.tensor").click();
  await page.keyboard.press("End");
  for (let i = 0; i < 12; ++i) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+.");
  const action = page.locator(".action-widget .monaco-list-row", { hasText: "Make the number on the GPU" }).first();
  await action.waitFor();
  await picture(page, "vscode-fix");
  await page.keyboard.press("Enter"); // the preferred one comes first
  await lineOf(page, "torch.full((), 0.5").waitFor();
  return lines(page);
}

async function restartServer(page) {
  await page.keyboard.press("F1");
  await page.keyboard.type("syncfree-lint: Restart the server");
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-warning").first().waitFor();
}

async function session(address) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
    page.setDefaultTimeout(PATIENCE);
    try {
      await page.goto(`${address}/?folder=${encodeURIComponent(project)}`);
      await openFile(page, "train.py");
      await seeFindings(page);
      assert.match(await seeLens(page), /^hot: called from `train` \(train\.py:\d+\)$/);
      const hover = await seeHover(page);
      assert.match(hover, /SF501 [a-z-]+/);
      assert.match(hover, /hidden: tensor/);
      const before = readFileSync(path.join(project, "train.py"), "utf8");
      const expected = before.replace("torch.tensor(0.5,", "torch.full((), 0.5,").trimEnd().split("\n");
      assert.deepEqual((await applyFix(page)).slice(0, expected.length).map((each) => each.trimEnd()), expected);
      assert.equal(readFileSync(path.join(project, "train.py"), "utf8"), before, "the server has written a file");
      await restartServer(page);
    } catch (error) {
      await picture(page, "failure");
      throw error;
    }
  } finally {
    await browser.close();
  }
}

cpSync(example, project, { recursive: true });
writeSettings();
let running;
try {
  running = await startServer();
  await session(running.address);
  console.log("squiggles, lens, hover, fix and restart: seen");
} finally {
  running?.server.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
