/** Builds the package into `dist`: JavaScript, declarations, what is generated as JavaScript already, and the kernel. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const here = import.meta.dirname;
const dist = join(here, "dist");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "--project", join(here, "tsconfig.build.json")], {
  stdio: "inherit",
});
for (const file of [
  "gateway/operations",
  "gateway/client-validators",
  "merchant/operations",
  "merchant/validators",
]) {
  for (const extension of ["js", "d.ts"]) {
    const path = join("generated", `${file}.${extension}`);
    cpSync(join(here, "..", path), join(dist, path));
  }
}

// The kernel is a package of this repository that is not published: its build is beside the client's.
for (const file of globSync(join(dist, "**/*.{js,d.ts}"))) {
  const kernel = relative(dirname(file), join(dist, "contract/index.js")).replaceAll("\\", "/");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll('"contract-kernel"', JSON.stringify(kernel)));
}
