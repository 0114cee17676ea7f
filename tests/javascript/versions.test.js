import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @param {string} path */
const read = (path) =>
  JSON.parse(readFileSync(new URL(`../../book/${path}`, import.meta.url), "utf8"));

test("types are those of the versions that the site ships", () => {
  const { devDependencies: types } = read("javascript/package.json");
  const { dependencies: shipped } = read("page_python/editor/package.json");
  for (const [name, version] of Object.entries(shipped)) assert.equal(types[name], version, name);
  const readme = new URL("../../book/_static/vendor/minisearch/README.md", import.meta.url);
  assert.ok(readFileSync(readme, "utf8").includes(`minisearch@${types.minisearch}`));
});
