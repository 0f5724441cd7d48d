// One file for the extension, and the project's licence beside it; with --tests one file for each test.
import { copyFileSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning", sourcemap: false };

if (process.argv.includes("--tests")) {
  const tests = readdirSync("test/unit").filter((name) => name.endsWith(".test.ts"));
  await build({ ...common, entryPoints: tests.map((name) => `test/unit/${name}`), outdir: "out/test", external: ["vscode"] });
} else {
  await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "out/extension.js", external: ["vscode"], minify: true });
  copyFileSync("../../LICENSE", "LICENSE");
}
