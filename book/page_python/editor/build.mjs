// Makes the one file that the site ships, and the licences of what is in it.
// `make editor` runs: node build.mjs FOLDER
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const target = process.argv[2];
if (!target) throw new Error("Say where to write: node build.mjs FOLDER");

const result = await build({
  entryPoints: ["codemirror.js"],
  outfile: join(target, "codemirror.js"),
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
});

// Every package that is in the bundle, with its version and its licence.
const folder = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const names = new Set(
  Object.keys(result.metafile.inputs).flatMap((path) => path.match(folder)?.[1] ?? []),
);
const parts = [];
for (const name of [...names].sort()) {
  const place = new URL(`node_modules/${name}/`, import.meta.url);
  const { version } = JSON.parse(await readFile(new URL("package.json", place), "utf8"));
  const licence = await readFile(new URL("LICENSE", place), "utf8");
  parts.push(`${name} ${version}\n\n${licence.trim()}\n`);
}
await writeFile(join(target, "LICENSE"), parts.join(`\n${"-".repeat(72)}\n\n`));
