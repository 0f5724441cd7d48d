// Which program is the server: the one that the user names, the one that comes with the extension, or the one on the PATH.
import * as fs from "node:fs";
import * as path from "node:path";

export const PROGRAM = "syncfree-lint";

export interface Program {
  readonly path: string;
  readonly origin: "setting" | "bundled" | "PATH";
}

export interface Places {
  /** The user's setting; empty: none. */
  readonly setting: string;
  /** The folder of the extension. */
  readonly extension: string;
  /** The folder of the workspace, for `${workspaceFolder}`. */
  readonly workspace: string | undefined;
  readonly home: string;
  /** The environment's PATH. */
  readonly search: string;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function named(places: Places): string {
  const setting = places.setting.replace(/^~(?=\/)/, places.home).replaceAll("${userHome}", places.home);
  return setting.replaceAll("${workspaceFolder}", places.workspace ?? "");
}

function onPath(name: string, search: string): string | undefined {
  const folders = search.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

/** What is wrong is said as a text. */
export function findProgram(places: Places): Program | string {
  if (places.setting !== "") {
    const wanted = named(places);
    const found = wanted.includes("/") ? (isProgram(wanted) ? wanted : undefined) : onPath(wanted, places.search);
    return found ? { path: found, origin: "setting" } : `\`syncfree-lint.path\`: there is no program ${wanted}`;
  }
  const bundled = path.join(places.extension, "bundled", PROGRAM);
  if (isProgram(bundled)) return { path: bundled, origin: "bundled" };
  const found = onPath(PROGRAM, places.search);
  if (found) return { path: found, origin: "PATH" };
  return "there is no `syncfree-lint` on the PATH; install it with `pip install syncfree-lint`, or set `syncfree-lint.path`";
}

export function argumentsOf(jobs: number): string[] {
  return jobs > 0 ? ["lsp", "--jobs", String(jobs)] : ["lsp"];
}
