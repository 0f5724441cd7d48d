// What the server is told, and what the status bar says.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { needsRestart, settingsForServer } from "../../src/server_settings";
import { wordsOf } from "../../src/status";

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8"));

test("the server hears of its own settings alone", () => {
  const section = { path: "/x", jobs: 2, scope: "open", options: { select: ["SF3"] }, rulePages: "", trace: { server: "off" } };
  assert.deepEqual(settingsForServer(section), { scope: "open", options: { select: ["SF3"] }, rulePages: "" });
  assert.deepEqual(settingsForServer({ scope: null }), {});
  assert.deepEqual(settingsForServer(null), {});
  assert.deepEqual(settingsForServer("open"), {});
});

test("every setting of the manifest is the server's or the extension's", () => {
  const keys = Object.keys(manifest.contributes.configuration.properties).map((key) => key.replace("syncfree-lint.", ""));
  const section = Object.fromEntries(keys.map((key) => [key, 1]));
  const others = keys.filter((key) => !(key in settingsForServer(section)));
  assert.deepEqual(others, ["path", "jobs", "trace.server"]);
});

test("another program needs another process", () => {
  assert.equal(needsRestart((key) => key === "syncfree-lint.path"), true);
  assert.equal(needsRestart((key) => key === "syncfree-lint.jobs"), true);
  assert.equal(needsRestart((key) => key === "syncfree-lint.scope"), false);
});

test("the status bar says how it is", () => {
  assert.match(wordsOf({ kind: "starting" }).text, /spin/);
  const running = wordsOf({ kind: "running", version: "1.2", path: "/bin/x", origin: "PATH" });
  assert.equal(running.tooltip, "syncfree-lint 1.2\n/bin/x (PATH)");
  assert.equal(running.isError, false);
  assert.equal(wordsOf({ kind: "failed", reason: "no program" }).isError, true);
  assert.match(wordsOf({ kind: "failed", reason: "no program" }).tooltip, /no program/);
  assert.match(wordsOf({ kind: "stopped" }).tooltip, /stopped/);
});
