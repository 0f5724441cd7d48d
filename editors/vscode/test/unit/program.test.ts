// Which program becomes the server.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { argumentsOf, findProgram, Places } from "../../src/program";

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "syncfree-vscode-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function program(name: string, mode = 0o755): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "#!/bin/sh\n", { mode });
  return file;
}

function places(changes: Partial<Places> = {}): Places {
  const search = [path.join(folder, "empty"), path.join(folder, "bin")].join(path.delimiter);
  return { setting: "", extension: path.join(folder, "extension"), workspace: folder, home: folder, search, ...changes };
}

test("the bundled program goes before the one on the PATH", () => {
  const onPath = program("bin/syncfree-lint");
  assert.deepEqual(findProgram(places()), { path: onPath, origin: "PATH" });
  const bundled = program("extension/bundled/syncfree-lint");
  assert.deepEqual(findProgram(places()), { path: bundled, origin: "bundled" });
});

test("the setting goes before both, and nothing takes its place", () => {
  program("extension/bundled/syncfree-lint");
  const own = program("tools/own");
  for (const setting of [own, "~/tools/own", "${workspaceFolder}/tools/own", "${userHome}/tools/own"]) {
    assert.deepEqual(findProgram(places({ setting })), { path: own, origin: "setting" }, setting);
  }
  assert.match(findProgram(places({ setting: "/nowhere/lint" })) as string, /there is no program \/nowhere\/lint/);
});

test("a setting without a folder is looked for on the PATH", () => {
  const own = program("bin/my-lint");
  assert.deepEqual(findProgram(places({ setting: "my-lint" })), { path: own, origin: "setting" });
});

test("what cannot be run is no program", () => {
  program("bin/syncfree-lint", 0o644);
  fs.mkdirSync(path.join(folder, "empty/syncfree-lint"), { recursive: true });
  assert.match(findProgram(places()) as string, /pip install syncfree-lint/);
});

test("relative folders of the PATH are left out", () => {
  assert.equal(typeof findProgram(places({ search: [".", "bin", ""].join(path.delimiter) })), "string");
});

test("threads are named where the user limits them", () => {
  assert.deepEqual(argumentsOf(0), ["lsp"]);
  assert.deepEqual(argumentsOf(3), ["lsp", "--jobs", "3"]);
});
